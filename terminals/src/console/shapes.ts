// What the server tells consoles of irregularities, as docs/web.md describes it.

import type { Refusal, Said } from "../shapes";

export interface Fact {
  name: "side" | "patron" | "card" | "reconstructable";
  required: boolean;
  choices: string[];
}

export interface Guide {
  irregularity: string;
  group: string;
  clause: string;
  says: Said;
  remedy: string;
  option: string;
  position: string;
  yours: boolean;
  command: string;
  facts: Fact[];
  second: string;
  not_now: Refusal | null;
}

export interface CaseGuide {
  irregularity: string;
  clause: string;
  says: Said;
  remedy: string;
  waits: string;
  option: string;
  command: string;
  position: string;
  yours: boolean;
}

export interface Guidance {
  table: string;
  seq: number;
  case: CaseGuide | null;
  irregularities: Guide[];
}

export interface Approval {
  id: string;
  table: string;
  command: Record<string, unknown> & { type: string };
  asker: string;
  round: number;
  sentence: string;
  asked_ms: number;
  expires_ms: number;
  standing: string;
}

export interface Payouts {
  table: string;
  round: number;
  payouts: { action: "take" | "pay" | "leave"; position: number; patron: string; wager: string; stake: number; amount: string; pays: string; clause: string }[];
  tray: string;
}
