// Questions stored in this browser, so that drills go on without a connection, and answers that
// wait to be sent. An answer waits for its own student, also where others use this browser.

import { readStored, store } from "../storage";
import type { DrillAnswer, DrillView, SchoolView } from "../wire/api";

const QUESTIONS = "punto.school.questions";
const ANSWERS = "punto.school.answers";
const KNOWN = "punto.school.known";
export const STORED_MAX = 80;
const WAITING_MAX = 400;

/** An answer that waits; once it was sent, the key under which it is sent again. */
export interface Waiting {
  student: string;
  answer: DrillAnswer;
  key?: string;
}

function read<T>(key: string): T[] {
  try {
    const found: unknown = JSON.parse(readStored(key) || "[]");
    return Array.isArray(found) ? (found as T[]) : [];
  } catch {
    return [];
  }
}

/** What the drill page needs to open without a connection: who practises, and the games. */
export function storeKnown({ student, games }: SchoolView): void {
  store(KNOWN, JSON.stringify([{ student, games }]));
}

export function readKnown(): SchoolView | null {
  const [known] = read<Pick<SchoolView, "student" | "games">>(KNOWN);
  return known ? { ...known, name: "", is_trainer: false, weights: {}, seconds: {} } : null;
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

function allWaiting(): Waiting[] {
  return read<Waiting>(ANSWERS).filter((each) => !!each?.answer);
}

/** A student's answers that the server has not got yet. */
export function waitingAnswers(student: string): Waiting[] {
  return allWaiting().filter((each) => each.student === student);
}

export function addAnswer(student: string, answer: DrillAnswer): void {
  store(ANSWERS, JSON.stringify([...allWaiting(), { student, answer }].slice(-WAITING_MAX)));
}

/**
 * The answers to send next, all under one key. It is stored before they are sent: if the server got
 * them and its answer was lost, the same are sent once more under the same key, and count once.
 */
export function nextToSend(
  student: string,
  most: number,
  newKey: () => string,
): { key: string; answers: DrillAnswer[] } | null {
  const waiting = waitingAnswers(student);
  const sent = waiting.find((each) => each.key)?.key;
  const chosen = sent
    ? waiting.filter((each) => each.key === sent)
    : waiting.slice(0, most).map((each) => ({ ...each, key: "" }));
  if (!chosen.length) return null;
  const key = sent ?? newKey();
  const seeds = new Set(chosen.map((each) => each.answer.seed));
  const marked = allWaiting().map((each) =>
    each.student === student && seeds.has(each.answer.seed) ? { ...each, key } : each,
  );
  store(ANSWERS, JSON.stringify(marked));
  return { key, answers: chosen.map((each) => each.answer) };
}

/** Remove answers that the server has. */
export function dropAnswers(key: string): void {
  store(ANSWERS, JSON.stringify(allWaiting().filter((each) => each.key !== key)));
}
