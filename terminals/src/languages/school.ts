// The words of the school in the reader's language, in a chunk of their own.

import { computed } from "@preact/signals";
import { language } from "./current";
import type { SchoolWords } from "./en/school";
import { byFolder, inLanguage } from "./registry";

const found = byFolder(
  import.meta.glob<{ schoolWords: SchoolWords }>("./*/school.ts", { eager: true }),
);

export const schoolWords = computed(() => inLanguage(found, language.value).schoolWords);
