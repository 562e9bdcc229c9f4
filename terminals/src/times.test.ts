import { describe, expect, it } from "vitest";
import { dayBegins } from "./times";

describe("a day of the house", () => {
  it("begins at its own midnight", () => {
    expect(dayBegins(2026, 10, 12, "Asia/Singapore")).toBe(Date.UTC(2026, 9, 11, 16));
    expect(dayBegins(2026, 10, 12, "UTC")).toBe(Date.UTC(2026, 9, 12));
  });

  it("begins right on days when clocks change", () => {
    expect(dayBegins(2026, 3, 29, "Europe/Berlin")).toBe(Date.UTC(2026, 2, 28, 23));
    expect(dayBegins(2026, 3, 30, "Europe/Berlin")).toBe(Date.UTC(2026, 2, 29, 22));
  });
});
