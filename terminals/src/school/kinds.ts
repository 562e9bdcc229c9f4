// Kinds of question in words: those about an irregularity are named by it.

import { irregularityTitle } from "../languages/current";
import { schoolWords } from "../languages/school";

const ABOUT = /^(?:procedure|steps|situation)-(.+)$/;

export function kindTitle(kind: string): string {
  const about = ABOUT.exec(kind)?.[1];
  if (about && about !== "by") return irregularityTitle(about);
  return schoolWords.value.kind(kind);
}
