// What lies on the table as a page shows it: the round in play, or the last one until the next call.

import type { LiveTable } from "./live";
import type { Hands, PaidLine, Side, Verdict, View } from "./shapes";

export interface Shown {
  player: readonly string[];
  banker: readonly string[];
  totals: { player: number; banker: number } | null;
  over: boolean;
  void: boolean;
  law: Hands | null;
  verdicts: ReadonlyMap<string, Verdict>;
  lines: readonly PaidLine[]; // the reader's own, of the round that is over
}

const NOTHING: Shown = {
  player: [],
  banker: [],
  totals: null,
  over: false,
  void: false,
  law: null,
  verdicts: new Map(),
  lines: [],
};

/** The cards of a round as they lie: one who squeezes a card knows it, and it lies face down. */
export function lying(play: NonNullable<View["round"]>): { player: string[]; banker: string[] } {
  const seen = (side: Side): string[] => play[side].map((code, at) => (play.down[side].includes(at) ? "??" : code));
  return { player: seen("player"), banker: seen("banker") };
}

export function shownOf(view: View, live: LiveTable): Shown {
  const { round: play, hands: law } = view;
  const last = view.finished.at(-1);
  if (play?.betting_open || (!play && !last)) return NOTHING;
  const hands = live.lastHands.value ?? { player: [], banker: [] };
  const totals = law ? { player: law.player.total, banker: law.banker.total } : null;
  if (play) {
    const isDown = play.down.player.length + play.down.banker.length > 0;
    return { ...NOTHING, ...lying(play), totals, law: isDown ? null : law };
  }
  return {
    player: law?.player.cards ?? hands.player,
    banker: law?.banker.cards ?? hands.banker,
    totals,
    over: true,
    void: last?.void ?? false,
    law,
    verdicts: new Map((law?.wagers ?? []).map((each) => [each.wager, each])),
    lines: last?.lines ?? [],
  };
}
