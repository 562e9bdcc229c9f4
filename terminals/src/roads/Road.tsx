// One road as the server lays it out, with its marks.

import { labelled, words } from "../languages/current";
import type { BeadView, DerivedRoad, Place, Roads, Side } from "../shapes";
import { Bead, BigMark, CELL, DerivedMark, PairDots } from "./marks";

export const ROWS = 6;

export type RoadName = "bead_plate" | "big_road" | DerivedRoad;

/** The last columns that fit, shifted to the left edge. */
export function lastColumns(
  places: readonly Place[],
  columns: number,
): { shift: number; shown: Place[] } {
  const width = places.reduce((most, [column]) => Math.max(most, column + 1), 0);
  const shift = Math.max(0, width - columns);
  return { shift, shown: places.filter(([column]) => column >= shift) };
}

function Grid({ columns }: { columns: number }) {
  let lines = "";
  for (let at = 0; at <= columns; at++) lines += `M${at * CELL} 0V${ROWS * CELL}`;
  for (let at = 0; at <= ROWS; at++) lines += `M0 ${at * CELL}H${columns * CELL}`;
  return <path d={lines} class="road-grid" />;
}

export interface RoadProps {
  name: RoadName;
  places: readonly Place[];
  pairs?: readonly Place[];
  /** Points, naturals and dragons of each bead, in order of play. */
  beads?: readonly BeadView[];
  /** The mark that the next round would make. */
  asked?: Place | null | undefined;
  columns: number;
  label?: string;
}

export function Road({ name, places, pairs = [], beads = [], asked, columns, label }: RoadProps) {
  const all = asked ? [...places, asked] : places;
  const { shift, shown } = lastColumns(all, columns);
  const dots = new Map(pairs.map(([column, row, who]) => [`${column},${row}`, who]));
  const newest = places.at(-1);
  return (
    <svg
      class={`road road-${name}`}
      viewBox={`-1 -1 ${columns * CELL + 2} ${ROWS * CELL + 2}`}
      role="img"
      aria-label={label ?? words.value.roads[name]}
      data-cells={places.length}
    >
      <Grid columns={columns} />
      {shown.map((place) => {
        const [column, row, mark, ties] = place;
        return (
          <g
            key={`${column},${row}`}
            transform={`translate(${(column - shift) * CELL} ${row * CELL})`}
            class={place === asked ? "asked" : place === newest && !asked ? "newest" : ""}
          >
            {name === "bead_plate" ? (
              <Bead mark={mark} details={beads[column * ROWS + row]} />
            ) : name === "big_road" ? (
              <BigMark mark={mark} ties={Number(ties ?? 0)} />
            ) : (
              <DerivedMark road={name} colour={mark} />
            )}
            <PairDots who={dots.get(`${column},${row}`)} />
          </g>
        );
      })}
    </svg>
  );
}

const DERIVED: readonly DerivedRoad[] = ["big_eye_boy", "small_road", "cockroach_pig"];

/** What each derived road would gain if a side won next. */
export function Foretold({ roads, side }: { roads: Roads; side: Side }) {
  return (
    <span class="foretold">
      {DERIVED.map((road) => {
        const place = roads.next[side][road];
        return (
          <svg
            key={road}
            viewBox="0 0 20 20"
            role="img"
            aria-label={labelled(words.value.roads[road], place ? place[2] : "–")}
          >
            {place ? (
              <DerivedMark road={road} colour={place[2]} />
            ) : (
              <path d="M6 10H14" class="derived none" />
            )}
          </svg>
        );
      })}
    </span>
  );
}
