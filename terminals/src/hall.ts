// The tables of the lobby: what state each is in, which are wanted, and in which order.

import type { LobbyTable } from "./shapes";

/** Closed, without a dealer or a shoe, waiting for players, open for bets, or playing. */
export type HallState = "closed" | "no-dealer" | "no-shoe" | "waiting" | "betting" | "playing";
export type Order = "game" | "low" | "high" | "busy";

export interface Wish {
  game: string;
  /** The most that the reader wants to stake at least: tables with a higher minimum are left out. */
  stake: number | null;
  state: "" | "playing" | "waiting";
  favourites: boolean;
  order: Order;
}

export const ANY: Wish = { game: "", stake: null, state: "", favourites: false, order: "game" };

const GAMES = [
  "rapid-no-commission",
  "no-commission",
  "tiger",
  "tiger-no-commission",
  "dragon-tiger-no-commission",
];

export function stateOf(table: LobbyTable): HallState {
  if (!table.open) return "closed";
  if (!table.has_dealer) return "no-dealer";
  if (table.betting_open) return "betting";
  if (table.dealt_by === "software" && !table.seated) return "waiting";
  return table.has_shoe ? "playing" : "no-shoe";
}

/** Whether a patron who sits down is dealt to: not at a table without a dealer. */
export function canJoin(table: LobbyTable): boolean {
  return !["closed", "no-dealer"].includes(stateOf(table));
}

export function minimum(table: LobbyTable): number {
  const all = Object.values(table.limits).map((each) => each.min_cents);
  return all.length ? Math.min(...all) : 0;
}

function place(table: LobbyTable): number {
  const found = GAMES.indexOf(table.game);
  return found < 0 ? GAMES.length : found;
}

const ORDERS: Record<Order, (one: LobbyTable, other: LobbyTable) => number> = {
  game: (one, other) => place(one) - place(other),
  low: (one, other) => minimum(one) - minimum(other),
  high: (one, other) => minimum(other) - minimum(one),
  busy: (one, other) => other.seated - one.seated,
};

/** The wanted tables in their order; favourites come first. */
export function wanted(
  tables: readonly LobbyTable[],
  wish: Wish,
  favourites: ReadonlySet<string>,
): LobbyTable[] {
  return tables
    .filter((each) => {
      const state = stateOf(each);
      const isPlaying = state === "playing" || state === "betting";
      return (
        (!wish.game || each.game === wish.game) &&
        (wish.stake === null || minimum(each) <= wish.stake) &&
        (!wish.state || (wish.state === "playing" ? isPlaying : state === "waiting")) &&
        (!wish.favourites || favourites.has(each.table))
      );
    })
    .sort(
      (one, other) =>
        Number(favourites.has(other.table)) - Number(favourites.has(one.table)) ||
        ORDERS[wish.order](one, other),
    );
}
