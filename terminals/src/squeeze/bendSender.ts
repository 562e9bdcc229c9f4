// Sends how a card is bent, at a limited rate; the last bend is always sent.

import type { BendFrame, Side } from "../shapes";
import type { Bend } from "./fold";

const EVERY_MS = 70;

/** A bend as a socket frame, in whole numbers. */
export function written(side: Side, card: number, { grip, far, tilt }: Bend): BendFrame {
  return { type: "bend", side, card, grip, far: Math.round(far * 1000), tilt: Math.round(tilt) };
}

export function read({ grip, far, tilt }: BendFrame): Bend {
  return { grip, far: far / 1000, tilt };
}

export class BendSender {
  private last: BendFrame | null = null;
  private at = -Infinity;
  private timer = 0;

  constructor(private readonly transmit: (message: BendFrame) => void) {}

  send(message: BendFrame): void {
    this.last = message;
    clearTimeout(this.timer);
    const wait = this.at + EVERY_MS - performance.now();
    if (wait <= 0) this.now();
    else this.timer = window.setTimeout(() => this.now(), wait);
  }

  private now(): void {
    if (!this.last) return;
    this.at = performance.now();
    this.transmit(this.last);
    this.last = null;
  }
}
