// The marks of roads: as every player knows them, or with a shape for each colour if chosen.

import { languageInfo, words } from "../languages/current";
import { lookUp } from "../lookUp";
import type { BeadView, DerivedRoad } from "../shapes";
import { hasPoints, hasShapes } from "./settings";

export const CELL = 20;
const SPECIAL: Record<string, string> = { dragon: "龙", tiger: "虎", "dragon-tiger": "龙虎" };

export function Bead({ mark, details }: { mark: string; details?: BeadView | undefined }) {
  const letter = lookUp(words.value.marks, mark) ?? mark;
  const shown = hasPoints.value ? details : undefined;
  const kind = languageInfo.value.hasWideMarks && !shown ? "bead-text zh" : "bead-text";
  return (
    <>
      <circle cx="10" cy="10" r="8.6" class={`bead mark-${mark}`} />
      {shown?.is_natural ? <circle cx="10" cy="10" r="7.4" class="bead-natural" /> : null}
      <text x="10" y="14" text-anchor="middle" class={kind}>
        {shown ? shown.points : letter}
      </text>
      {shown?.special ? (
        <g class={`bead-special ${shown.special}`} data-special={shown.special}>
          <rect x={shown.special === "dragon-tiger" ? 3 : 9.5} y="-1" rx="2" height="9" />
          <text x="19.5" y="6.6" text-anchor="end">
            {SPECIAL[shown.special]}
          </text>
        </g>
      ) : null}
    </>
  );
}

export function BigMark({ mark, ties }: { mark: string; ties: number }) {
  return (
    <>
      <circle cx="10" cy="10" r="7.2" class={`ring mark-${mark}`} />
      {hasShapes.value && mark === "player" ? (
        <circle cx="10" cy="10" r="2.3" class="ring-dot" />
      ) : null}
      {ties > 0 ? <path d="M3.5 16.5L16.5 3.5" class="tie-stroke" /> : null}
      {ties > 1 ? (
        <text x="10" y="14" text-anchor="middle" class="tie-count">
          {ties}
        </text>
      ) : null}
    </>
  );
}

/** Red means regular, blue irregular; neither means Banker or Player. As shapes: round and square. */
export function DerivedMark({ road, colour }: { road: DerivedRoad; colour: string }) {
  const kind = `derived ${colour}`;
  const isSquare = hasShapes.value && colour !== "red";
  if (road === "cockroach_pig")
    return <path d={isSquare ? "M4 4L16 16M4 16L9 11" : "M4 16L16 4"} class={`${kind} stroke`} />;
  const solid = road === "small_road" ? `${kind} solid` : `${kind} hollow`;
  return isSquare ? (
    <rect x="4" y="4" width="12" height="12" rx="1.5" class={solid} />
  ) : (
    <circle cx="10" cy="10" r="6.6" class={solid} />
  );
}

export function PairDots({ who }: { who: unknown }) {
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
