// A road that has as many columns as its place has room for.

import { useEffect, useRef, useState } from "preact/hooks";
import { ROWS, Road, type RoadProps } from "./Road";

export function FittedRoad({ columns, ...road }: RoadProps) {
  const place = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(columns);
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const watch = new ResizeObserver(([seen]) => {
      const { width, height } = seen?.contentRect ?? { width: 0, height: 0 };
      if (height > 0) setFitting(Math.max(ROWS, Math.floor((width / height) * ROWS)));
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} class="fitted-road">
      <Road {...road} columns={fitting} />
    </div>
  );
}
