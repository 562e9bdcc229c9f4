// The two hands on the felt, with their totals once they are announced.

import { Card } from "../cards/Card";
import { words } from "../language";
import type { Side } from "../shapes";
import type { Shown } from "../shown";

const GLYPH: Record<Side, string> = { player: "闲", banker: "庄" };

function Hand({ side, shown }: { side: Side; shown: Shown }) {
  const { side: names, table, cards: said } = words.value;
  const cards = shown[side];
  const total = shown.totals?.[side];
  const won = shown.over && shown.law?.outcome === side;
  return (
    <section
      class={`hand ${side}${won ? " won" : ""}`}
      aria-label={table.hand(names[side], total === undefined ? "" : String(total))}
    >
      <h2>
        <span class="glyph" lang="zh-Hans">
          {GLYPH[side]}
        </span>
        {names[side] === GLYPH[side] ? null : <span>{names[side]}</span>}
        <b class="hand-total" data-total={total ?? ""}>
          {total ?? "–"}
        </b>
      </h2>
      <div class="hand-cards">
        {[0, 1].map((at) => {
          const code = cards[at];
          return code === undefined ? (
            <span key={`place-${at}`} class="card-place" />
          ) : (
            <Card key={`card-${at}-${code === "??" ? "" : code}`} code={code} still={shown.over} />
          );
        })}
        {cards[2] === undefined ? null : <Card key={`third-${cards[2]}`} code={cards[2]} sideways still={shown.over} />}
      </div>
      {cards.length ? null : <span class="hidden">{said.none}</span>}
    </section>
  );
}

export function Hands({ shown }: { shown: Shown }) {
  return (
    <div class="hands">
      <Hand side="player" shown={shown} />
      <Hand side="banker" shown={shown} />
    </div>
  );
}
