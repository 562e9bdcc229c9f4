// The plan as it is typed, and the request made from it.

import type { SessionRequest } from "../wire/api";

export interface PlanDraft {
  decks: number;
  rounds: string;
  stakes: Readonly<Record<string, string>>;
  bankroll: string;
  stop_loss: string;
  stop_win: string;
  table_max: string;
  progression: string;
  loss_rebate: string;
  rolling: string;
  turnover: string;
}

export type TextField = Exclude<keyof PlanDraft, "decks" | "stakes">;

export const FIRST: PlanDraft = {
  decks: 8,
  rounds: "100",
  stakes: { banker: "100" },
  bankroll: "",
  stop_loss: "",
  stop_win: "",
  table_max: "",
  progression: "",
  loss_rebate: "10%",
  rolling: "",
  turnover: "",
};

/** The request to the server; empty fields are left out. */
export function requestFrom(draft: PlanDraft): SessionRequest {
  const optional = (text: string): string | null => text.trim() || null;
  return {
    decks: draft.decks,
    rounds: Math.trunc(Number(draft.rounds)) || 0,
    stakes: Object.entries(draft.stakes)
      .filter(([, amount]) => amount.trim())
      .map(([wager, amount]) => ({ wager, amount: amount.trim() })),
    bankroll: optional(draft.bankroll),
    stop_loss: optional(draft.stop_loss),
    stop_win: optional(draft.stop_win),
    table_max: optional(draft.table_max),
    progression: draft.progression
      .split(/[,，\s]+/)
      .filter(Boolean)
      .map((each) => Math.trunc(Number(each)) || 0),
    loss_rebate: optional(draft.loss_rebate),
    rolling: optional(draft.rolling),
    turnover: optional(draft.turnover),
  };
}
