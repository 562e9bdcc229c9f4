import { expect, test } from "vitest";
import { gameQuery, payTableQuery } from "./law";

test("a table's law is that of its edition", () => {
  const table = { game: "tiger", edition: "Version 2" };
  expect(gameQuery(table)).toBe("/games/tiger%40Version%202");
  expect(payTableQuery(table)).toBe("/games/tiger%40Version%202/wagers");
});

test("a closed table has none", () => {
  const closed = { game: "", edition: "" };
  expect(gameQuery(closed)).toBeNull();
  expect(payTableQuery(closed)).toBeNull();
});
