// The chips that a terminal offers.

import { wholeUnits } from "./money";

/** Six familiar chip values for a table with this smallest limit. */
export function chips(min_cents: number, max_cents: number): number[] {
  const known = [1, 5, 10, 25, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000];
  const fit = known.map(wholeUnits).filter((each) => each >= min_cents);
  const within = fit.filter((each) => each <= max_cents);
  return (within.length ? within : [min_cents]).slice(0, 6);
}
