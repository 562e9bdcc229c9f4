import { describe, expect, it } from "vitest";
import { readCents, showAmount, showCents, showChange, showShort, writeCents } from "./money";

describe("money", () => {
  it("reads and writes what the server does, and nothing else", () => {
    for (const text of ["0.00", "10.00", "9999.95", "-0.05", "123456789012.34"])
      expect(writeCents(readCents(text) as number)).toBe(text);
    for (const text of ["", "1e3", "1,000", "10.005", "abc", "--1", "1."]) expect(readCents(text)).toBeNull();
  });

  it("never lets a float into an amount", () => {
    expect(readCents("0.29")).toBe(29);
    expect(readCents("1.1")).toBe(110);
    expect((readCents("0.10") as number) + (readCents("0.20") as number)).toBe(30);
  });

  it("shows amounts as people read them", () => {
    expect(showAmount("1234567.00")).toBe("1,234,567");
    expect(showAmount("9.50")).toBe("9.50");
    expect(showCents(-1050)).toBe("−10.50");
    expect(showChange("190.00")).toBe("+190");
    expect(showChange("0.00")).toBe("0");
    expect([1000, 100_000, 250_000, 100_000_000].map(showShort)).toEqual(["10", "1K", "2.5K", "1M"]);
  });
});
