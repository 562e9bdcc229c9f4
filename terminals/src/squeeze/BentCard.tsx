// A card that somebody else squeezes, as those who look on see it: bent, and its face blank.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../language";
import type { LiveTable } from "../live";
import { Hold } from "./hold";
import { read } from "./sending";

export function BentCard({ live, of }: { live: LiveTable; of: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const hold = new Hold(canvas.current, null, { moved: () => undefined, turned: () => undefined });
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
