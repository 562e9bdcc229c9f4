// The geometry of a bent card: its fold, the part that lies and the part that is lifted. No drawing.
//
// The card lies face down in a box of 200 by 280. It is held by an edge or a corner and folded over
// a straight line: the part beyond the line is the flap, seen from its other side.

export const WIDTH = 200;
export const HEIGHT = 280;
/** A card bent this far is turned. */
export const TURN_AT = 0.5;
/** Room beside, above and below the card for its flap. */
export const BESIDE = 72;
export const ABOVE = 32;
/** The canvas, with that room. */
export const ROOM = { width: WIDTH + 2 * BESIDE, height: HEIGHT + 2 * ABOVE };

export const GRIPS = [
  "top",
  "top-right",
  "right",
  "bottom-right",
  "bottom",
  "bottom-left",
  "left",
  "top-left",
] as const;
export type Grip = (typeof GRIPS)[number];
export type Point = readonly [x: number, y: number];
/** A canvas transform: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Bend {
  grip: Grip;
  far: number; // 0 is flat, 1 the whole card
  tilt: number; // of the fold, in degrees clockwise
}

export interface Fold {
  at: Point; // a point on the fold line
  normal: Point; // from the flap to the lying part
  lying: Point[]; // the part that still lies face down
  flap: Point[]; // the lifted part, as seen
  face: Matrix; // from the upright face to its place on the flap
}

const CARD: readonly Point[] = [
  [0, 0],
  [WIDTH, 0],
  [WIDTH, HEIGHT],
  [0, HEIGHT],
];
const TILT_MAX: Record<"edge" | "corner", number> = { edge: 15, corner: 20 };

const LEANS_AFTER = 60;

const dot = (one: Point, other: Point): number => one[0] * other[0] + one[1] * other[1];
const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** The direction into the card, away from a grip. */
function inward(grip: Grip): Point {
  const x = grip.includes("left") ? 1 : grip.includes("right") ? -1 : 0;
  const y = grip.includes("top") ? 1 : grip.includes("bottom") ? -1 : 0;
  const size = Math.hypot(x, y);
  return [x / size, y / size];
}

export function tiltMax(grip: Grip): number {
  return TILT_MAX[grip.includes("-") ? "corner" : "edge"];
}

function turned([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/** The extent of the card in the direction of the fold. */
function span(normal: Point): { first: number; length: number } {
  const along = CARD.map((corner) => dot(corner, normal));
  const first = Math.min(...along);
  return { first, length: Math.max(...along) - first };
}

/** The part of a shape on the side of a line that its normal points to. */
function clipped(shape: readonly Point[], at: Point, normal: Point): Point[] {
  const depth = (point: Point): number => dot([point[0] - at[0], point[1] - at[1]], normal);
  return shape.flatMap((point, index) => {
    const next = shape[(index + 1) % shape.length] as Point;
    const [here, there] = [depth(point), depth(next)];
    const inside: Point[] = here >= 0 ? [point] : [];
    if (here >= 0 === there >= 0) return inside;
    const part = here / (here - there);
    return [
      ...inside,
      [point[0] + (next[0] - point[0]) * part, point[1] + (next[1] - point[1]) * part],
    ];
  });
}

/** A bend limited to what a card allows. */
export function within(bend: Bend): Bend {
  const most = tiltMax(bend.grip);
  return { grip: bend.grip, far: clamp(bend.far, 0, 1), tilt: clamp(bend.tilt, -most, most) };
}

export function fold(wanted: Bend): Fold {
  const { grip, far, tilt } = within(wanted);
  const normal = turned(inward(grip), tilt);
  const { first, length } = span(normal);
  const offset = first + far * length;
  const at: Point = [normal[0] * offset, normal[1] * offset];
  // The mirror image in the line: p' = p - 2 ((p - at) . n) n.
  const [nx, ny] = normal;
  const mirror = ([x, y]: Point): Point => {
    const depth = 2 * (nx * x + ny * y - offset);
    return [x - depth * nx, y - depth * ny];
  };
  const lifted = clipped(CARD, at, [-nx, -ny]);
  // A face read upright lies mirrored under the card, x = WIDTH - x, and the fold mirrors it back.
  const [a, b, c, d] = [1 - 2 * nx * nx, -2 * nx * ny, -2 * nx * ny, 1 - 2 * ny * ny];
  const [e, f] = [2 * offset * nx, 2 * offset * ny];
  return {
    at,
    normal,
    lying: clipped(CARD, at, normal),
    flap: lifted.map(mirror),
    face: [-a, -b, c, d, a * WIDTH + e, b * WIDTH + f],
  };
}

/** The edge or corner grabbed at a point; null in the middle of the card. */
export function gripAt([x, y]: Point): Grip | null {
  const across = x < WIDTH * 0.3 ? "left" : x > WIDTH * 0.7 ? "right" : "";
  const along = y < HEIGHT * 0.25 ? "top" : y > HEIGHT * 0.75 ? "bottom" : "";
  const found = [along, across].filter(Boolean).join("-");
  return found ? (found as Grip) : null;
}

/** The point of the edge that is held after grabbing the card here; a corner is a point. */
function held(grip: Grip, [x, y]: Point): Point {
  const [into, along] = inward(grip);
  return [
    into > 0 ? 0 : into < 0 ? WIDTH : clamp(x, 0, WIDTH),
    along > 0 ? 0 : along < 0 ? HEIGHT : clamp(y, 0, HEIGHT),
  ];
}

/** The bend of a card grabbed at one point and pulled to another.
 *
 * The held point follows the finger, so the fold lies halfway between its old and new place.
 */
export function pulled(grip: Grip, from: Point, to: Point): Bend {
  const pull: Point = [to[0] - from[0], to[1] - from[1]];
  const into = inward(grip);
  const along = dot(pull, into);
  if (along <= 0) return { grip, far: 0, tilt: 0 };
  const most = tiltMax(grip);
  const aside = into[0] * pull[1] - into[1] * pull[0];
  // A short pull has no clear direction, so the tilt grows with the length of the pull.
  const lean = Math.min(1, along / LEANS_AFTER);
  const tilt = clamp((Math.atan2(aside, along) * 180) / Math.PI, -most, most) * lean;
  const normal = turned(into, tilt);
  const { first, length } = span(normal);
  const middle = dot(held(grip, from), normal) + dot(pull, normal) / 2;
  return within({ grip, far: (middle - first) / length, tilt });
}

export const isTurned = (bend: Bend): boolean => bend.far >= TURN_AT;
