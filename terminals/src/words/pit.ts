// The pit's words in the reader's language; apart from the others, so that nobody else waits for them.

import { computed } from "@preact/signals";
import { language } from "../language";
import { en, type PitWords } from "./pit.en";
import { zh } from "./pit.zh";

export const pitWords = computed<PitWords>(() => (language.value === "zh" ? zh : en));
