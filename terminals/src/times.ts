// Times and days as the house counts them: the server states its time zone in the page.

import { languageInfo } from "./languages/current";

const DAY = { year: "numeric", month: "numeric", day: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit" } as const;

/** The house's time zone; undefined, so the browser's own, in a page that states none. */
function houseZone(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.documentElement.dataset.timeZone || undefined;
}

function written(ms: number, options: Intl.DateTimeFormatOptions): string {
  const timeZone = houseZone();
  return new Intl.DateTimeFormat(languageInfo.value.locale, {
    hourCycle: "h23",
    ...options,
    ...(timeZone && { timeZone }),
  }).format(ms);
}

/** "18:05". */
export function showTime(ms: number): string {
  return written(ms, TIME);
}

/** "18:05:09". */
export function showSeconds(ms: number): string {
  return written(ms, { ...TIME, second: "2-digit" });
}

/** "12/10/2026". */
export function showDay(ms: number): string {
  return written(ms, DAY);
}

/** Day and time to the second. */
export function showMoment(ms: number): string {
  return written(ms, { ...DAY, ...TIME, second: "2-digit" });
}

/** When a day begins at the house; `timeZone` is its own unless another is meant. */
export function dayBegins(
  year: number,
  month: number,
  date: number,
  timeZone: string | undefined = houseZone(),
): number {
  if (!timeZone) return new Date(year, month - 1, date).getTime();
  const wanted = Date.UTC(year, month - 1, date);
  // Its offset at that time; asked again where the first guess was on the other side of a change.
  const first = wanted - offsetMs(wanted, timeZone);
  return wanted - offsetMs(first, timeZone);
}

/** How far a zone's clocks are ahead of UTC at a time. */
function offsetMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    ...DAY,
    ...TIME,
    second: "2-digit",
  }).formatToParts(ms);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  return (
    Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    ) - ms
  );
}
