// What lies on the table as a page shows it: the round in play, or the last one until the next call.

import { useOnce } from "./asked";
import type { LiveTable } from "./live";
import type { Hands, PaidLine, Side, Verdict, View } from "./shapes";

export interface Shown {
  player: readonly string[];
  banker: readonly string[];
  totals: { player: number; banker: number } | null;
  over: boolean;
  void: boolean;
  law: Hands | undefined;
  verdicts: ReadonlyMap<string, Verdict>;
  lines: readonly PaidLine[]; // the reader's own, of the round that is over
}

const NOTHING: Shown = {
  player: [],
  banker: [],
  totals: null,
  over: false,
  void: false,
  law: undefined,
  verdicts: new Map(),
  lines: [],
};

/** The cards of a round as they lie: one who squeezes a card knows it, and it lies face down. */
export function lying(play: NonNullable<View["round"]>): { player: string[]; banker: string[] } {
  const seen = (side: Side): string[] => play[side].map((code, at) => (play.down[side].includes(at) ? "??" : code));
  return { player: seen("player"), banker: seen("banker") };
}

const isDown = (play: NonNullable<View["round"]>): boolean => play.down.player.length + play.down.banker.length > 0;

/** What to ask the law about these cards; null while there is nothing to ask. */
export function question(view: View): string | null {
  const play = view.round;
  const base = `/games/${encodeURIComponent(view.game)}/hands`;
  if (!play) {
    const last = view.finished.at(-1);
    return last && !last.void ? `${base}?cards=${last.cards.join("+")}` : null;
  }
  if (!play.totals_announced) return null;
  // A third card that lies face down counts when it is turned.
  const up = (side: Side): string => lying(play)[side].filter((code) => code !== "??").join("+");
  return `${base}?player=${up("player")}&banker=${up("banker")}`;
}

export function useShown(view: View, live: LiveTable): Shown {
  const law = useOnce<Hands>(question(view));
  const play = view.round;
  const last = view.finished.at(-1);
  if (play?.betting_open || (!play && !last)) return NOTHING;
  const hands = live.lastHands.value ?? { player: [], banker: [] };
  const totals = law ? { player: law.player.total, banker: law.banker.total } : null;
  if (play)
    return { ...NOTHING, ...lying(play), totals, law: isDown(play) ? undefined : law };
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
