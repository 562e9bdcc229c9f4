import type { VNode } from "preact";
import { expect, test, vi } from "vitest";
import { Languages } from "../parts/Frame";
import { language, languageInfo, said, setLanguage, wagerTitle, words } from "./current";
import { words as english, info, type Words } from "./en";
import { type PitWords, pitWords as pitEnglish } from "./en/pit";
import { byFolder, inLanguage, LANGUAGES } from "./registry";
import type { LanguageInfo, Titles } from "./types";
import { titles } from "./zh/titles";

/** The same words in square brackets: a language that only this test has. */
function bracketed<Tree>(tree: Tree): Tree {
  if (typeof tree === "string") return `[${tree}]` as Tree;
  if (typeof tree === "function")
    return ((...given: unknown[]) => `[${tree(...given)}]`) as unknown as Tree;
  if (tree === null || typeof tree !== "object") return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, bracketed(value)]),
  ) as Tree;
}

// What a folder `xx` beside `en` and `zh` would add, and nothing else.
vi.mock("./registry", async (load) => {
  const real = await load<typeof import("./registry")>();
  const { words: spoken, info: spokenInfo } = await import("./en");
  const { titles: known } = await import("./zh/titles");
  const made = {
    info: { ...spokenInfo, name: "[XX]", tag: "xx", locale: "fr-FR" },
    words: bracketed({ ...spoken, titles: known }),
  };
  const folders = [...real.LANGUAGES].map(([code, module]) => [`./${code}/index.ts`, module]);
  return {
    ...real,
    LANGUAGES: real.byFolder({ ...Object.fromEntries(folders), "./xx/index.ts": made }),
  };
});

/** The buttons of the language switch. */
function offered(): { code: string; name: string; isChosen: boolean }[] {
  const { children } = Languages().props as { children: VNode[] };
  return children.map(({ key, props }) => ({
    code: String(key),
    name: String(props.children),
    isChosen: (props as unknown as { "aria-pressed": boolean })["aria-pressed"],
  }));
}

test("a language is a folder: the switch offers it, and every word changes", () => {
  expect(offered().map(({ code, name }) => [code, name])).toEqual([
    ["en", "EN"],
    ["zh", "中文"],
    ["xx", "[XX]"],
  ]);
  setLanguage("xx");
  expect(offered().map(({ isChosen }) => isChosen)).toEqual([false, false, true]);
  expect(words.value.app.lobby).toBe("[Lobby]");
  expect(words.value.lobby.round(3)).toBe("[Round 3]");
  expect(wagerTitle({ id: "tie", title: "Tie" })).toBe("[和]");
  expect(wagerTitle({ id: "made-up", title: "Made up" })).toBe("Made up");
  expect(languageInfo.value.locale).toBe("fr-FR");
  expect(said({ english: "No more bets.", chinese: "停止下注。" })).toBe("No more bets.");
  setLanguage("en");
  expect(words.value).toBe(english);
});

test("English comes first, and stands in for a part that a language has not", () => {
  expect([...LANGUAGES.keys()][0]).toBe("en");
  const parts = byFolder({ "./zh/pit.ts": 2, "./en/pit.ts": 1 });
  expect([...parts.keys()]).toEqual(["en", "zh"]);
  expect(inLanguage(parts, "xx")).toBe(1);
  expect(language.value).toBe("en");
});

test("every folder has the files of the English one", () => {
  const files = new Map<string, string[]>();
  for (const path of Object.keys(import.meta.glob("./*/*.ts"))) {
    const [, folder = "", file = ""] = path.split("/");
    files.set(folder, [...(files.get(folder) ?? []), file].sort());
  }
  expect([...files.keys()].sort()).toEqual(["en", "zh"]);
  for (const found of files.values())
    expect(found).toEqual(expect.arrayContaining(files.get("en") ?? []));
});

test("a missing word does not compile", () => {
  const { app, ...rest } = english;
  const { tabs, ...pit } = pitEnglish;
  const { lobby, ...other } = app;
  const { tie, ...wager } = titles.wager;
  // @ts-expect-error: a group of words is missing
  const one: Words = rest;
  // @ts-expect-error: one word is missing
  const two: Words = { ...english, app: other };
  // @ts-expect-error: a part for staff lacks a group
  const three: PitWords = pit;
  // @ts-expect-error: a wager has no title
  const four: Titles = { ...titles, wager };
  // @ts-expect-error: nothing says how to mark the document
  const five: LanguageInfo = { name: info.name };
  expect([one, two, three, four, five, tabs, lobby, tie]).toHaveLength(8);
});
