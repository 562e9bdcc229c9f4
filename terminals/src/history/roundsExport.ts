// The export of rounds as files: which rounds, and the columns of the CSV.

import { version } from "../../package.json";
import { writeCents } from "../money";
import type { RoundLine } from "../shapes";
import { dayMs, type Found, rounds, type Wanted } from "./roundQuery";

const PAGE = 100;
const ROUNDS_MAX = 5_000; // in one file: about ten weeks of one table

/** All rounds, page by page; only the latest if there are too many for one file. */
export async function everyRound(table: string, wanted: Wanted): Promise<RoundLine[]> {
  const found: RoundLine[] = [];
  let before: number | null = null;
  do {
    const page: Found = await rounds(table, wanted, before, PAGE);
    found.push(...page.rounds);
    before = page.next;
  } while (before !== null && found.length < ROUNDS_MAX);
  return found;
}

const COLUMNS =
  "round,time,outcome,player,banker,player_cards,banker_cards,note,stakes,credits_before,credits_after";

/** The heading of an exported file; the period excludes its last midnight. */
function heading(wanted: Wanted, madeMs: number): string[] {
  const { outcome, wager, shoe, from, to } = wanted;
  const time = (ms: number | null): string | null => (ms === null ? null : utc(ms));
  return [
    "# report: Rounds",
    `# version: Punto ${version}`,
    `# since: ${time(dayMs(from)) ?? "the first round"}`,
    `# until: ${time(dayMs(to, 1)) ?? "when it was made"}`,
    ...(outcome ? [`# outcome: ${outcome}`] : []),
    ...(wager ? [`# wager: ${wager}`] : []),
    ...(shoe ? [`# shoe: rounds ${shoe.first} to ${shoe.last}`] : []),
    "# time zone: UTC",
    `# made: ${utc(madeMs)}`,
  ];
}

function utc(ms: number): string {
  return new Date(ms).toISOString();
}

/** One line per round; stakes as `wager amount result profit`, separated by semicolons. */
export function csv(found: readonly RoundLine[], wanted: Wanted, madeMs: number): string {
  const rows = found.map((each) =>
    [
      each.number,
      utc(each.at_ms),
      each.void ? "void" : (each.winner ?? ""),
      each.player ?? "",
      each.banker ?? "",
      each.player_cards.join(" "),
      each.banker_cards.join(" "),
      each.corrected ? "corrected" : "",
      each.lines
        .map((line) =>
          [line.wager, writeCents(line.cents), line.result, writeCents(line.profit_cents)].join(
            " ",
          ),
        )
        .join(";"),
      each.credits ? writeCents(each.credits.before_cents) : "",
      each.credits ? writeCents(each.credits.after_cents) : "",
    ].join(","),
  );
  return `${[...heading(wanted, madeMs), COLUMNS, ...rows].join("\n")}\n`;
}

export function json(found: readonly RoundLine[]): string {
  return `${JSON.stringify(found, null, 2)}\n`;
}
