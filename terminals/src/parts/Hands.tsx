// The two hands on the felt, with their totals once they are announced.

import { Card } from "../cards/Card";
import { words } from "../languages/current";
import { useLazy } from "../lazy";
import type { TableFeed } from "../live";
import type { Side } from "../shapes";
import type { Shown } from "../tableState";

const GLYPH: Record<Side, string> = { player: "闲", banker: "庄" };

/** A card that lies face down, shown bent while another person squeezes it. */
function Down({
  live,
  of,
  sideways,
}: {
  live: TableFeed | undefined;
  of: string;
  sideways: boolean;
}) {
  const BentCard = useLazy(
    () => import("../squeeze/chunk").then((found) => found.BentCard),
    live?.bends.value.has(of) ?? false,
  );
  if (!BentCard || !live) return <Card code={null} sideways={sideways} />;
  return <BentCard live={live} of={of} />;
}

function Hand({ side, shown, live }: { side: Side; shown: Shown; live: TableFeed | undefined }) {
  const { side: names, table, cards: said } = words.value;
  const cards = shown[side];
  const total = shown.totals?.[side];
  const won = shown.over && shown.law?.outcome === side;
  return (
    <section
      role="group"
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
          ) : code === "??" ? (
            <Down key={`card-${at}-`} live={live} of={`${side}-${at}`} sideways={false} />
          ) : (
            <Card key={`card-${at}-${code}`} code={code} still={shown.over} />
          );
        })}
        {cards[2] === undefined ? null : cards[2] === "??" ? (
          <Down key="third-" live={live} of={`${side}-2`} sideways />
        ) : (
          <Card key={`third-${cards[2]}`} code={cards[2]} sideways still={shown.over} />
        )}
      </div>
      {cards.length ? null : <span class="hidden">{said.none}</span>}
    </section>
  );
}

export function Hands({ shown, live }: { shown: Shown; live?: TableFeed }) {
  return (
    <div class="hands">
      <Hand side="player" shown={shown} live={live} />
      <Hand side="banker" shown={shown} live={live} />
    </div>
  );
}
