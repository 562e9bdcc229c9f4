// Questions stored in this browser, so that drills go on without a connection, and answers that
// wait to be sent.

import { readStored, store } from "../storage";
import type { DrillAnswer, DrillView } from "../wire/api";

const QUESTIONS = "punto.school.questions";
const ANSWERS = "punto.school.answers";
export const STORED_MAX = 80;
const WAITING_MAX = 400;

function read<T>(key: string): T[] {
  try {
    const found: unknown = JSON.parse(readStored(key) || "[]");
    return Array.isArray(found) ? (found as T[]) : [];
  } catch {
    return [];
  }
}

/** The stored questions of a game, and of these topics if any are named. */
export function storedQuestions(game: string, topics: readonly string[] = []): DrillView[] {
  return read<DrillView>(QUESTIONS).filter(
    (each) =>
      each.game.split("@")[0] === game && (!topics.length || topics.includes(each.question.topic)),
  );
}

/** Store questions behind those that are there; the oldest are dropped. */
export function storeQuestions(questions: readonly DrillView[]): void {
  const all = [...read<DrillView>(QUESTIONS), ...questions];
  store(QUESTIONS, JSON.stringify(all.slice(-STORED_MAX)));
}

/** Remove a question that has been asked. */
export function dropQuestion({ seed }: DrillView): void {
  const left = read<DrillView>(QUESTIONS).filter((each) => each.seed !== seed);
  store(QUESTIONS, JSON.stringify(left));
}

/** The answers that the server has not got yet, with the key to send each under. */
export function waitingAnswers(): DrillAnswer[] {
  return read<DrillAnswer>(ANSWERS);
}

export function addAnswer(answer: DrillAnswer): void {
  store(ANSWERS, JSON.stringify([...waitingAnswers(), answer].slice(-WAITING_MAX)));
}

/** Remove answers that the server has. */
export function dropAnswers(sent: readonly DrillAnswer[]): void {
  const seeds = new Set(sent.map((each) => each.seed));
  const left = waitingAnswers().filter((each) => !seeds.has(each.seed));
  store(ANSWERS, JSON.stringify(left));
}
