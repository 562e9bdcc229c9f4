import { expect, test } from "vitest";
import { nextCorrection } from "./corrections";
import type { Mine } from "./shapes";

type Settled = Mine["settled"];
type Lines = Settled[number]["lines"];

const settled = (rounds: Record<number, number[]>): Settled =>
  Object.entries(rounds).map(([number, profits]) => ({
    number: Number(number),
    lines: profits.map((profit_cents) => ({ profit_cents })) as unknown as Lines,
  }));

test("a correction says by how much the round has changed, and stays until the next one ends", () => {
  const before = settled({ 4: [-50], 5: [-10000, 2500] });
  const after = settled({ 4: [-50], 5: [30000, 10000] });
  const shown = nextCorrection(null, before, after);
  expect(shown).toEqual({ round: 5, change_cents: 47500 });
  expect(nextCorrection(shown, after, after)).toEqual(shown);
  expect(nextCorrection(shown, after, settled({ 5: [30000, 10000], 6: [100] }))).toBeNull();
  expect(nextCorrection(null, before, settled({ 4: [-50], 5: [2500, -10000] }))).toBeNull();
  expect(nextCorrection(null, [], after)).toBeNull();
});
