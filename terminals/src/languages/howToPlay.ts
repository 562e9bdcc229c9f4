// The words of the page on how to play in the reader's language, in a chunk of their own.

import { computed } from "@preact/signals";
import { language } from "./current";
import type { HowToPlayWords } from "./en/howToPlay";
import { byFolder, inLanguage } from "./registry";

const found = byFolder(
  import.meta.glob<{ howToPlayWords: HowToPlayWords }>("./*/howToPlay.ts", { eager: true }),
);

export const howToPlayWords = computed(() => inLanguage(found, language.value).howToPlayWords);
