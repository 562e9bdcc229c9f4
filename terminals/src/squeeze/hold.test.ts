import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BendFrame } from "../shapes";
import { BendSender, read, written } from "./bendSender";
import { type Bend, TURN_AT } from "./fold";
import { pressed } from "./hold";

const FLAT: Bend = { grip: "bottom", far: 0, tilt: 0 };

describe("arrow keys", () => {
  it("take a flat card by the edge behind them", () => {
    const grips = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"].map(
      (key) => pressed(FLAT, key)?.grip,
    );
    expect(grips).toEqual(["left", "right", "top", "bottom"]);
  });

  it("bend on, bend back, and lean it across", () => {
    const once = pressed(FLAT, "ArrowRight") as Bend;
    const twice = pressed(once, "ArrowRight") as Bend;
    expect(twice.far).toBeGreaterThan(once.far);
    expect(pressed(twice, "ArrowLeft")).toEqual(once);
    expect(pressed(once, "ArrowLeft")?.far).toBe(0);
    expect(pressed(twice, "ArrowDown")?.tilt).toBeGreaterThan(0);
    expect(pressed(twice, "ArrowUp")).toMatchObject({ grip: "left", far: twice.far });
    expect(pressed(twice, "x")).toBeNull();
  });

  it("turn the card in the end", () => {
    let bend = FLAT;
    let presses = 0;
    while (bend.far < TURN_AT && presses < 50) {
      bend = pressed(bend, "ArrowUp") as Bend;
      presses++;
    }
    expect(presses).toBeLessThan(20);
  });
});

describe("sending bends", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is now and then, and always of how it was left", () => {
    const sent: BendFrame[] = [];
    const sender = new BendSender((message) => sent.push(message));
    for (let far = 0; far <= 100; far++) {
      sender.send(written("player", 1, { grip: "left", far: far / 1000, tilt: 0.4 }));
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(500);
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.length).toBeLessThan(17); // a second of frames, at most 15 of them and the last
    expect(sent.at(-1)?.far).toBe(100);
  });

  it("is in whole numbers, and read back", () => {
    const frame = written("banker", 2, { grip: "top-left", far: 0.12345, tilt: -7.6 });
    expect(frame).toEqual({
      type: "bend",
      side: "banker",
      card: 2,
      grip: "top-left",
      far: 123,
      tilt: -8,
    });
    expect(read(frame)).toEqual({ grip: "top-left", far: 0.123, tilt: -8 });
  });
});
