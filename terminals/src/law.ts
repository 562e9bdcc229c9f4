// The queries for the rules of a table: its game in the edition that the table is set to.

import { at, type Query } from "./query";
import type { Game, Wager } from "./shapes";

interface Edition {
  game: string;
  edition: string;
}

export function gameQuery({ game, edition }: Edition): Query<Game> | null {
  return game ? at("/games/{game}", { game: `${game}@${edition}` }) : null;
}

export function payTableQuery({ game, edition }: Edition): Query<Wager[]> | null {
  return game ? at("/games/{game}/wagers", { game: `${game}@${edition}` }) : null;
}
