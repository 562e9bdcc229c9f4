// What the server tells the pit, as docs/web.md describes it.

import type { Refusal } from "../shapes";

export interface PitTable {
  table: string;
  open: boolean;
  halted: boolean;
  game: string;
  title: string;
  currency: string;
  method: string;
  step: string;
  round: number;
  betting_open: boolean;
  betting_ms_left: number | null;
  seated: number;
  stakes: number;
  staked: string;
  dealer: string;
  position: string;
  cards_left: number | null;
  cut_card_out: boolean;
  bank_open: boolean;
  bank: string;
  held: { irregularity: string; clause: string; waits: string; command: string; position: string } | null;
  last: { number: number; void: boolean; outcome: "" | "P" | "B" | "T"; win: string } | null;
}

export interface Pit {
  parts: string[]; // what of the console is for this person
  tables: PitTable[];
}

export interface Significant {
  id: string;
  kind: string;
  at_ms: number;
  actor: string;
  table: string;
  about: string;
  approver: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  count: number;
  alert: boolean;
  acknowledged: { by: string; at_ms: number } | null;
}

export interface Choice {
  value: string;
  position: string;
  yours: boolean;
  not_now: Refusal | null;
}

export interface Settings {
  table: string;
  seq: number;
  open: boolean;
  configuration: Record<string, unknown> & { limits?: Record<string, { min: string; max: string }> };
  settings: { name: string; choices: Choice[] }[];
}

export interface Bank {
  table: string;
  open: boolean;
  balance: string;
  drop: string;
  shifts: Record<string, string | number | null>[];
}

export interface Report {
  title: string;
  rows: Record<string, string | number | null>[];
  total: Record<string, string | number | null> | null;
}

export interface Account {
  name: string;
  kind: string;
  position: string;
  tables: string[];
  disabled: boolean;
}

export interface DeviceLine {
  name: string;
  duty: string;
  tables: string[];
  disabled: boolean;
}

export interface Protection {
  table: string;
  shoe: string;
  decks: number;
  cards_left: number;
  unseen: number;
  wagers: { wager: string; title: string; ev: string; house_edge: number; full_edge: number; favours_patron: boolean }[];
}
