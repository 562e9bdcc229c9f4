import { beforeEach, describe, expect, it, vi } from "vitest";
import { newCode, writeCode } from "./codes";
import { begin, finish, pending } from "./pending";

describe("a code", () => {
  it("is written as the server reads it", () => {
    expect(writeCode(Uint8Array.from({ length: 16 }, (_, at) => at))).toBe(
      "0004-1061-050R-3GG2-8A1C-60T3-GF5E",
    );
    expect(writeCode(new Uint8Array(16))).toBe("0000-0000-0000-0000-0000-0000-0000");
  });

  it("is another each time, of letters nobody mistakes", () => {
    const made = Array.from({ length: 200 }, newCode);
    expect(new Set(made).size).toBe(200);
    for (const code of made)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
  });
});

describe("a voucher on its way", () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });

  it("is remembered until it is put away, and is nobody else's", () => {
    const made = begin("guest-1", 2500);
    expect(pending("guest-1")).toEqual(made);
    expect(pending("guest-2")).toBeNull();
    expect(begin("guest-1", 2500).code).not.toBe(made.code);
    finish();
    expect(pending("guest-1")).toBeNull();
  });

  it("is done without where nothing can be remembered", () => {
    vi.stubGlobal("sessionStorage", undefined);
    expect(begin("guest-1", 2500).cents).toBe(2500);
    expect(pending("guest-1")).toBeNull();
    finish();
  });
});
