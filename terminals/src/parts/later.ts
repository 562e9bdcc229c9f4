// A long list on a slow phone: its beginning at once, the rest when that can be read and tapped.

import { useEffect, useState } from "preact/hooks";

const REST_MS = 120;

/** How many to draw now: so many at first, a moment later all. */
export function useMost(first: number): number {
  const [most, setMost] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setMost(Infinity), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return most;
}
