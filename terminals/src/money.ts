// Money as the server writes it, decimal strings, counted here in whole minor units only.

/** "10.50" as 1050; null where it is no amount. */
export function readCents(text: string): number | null {
  const found = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text);
  if (!found) return null;
  const [, sign = "", whole = "0", rest = ""] = found;
  const cents = Number(whole) * 100 + Number(rest.padEnd(2, "0"));
  return sign ? -cents : cents;
}

/** 1050 as "10.50", as the server reads it. */
export function writeCents(cents: number): string {
  const size = Math.abs(cents);
  const text = `${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
  return cents < 0 ? `-${text}` : text;
}

/** "12500.00" as people read it: "12,500", with cents only where there are some. */
export function showAmount(text: string): string {
  const cents = readCents(text);
  if (cents === null) return text;
  return showCents(cents);
}

export function showCents(cents: number): string {
  const [whole = "0", rest = "00"] = writeCents(Math.abs(cents)).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${cents < 0 ? "−" : ""}${grouped}${rest === "00" ? "" : `.${rest}`}`;
}

/** A gain or a loss with its sign. */
export function showChange(text: string): string {
  const cents = readCents(text) ?? 0;
  return cents > 0 ? `+${showCents(cents)}` : showCents(cents);
}

/** A short amount for a chip: 500, 1K, 2.5K, 1M. */
export function showShort(cents: number): string {
  const units = cents / 100;
  if (units >= 1_000_000) return `${trim(units / 1_000_000)}M`;
  if (units >= 1_000) return `${trim(units / 1_000)}K`;
  return trim(units);
}

function trim(value: number): string {
  return String(Math.floor(value * 100) / 100);
}
