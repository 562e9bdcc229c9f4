// A playing card: dealt from the shoe and turned, or lying face down.

import { words } from "../languages/current";
import { lookUp } from "../lookUp";
import { CROWNS, PIPS, RED, type ReadCard, readCard, SUITS, type Suit } from "./drawing";

function Pip({ suit, x, y, size }: { suit: Suit; x: number; y: number; size: number }) {
  const scale = size / 100;
  const turned = y > 145 ? " rotate(180)" : "";
  return (
    <path
      d={SUITS[suit]}
      transform={`translate(${x} ${y})${turned} scale(${scale}) translate(-50 -50)`}
    />
  );
}

function Corner({ rank, suit }: ReadCard) {
  return (
    <>
      <text
        x="27"
        y="50"
        class={rank === "T" ? "card-index narrow" : "card-index"}
        text-anchor="middle"
      >
        {rank === "T" ? "10" : rank}
      </text>
      <path d={SUITS[suit]} transform="translate(27 78) scale(.32) translate(-50 -50)" />
    </>
  );
}

/** A court card: a medal with the letter, and a crown at each end. */
function Court({ rank }: { rank: string }) {
  return (
    <>
      <rect x="50" y="24" width="100" height="232" rx="12" class="card-frame" />
      <path d={CROWNS[rank] ?? ""} class="card-crown" />
      <path d={CROWNS[rank] ?? ""} class="card-crown" transform="rotate(180 100 140)" />
      <path d="M50 140h100" class="card-line" />
      <circle cx="100" cy="140" r="36" class="card-medal" />
      <text x="100" y="156" text-anchor="middle" class="card-letter">
        {rank}
      </text>
    </>
  );
}

/** A card the size of a word: rank above suit. */
function Mini({ rank, suit }: ReadCard) {
  return (
    <svg
      class={RED.has(suit) ? "card-face red" : "card-face black"}
      viewBox="0 0 200 280"
      aria-hidden="true"
    >
      <rect x="1" y="1" width="198" height="278" rx="22" class="card-paper" />
      <text x="100" y="128" class="mini-index" text-anchor="middle">
        {rank === "T" ? "10" : rank}
      </text>
      <path d={SUITS[suit]} transform="translate(100 208) scale(1.02) translate(-50 -50)" />
    </svg>
  );
}

function Face({ rank, suit }: ReadCard) {
  const pips = PIPS[rank];
  return (
    <svg
      class={RED.has(suit) ? "card-face red" : "card-face black"}
      viewBox="0 0 200 280"
      aria-hidden="true"
    >
      <rect x="1" y="1" width="198" height="278" rx="17" class="card-paper" />
      <Corner rank={rank} suit={suit} />
      <g transform="rotate(180 100 140)">
        <Corner rank={rank} suit={suit} />
      </g>
      {pips ? (
        pips.map(([x, y]) => (
          <Pip key={`${x},${y}`} suit={suit} x={x} y={y} size={rank === "A" ? 84 : 35} />
        ))
      ) : (
        <Court rank={rank} />
      )}
    </svg>
  );
}

/** The name of a card for screen readers. */
export function cardName(code: string | null): string {
  const card = readCard(code);
  const { cards } = words.value;
  if (!card) return cards.down;
  return cards.name(lookUp(cards.rank, card.rank) ?? card.rank, cards.suit[card.suit] ?? card.suit);
}

export function Card({
  code,
  sideways = false,
  still = false,
  mini = false,
}: {
  code: string | null;
  sideways?: boolean;
  still?: boolean;
  mini?: boolean;
}) {
  const card = readCard(code);
  const shape = ["card", card ? "up" : "down", sideways ? "sideways" : "", still ? "still" : ""];
  return (
    <span
      class={shape.filter(Boolean).join(" ")}
      role="img"
      aria-label={cardName(code)}
      data-card={card ? code : "??"}
    >
      <span class="card-turn">
        {card ? mini ? <Mini {...card} /> : <Face {...card} /> : null}
        <span class="card-back" />
      </span>
    </span>
  );
}

/** Cards in a line of text, as in the history. */
export function CardRow({ codes }: { codes: readonly (string | null)[] }) {
  return (
    <span class="card-row">
      {codes.map((code, at) => (
        <Card key={at} code={code} still mini />
      ))}
    </span>
  );
}
