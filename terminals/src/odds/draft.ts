// A draft of a custom wager: pay lines with conditions, validated by the server.

import type { OwnWager, When } from "./shapes";

export interface Draft {
  name: string;
  lines: { pays: string; when: When }[];
  push: When | null;
}

export const LINES_MAX = 12;
export const OWN_MAX = 4;

export const FIRST: Draft = { name: "", lines: [{ pays: "8 to 1", when: {} }], push: null };

/** Toggle one value of a condition; values stay in the order of the rules. */
export function withValue(
  when: When,
  field: string,
  value: string | number,
  order: readonly (string | number)[],
): When {
  const had = when[field] ?? [];
  const now = had.includes(value) ? had.filter((each) => each !== value) : [...had, value];
  const { [field]: _, ...rest } = when;
  return now.length ? { ...rest, [field]: order.filter((each) => now.includes(each)) } : rest;
}

/** The wager to send, with a generated id, so that two wagers may share a name. */
export function wagerOf(draft: Draft, taken: readonly OwnWager[]): OwnWager {
  let number = 1;
  while (taken.some((each) => each.id === `own-${number}`)) number++;
  const made: OwnWager = { id: `own-${number}`, name: draft.name.trim(), lines: draft.lines };
  return draft.push ? { ...made, push: draft.push } : made;
}
