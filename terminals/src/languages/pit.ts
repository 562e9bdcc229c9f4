// The words of the pit in the reader's language, in a chunk of their own.

import { computed } from "@preact/signals";
import { language } from "./current";
import type { PitWords } from "./en/pit";
import { byFolder, inLanguage } from "./registry";

const found = byFolder(import.meta.glob<{ pitWords: PitWords }>("./*/pit.ts", { eager: true }));

export const pitWords = computed(() => inLanguage(found, language.value).pitWords);
