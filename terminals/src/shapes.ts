// The shapes the server sends, as docs/web.md and /schema/openapi.json describe them.

import type { Grip } from "./squeeze/fold";

export type Side = "player" | "banker";
export type Winner = Side | "tie";
export type Place = [number, number, string, ...unknown[]];

export interface Refusal {
  reason: string;
  sentence: string;
  clause: string | null;
}

export interface Game {
  id: string;
  title: string;
  edition: string;
  effective: string;
  wagers: string[];
  decks: [number, number];
}

export interface PayLine {
  pays: string;
  when: Record<string, (string | number)[]>;
  clause: string;
  title: string;
}

export interface Wager {
  id: string;
  title: string;
  lines: PayLine[];
  pushes_when: Record<string, (string | number)[]> | null;
  pushes_by: string;
  loses_by: string;
}

export interface Verdict {
  wager: string;
  result: "win" | "lose" | "push";
  pays: string;
  clause: string;
}

export interface Hands {
  player: { cards: string[]; total: number };
  banker: { cards: string[]; total: number };
  next: { side: string; rule: string; why: string; clause: string };
  outcome: Winner | "";
  wagers: Verdict[];
}

export interface Clause {
  clause: string;
  kind: "enforced" | "recorded" | "informative";
  summary: string;
  chinese: string;
  enforced_by: string[];
  tests: string[];
  readings: { id: string; question: string; answer: string; chinese: string }[];
}

export interface Range {
  min: string;
  max: string;
}

export interface LobbyTable {
  table: string;
  open: boolean;
  game: string;
  title: string;
  edition: string;
  currency: string;
  limits: Record<string, Range>;
  positions: number;
  seated: number;
  step: string;
  round: number;
  betting_open: boolean;
  betting_ms_left: number | null;
  rounds: { B: number; P: number; T: number };
  last: string;
  big_road: Place[];
}

export interface Lobby {
  guests: boolean;
  me: Me | null;
  tables: LobbyTable[];
}

export interface Roads {
  leading_ties: number;
  bead_plate: Place[];
  big_road: Place[];
  big_eye_boy: Place[];
  small_road: Place[];
  cockroach_pig: Place[];
  pairs: { bead_plate: Place[]; big_road: Place[] };
  next: Record<"B" | "P", Record<DerivedRoad, Place | null>>;
}

export type DerivedRoad = "big_eye_boy" | "small_road" | "cockroach_pig";

export interface Statistics {
  rounds: number;
  player: number;
  banker: number;
  tie: number;
  player_pair: number;
  banker_pair: number;
}

export interface RoundLine {
  number: number;
  at_ms: number;
  void: boolean;
  cards: string[];
  player: number | null;
  banker: number | null;
  corrected: boolean;
  winner: Winner | "";
  player_cards: string[];
  banker_cards: string[];
  lines: PaidLine[]; // the reader's own stakes
  credits: CreditsAround | null;
}

export interface CreditsAround {
  before: string;
  after: string;
}

export interface Said {
  english: string;
  chinese: string;
}

export interface TableEvent {
  by?: string; // told to staff
  seq: number;
  at_ms: number;
  type: string;
  fields: Record<string, unknown>;
  said: Said | null;
}

export interface Played {
  table: string;
  number: number;
  events: TableEvent[];
  shoe: { shoe: string; commitment: string; order: string[]; salt: string } | null;
  credits: CreditsAround | null;
}

export interface Me {
  id: string;
  kind: "staff" | "patron" | "guest" | "device";
  position: string;
  credits: string | null;
}

export interface Stake {
  id: number;
  patron: string;
  wager: string;
  position: number;
  amount: string;
}

export interface PaidLine {
  stake: number;
  patron: string;
  wager: string;
  amount: string;
  result: "win" | "lose" | "push" | "void" | "returned";
  pays: string;
  profit: string;
  returned: string;
  clause: string;
}

export interface Finished {
  number: number;
  cards: string[];
  void: boolean;
  lines: PaidLine[];
}

export interface View {
  table: string;
  seq: number;
  open: boolean;
  game: string;
  edition: string;
  method: string;
  configuration: {
    currency?: string;
    decks?: number;
    positions?: number;
    unit?: string;
    limits?: Record<string, Range>;
    funding?: string;
    timekeeper?: string;
    approval?: string | null;
  };
  prompt: { step: string; why: string; clause: string; side: string; patrons: string[] };
  shoe: {
    id: string;
    decks: number;
    cards_left: number;
    commitment: string;
    cut_card_out: boolean;
  } | null;
  round: {
    number: number;
    betting_open: boolean;
    player: string[];
    banker: string[];
    totals_announced: boolean;
    stakes: Stake[];
    staked: Record<string, string>;
    holders: Partial<Record<Side, string>>;
    down: Record<Side, number[]>;
  } | null;
  case: {
    irregularity: string;
    clause: string;
    waits: string;
    option: string;
    asked: string[];
    withdrawable: number[];
    candidates: string[];
  } | null;
  device: string;
  finished: Finished[];
  hands: Hands | null;
  betting_ms_left: number | null;
  me: Me;
  may: { commands: string[]; why: string };
}

export interface BendFrame {
  type: "bend";
  side: Side;
  card: number;
  grip: Grip;
  far: number; // thousandths
  tilt: number; // degrees
}

export interface BoardFrame {
  type: "board";
  seq: number;
  roads: Roads;
  statistics: Statistics;
  rounds: RoundLine[];
}

export type Frame =
  | BendFrame
  | BoardFrame
  | { type: "snapshot"; seq: number; events: TableEvent[]; complete: boolean; view: View }
  | { type: "push"; seq: number; events: TableEvent[]; view: View }
  | { type: "answer"; id: string | null; done: unknown; refused: Refusal | null };
