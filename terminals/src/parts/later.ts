// Long lists on slow phones: renders the beginning first and the rest a moment later.

import { useEffect, useState } from "preact/hooks";

const REST_MS = 120;

/** How many items to render now: `first` of them, then all. */
export function useMost(first: number): number {
  const [most, setMost] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setMost(Infinity), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return most;
}
