import { expect, test } from "vitest";
import type { PartView } from "../wire/api";
import { amountOf, chipsTotal, isComplete, isRight } from "./answers";

const TITLE = { english: "", chinese: "" };

test("answers are compared by the form of their part", () => {
  expect(isRight("choice", ["yes"], ["yes"])).toBe(true);
  expect(isRight("choice", [], ["yes"])).toBe(false);
  expect(isRight("choices", ["b", "a"], ["a", "b"])).toBe(true);
  expect(isRight("order", ["b", "a"], ["a", "b"])).toBe(false);
  expect(isRight("number", ["07"], ["7"])).toBe(true);
  expect(isRight("number", ["7", "7"], ["7"])).toBe(false);
  expect(isRight("amount", ["9500"], ["9500"])).toBe(true);
  expect(isRight("chips", ["4x25"], ["1x100"])).toBe(true);
  expect(isRight("chips", ["3x25"], ["1x100"])).toBe(false);
  expect(chipsTotal(["2x100", "1x25"])).toBe(225);
});

test("amounts are read in minor units", () => {
  expect(amountOf("95")).toBe("9500");
  expect(amountOf("47.50")).toBe("4750");
  expect(amountOf("0")).toBe("0");
  expect(amountOf("0.00")).toBe("0");
  expect(amountOf("")).toBe("");
});

test("a question is complete when every part has an answer that needs one", () => {
  const part = (name: string, form: string): PartView => ({
    name,
    form,
    title: TITLE,
    choices: [],
  });
  const parts = [part("who", "choice"), part("asked", "choices")];
  expect(isComplete(parts, {})).toBe(false);
  expect(isComplete(parts, { who: ["dealer"] })).toBe(true);
});
