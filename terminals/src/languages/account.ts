// The words of the account page in the reader's language.

import { computed } from "@preact/signals";
import { language } from "./current";
import type { AccountWords } from "./en/account";
import { byFolder, inLanguage } from "./registry";

const found = byFolder(
  import.meta.glob<{ accountWords: AccountWords }>("./*/account.ts", { eager: true }),
);

export const accountWords = computed(() => inLanguage(found, language.value).accountWords);
