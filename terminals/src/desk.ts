// A patron's stakes at a terminal: what they want, what the table holds, and the commands between.
// Nothing here knows a limit or a rule: the table takes a stake or refuses it.

import { readCents, writeCents } from "./money";
import type { Stake, TableEvent } from "./shapes";

export type Amounts = Readonly<Record<string, number>>;
export type Command = Record<string, unknown> & { type: string };

export interface Held {
  id: number;
  wager: string;
  cents: number;
}

export function heldIn(stakes: readonly Stake[]): Held[] {
  return stakes.map(({ id, wager, amount }) => ({ id, wager, cents: readCents(amount) ?? 0 }));
}

export function sums(held: readonly Held[]): Amounts {
  const found: Record<string, number> = {};
  for (const each of held) found[each.wager] = (found[each.wager] ?? 0) + each.cents;
  return found;
}

export function total(amounts: Amounts): number {
  return Object.values(amounts).reduce((sum, cents) => sum + cents, 0);
}

/** What is held after what a command did: the answer may come before the table's own push. */
export function after(held: readonly Held[], events: readonly TableEvent[]): Held[] {
  let now = [...held];
  for (const { type, fields } of events) {
    const id = fields["stake"] as number;
    const cents = readCents(String(fields["amount"])) ?? 0;
    if (type === "stake-placed") {
      now = now.filter((each) => each.id !== id);
      now.push({ id, wager: String(fields["wager"]), cents });
    } else if (type === "stake-changed") {
      now = now.map((each) => (each.id === id ? { ...each, cents } : each));
    } else if (type === "stake-withdrawn") {
      now = now.filter((each) => each.id !== id);
    }
  }
  return now;
}

/** The next command that brings a wager from what is held to what is wanted; null when it is so. */
export function step(
  wager: string,
  wanted: number,
  held: readonly Held[],
  who: { patron: string; position: number },
): Command | null {
  const own = held.filter((each) => each.wager === wager);
  const have = own.reduce((sum, each) => sum + each.cents, 0);
  if (wanted === have) return null;
  const first = own[0];
  if (!first) {
    return { type: "place-stake", ...who, wager, amount: writeCents(wanted) };
  }
  const rest = have - first.cents;
  if (wanted <= rest) return { type: "withdraw-stake", stake: first.id };
  return { type: "change-stake", stake: first.id, amount: writeCents(wanted - rest) };
}

/** The chips to offer at a table whose smallest limit is so much: six that people know. */
export function chips(min_cents: number, max_cents: number): number[] {
  const known = [1, 5, 10, 25, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000];
  const fit = known.map((each) => each * 100).filter((each) => each >= min_cents);
  const within = fit.filter((each) => each <= max_cents);
  return (within.length ? within : [min_cents]).slice(0, 6);
}

/** Amounts with one of them changed; nothing is kept at zero. */
export function put(amounts: Amounts, wager: string, cents: number): Amounts {
  const { [wager]: _, ...rest } = amounts;
  return cents > 0 ? { ...rest, [wager]: cents } : rest;
}

export function doubled(amounts: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).map(([wager, cents]) => [wager, cents * 2]));
}

export function same(one: Amounts, other: Amounts): boolean {
  const wagers = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...wagers].every((wager) => (one[wager] ?? 0) === (other[wager] ?? 0));
}
