// The seconds left to stake, as a ring that empties and a number.

import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { words } from "../languages/current";

/** Seconds left until a time of the monotonic clock, rounded up; null if there is none. */
export function useSeconds(deadline: ReadonlySignal<number | null>): number | null {
  const [now, setNow] = useState(() => performance.now());
  const until = deadline.value;
  useEffect(() => {
    if (until === null) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(0, Math.ceil((until - now) / 1000));
}

const ROUND = 2 * Math.PI * 20;

/** `of` are the seconds that betting is open in all: the ring starts full. */
export function Countdown({ seconds, of }: { seconds: number; of: number }) {
  const part = of > 0 ? Math.min(1, seconds / of) : 1;
  return (
    <span
      class={seconds <= 5 ? "countdown soon" : "countdown"}
      role="timer"
      aria-label={words.value.table.seconds(seconds)}
    >
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="20" class="countdown-track" />
        <circle
          cx="24"
          cy="24"
          r="20"
          class="countdown-left"
          stroke-dasharray={`${ROUND * part} ${ROUND}`}
          transform="rotate(-90 24 24)"
        />
      </svg>
      <b>{seconds}</b>
    </span>
  );
}
