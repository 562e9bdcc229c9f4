// The reader's favourite tables, and whether the lobby is compact: remembered by this browser.

import { signal } from "@preact/signals";
import { readStored, store } from "./storage";

const TABLES = "punto.favourites";
const COMPACT = "punto.lobby.compact";

export const favourites = signal<ReadonlySet<string>>(
  new Set(readStored(TABLES).split(" ").filter(Boolean)),
);

export function toggleFavourite(table: string): void {
  const now = new Set(favourites.value);
  if (!now.delete(table)) now.add(table);
  favourites.value = now;
  store(TABLES, [...now].join(" "));
}

export const isCompact = signal(readStored(COMPACT) === "yes");

export function setCompact(compact: boolean): void {
  isCompact.value = compact;
  store(COMPACT, compact ? "yes" : "no");
}
