// The language of the pages: a signal, so that every word changes at once.

import { computed, effect, signal } from "@preact/signals";
import type { PayLine, Refusal, Said, Wager } from "./shapes";
import { en, type Words } from "./words/en";
import { zh } from "./words/zh";

export type Language = "en" | "zh";

const KEY = "punto.language";
const WORDS: Record<Language, Words> = { en, zh };

function first(): Language {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === "en" || kept === "zh") return kept;
  } catch {
    // No storage, no memory: the browser's own language it is.
  }
  return typeof navigator !== "undefined" && navigator.language.startsWith("zh") ? "zh" : "en";
}

export const language = signal<Language>(first());
export const words = computed<Words>(() => WORDS[language.value]);

export function wordsIn(which: Language): Words {
  return WORDS[which];
}

export function speak(which: Language): void {
  language.value = which;
  try {
    localStorage.setItem(KEY, which);
  } catch {
    // It is asked again next time.
  }
}

/** Tell the browser and screen readers which language the page is in. */
export function markDocument(): void {
  effect(() => {
    document.documentElement.lang = language.value === "zh" ? "zh-Hans" : "en";
  });
}

export function said(what: Said, which: Language = language.value): string {
  return which === "zh" ? what.chinese : what.english;
}

export function wagerTitle(wager: { id: string; title: string }, which = language.value): string {
  return WORDS[which].wager[wager.id] ?? wager.title;
}

export function gameTitle(game: { id: string; title: string }, which = language.value): string {
  return WORDS[which].game[game.id] ?? game.title;
}

/** A refusal in the reader's language; the server's own sentence where we have no better. */
export function refusalText(refusal: Refusal, which = language.value): string {
  return WORDS[which].refusal[refusal.reason] ?? refusal.sentence;
}

/** A clause as it is cited, "tiger 3.5.1", by its number alone: whoever reads it sits at that game. */
export function clauseNumber(cited: string): string {
  return /^[a-z-]+ (\d[\d.]*)$/.exec(cited)?.[1] ?? cited;
}

export function irregularityTitle(id: string, which = language.value): string {
  return WORDS[which].irregularity[id] ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
}

type Values = (string | number)[];

/** When a line pays, in words: "Banker wins on 6, with 2 cards". */
export function describeWhen(when: Record<string, Values>, which = language.value): string {
  const { when: w, side: sides } = WORDS[which];
  const listed = (values: Values): string =>
    values.length > 3 ? w.otherTotal : values.join(` ${w.or} `);
  const { winner, ...rest } = when;
  const parts: string[] = [];
  if (winner) {
    const side = winner.length === 1 ? String(winner[0]) : "";
    const names = winner.map((each) => w.winner[String(each)] ?? String(each)).join(` ${w.or} `);
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
        return values.map((each) => w.pairs[String(each)] ?? String(each)).join(` ${w.or} `);
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

/** The few words a felt has room for: only what tells this line from the wager's others. */
export function shortWhen(wager: Wager, line: PayLine, which = language.value): string {
  if (wager.lines.length < 2) return "";
  const w = WORDS[which].when.short;
  const parts: string[] = [];
  for (const [name, values] of Object.entries(line.when)) {
    const all = wager.lines.map((each) => String(each.when[name] ?? ""));
    if (new Set(all).size < 2) continue;
    if (name.endsWith("_total"))
      parts.push(values.length > 3 ? w.otherTotals : w.total(values.join("/")));
    else if (name.endsWith("cards")) parts.push(w.cards(values.join("/")));
    else if (name === "pairs") parts.push(w.pairs[values.length > 1 ? "one" : String(values[0])] ?? "");
  }
  return parts.join(" ");
}
