// What a correction of a finished round changed for the reader, found in their own document.

import type { Mine } from "./shapes";

export interface Correction {
  round: number;
  change_cents: number;
}

type Settled = Mine["settled"];

function netOf(lines: Settled[number]["lines"]): number {
  return lines.reduce((sum, line) => sum + line.profit_cents, 0);
}

/** The correction to show after `after` replaced `before`: it stays until the next round ends. */
export function nextCorrection(
  last: Correction | null,
  before: Settled,
  after: Settled,
): Correction | null {
  let shown = last;
  for (const { number, lines } of after) {
    const old = before.find((each) => each.number === number);
    if (!old) shown = null; // another round has ended since
    const change = old ? netOf(lines) - netOf(old.lines) : 0;
    if (change) shown = { round: number, change_cents: change };
  }
  return shown;
}
