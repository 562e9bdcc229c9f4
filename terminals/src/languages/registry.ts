// The available languages: each folder next to this file is one, found at build time.

import type { Words } from "./en";
import type { LanguageInfo } from "./types";

export interface LanguageModule {
  info: LanguageInfo;
  words: Words;
}

/** Modules by folder name; English, the fallback, is first. */
export function byFolder<T>(modules: Record<string, T>): ReadonlyMap<string, T> {
  const found = Object.entries(modules).map(
    ([path, module]) => [path.split("/").at(-2) ?? "", module] as const,
  );
  return new Map(found.sort(([one], [other]) => rank(one) - rank(other)));
}

function rank(code: string): number {
  return code === "en" ? 0 : 1;
}

/** The module of a language, or the English one if it is missing. */
export function inLanguage<T>(modules: ReadonlyMap<string, T>, code: string): T {
  return modules.get(code) ?? (modules.get("en") as T);
}

export const LANGUAGES = byFolder(
  import.meta.glob<LanguageModule>("./*/index.ts", { eager: true }),
);
