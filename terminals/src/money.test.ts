import { afterEach, describe, expect, it } from "vitest";
import {
  readCents,
  showCents,
  showChange,
  showShort,
  takeCurrency,
  typedCents,
  wholeUnits,
  writeCents,
} from "./money";

describe("money", () => {
  it("reads and writes what people type, and nothing else", () => {
    for (const text of ["0.00", "10.00", "9999.95", "-0.05", "123456789012.34"])
      expect(writeCents(readCents(text) as number)).toBe(text);
    for (const text of ["", "1e3", "1,000", "10.005", "abc", "--1", "1."])
      expect(readCents(text)).toBeNull();
  });

  it("takes amounts as they are shown, and makes of no amount one that is refused", () => {
    for (const text of [" 12500 ", "12,500", "12,500.00"]) expect(typedCents(text)).toBe(1_250_000);
    expect(typedCents("1,234,567.5")).toBe(123_456_750);
    expect(typedCents("0")).toBe(0);
    for (const text of ["", "ten", "10,50", "10.005", "1,00,000"])
      expect(typedCents(text)).toBe(-1);
  });

  it("never lets a float into an amount", () => {
    expect(readCents("0.29")).toBe(29);
    expect(readCents("1.1")).toBe(110);
    expect((readCents("0.10") as number) + (readCents("0.20") as number)).toBe(30);
  });

  it("shows amounts as people read them", () => {
    expect(showCents(123456700)).toBe("1,234,567");
    expect(showCents(950)).toBe("9.50");
    expect(showCents(-1050)).toBe("−10.50");
    expect(showChange(19_000)).toBe("+190");
    expect(showChange(0)).toBe("0");
    expect([1000, 100_000, 250_000, 100_000_000].map(showShort)).toEqual([
      "10",
      "1K",
      "2.5K",
      "1M",
    ]);
  });
});

describe("the digits of the currency", () => {
  afterEach(() => takeCurrency({ currency: { code: "MOP", digits: 2 } }));

  it("are those that the last document with a currency stated", () => {
    takeCurrency({ currency: { code: "KWD", digits: 3 } });
    expect(readCents("10.505")).toBe(10_505);
    expect([writeCents(10_505), writeCents(-5), showCents(1_250_000)]).toEqual([
      "10.505",
      "-0.005",
      "1,250",
    ]);
    takeCurrency({ currency: { code: "JPY", digits: 0 } });
    expect([readCents("12"), readCents("12.5"), writeCents(1250), showShort(1250)]).toEqual([
      12,
      null,
      "1250",
      "1.25K",
    ]);
    expect(wholeUnits(5)).toBe(5);
  });

  it("stay as they are where a document states none", () => {
    for (const document of [null, undefined, [], { currency: "MOP" }, { rounds: [] }])
      takeCurrency(document);
    expect(writeCents(1050)).toBe("10.50");
  });
});
