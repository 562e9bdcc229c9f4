// The chips that a terminal offers, and how an amount is made up of them.

import { wholeUnits } from "./money";

/** The values of chips, in whole units of the currency, with a colour of their own each. */
const VALUES = [1, 5, 10, 25, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000];
const STACK_MAX = 6; // chips that are drawn; the amount beside them is exact

/** Six familiar chip values for a table with this smallest limit. */
export function chips(min_cents: number, max_cents: number): number[] {
  const fit = VALUES.map(wholeUnits).filter((each) => each >= min_cents);
  const within = fit.filter((each) => each <= max_cents);
  return (within.length ? within : [min_cents]).slice(0, 6);
}

/** The colour of a chip: that of the largest value in it. */
export function colourOf(cents: number): string {
  const value = VALUES.findLast((each) => wholeUnits(each) <= cents);
  return `value-${value ?? "coin"}`;
}

/** An amount in as few chips as possible, the largest first; what is less than one is a coin. */
export function change(cents: number): number[] {
  const found: number[] = [];
  let left = cents;
  for (const value of VALUES.map(wholeUnits).reverse()) {
    while (left >= value && found.length < STACK_MAX) {
      found.push(value);
      left -= value;
    }
  }
  if (left > 0 && found.length < STACK_MAX) found.push(left);
  return found;
}
