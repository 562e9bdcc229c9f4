import { describe, expect, it } from "vitest";
import { change, chips, colourOf } from "./chips";

describe("a stack of chips", () => {
  it("is made of as few chips as possible, the largest first", () => {
    expect(change(103_500)).toEqual([100_000, 2_500, 1_000]);
    expect(change(1_000)).toEqual([1_000]);
    expect(change(0)).toEqual([]);
  });

  it("pays what is less than a chip in a coin", () => {
    expect(change(950)).toEqual([500, 100, 100, 100, 100, 50]);
    expect(colourOf(50)).toBe("value-coin");
  });

  it("is drawn no higher than six chips", () => {
    expect(change(999_999_900).length).toBe(6);
  });

  it("has the colour of its value", () => {
    expect(colourOf(10_000)).toBe("value-100");
    expect(chips(1000, 1_000_000).map(colourOf)).toEqual(
      [10, 25, 50, 100, 500, 1000].map((value) => `value-${value}`),
    );
  });
});
