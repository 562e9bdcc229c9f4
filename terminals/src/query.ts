// Queries: reading from the API, once, cached or polled. The only module through which pages read.

import { useEffect, useState } from "preact/hooks";
import { getJson, refusalOf } from "./http";
import { takePrefetched } from "./prefetch";
import type { Answers, Refusal } from "./shapes";

/** The address of a query, which carries the type of its answer. */
export type Query<T> = string & { readonly answer?: T };

type Name<Path> = Path extends `${string}{${infer First}}${infer Rest}`
  ? First | Name<Rest>
  : never;
type Search = Record<string, string | number | null | undefined>;
export type Parameters<Path> = [Name<Path>] extends [never]
  ? [names?: Record<never, never>, search?: Search]
  : [names: Record<Name<Path>, string | number>, search?: Search];

/** A path of the API with its names filled in; empty search parameters are left out. */
export function at<Path extends keyof Answers>(
  path: Path,
  ...[names, search]: Parameters<Path>
): Query<Answers[Path]> {
  return fillIn(path, names ?? {}, search ?? {});
}

export function fillIn(path: string, names: Search, search: Search = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(names[name])),
  );
  const given = Object.entries(search).filter(
    ([, value]) => value !== "" && value !== null && value !== undefined,
  );
  if (!given.length) return filled;
  return `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

export async function get<T>(query: Query<T>, signal?: AbortSignal): Promise<T> {
  return takePrefetched<T>(query) ?? (await getJson<T>(query, { signal })).body;
}

/** A page of a list, and the header that says where the next page begins. */
export function getPage<T>(
  query: Query<T>,
  header: string,
): Promise<{ body: T; header: string | null }> {
  return getJson<T>(query, { header });
}

/** The state of a query: loading, ready or refused. `<Async>` renders each of them. */
export type QueryState<T> =
  | { state: "loading" }
  | { state: "ready"; value: T }
  | { state: "refused"; refusal: Refusal; retry: () => void };

/** Run a query now, and again whenever its address or `version` changes; null runs nothing. */
export function useQuery<T>(query: Query<T> | null, version = 0): QueryState<T> {
  const [state, setState] = useState<QueryState<T>>({ state: "loading" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (query === null) return;
    const cancelled = new AbortController();
    get(query, cancelled.signal)
      .then((value) => setState({ state: "ready", value }))
      .catch((error: unknown) => {
        if (cancelled.signal.aborted) return;
        const retry = (): void => setTries((count) => count + 1);
        setState({ state: "refused", refusal: refusalOf(error), retry });
      });
    return () => cancelled.abort();
  }, [query, version, tries]);
  return state;
}

const CACHED_MAX = 300;
const cache = new Map<string, Promise<unknown>>();

/** For data that does not change while the page is open, such as the rules of an edition. */
export function getCached<T>(query: Query<T>): Promise<T> {
  let found = cache.get(query) as Promise<T> | undefined;
  if (!found) {
    found = get(query);
    cache.set(query, found);
    found.catch(() => cache.delete(query));
    if (cache.size > CACHED_MAX) cache.delete(cache.keys().next().value as string);
  }
  return found;
}

/** The same for a component; undefined until it has arrived. */
export function useCached<T>(query: Query<T> | null): T | undefined {
  const [found, setFound] = useState<{ query: string; value: T }>();
  useEffect(() => {
    if (query === null) return;
    let isStale = false;
    getCached(query)
      .then((value) => !isStale && setFound({ query, value }))
      .catch(() => undefined); // the component works without it
    return () => {
      isStale = true;
    };
  }, [query]);
  return found?.query === query ? found?.value : undefined;
}

export interface Polled<T> {
  value: T | undefined;
  refusal: Refusal | null;
  /** Run the query now, because something was done. */
  refresh: () => void;
}

/** Poll a query; the last value stays while an answer is missing. */
export function usePolled<T>(query: Query<T> | null, everyMs: number): Polled<T> {
  const [found, setFound] = useState<{ query: string; value: T }>();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [version, setVersion] = useState(0);
  useEffect(() => {
    if (query === null) return;
    const cancelled = new AbortController();
    let timer = 0;
    const poll = async (): Promise<void> => {
      try {
        const value = await get(query, cancelled.signal);
        setFound({ query, value });
        setRefusal(null);
      } catch (error) {
        if (cancelled.signal.aborted) return;
        const refused = refusalOf(error);
        setRefusal(refused);
        if (refused.reason === "not-authorised") return; // it would only be denied again
      }
      timer = window.setTimeout(() => void poll(), everyMs);
    };
    void poll();
    return () => {
      cancelled.abort();
      clearTimeout(timer);
    };
  }, [query, everyMs, version]);
  const value = found?.query === query ? found?.value : undefined;
  return { value, refusal, refresh: () => setVersion((count) => count + 1) };
}
