// Money in whole minor units: the only place that parses and formats amounts.

import { signal } from "@preact/signals";

/**
 * How many decimals an amount has. A house counts in one currency, and every document with amounts
 * states its digits: the last one is right for all.
 */
const digits = signal(2);

/** Take the digits of the currency from a document that the server sent, if it states them. */
export function takeCurrency(document: unknown): void {
  const { currency } = (document ?? {}) as { currency?: { digits?: unknown } };
  if (typeof currency?.digits === "number") digits.value = currency.digits;
}

/** A typed amount, "10.50", as 1050; null if it is not an amount. */
export function readCents(text: string): number | null {
  const found = /^(-?)(\d{1,13})(?:\.(\d+))?$/.exec(text);
  const [, sign = "", whole = "0", rest = ""] = found ?? [];
  if (!found || rest.length > digits.value) return null;
  const cents = Number(whole + rest.padEnd(digits.value, "0"));
  return sign ? -cents : cents;
}

/**
 * A typed amount, "12,500" as well as "12500.00", in minor units. If it is not an amount the result
 * is -1, which every command refuses; 0 would be a valid count or differential.
 */
export function typedCents(text: string): number {
  return readCents(text.trim().replace(/,(?=\d{3}(?:[,.]|$))/g, "")) ?? -1;
}

/** 1050 as "10.50", as people type it. */
export function writeCents(cents: number): string {
  const all = String(Math.abs(cents)).padStart(digits.value + 1, "0");
  const whole = all.slice(0, all.length - digits.value);
  const text = digits.value ? `${whole}.${all.slice(-digits.value)}` : whole;
  return cents < 0 ? `-${text}` : text;
}

/** 1250000 as "12,500"; cents are shown only if there are any. */
export function showCents(cents: number): string {
  const [whole = "0", rest = ""] = writeCents(Math.abs(cents)).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${cents < 0 ? "−" : ""}${grouped}${/^0*$/.test(rest) ? "" : `.${rest}`}`;
}

/** A gain or a loss with its sign. */
export function showChange(cents: number): string {
  return cents > 0 ? `+${showCents(cents)}` : showCents(cents);
}

/** So many whole units of the currency: 5 as 500. */
export function wholeUnits(units: number): number {
  return units * 10 ** digits.value;
}

/** A short amount for a chip: 500, 1K, 2.5K, 1M. */
export function showShort(cents: number): string {
  const units = cents / 10 ** digits.value;
  if (units >= 1_000_000) return `${trim(units / 1_000_000)}M`;
  if (units >= 1_000) return `${trim(units / 1_000)}K`;
  return trim(units);
}

function trim(value: number): string {
  return String(Math.floor(value * 100) / 100);
}

/** A computed figure that the server formatted, with thousands separators: "12500.5" as "12,500.5". */
export function showDecimal(text: string): string {
  const [whole = "0", rest = ""] = text.replace("-", "").split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const shown = /^0*$/.test(rest) ? grouped : `${grouped}.${rest}`;
  return text.startsWith("-") ? `−${shown}` : shown;
}
