import { describe, expect, it } from "vitest";
import { withValue } from "./draft";
import { written } from "./oddsQuery";
import { pathOf, scaleOf, tickText } from "./plot";

describe("a scale", () => {
  it("has round ticks around everything", () => {
    const scale = scaleOf([1.0579, 1.0634, 1.061]);
    expect(scale.low).toBeLessThanOrEqual(1.0579);
    expect(scale.high).toBeGreaterThanOrEqual(1.0634);
    expect(scale.ticks.map((each) => tickText(each, scale.digits))).toEqual([
      "1.056",
      "1.058",
      "1.060",
      "1.062",
      "1.064",
    ]);
    expect(scale.place(scale.low)).toBe(0);
    expect(scale.place(scale.high)).toBe(1);
  });
  it("does not fall over where all is alike, nothing, or below zero", () => {
    expect(scaleOf([5, 5, 5]).place(5)).toBeCloseTo(0.5);
    expect(scaleOf([]).ticks.length).toBeGreaterThan(1);
    const below = scaleOf([-30, 4]);
    expect(below.ticks.map((each) => tickText(each, below.digits))).toContain("0");
    expect(tickText(-0.0001, 2)).toBe("0.00");
    expect(tickText(-2.5, 1)).toBe("−2.5");
  });
  it("draws a line through points", () => {
    expect(
      pathOf([
        [0, 1],
        [10.04, 2],
      ]),
    ).toBe("M0.0 1.0L10.0 2.0");
  });
});

describe("a question about a shoe", () => {
  it("names the ranks that are gone as the server reads them", () => {
    expect(written({ A: 2, "2": 0, K: 1 })).toBe("A=2,K=1");
    expect(written({})).toBe("");
  });
  it("takes a value in and out of a condition, in the law's order", () => {
    const values = [0, 1, 2, 3];
    expect(withValue({}, "player_total", 2, values)).toEqual({ player_total: [2] });
    expect(withValue({ player_total: [2] }, "player_total", 0, values)).toEqual({
      player_total: [0, 2],
    });
    expect(withValue({ player_total: [2], winner: ["tie"] }, "player_total", 2, values)).toEqual({
      winner: ["tie"],
    });
  });
});
