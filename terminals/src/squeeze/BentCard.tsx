// A card that another person squeezes: bent, with a blank face.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../languages/current";
import type { TableFeed } from "../live";
import { read } from "./bendSender";
import { Hold } from "./hold";

export function BentCard({ live, of }: { live: TableFeed; of: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const hold = new Hold(canvas.current, null, {
      moved: () => undefined,
      turned: () => undefined,
    });
    const stop = effect(() => {
      const bend = live.bends.value.get(of);
      if (bend) hold.follow(read(bend));
    });
    return () => {
      stop();
      hold.end();
    };
  }, [live, of]);
  return (
    <span class="card down bent" role="img" aria-label={words.value.squeeze.seen} data-card="??">
      <canvas ref={canvas} aria-hidden="true" />
    </span>
  );
}
