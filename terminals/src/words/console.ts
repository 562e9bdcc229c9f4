// The console's words in the reader's language; apart from the others, so that nobody else waits for them.

import { computed } from "@preact/signals";
import { irregularityTitle, language } from "../language";
import { type ConsoleWords, en } from "./console.en";
import { zh } from "./console.zh";

export const consoleWords = computed<ConsoleWords>(() => (language.value === "zh" ? zh : en));

/** A position by its English title, in the reader's language. */
export function placeTitle(position: string): string {
  return consoleWords.value.places[position] ?? position;
}

/** What happened, in plain words. */
export function happened(irregularity: string): string {
  return consoleWords.value.happened[irregularity] ?? irregularityTitle(irregularity);
}
