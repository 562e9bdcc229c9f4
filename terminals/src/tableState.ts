// The state of the table as a page shows it: the round in play, or the last one until the next.

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
  lines: readonly PaidLine[]; // the reader's own, of the finished round
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

/** The cards of a round on the table. */
export function lying({ player, banker }: NonNullable<View["round"]>): {
  player: string[];
  banker: string[];
} {
  return { player, banker };
}

/** The cards of a hand as the reader sees them: squeezed cards have their faces. */
export function seen(view: View, side: Side): readonly string[] {
  return view.mine.cards[side] ?? view.round?.[side] ?? [];
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
    lines: view.mine.settled.find((each) => each.number === last?.number)?.lines ?? [],
  };
}
