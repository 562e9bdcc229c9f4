import { beforeEach, describe, expect, it, vi } from "vitest";
import { begin, finish, pending } from "./pending";

const CODE = "0004-1061-050R-3GG2-8A1C-60T3-GF5E";

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
    const made = begin("guest-1", 2500, CODE);
    expect(pending("guest-1")).toEqual(made);
    expect(pending("guest-2")).toBeNull();
    expect(begin("guest-1", 2500, CODE).key).not.toBe(made.key);
    finish();
    expect(pending("guest-1")).toBeNull();
  });

  it("is done without where nothing can be remembered", () => {
    vi.stubGlobal("sessionStorage", undefined);
    expect(begin("guest-1", 2500, CODE).cents).toBe(2500);
    expect(pending("guest-1")).toBeNull();
    finish();
  });
});
