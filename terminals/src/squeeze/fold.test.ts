import { describe, expect, it } from "vitest";
import {
  ABOVE,
  BESIDE,
  type Bend,
  fold,
  GRIPS,
  gripAt,
  HEIGHT,
  isTurned,
  type Matrix,
  type Point,
  pulled,
  TURN_AT,
  tiltMax,
  WIDTH,
  within,
} from "./fold";

const FARS = Array.from({ length: 41 }, (_, at) => at / 40);
const tilts = (grip: Bend["grip"]): number[] =>
  [-1, -0.5, 0, 0.3, 1].map((part) => part * tiltMax(grip));
const every = (check: (bend: Bend) => void, fars = FARS): void => {
  for (const grip of GRIPS)
    for (const tilt of tilts(grip)) for (const far of fars) check({ grip, far, tilt });
};

function area(shape: readonly Point[]): number {
  const sum = shape.reduce((total, [x, y], at) => {
    const [nx, ny] = shape[(at + 1) % shape.length] as Point;
    return total + x * ny - nx * y;
  }, 0);
  return Math.abs(sum) / 2;
}

const apply = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** Whether a point of the face is on the lifted part. */
function isLifted(bend: Bend, [x, y]: Point): boolean {
  const { at, normal } = fold(bend);
  return (WIDTH - x - at[0]) * normal[0] + (y - at[1]) * normal[1] < 0;
}

describe("a fold", () => {
  it("divides the card, and loses nothing of it", () => {
    every((bend) => {
      const { lying, flap } = fold(bend);
      expect(area(lying) + area(flap)).toBeCloseTo(WIDTH * HEIGHT, 4);
    });
  });

  it("lifts nothing at first, everything at last, and ever more between", () => {
    for (const grip of GRIPS)
      for (const tilt of tilts(grip)) {
        const lifted = FARS.map((far) => area(fold({ grip, far, tilt }).flap));
        expect(lifted[0]).toBeCloseTo(0, 6);
        expect(lifted.at(-1)).toBeCloseTo(WIDTH * HEIGHT, 4);
        for (let at = 1; at < lifted.length; at++)
          expect(lifted[at]).toBeGreaterThan(lifted[at - 1] as number);
      }
  });

  it("never hides again what was seen", () => {
    const points: Point[] = [
      [27, 50],
      [68, 66],
      [100, 140],
      [132, 214],
      [173, 230],
    ];
    for (const grip of GRIPS)
      for (const tilt of tilts(grip))
        for (const point of points) {
          const seen = FARS.map((far) => isLifted({ grip, far, tilt }, point));
          expect(seen.indexOf(true)).toBe(seen.lastIndexOf(false) + 1);
        }
  });

  it("shows the face as it is printed, not its mirror image, in its own size", () => {
    every((bend) => {
      const [a, b, c, d] = fold(bend).face;
      expect(a * d - b * c).toBeCloseTo(1, 9);
      expect(Math.hypot(a, b)).toBeCloseTo(1, 9);
    });
  });

  it("shows on the flap just what is lifted", () => {
    every((bend) => {
      const { flap, face, at, normal } = fold(bend);
      for (const [x, y] of flap) {
        // Every corner of the flap comes from a point of the card on or beyond the line.
        const [a, b, c, d, e, f] = face;
        const [fx, fy] = [d * (x - e) - c * (y - f), a * (y - f) - b * (x - e)];
        expect(fx).toBeGreaterThan(-1e-6);
        expect(fx).toBeLessThan(WIDTH + 1e-6);
        expect(fy).toBeGreaterThan(-1e-6);
        expect(fy).toBeLessThan(HEIGHT + 1e-6);
        expect((x - at[0]) * normal[0] + (y - at[1]) * normal[1]).toBeGreaterThan(-1e-6);
      }
    });
  });

  it("stays where it meets the line", () => {
    every((bend) => {
      const { at, face } = fold(bend);
      const [x, y] = apply(face, [WIDTH - at[0], at[1]]);
      expect([x, y].map((each) => each.toFixed(6))).toEqual(at.map((each) => each.toFixed(6)));
    });
  });

  it("keeps within the room around the card until it is turned", () => {
    const fars = FARS.map((far) => far * TURN_AT);
    every((bend) => {
      for (const [x, y] of fold(bend).flap) {
        expect(x).toBeGreaterThanOrEqual(-BESIDE);
        expect(x).toBeLessThanOrEqual(WIDTH + BESIDE);
        expect(y).toBeGreaterThanOrEqual(-ABOVE);
        expect(y).toBeLessThanOrEqual(HEIGHT + ABOVE);
      }
    }, fars);
  });

  it("of a long edge shows its pips while the other long side is still down", () => {
    const left: Bend = { grip: "left", far: 0.45, tilt: 0 };
    expect(isLifted(left, [132, 66])).toBe(true); // read upright, the left edge of a back is the right of its face
    expect(isLifted(left, [68, 66])).toBe(false);
    expect(isTurned(left)).toBe(false);
  });
});

describe("taking hold", () => {
  it("of any edge and corner, and not of the middle", () => {
    const found = [0, WIDTH / 2, WIDTH].flatMap((x) =>
      [0, HEIGHT / 2, HEIGHT].map((y) => gripAt([x, y])),
    );
    expect(new Set(found)).toEqual(new Set([...GRIPS, null]));
    expect(gripAt([WIDTH / 2, HEIGHT / 2])).toBeNull();
    expect(gripAt([-30, HEIGHT / 2])).toBe("left"); // a finger begins beside the card
  });

  it.each(GRIPS)("bends from %s the more it is pulled inwards, and not at all outwards", (grip) => {
    const from: Point = [
      grip.includes("left") ? 0 : grip.includes("right") ? WIDTH : WIDTH / 2,
      grip.includes("top") ? 0 : grip.includes("bottom") ? HEIGHT : HEIGHT / 2,
    ];
    const into: Point = [Math.sign(WIDTH / 2 - from[0]), Math.sign(HEIGHT / 2 - from[1])];
    const pull = (by: number): Bend =>
      pulled(grip, from, [from[0] + into[0] * by, from[1] + into[1] * by]);
    const fars = [0, 10, 40, 90, 180, 400, 900].map((by) => pull(by).far);
    expect(fars[0]).toBe(0);
    for (let at = 1; at < fars.length; at++)
      expect(fars[at]).toBeGreaterThanOrEqual(fars[at - 1] as number);
    expect(fars.at(-1)).toBe(1);
    expect(pull(-80).far).toBe(0);
    expect(pull(90).tilt).toBeCloseTo(0, 6);
  });

  it("does not jump: a little further is a little more", () => {
    for (const grip of GRIPS)
      for (let angle = 0; angle < 360; angle += 15) {
        const at = (by: number): Bend =>
          pulled(grip, [60, 90], [60 + by * Math.cos(angle), 90 + by * Math.sin(angle)]);
        for (let by = 0; by < 200; by += 2)
          expect(Math.abs(at(by + 2).far - at(by).far)).toBeLessThan(0.04);
      }
  });

  it("follows the finger: what was held lies under it", () => {
    const from: Point = [0, 140];
    for (const to of [
      [60, 140],
      [90, 150],
      [120, 120],
    ] as Point[]) {
      const bend = pulled("left", from, to);
      const [x, y] = apply(fold(bend).face, [WIDTH, 140]);
      expect(Math.hypot(x - to[0], y - to[1])).toBeLessThan(6);
    }
  });

  it("leans no further than a card does", () => {
    for (const grip of GRIPS)
      for (const to of [
        [900, -900],
        [-900, 900],
        [500, 500],
        [-500, -500],
      ] as Point[]) {
        const bend = pulled(grip, [100, 140], to);
        expect(Math.abs(bend.tilt)).toBeLessThanOrEqual(tiltMax(grip));
        expect(bend).toEqual(within(bend));
      }
  });
});
