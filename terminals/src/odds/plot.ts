// Scales of plots: round ticks, and values mapped to positions. Knows nothing about odds.

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
  digits: number; // decimals needed to distinguish the ticks
  place: (value: number) => number; // 0 at the low end, 1 at the high end
}

/** A scale with a few round ticks around these values, widened if they are all equal. */
export function scaleOf(values: readonly number[], wanted = 4, least = 1e-6): Scale {
  const found = values.filter(Number.isFinite);
  let low = Math.min(...found);
  let high = Math.max(...found);
  if (!found.length) [low, high] = [0, 1];
  if (high - low < least) [low, high] = [low - least, high + least];
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power * 10;
  const from = Math.floor(low / step);
  const to = Math.ceil(high / step);
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const [first, last] = [from * step, to * step];
  return {
    low: first,
    high: last,
    ticks,
    digits,
    place: (value) => (value - first) / (last - first),
  };
}

/** A tick's label, without a minus sign before zero. */
export function tickText(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text.replace("-", "−");
}

/** A line through points, as an SVG path. */
export function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
