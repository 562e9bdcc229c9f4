// A card bent by pointer or keys: its current bend, painted when it changes.

import type { ReadCard } from "../cards/drawing";
import {
  ABOVE,
  BESIDE,
  type Bend,
  type Grip,
  gripAt,
  isTurned,
  type Point,
  pulled,
  ROOM,
  TURN_AT,
  within,
} from "./fold";
import { density, makeSheets, paint, type Sheets } from "./paint";

const FALL_MS = 75; // time constant of a released card's fall
const FLAT = 0.004;
const FOLLOWS = 0.75; // share of the distance to another person's bend that is left after a frame
const KEY_FAR = 0.04;
const LATE_MS = 22; // a frame that took longer misses 60 frames a second
const RESTED_MS = 120; // after a longer pause nothing moved, and no frame was due
const LATE_MAX = 6; // excess of late frames before the resolution is reduced
const FEWER = 0.7;
const KEY_TILT = 4;

const GRIP_OF: Record<string, Grip> = {
  ArrowRight: "left",
  ArrowLeft: "right",
  ArrowDown: "top",
  ArrowUp: "bottom",
};
const BACK: Record<string, string> = {
  left: "ArrowLeft",
  right: "ArrowRight",
  top: "ArrowUp",
  bottom: "ArrowDown",
};

export const lessMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface HoldListener {
  moved: (bend: Bend) => void;
  turned: () => void;
}

/** What an arrow key does: it takes a flat card by the edge behind it, then bends or tilts it. */
export function pressed(bend: Bend, key: string): Bend | null {
  const grip = GRIP_OF[key];
  if (!grip) return null;
  if (bend.far < FLAT) return { grip, far: KEY_FAR, tilt: 0 };
  if (grip === bend.grip) return within({ ...bend, far: bend.far + KEY_FAR });
  if (BACK[bend.grip] === key) return within({ ...bend, far: bend.far - KEY_FAR });
  // Keys across the fold tilt the card; a corner bent by a pointer is straightened first.
  const clockwise = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
  return within({ ...bend, tilt: bend.tilt + clockwise * KEY_TILT });
}

/** One card on one canvas, measured when it is grabbed so that no frame causes a layout. */
export class Hold {
  bend: Bend = { grip: "bottom", far: 0, tilt: 0 };
  private readonly ctx: CanvasRenderingContext2D | null;
  private sheets!: Sheets;
  private scale = 0; // dots per unit
  private density: number; // dots per pixel
  private late = 0;
  private paintedAt = 0;
  private frame = 0;
  private falls = false;
  private last = 0;
  private wanted: Bend | null = null;
  private taken: { grip: Grip; from: Point; box: DOMRect } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly card: ReadCard | null,
    private readonly listener: HoldListener,
  ) {
    this.ctx = canvas.getContext("2d");
    this.density = density(this.width);
    this.size();
    this.draw();
  }

  private get width(): number {
    return this.canvas.clientWidth || ROOM.width;
  }

  private size(): void {
    this.scale = (this.width / ROOM.width) * this.density;
    this.canvas.width = Math.ceil(ROOM.width * this.scale);
    this.canvas.height = Math.ceil(ROOM.height * this.scale);
    this.sheets = makeSheets(this.card, this.scale);
  }

  /** Reduce the resolution on a slow machine: smooth matters more than sharp. */
  private keepUp(now: number): void {
    const took = now - this.paintedAt;
    this.paintedAt = now;
    if (took > RESTED_MS) return;
    this.late = Math.max(0, this.late + (took > LATE_MS ? 1 : -1));
    if (this.late < LATE_MAX || this.density <= 1) return;
    this.late = 0;
    this.density = Math.max(1, this.density * FEWER);
    this.size();
  }

  end(): void {
    cancelAnimationFrame(this.frame);
  }

  /** Grab the card where it was touched; returns whether it was grabbed. */
  take(event: PointerEvent): boolean {
    const box = this.canvas.getBoundingClientRect();
    const from = place(event, box);
    const grip = gripAt(from);
    if (!grip) return false;
    this.falls = false;
    this.taken = { grip, from, box };
    this.canvas.setPointerCapture(event.pointerId);
    return true;
  }

  pull(event: PointerEvent): void {
    if (!this.taken) return;
    this.set(pulled(this.taken.grip, this.taken.from, place(event, this.taken.box)));
  }

  /** Release the card: it falls back. */
  letGo(): void {
    if (!this.taken) return;
    this.taken = null;
    this.lay();
  }

  lay(): void {
    if (lessMotion()) this.set({ ...this.bend, far: 0 });
    else {
      this.falls = true;
      this.last = performance.now();
      this.ask();
    }
  }

  /** Handle a key; returns whether it was an arrow key. */
  press(key: string): boolean {
    const next = pressed(this.bend, key);
    if (!next) return false;
    this.falls = false;
    this.set(next);
    return true;
  }

  /** Move smoothly to another person's bend. */
  follow(wanted: Bend): void {
    this.wanted = { ...wanted, far: Math.min(TURN_AT, wanted.far) };
    if (wanted.grip !== this.bend.grip || lessMotion()) this.bend = this.wanted;
    this.ask();
  }

  private approach(wanted: Bend): void {
    const [far, tilt] = [wanted.far - this.bend.far, wanted.tilt - this.bend.tilt];
    const near = Math.abs(far) < FLAT && Math.abs(tilt) < 1;
    this.bend = near
      ? wanted
      : { ...wanted, far: wanted.far - far * FOLLOWS, tilt: wanted.tilt - tilt * FOLLOWS };
    this.wanted = near ? null : wanted;
    if (!near) this.ask();
  }

  private set(bend: Bend): void {
    this.bend = bend;
    this.listener.moved(bend);
    if (isTurned(bend)) {
      this.taken = null;
      this.listener.turned();
    } else this.ask();
  }

  private ask(): void {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.keepUp(now);
      if (this.falls) this.fall(now);
      else if (this.wanted) this.approach(this.wanted);
      this.draw();
    });
  }

  private fall(now: number): void {
    const far = this.bend.far * Math.exp(-(now - this.last) / FALL_MS);
    this.last = now;
    this.falls = far > FLAT;
    this.bend = { ...this.bend, far: this.falls ? far : 0 };
    this.listener.moved(this.bend);
    if (this.falls) this.ask();
  }

  private draw(): void {
    if (this.ctx) paint(this.ctx, this.sheets, this.bend, this.scale);
  }
}

/** The point of the card under a pointer. */
function place(event: PointerEvent, box: DOMRect): Point {
  const unit = ROOM.width / box.width;
  return [(event.clientX - box.left) * unit - BESIDE, (event.clientY - box.top) * unit - ABOVE];
}
