// What a language consists of besides the words that `en` defines; each language has a folder here.

import type { Irregularity } from "../wire/api";

export interface LanguageInfo {
  /** The language's own short name, for the switch. */
  name: string;
  /** For the `lang` attribute. */
  tag: string;
  /** For times, dates and speech. */
  locale: string;
  /** Which of the server's two languages is shown for texts from the server. */
  server: "english" | "chinese";
  /** Between a label and what it labels. */
  colon: string;
  /** Whether the characters on beads are square. */
  hasWideMarks: boolean;
}

type Game =
  | "no-commission"
  | "rapid-no-commission"
  | "tiger-no-commission"
  | "tiger"
  | "dragon-tiger-no-commission";
type Wager =
  | "player"
  | "banker"
  | "tie"
  | "player-pair"
  | "banker-pair"
  | "tiger"
  | "small-tiger"
  | "big-tiger"
  | "tiger-pair"
  | "tiger-tie"
  | "dragon-tiger"
  | "big-dragon"
  | "small-dragon";

/** Titles that the server has only in English; null in a language that shows them as they are. */
export interface Titles {
  wager: Record<Wager, string>;
  game: Record<Game, string>;
  /** A made-up game of a test house: the approved game that it is made from, and its own wagers. */
  testGame: (base: string, wagers: string) => string;
  irregularity: Record<Irregularity, string>;
}
