// A wager while it is being made: lines with conditions; whether it is sound, the server says.

import type { OwnWager, When } from "./shapes";

export interface Draft {
  name: string;
  lines: { pays: string; when: When }[];
  push: When | null;
}

export const LINES_MAX = 12;
export const OWN_MAX = 4;

export const FIRST: Draft = { name: "", lines: [{ pays: "8 to 1", when: {} }], push: null };

/** A condition with one value put in, or taken out where it was in; in the order the law has. */
export function withValue(when: When, field: string, value: string | number, order: readonly (string | number)[]): When {
  const had = when[field] ?? [];
  const now = had.includes(value) ? had.filter((each) => each !== value) : [...had, value];
  const { [field]: _, ...rest } = when;
  return now.length ? { ...rest, [field]: order.filter((each) => now.includes(each)) } : rest;
}

/** What is sent: an id of our own, so that two wagers may share a name. */
export function wagerOf(draft: Draft, taken: readonly OwnWager[]): OwnWager {
  let number = 1;
  while (taken.some((each) => each.id === `own-${number}`)) number++;
  const made: OwnWager = { id: `own-${number}`, name: draft.name.trim(), lines: draft.lines };
  return draft.push ? { ...made, push: draft.push } : made;
}
