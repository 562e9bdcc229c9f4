// The browser's computation of the order dealt, compared with the table's.

import { expect, test } from "vitest";
import {
  commit,
  confirm,
  dealtOrder,
  randomValue,
  recall,
  recallTaken,
  sha256,
} from "./contribution";
import { sealOf } from "./parts/Played";

const ORDER = ["9S", "8S", "KS", "KH", "2C", "5D"];
const VALUES = ["5eed".padStart(64, "0"), "12d".padStart(64, "0")];

test("the order dealt is the table's own", () => {
  const seal = sealOf(ORDER, "pepper");
  expect(dealtOrder(ORDER, seal, "first", VALUES)).toEqual(["9S", "8S", "KS", "KH", "5D", "2C"]);
  expect(dealtOrder(ORDER, seal, "first", [VALUES[0] as string])).not.toEqual([
    "9S",
    "8S",
    "KS",
    "KH",
    "5D",
    "2C",
  ]);
});

test("a commitment hides the value, which is remembered and marked once the table has taken it", () => {
  const command = commit("seal");
  expect(command.digest).toMatch(/^[0-9a-f]{64}$/);
  const value = recall("seal") as string;
  expect(sha256(value)).toBe(command.digest);
  expect(recallTaken("seal")).toBeUndefined();
  confirm("seal");
  expect(recallTaken("seal")).toBe(value);
  expect(recall("seal")).toBe(value);
});

test("a value is 64 hexadecimal digits and never the same", () => {
  expect(randomValue()).toMatch(/^[0-9a-f]{64}$/);
  expect(randomValue()).not.toBe(randomValue());
});
