// Paints a bent card on a canvas: two prerendered sheets, then a few strokes per frame.

import { CROWNS, PIPS, RED, type ReadCard, SUITS } from "../cards/drawing";
import {
  ABOVE,
  BESIDE,
  type Bend,
  fold,
  HEIGHT,
  type Matrix,
  type Point,
  ROOM,
  WIDTH,
} from "./fold";

/** Dots per pixel: more cost time without being seen, fewer make slanted edges jagged. */
const [DENSITY_MIN, DENSITY_MAX] = [1.5, 2];
const DOTS_MAX = 1_400; // across a canvas, however large the screen
const RADIUS = 17;
const PAPER = "#fdfaf2";
const GOLD = "#d8a951";
const SHADOW = [2, 5, 9, 14, 20]; // how far each layer of a flap's shadow falls

/** Both sides of a card, prerendered; an unknown face is blank. */
export interface Sheets {
  back: HTMLCanvasElement;
  face: HTMLCanvasElement;
}

/** Dots per pixel for a canvas of this width. */
export function density(width: number): number {
  const wanted = Math.max(DENSITY_MIN, Math.min(DENSITY_MAX, devicePixelRatio || 1));
  return Math.min(wanted, DOTS_MAX / width);
}

function sheet(scale: number, draw: (ctx: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(WIDTH * scale);
  canvas.height = Math.ceil(HEIGHT * scale);
  const ctx = canvas.getContext("2d");
  if (!ctx) return canvas;
  ctx.scale(scale, scale);
  ctx.beginPath();
  ctx.roundRect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, RADIUS);
  ctx.fillStyle = PAPER;
  ctx.fill();
  ctx.save();
  ctx.clip();
  draw(ctx);
  ctx.restore();
  ctx.strokeStyle = "#d9cfb8";
  ctx.stroke();
  return canvas;
}

/** Render the sheets of a card at this many dots per unit; null is a card with a blank face. */
export function makeSheets(card: ReadCard | null, scale: number): Sheets {
  return { back: sheet(scale, drawBack), face: sheet(scale, (ctx) => card && drawFace(ctx, card)) };
}

function drawBack(ctx: CanvasRenderingContext2D): void {
  ctx.beginPath();
  ctx.roundRect(10, 10, WIDTH - 20, HEIGHT - 20, 9);
  ctx.fillStyle = "#6d1420";
  ctx.fill();
  ctx.clip();
  ctx.strokeStyle = "rgb(243 211 148 / 45%)";
  ctx.lineWidth = 2;
  ctx.beginPath();
  for (let at = -HEIGHT; at < WIDTH; at += 18) {
    ctx.moveTo(at, 0);
    ctx.lineTo(at + HEIGHT, HEIGHT);
    ctx.moveTo(at, HEIGHT);
    ctx.lineTo(at + HEIGHT, 0);
  }
  ctx.stroke();
  ctx.fillStyle = "#f3d394";
  ctx.beginPath();
  ctx.arc(WIDTH / 2, HEIGHT / 2, 15, 0, 2 * Math.PI);
  ctx.fill();
}

/** The face without its index, which the squeezer's fingers cover. */
function drawFace(ctx: CanvasRenderingContext2D, { rank, suit }: ReadCard): void {
  const ink = RED.has(suit) ? "#c3161f" : "#14181c";
  const pips = PIPS[rank];
  ctx.fillStyle = ink;
  if (!pips) {
    drawCourt(ctx, rank, ink);
    return;
  }
  const outline = new Path2D(SUITS[suit]);
  const scale = (rank === "A" ? 84 : 35) / 100;
  for (const [x, y] of pips) {
    ctx.save();
    ctx.translate(x, y);
    if (y > 145) ctx.rotate(Math.PI);
    ctx.scale(scale, scale);
    ctx.translate(-50, -50);
    ctx.fill(outline);
    ctx.restore();
  }
}

function drawCourt(ctx: CanvasRenderingContext2D, rank: string, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.roundRect(50, 24, 100, 232, 12);
  ctx.fillStyle = "rgb(216 169 81 / 13%)";
  ctx.fill();
  ctx.stroke();
  const crown = new Path2D(CROWNS[rank]);
  for (const half of [0, 1]) {
    ctx.save();
    if (half) {
      ctx.translate(WIDTH, HEIGHT);
      ctx.rotate(Math.PI);
    }
    ctx.fillStyle = GOLD;
    ctx.fill(crown);
    ctx.stroke(crown);
    ctx.restore();
  }
  ctx.fillStyle = ink;
  ctx.beginPath();
  ctx.arc(WIDTH / 2, HEIGHT / 2, 36, 0, 2 * Math.PI);
  ctx.fill();
}

function trace(ctx: CanvasRenderingContext2D, shape: readonly Point[], by: Point = [0, 0]): void {
  ctx.beginPath();
  for (const [x, y] of shape) ctx.lineTo(x + by[0], y + by[1]);
  ctx.closePath();
}

/** Paint a bent card on a canvas with room around it. */
export function paint(
  ctx: CanvasRenderingContext2D,
  sheets: Sheets,
  bend: Bend,
  scale: number,
): void {
  ctx.setTransform(scale, 0, 0, scale, BESIDE * scale, ABOVE * scale);
  ctx.clearRect(-BESIDE, -ABOVE, ROOM.width, ROOM.height);
  const whole = (of: HTMLCanvasElement): void => ctx.drawImage(of, 0, 0, WIDTH, HEIGHT);
  if (bend.far <= 0) {
    whole(sheets.back);
    return;
  }
  const { lying, flap, face, at, normal } = fold(bend);
  ctx.save();
  trace(ctx, lying);
  ctx.clip();
  whole(sheets.back);
  // The flap casts a shadow on the part under it, softer the further it falls.
  ctx.fillStyle = "rgb(0 0 0 / 8%)";
  for (const depth of SHADOW) {
    trace(ctx, flap, [normal[0] * depth, normal[1] * depth]);
    ctx.fill();
  }
  ctx.restore();
  ctx.save();
  trace(ctx, flap);
  ctx.clip();
  ctx.save();
  ctx.transform(...(face as [...Matrix]));
  whole(sheets.face);
  ctx.restore();
  shade(ctx, at, normal, flap);
  ctx.restore();
}

/** Shading: dark in the bend, a highlight where the paper turns, fading to flat. */
function shade(
  ctx: CanvasRenderingContext2D,
  at: Point,
  normal: Point,
  flap: readonly Point[],
): void {
  const reach = Math.max(
    ...flap.map(([x, y]) => (x - at[0]) * normal[0] + (y - at[1]) * normal[1]),
    1,
  );
  const length = Math.min(reach, 70);
  const light = ctx.createLinearGradient(
    at[0],
    at[1],
    at[0] + normal[0] * length,
    at[1] + normal[1] * length,
  );
  light.addColorStop(0, "rgb(40 20 0 / 45%)");
  light.addColorStop(0.16, "rgb(255 255 255 / 35%)");
  light.addColorStop(0.4, "rgb(40 20 0 / 14%)");
  light.addColorStop(1, "rgb(40 20 0 / 0%)");
  ctx.globalCompositeOperation = "source-atop"; // not outside the card's round corners
  ctx.fillStyle = light;
  // Only the shaded strip: on a phone every filled dot costs time.
  const [tx, ty] = [normal[1] * HEIGHT * 2, -normal[0] * HEIGHT * 2]; // along the line, well beyond the card
  const corner = (along: number, deep: number): Point => [
    at[0] + along * tx + deep * normal[0],
    at[1] + along * ty + deep * normal[1],
  ];
  trace(ctx, [corner(-1, 0), corner(1, 0), corner(1, length), corner(-1, length)]);
  ctx.fill();
}
