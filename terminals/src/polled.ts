// Something asked again and again, while a page is open.

import { useEffect, useState } from "preact/hooks";
import { get, refusalOf } from "./api";
import type { Refusal } from "./shapes";

export interface Polled<T> {
  value: T | undefined;
  refusal: Refusal | null;
  /** Ask now, because something was done. */
  again: () => void;
}

/** What is at this path, asked every so often; what was there stays while an answer is missing. */
export function usePolled<T>(path: string | null, everyMs: number): Polled<T> {
  const [found, setFound] = useState<{ path: string; value: T }>();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const gone = new AbortController();
    let timer = 0;
    const ask = async (): Promise<void> => {
      try {
        const value = await get<T>(path, gone.signal);
        setFound({ path, value });
        setRefusal(null);
      } catch (error) {
        if (gone.signal.aborted) return;
        const refused = refusalOf(error);
        setRefusal(refused);
        if (refused.reason === "not-authorised") return; // asking again would only be denied again
      }
      timer = window.setTimeout(() => void ask(), everyMs);
    };
    void ask();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [path, everyMs, turn]);
  return { value: found?.path === path ? found?.value : undefined, refusal, again: () => setTurn((count) => count + 1) };
}
