// The shapes of `POST /games/G/odds` and `GET /conditions`: every figure comes with its decimals.

export interface Exact {
  fraction: string;
  decimal: string;
}

export interface Edge extends Exact {
  percent: string;
}

export interface Chance extends Edge {
  one_in: string | null;
}

export type When = Record<string, (string | number)[]>;

export interface PricedLine {
  pays: string;
  when: When;
  clause: string;
  chance: Chance;
}

export interface PricedWager {
  id: string;
  title: string;
  own: boolean;
  edge: Edge;
  standard_deviation: string;
  wins: Chance;
  loses: Chance;
  pushes: Chance;
  pushes_when: When | null;
  pushes_by: string;
  lines: PricedLine[];
  by_decks: { decks: number; edge: Edge }[];
}

export interface ShoeOdds {
  game: string;
  decks: number;
  cards: number;
  left: { rank: string; cards: number }[];
  deals: string;
  void: Chance;
  winners: Record<"player" | "banker" | "tie", Chance>;
  by_total: Record<"player" | "banker" | "tie", Chance[]>;
  cards_per_round: Exact | null;
  wagers: PricedWager[];
}

export interface OwnWager {
  id: string;
  name: string;
  lines: { pays: string; when: When }[];
  push?: When;
}

export interface ShoeAsked {
  decks: number;
  gone: string;
  seen: string;
  wagers: OwnWager[];
}

export interface Condition {
  name: string;
  values: (string | number)[];
}
