// The roads as the server lays them out; every mark differs by shape as well as by colour.

import { languageInfo, words } from "../languages/current";
import { lookUp } from "../lookUp";
import type { DerivedRoad, Place, Roads, Side } from "../shapes";

const ROWS = 6;
const CELL = 20;

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

function Bead({ mark }: { mark: string }) {
  const letter = lookUp(words.value.marks, mark) ?? mark;
  const kind = languageInfo.value.hasWideMarks ? "bead-text zh" : "bead-text";
  return (
    <>
      <circle cx="10" cy="10" r="8.6" class={`bead mark-${mark}`} />
      <text x="10" y="14" text-anchor="middle" class={kind}>
        {letter}
      </text>
    </>
  );
}

function BigMark({ mark, ties }: { mark: string; ties: number }) {
  return (
    <>
      <circle cx="10" cy="10" r="7.2" class={`ring mark-${mark}`} />
      {mark === "player" ? <circle cx="10" cy="10" r="2.3" class="ring-dot" /> : null}
      {ties > 0 ? <path d="M3.5 16.5L16.5 3.5" class="tie-stroke" /> : null}
      {ties > 1 ? (
        <text x="10" y="14" text-anchor="middle" class="tie-count">
          {ties}
        </text>
      ) : null}
    </>
  );
}

/** Red means regular and is round, blue irregular and square; neither means Banker or Player. */
function DerivedMark({ road, colour }: { road: DerivedRoad; colour: string }) {
  const kind = `derived ${colour}`;
  const round = colour === "red";
  if (road === "cockroach_pig")
    return <path d={round ? "M4 16L16 4" : "M4 4L16 16M4 16L9 11"} class={`${kind} stroke`} />;
  const solid = road === "small_road" ? `${kind} solid` : `${kind} hollow`;
  return round ? (
    <circle cx="10" cy="10" r="6.4" class={solid} />
  ) : (
    <rect x="4" y="4" width="12" height="12" rx="1.5" class={solid} />
  );
}

function PairDots({ who }: { who: string | undefined }) {
  return (
    <>
      {who === "banker" || who === "both" ? (
        <circle cx="3.6" cy="3.6" r="2.7" class="pair banker" />
      ) : null}
      {who === "player" || who === "both" ? (
        <circle cx="16.4" cy="16.4" r="2.7" class="pair player" />
      ) : null}
    </>
  );
}

export function Road({
  name,
  places,
  pairs = [],
  columns,
  label,
}: {
  name: RoadName;
  places: readonly Place[];
  pairs?: readonly Place[];
  columns: number;
  label?: string;
}) {
  const { shift, shown } = lastColumns(places, columns);
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
            class={place === newest ? "newest" : ""}
          >
            {name === "bead_plate" ? (
              <Bead mark={mark} />
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
            aria-label={`${words.value.roads[road]}: ${place ? place[2] : "–"}`}
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
