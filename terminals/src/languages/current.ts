// The language of the pages: a signal, so that every word changes at once.

import { computed, effect, signal } from "@preact/signals";
import { lookUp } from "../lookUp";
import { me } from "../session";
import type { PayLine, Prompt, Refusal, Said, Wager } from "../shapes";
import { readStored, store } from "../storage";
import type { Words } from "./en";
import { nameGuests } from "./names";
import { inLanguage, LANGUAGES } from "./registry";
import type { LanguageInfo } from "./types";

/** The name of a folder in `words/`. */
export type Language = string;

const KEY = "punto.language";
const TEST_GAME = /^test-(.+)-[0-9a-f]{12}$/; // the id of a made-up game has that of its base

function firstLanguage(): Language {
  const stored = readStored(KEY);
  if (LANGUAGES.has(stored)) return stored;
  if (typeof navigator === "undefined") return "en";
  return [...LANGUAGES.keys()].find((code) => navigator.language.startsWith(code)) ?? "en";
}

export const language = signal<Language>(firstLanguage());
export const words = computed<Words>(() => wordsIn(language.value));
export const languageInfo = computed<LanguageInfo>(() => infoIn(language.value));

export function wordsIn(which: Language): Words {
  return inLanguage(LANGUAGES, which).words;
}

function infoIn(which: Language): LanguageInfo {
  return inLanguage(LANGUAGES, which).info;
}

export function setLanguage(which: Language): void {
  language.value = which;
  store(KEY, which);
}

/** Tell the browser and screen readers which language the page is in. */
export function markDocument(): void {
  effect(() => {
    document.documentElement.lang = languageInfo.value.tag;
  });
}

/** A text that the server has in two languages, in the one that suits the reader. */
export function said(what: Said, which: Language = language.value): string {
  return withNames(what[infoIn(which).server], which);
}

export function wagerTitle(wager: { id: string; title: string }, which = language.value): string {
  const { titles } = wordsIn(which);
  return (titles && lookUp(titles.wager, wager.id)) ?? wager.title;
}

/** A label and what it labels, with the colon of the reader's language. */
export function labelled(label: string, what: string | number): string {
  return `${label}${languageInfo.value.colon}${what}`;
}

/** The title of a wager in a pay table; nothing while the pay table is on its way. */
export function titleIn(wagers: readonly Wager[], id: string): string {
  const wager = wagers.find((each) => each.id === id);
  return wager || wagers.length ? wagerTitle(wager ?? { id, title: id }) : "";
}

export function gameTitle(game: { id: string; title: string }, which = language.value): string {
  const { titles } = wordsIn(which);
  if (!titles) return game.title;
  const base = TEST_GAME.exec(game.id)?.[1];
  if (base === undefined) return lookUp(titles.game, game.id) ?? game.title;
  const known = lookUp(titles.game, base);
  // The names of its own wagers are the designer's; they follow the English title.
  const wagers = game.title.split(" with ").slice(1).join(" with ");
  return typeof known === "string" ? titles.testGame(known, wagers) : game.title;
}

/** A refusal in the reader's language; the pages' own two are worded here. */
export function refusalText(refusal: Refusal, which = language.value): string {
  const { reason, sentence, chinese = sentence } = refusal;
  const { away, mistake, notEnough } = wordsIn(which).refusal;
  if (reason === "away") return away;
  if (reason === "not-enough-credits" && isPlayer()) return notEnough;
  if (reason === "mistake") return mistake(sentence);
  return said({ english: sentence, chinese }, which);
}

/** Whether the reader bets with credits of their own: staff are shown whose are short. */
function isPlayer(): boolean {
  return me.value?.kind === "patron" || me.value?.kind === "guest";
}

/** What a person is called on a page. */
export function personName(id: string, which: Language = language.value): string {
  return withNames(id, which);
}

/** A text with guests by name instead of by id. */
export function withNames(text: string, which: Language = language.value): string {
  return nameGuests(text, wordsIn(which).player.guest);
}

/** The person with this name among some, or the text itself for someone else. */
export function idOf(people: readonly string[], name: string): string {
  const wanted = name.trim();
  return people.find((each) => personName(each) === wanted) ?? wanted;
}

/** Why the next step is next, in the reader's language. */
export function promptText({ why, chinese }: Prompt, which = language.value): string {
  return said({ english: why, chinese }, which);
}

/** The number of a cited clause, "tiger 3.5.1", without the game, which the reader knows. */
export function clauseNumber(cited: string): string {
  return /^[a-z-]+ (\d[\d.]*)$/.exec(cited)?.[1] ?? cited;
}

export function irregularityTitle(id: string, which = language.value): string {
  const { titles } = wordsIn(which);
  const plain = id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
  return (titles && lookUp(titles.irregularity, id)) ?? plain;
}

type Values = (string | number)[];

/** When a line pays, in words: "Banker wins on 6, with 2 cards". */
export function describeWhen(when: Record<string, Values>, which = language.value): string {
  const { when: w, side: sides } = wordsIn(which);
  const listed = (values: Values): string =>
    values.length > 3 ? w.otherTotal : values.join(` ${w.or} `);
  const { winner, ...rest } = when;
  const parts: string[] = [];
  if (winner) {
    const side = winner.length === 1 ? String(winner[0]) : "";
    const names = winner
      .map((each) => lookUp(w.winner, String(each)) ?? String(each))
      .join(` ${w.or} `);
    const own = side === "tie" ? "player_total" : `${side}_total`;
    const { [own]: total, [`${side}_cards`]: cards, ...others } = rest;
    parts.push(total ? w.winOn(names, listed(total)) : names);
    if (cards) parts.push(w.withCards(listed(cards)));
    return [...parts, ...described(others, w, sides, listed)].join(w.and);
  }
  return described(rest, w, sides, listed).join(w.and);
}

function described(
  when: Record<string, Values>,
  w: Words["when"],
  side: Words["side"],
  listed: (values: Values) => string,
): string[] {
  return Object.entries(when).map(([name, values]) => {
    switch (name) {
      case "natural":
        return values.map((each) => w.natural(side[each as "tie"])).join(` ${w.or} `);
      case "pairs":
        return values
          .map((each) => lookUp(w.pairs, String(each)) ?? String(each))
          .join(` ${w.or} `);
      case "player_total":
      case "banker_total":
      case "player_cards":
      case "banker_cards":
      case "cards":
      case "margin":
        return w[name](listed(values));
      default:
        return `${name} ${listed(values)}`;
    }
  });
}

/** A short form for the layout: only what distinguishes this line from the wager's others. */
export function shortWhen(wager: Wager, line: PayLine, which = language.value): string {
  if (wager.lines.length < 2) return "";
  const w = wordsIn(which).when.short;
  const parts: string[] = [];
  for (const [name, values] of Object.entries(line.when)) {
    const all = wager.lines.map((each) => String(each.when[name] ?? ""));
    if (new Set(all).size < 2) continue;
    if (name.endsWith("_total"))
      parts.push(values.length > 3 ? w.otherTotals : w.total(values.join("/")));
    else if (name.endsWith("cards")) parts.push(w.cards(values.join("/")));
    else if (name === "pairs")
      parts.push(lookUp(w.pairs, values.length > 1 ? "one" : String(values[0])) ?? "");
  }
  return parts.join(" ");
}
