// The words of the console in the reader's language, in a chunk of their own.

import { computed } from "@preact/signals";
import { lookUp } from "../lookUp";
import { irregularityTitle, language } from "./current";
import type { ConsoleWords } from "./en/console";
import { byFolder, inLanguage } from "./registry";

const found = byFolder(
  import.meta.glob<{ consoleWords: ConsoleWords }>("./*/console.ts", { eager: true }),
);

export const consoleWords = computed(() => inLanguage(found, language.value).consoleWords);

/** A position by its English title, in the reader's language. */
export function placeTitle(position: string): string {
  return lookUp(consoleWords.value.places, position) ?? position;
}

/** What happened, in plain words. */
export function happened(irregularity: string): string {
  return lookUp(consoleWords.value.happened, irregularity) ?? irregularityTitle(irregularity);
}

/** A position by its rank as events name it, 1 for the lowest, in the reader's language. */
export function placeOf(rank: number): string {
  return Object.values(consoleWords.value.places)[rank - 1] ?? String(rank);
}
