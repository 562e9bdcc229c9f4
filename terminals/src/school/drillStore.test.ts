// Answers wait for their own student, and count once however often they are sent.

import { beforeEach, expect, test } from "vitest";
import type { DrillAnswer } from "../wire/api";
import { addAnswer, dropAnswers, nextToSend, waitingAnswers } from "./drillStore";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
  });
});

function answer(seed: string): DrillAnswer {
  return { game: "tiger@2", kind: "card-points", seed, answers: { points: ["1"] }, seconds: 1 };
}

let made = 0;
const newKey = (): string => `key ${++made}`;

test("what was sent and not acknowledged is sent again under the same key, alone", () => {
  addAnswer("ana", answer("1"));
  addAnswer("ana", answer("2"));
  const first = nextToSend("ana", 40, newKey);
  addAnswer("ana", answer("3"));
  expect(nextToSend("ana", 40, newKey)).toEqual(first);
  expect(first?.answers.map((each) => each.seed)).toEqual(["1", "2"]);
  dropAnswers(first?.key ?? "");
  const next = nextToSend("ana", 40, newKey);
  expect(next?.answers.map((each) => each.seed)).toEqual(["3"]);
  expect(next?.key).not.toBe(first?.key);
  dropAnswers(next?.key ?? "");
  expect(nextToSend("ana", 40, newKey)).toBeNull();
});

test("no more are sent at once than allowed", () => {
  for (let seed = 0; seed < 5; seed++) addAnswer("ana", answer(String(seed)));
  expect(nextToSend("ana", 2, newKey)?.answers).toHaveLength(2);
  expect(waitingAnswers("ana")).toHaveLength(5);
});

test("another student in the same browser sends nothing of it", () => {
  addAnswer("ana", answer("1"));
  expect(nextToSend("bo", 40, newKey)).toBeNull();
  addAnswer("bo", answer("1"));
  const own = nextToSend("bo", 40, newKey);
  dropAnswers(own?.key ?? "");
  expect(waitingAnswers("ana")).toHaveLength(1);
});
