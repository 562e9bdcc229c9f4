// The reader's favourite tables, and whether the lobby is compact: kept by this browser.

import { signal } from "@preact/signals";

const TABLES = "punto.favourites";
const COMPACT = "punto.lobby.compact";

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage a choice lasts until the page is closed.
  }
}

export const favourites = signal<ReadonlySet<string>>(
  new Set(read(TABLES).split(" ").filter(Boolean)),
);

export function toggleFavourite(table: string): void {
  const now = new Set(favourites.value);
  if (!now.delete(table)) now.add(table);
  favourites.value = now;
  write(TABLES, [...now].join(" "));
}

export const isCompact = signal(read(COMPACT) === "yes");

export function setCompact(compact: boolean): void {
  isCompact.value = compact;
  write(COMPACT, compact ? "yes" : "no");
}
