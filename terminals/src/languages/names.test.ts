import { expect, test } from "vitest";
import { idOf, personName, promptText, refusalText, said } from "./current";

const GUEST = "guest-01234567-89abcdef01";
const OTHER = "guest-01234567-89abcdef02";

test("a guest has a short name in both languages, and everybody else their own", () => {
  expect(personName(GUEST, "en")).toMatch(/^Guest \d{4}$/);
  expect(personName(GUEST, "zh")).toMatch(/^访客 \d{4}$/);
  expect(personName("guest-3fdd80a9b19b", "en")).toMatch(/^Guest \d{4}$/);
  expect(personName(GUEST, "en")).not.toBe(personName(OTHER, "en"));
  expect(personName("ann", "en")).toBe("ann");
  expect(personName("guesthouse-1", "en")).toBe("guesthouse-1");
});

test("sentences of the server name guests too", () => {
  const chinese = `闲的牌应交给 ${GUEST}。`;
  const refusal = { reason: "not-due", sentence: `${GUEST} is due.`, chinese, clause: null };
  expect(refusalText(refusal, "en")).toBe(`${personName(GUEST, "en")} is due.`);
  expect(refusalText(refusal, "zh")).toBe(`闲的牌应交给 ${personName(GUEST, "zh")}。`);
  expect(said({ english: GUEST, chinese: GUEST }, "en")).not.toContain("guest-");
  const prompt = { step: "", why: GUEST, chinese, clause: "", side: "", patrons: [], commands: [] };
  expect(promptText(prompt, "zh")).not.toContain("guest-");
});

test("a name that was typed or chosen leads back to the person", () => {
  expect(idOf(["ann", GUEST, OTHER], personName(OTHER))).toBe(OTHER);
  expect(idOf(["ann", GUEST], " ann ")).toBe("ann");
  expect(idOf([], "someone")).toBe("someone");
});
