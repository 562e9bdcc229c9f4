// A patron's stakes at a terminal: the wanted ones, those the table holds, and the commands between.
// There are no limits or rules here: the table accepts a stake or refuses it.

import type { Stake } from "./shapes";
import type { ChangeStake, PlaceStake, WithdrawStake } from "./wire/api";

export type StakeCommand = PlaceStake | ChangeStake | WithdrawStake;

export type Amounts = Readonly<Record<string, number>>;

/** A stake that the table holds. */
export type Held = Pick<Stake, "id" | "wager" | "cents">;

export function sums(held: readonly Held[]): Amounts {
  const found: Record<string, number> = {};
  for (const each of held) found[each.wager] = (found[each.wager] ?? 0) + each.cents;
  return found;
}

export function total(amounts: Amounts): number {
  return Object.values(amounts).reduce((sum, cents) => sum + cents, 0);
}

/** The next command that brings a wager from held to wanted; null if they are equal. */
export function step(
  wager: string,
  wanted: number,
  held: readonly Held[],
  who: { patron: string; position: number },
): StakeCommand | null {
  const own = held.filter((each) => each.wager === wager);
  const have = own.reduce((sum, each) => sum + each.cents, 0);
  if (wanted === have) return null;
  const first = own[0];
  if (!first) {
    return { type: "place-stake", ...who, wager, cents: wanted };
  }
  const rest = have - first.cents;
  if (wanted <= rest) return { type: "withdraw-stake", stake: first.id };
  return { type: "change-stake", stake: first.id, cents: wanted - rest };
}

/** Amounts with one of them changed; zero removes it. */
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
