// The first queries of a page, sent while its code is still loading.

import { getJson } from "./http";
import { where } from "./router";

const FIRST: Record<string, (of: string) => string[]> = {
  table: () => {
    const game = encodeURIComponent(document.documentElement.dataset.game ?? "");
    return game ? [`/games/${game}`, `/games/${game}/wagers`] : [];
  },
  rules: (game) => [`/games/${game}/clauses`, `/games/${game}`, `/games/${game}/wagers`],
  odds: (game) => [`/games/${game}`],
  sessions: (game) => [`/games/${game}`, `/games/${game}/wagers`],
  history: (table) => [`/tables/${table}`],
};

const pending = new Map<string, Promise<unknown>>();

export function prefetch(): void {
  const now = where.peek();
  if (!("of" in now)) return;
  for (const path of FIRST[now.page]?.(encodeURIComponent(now.of)) ?? []) {
    const answer = getJson(path).then(({ body }) => body);
    answer.catch(() => undefined); // handled by the query that takes it
    pending.set(path, answer);
  }
}

/** The answer that was prefetched for a path; only the first caller gets it. */
export function takePrefetched<T>(path: string): Promise<T> | undefined {
  const found = pending.get(path) as Promise<T> | undefined;
  pending.delete(path);
  return found;
}
