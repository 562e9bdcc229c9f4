// Which rounds are looked for, asked of the server page by page; and the same as files.

import { getPage } from "../api";
import type { RoundLine } from "../shapes";

export const OUTCOMES = ["player", "banker", "tie", "void"] as const;
const PAGE = 20;
const EXPORT_PAGE = 100;
const EXPORT_MAX = 5_000; // rounds in one file: some ten weeks of one table

export interface Shoe {
  shoe: string;
  at_ms: number;
  first: number;
  last: number;
}

export interface Wanted {
  outcome: string;
  wager: string;
  from: string; // days as a date field has them, in the reader's own time
  to: string;
  shoe: Shoe | null;
}

export const ALL: Wanted = { outcome: "", wager: "", from: "", to: "", shoe: null };

/** The query that asks for these rounds, before one of them where that is said. */
export function queryOf(wanted: Wanted, before: number | null, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (wanted.outcome) query.set("outcome", wanted.outcome);
  if (wanted.wager) query.set("wager", wanted.wager);
  const since = dayMs(wanted.from);
  const until = dayMs(wanted.to, 1);
  if (since !== null) query.set("since_ms", String(since));
  if (until !== null) query.set("until_ms", String(until));
  if (wanted.shoe) query.set("first", String(wanted.shoe.first));
  const end = wanted.shoe ? wanted.shoe.last + 1 : null;
  const below = before ?? end;
  if (below !== null) query.set("before", String(below));
  return query.toString();
}

/** When a day begins for the reader; or, with 1, when it is over. */
function dayMs(day: string, later = 0): number | null {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return null;
  return new Date(year, month - 1, date + later).getTime();
}

export interface Found {
  rounds: RoundLine[];
  next: number | null; // where the next page begins
}

export async function rounds(table: string, wanted: Wanted, before: number | null, limit = PAGE): Promise<Found> {
  const path = `/tables/${encodeURIComponent(table)}/rounds?${queryOf(wanted, before, limit)}`;
  const { body, header } = await getPage<RoundLine[]>(path, "Next-Before");
  return { rounds: body, next: header === null ? null : Number(header) };
}

/** All of them, page after page; the latest where there are too many for one file. */
export async function everyRound(table: string, wanted: Wanted): Promise<RoundLine[]> {
  const found: RoundLine[] = [];
  let before: number | null = null;
  do {
    const page: Found = await rounds(table, wanted, before, EXPORT_PAGE);
    found.push(...page.rounds);
    before = page.next;
  } while (before !== null && found.length < EXPORT_MAX);
  return found;
}

const COLUMNS = "round,time,outcome,player,banker,player_cards,banker_cards,note,stakes,credits_before,credits_after";

/** A round a line; stakes as `wager amount result profit`, several with a semicolon between. */
export function csv(found: readonly RoundLine[]): string {
  const rows = found.map((each) =>
    [
      each.number,
      new Date(each.at_ms).toISOString(),
      each.void ? "void" : each.winner,
      each.player ?? "",
      each.banker ?? "",
      each.player_cards.join(" "),
      each.banker_cards.join(" "),
      each.corrected ? "corrected" : "",
      each.lines.map((line) => `${line.wager} ${line.amount} ${line.result} ${line.profit}`).join(";"),
      each.credits?.before ?? "",
      each.credits?.after ?? "",
    ].join(","),
  );
  return [COLUMNS, ...rows].join("\n") + "\n";
}

export function json(found: readonly RoundLine[]): string {
  return JSON.stringify(found, null, 2) + "\n";
}
