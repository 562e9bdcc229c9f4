// Exact fractions as the server prints them, shown as decimals without losing their size.

/** "num/den" as a number for people; big integers are divided before they become floats. */
export function toNumber(text: string): number {
  const [num = "0", den = "1"] = text.split("/");
  const one = BigInt(num);
  const other = BigInt(den);
  if (other === 0n) return Number.NaN;
  const scaled = (one * 10n ** 18n) / other;
  return Number(scaled) / 1e18;
}

export function percent(value: number, digits = 4): string {
  return `${(value * 100).toFixed(digits)}%`;
}

/** "one in so many"; a dash for what never happens. */
export function oneIn(probability: string): string {
  const value = toNumber(probability);
  if (value <= 0) return "–";
  const times = 1 / value;
  return times >= 100 ? Math.round(times).toLocaleString("en") : times.toFixed(2);
}

export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}
