// What a page will ask first, asked while its own code is still on its way: one wait less.

import { get } from "./api";
import { where } from "./router";

const FIRST: Record<string, (of: string) => string[]> = {
  rules: (game) => [`/games/${game}/clauses`, `/games/${game}`, `/games/${game}/wagers`],
  odds: (game) => [`/games/${game}`],
  history: (table) => [`/tables/${table}`],
};

const waiting = new Map<string, Promise<unknown>>();

export function askAhead(): void {
  const now = where.peek();
  if (!("of" in now)) return;
  for (const path of FIRST[now.page]?.(encodeURIComponent(now.of)) ?? []) {
    const asked = get(path);
    asked.catch(() => undefined); // told to whoever asks for it
    waiting.set(path, asked);
  }
}

/** What is at a path; the first who asks is given what was asked ahead. */
export function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  const found = waiting.get(path) as Promise<T> | undefined;
  waiting.delete(path);
  return found ?? get<T>(path, signal);
}
