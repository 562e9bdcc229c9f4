import { describe, expect, it } from "vitest";
import { at } from "./query";

describe("the address of a query", () => {
  it("has its names filled in and encoded", () => {
    expect(at("/me")).toBe("/me");
    expect(at("/games/{game}", { game: "tiger@Version 2" })).toBe("/games/tiger%40Version%202");
    const place = { table: "a/b", number: 3 };
    expect(at("/tables/{table}/rounds/{number}", place)).toBe("/tables/a%2Fb/rounds/3");
  });

  it("leaves empty search parameters out, and keeps zero", () => {
    const search = { limit: 20, outcome: "", before: null, first: 0, wager: "tie & more" };
    expect(at("/tables/{table}/rounds", { table: "t1" }, search)).toBe(
      "/tables/t1/rounds?limit=20&first=0&wager=tie+%26+more",
    );
  });

  it("does not compile for a path that the server does not have, or without its names", () => {
    // @ts-expect-error: no such path
    expect(at("/tabels")).toBe("/tabels");
    // @ts-expect-error: the table is missing
    expect(at("/tables/{table}", {})).toBe("/tables/undefined");
  });
});
