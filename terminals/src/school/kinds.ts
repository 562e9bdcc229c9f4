// Kinds of question in words: those about an irregularity are named by it.

import { irregularityTitle, words } from "../languages/current";
import { schoolWords } from "../languages/school";

const ABOUT = /^(?:procedure|steps|situation)-(.+)$/;

/** A clause by its number; where the documents are silent, that it is the house's own reading. */
export function clauseTitle(clause: string): string {
  return clause.startsWith("reading ")
    ? schoolWords.value.drill.reading
    : words.value.table.clause(clause);
}

export function kindTitle(kind: string): string {
  const about = ABOUT.exec(kind)?.[1];
  if (about && about !== "by") return irregularityTitle(about);
  return schoolWords.value.kind(kind);
}
