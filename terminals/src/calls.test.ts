import { describe, expect, it } from "vitest";
import { isCurrent } from "./calls";
import type { View } from "./shapes";

function view(step: string, round: object | null): View {
  return { prompt: { step }, round } as unknown as View;
}

const OPEN = { betting_open: true, player: [], banker: [] };
const SHUT = { betting_open: false, player: [], banker: [] };
const DEALT = { betting_open: false, player: ["2C", "3H"], banker: ["5D", "AH"] };
const THIRD = { ...DEALT, player: ["2C", "3H", "TD"] };

describe("a call", () => {
  it("is withdrawn when its moment is over", () => {
    expect(isCurrent("betting-opened", view("close-betting", OPEN))).toBe(true);
    expect(isCurrent("betting-opened", view("draw", SHUT))).toBe(false);
    expect(isCurrent("betting-closed", view("draw", SHUT))).toBe(true);
    expect(isCurrent("betting-closed", view("draw", DEALT))).toBe(false);
    expect(isCurrent("totals-announced", view("draw", DEALT))).toBe(true);
    expect(isCurrent("totals-announced", view("announce-outcome", THIRD))).toBe(false);
    expect(isCurrent("option-offered", view("answer-option", DEALT))).toBe(true);
    expect(isCurrent("option-offered", view("draw", DEALT))).toBe(false);
    expect(isCurrent("decrease-asked", view("decrease", OPEN))).toBe(true);
    expect(isCurrent("decrease-asked", view("close-betting", OPEN))).toBe(false);
    expect(isCurrent("round-settled", view("open-betting", null))).toBe(true);
    expect(isCurrent("round-settled", view("close-betting", OPEN))).toBe(false);
  });

  it("of an unknown event is not shown", () => {
    expect(isCurrent("made-up", view("draw", null))).toBe(false);
  });
});
