// Queries for filtered rounds, page by page.

import { at, getPage } from "../query";
import type { RoundLine } from "../shapes";
import { dayBegins } from "../times";
import type { Shoe } from "../wire/api";

export const OUTCOMES = ["player", "banker", "tie", "void"] as const;
const PAGE = 20;

export interface Wanted {
  outcome: string;
  wager: string;
  from: string; // a date field's value, a day of the house
  to: string;
  shoe: Shoe | null;
}

export const ALL: Wanted = { outcome: "", wager: "", from: "", to: "", shoe: null };

/** The search parameters for these rounds; `before` continues below a round of the last page. */
export function searchOf(wanted: Wanted, before: number | null, limit: number) {
  const { outcome, wager, shoe } = wanted;
  return {
    limit,
    outcome,
    wager,
    since_ms: dayMs(wanted.from),
    until_ms: dayMs(wanted.to, 1),
    first: shoe?.first,
    before: before ?? (shoe ? shoe.last + 1 : null),
  };
}

/** When a day of the house begins; with 1, when it ends. */
export function dayMs(day: string, later = 0): number | null {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return null;
  return dayBegins(year, month, date + later);
}

export interface Found {
  rounds: RoundLine[];
  next: number | null; // where the next page begins
}

export async function rounds(
  table: string,
  wanted: Wanted,
  before: number | null,
  limit = PAGE,
): Promise<Found> {
  const query = at("/tables/{table}/rounds", { table }, searchOf(wanted, before, limit));
  const { body, header } = await getPage(query, "Next-Before");
  return { rounds: body, next: header === null ? null : Number(header) };
}
