// The five roads beside a felt: counts, what the next round would mark, and each road enlarged.

import { useState } from "preact/hooks";
import { words } from "../languages/current";
import type { LiveTable } from "../live";
import { Sheet } from "../parts/Sheet";
import type { BoardFrame, Side, Statistics } from "../shapes";
import { AskRoads } from "./AskRoads";
import { FittedRoad } from "./FittedRoad";
import { Road, type RoadName } from "./Road";
import { hasPoints, hasShapes } from "./settings";

const NAMES: readonly RoadName[] = [
  "bead_plate",
  "big_road",
  "big_eye_boy",
  "small_road",
  "cockroach_pig",
];
const LARGE_COLUMNS = 30;

/** What a road shows of a board, with the mark that was asked for. */
export function roadOf(board: BoardFrame, name: RoadName, asked: Side | null) {
  const { beads, roads } = board;
  if (name === "bead_plate") return { places: roads[name], pairs: roads.pairs[name], beads };
  if (name === "big_road") return { places: roads[name], pairs: roads.pairs[name] };
  return { places: roads[name], asked: asked && roads.next[asked][name] };
}

export function RoadsPanel({ live }: { live: LiveTable }) {
  const w = words.value;
  const board = live.board.value;
  const [asked, setAsked] = useState<Side | null>(null);
  const [large, setLarge] = useState<RoadName | null>(null);
  if (!board) return <section class="panel" aria-label={w.table.roads} />;
  return (
    <section class="panel roads" aria-label={w.table.roads}>
      <Counts counted={board.statistics} />
      {NAMES.map((name) => (
        <div key={name} class={`road-box of-${name}`}>
          <h3>{w.roads[name]}</h3>
          <FittedRoad name={name} {...roadOf(board, name, asked)} columns={20} />
          <button
            type="button"
            class="road-button"
            aria-label={w.seat.enlarge(w.roads[name])}
            onClick={() => setLarge(name)}
          />
        </div>
      ))}
      <AskRoads roads={board.roads} asked={asked} onAsk={setAsked} />
      <Choices />
      {large ? (
        <Sheet title={w.roads[large]} onClose={() => setLarge(null)} wide>
          <Road name={large} {...roadOf(board, large, asked)} columns={LARGE_COLUMNS} />
          <AskRoads roads={board.roads} asked={asked} onAsk={setAsked} />
        </Sheet>
      ) : null}
    </section>
  );
}

/** How often each outcome came in this shoe. */
function Counts({ counted }: { counted: Statistics }) {
  const { seat, side } = words.value;
  const cells = [
    ["banker", side.banker, counted.banker],
    ["player", side.player, counted.player],
    ["tie", side.tie, counted.tie],
    ["banker pair", seat.bankerPair, counted.banker_pair],
    ["player pair", seat.playerPair, counted.player_pair],
  ] as const;
  return (
    <dl class="counts">
      {cells.map(([kind, name, count]) => (
        <div key={kind} class={kind}>
          <dt>{name}</dt>
          <dd data-count={kind}>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

function Choices() {
  const { seat } = words.value;
  return (
    <div class="road-choices">
      {(
        [
          [hasPoints, seat.points],
          [hasShapes, seat.shapes],
        ] as const
      ).map(([chosen, text]) => (
        <label key={text}>
          <input
            type="checkbox"
            checked={chosen.value}
            onChange={(event) => (chosen.value = event.currentTarget.checked)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}
