// The state of the table as a page shows it: the round in play, or the last one until the next.

import { useEffect, useRef, useState } from "preact/hooks";
import type { TableFeed } from "./live";
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

export function shownOf(view: View, live: TableFeed): Shown {
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

const FLIGHT_MS = 720; // a card is dealt and turned, as `styles/cards.css` has it

/**
 * The state as a seat shows it: totals and the result wait until the last card has been turned.
 * Cards that lie there when the page opens, and all cards without motion, are seen at once.
 */
export function useShown(view: View, live: TableFeed): Shown {
  const now = shownOf(view, live);
  const cards = [...now.player, "/", ...now.banker].join(" ");
  const [seenCards, setSeen] = useState(cards);
  const last = useRef(now);
  const still = useRef(matchMedia("(prefers-reduced-motion: reduce)").matches);
  const isFlying = cards !== seenCards && cards !== "/" && !still.current;
  useEffect(() => {
    if (!isFlying) {
      setSeen(cards);
      return;
    }
    const timer = setTimeout(() => setSeen(cards), FLIGHT_MS);
    return () => clearTimeout(timer);
  }, [cards, isFlying]);
  if (!isFlying) {
    last.current = now;
    return now;
  }
  return { ...NOTHING, player: now.player, banker: now.banker, totals: last.current.totals };
}
