// A playing card: dealt from the shoe and turned, or lying face down.

import { words } from "../language";
import { CROWNS, PIPS, type ReadCard, readCard, RED, SUITS, type Suit } from "./drawing";

function Pip({ suit, x, y, size }: { suit: Suit; x: number; y: number; size: number }) {
  const scale = size / 100;
  const turned = y > 145 ? " rotate(180)" : "";
  return (
    <path d={SUITS[suit]} transform={`translate(${x} ${y})${turned} scale(${scale}) translate(-50 -50)`} />
  );
}

function Corner({ rank, suit }: ReadCard) {
  return (
    <>
      <text x="27" y="50" class={rank === "T" ? "card-index narrow" : "card-index"} text-anchor="middle">
        {rank === "T" ? "10" : rank}
      </text>
      <path d={SUITS[suit]} transform="translate(27 78) scale(.32) translate(-50 -50)" />
    </>
  );
}

function Half({ rank, suit }: ReadCard) {
  return (
    <>
      <path d={CROWNS[rank] ?? ""} class="card-crown" />
      <path d={SUITS[suit]} transform="translate(100 128) scale(.2) translate(-50 -50)" />
    </>
  );
}

function Face({ rank, suit }: ReadCard) {
  const pips = PIPS[rank];
  return (
    <svg class={RED.has(suit) ? "card-face red" : "card-face black"} viewBox="0 0 200 280" aria-hidden="true">
      <rect x="1" y="1" width="198" height="278" rx="17" class="card-paper" />
      <Corner rank={rank} suit={suit} />
      <g transform="rotate(180 100 140)">
        <Corner rank={rank} suit={suit} />
      </g>
      {pips ? (
        pips.map(([x, y]) => <Pip key={`${x},${y}`} suit={suit} x={x} y={y} size={rank === "A" ? 84 : 35} />)
      ) : (
        <>
          <rect x="52" y="36" width="96" height="208" rx="10" class="card-frame" />
          <path d="M52 140h96" class="card-line" />
          <Half rank={rank} suit={suit} />
          <g transform="rotate(180 100 140)">
            <Half rank={rank} suit={suit} />
          </g>
        </>
      )}
    </svg>
  );
}

/** The name of a card for those who cannot see it. */
export function cardName(code: string | null): string {
  const card = readCard(code);
  const { cards } = words.value;
  if (!card) return cards.down;
  return cards.name(cards.rank[card.rank] ?? card.rank, cards.suit[card.suit] ?? card.suit);
}

export function Card({ code, sideways = false, still = false }: {
  code: string | null;
  sideways?: boolean;
  still?: boolean;
}) {
  const card = readCard(code);
  const shape = ["card", card ? "up" : "down", sideways ? "sideways" : "", still ? "still" : ""];
  return (
    <span class={shape.filter(Boolean).join(" ")} role="img" aria-label={cardName(code)} data-card={card ? code : "??"}>
      <span class="card-turn">
        {card ? <Face {...card} /> : null}
        <span class="card-back" />
      </span>
    </span>
  );
}

/** Cards in a row of text, as histories print them. */
export function CardRow({ codes }: { codes: readonly (string | null)[] }) {
  return (
    <span class="card-row">
      {codes.map((code, at) => (
        <Card key={at} code={code} still />
      ))}
    </span>
  );
}
