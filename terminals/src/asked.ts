// Something asked of the server: waiting, there, or refused; a component shows whichever it is.

import { useEffect, useState } from "preact/hooks";
import { ask } from "./ahead";
import { refusalOf } from "./api";
import type { Refusal } from "./shapes";

export type Asked<T> =
  | { state: "waiting" }
  | { state: "there"; value: T }
  | { state: "refused"; refusal: Refusal; again: () => void };

/** What is at this path; asked again when the path or the number `turn` changes. */
export function useAsked<T>(path: string | null, turn = 0): Asked<T> {
  const [asked, setAsked] = useState<Asked<T>>({ state: "waiting" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const gone = new AbortController();
    ask<T>(path, gone.signal)
      .then((value) => setAsked({ state: "there", value }))
      .catch((error: unknown) => {
        if (gone.signal.aborted) return;
        const again = (): void => setTries((count) => count + 1);
        setAsked({ state: "refused", refusal: refusalOf(error), again });
      });
    return () => gone.abort();
  }, [path, turn, tries]);
  return asked;
}

const kept = new Map<string, Promise<unknown>>();

/** What never changes while we run, such as the law: asked once. */
export function getOnce<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = ask<T>(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
    if (kept.size > 300) kept.delete(kept.keys().next().value as string);
  }
  return found;
}

/** The same for a component; undefined until it is there. */
export function useOnce<T>(path: string | null): T | undefined {
  const [value, setValue] = useState<{ path: string; value: T }>();
  useEffect(() => {
    if (path === null) return;
    let gone = false;
    getOnce<T>(path)
      .then((found) => !gone && setValue({ path, value: found }))
      .catch(() => undefined); // what it was for is shown without it
    return () => {
      gone = true;
    };
  }, [path]);
  return value?.path === path ? value?.value : undefined;
}
