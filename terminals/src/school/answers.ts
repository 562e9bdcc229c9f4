// Answers to a question: what was given, and whether it is what the server says is right. Which
// answer is right is the server's to say: here two answers are compared by the form of their part.

import { typedCents } from "../money";
import type { PartView, SolutionView } from "../wire/api";

/** The answers to a question by the names of its parts, as the server takes them. */
export type Answers = Record<string, string[]>;

/** Whether an answer is the right one, by how its part is answered. */
export function isRight(form: string, given: readonly string[], right: readonly string[]): boolean {
  switch (form) {
    case "choices":
      return [...given].sort().join() === [...right].sort().join();
    case "number":
    case "amount":
      return given.length === 1 && Number(given[0]) === Number(right[0]);
    case "chips":
      return chipsTotal(given) === chipsTotal(right);
    default:
      return given.join() === right.join();
  }
}

/** What chips such as `2x100` come to. */
export function chipsTotal(chips: readonly string[]): number {
  return chips.reduce((sum, each) => {
    const [count = "0", value = "0"] = each.split("x");
    return sum + Number(count) * Number(value);
  }, 0);
}

/** The parts of a question that were answered rightly. */
export function rightParts(
  parts: readonly PartView[],
  solutions: readonly SolutionView[],
  given: Answers,
): boolean[] {
  return parts.map((part) => {
    const right = solutions.find((each) => each.part === part.name)?.right ?? [];
    return isRight(part.form, given[part.name] ?? [], right);
  });
}

/** What was typed as an amount, in minor units; nothing moved is zero. */
export function amountOf(typed: string): string {
  const text = typed.trim();
  if (!text) return "";
  if (/^0*(\.0*)?$/.test(text)) return "0";
  const cents = typedCents(text);
  return Number.isFinite(cents) ? String(cents) : "";
}

/** Whether every part that needs an answer has one; a part of which none may apply needs none. */
export function isComplete(parts: readonly PartView[], given: Answers): boolean {
  return parts.every(
    ({ name, form }) => form === "choices" || form === "order" || (given[name] ?? []).length > 0,
  );
}
