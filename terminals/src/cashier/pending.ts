// The voucher somebody is taking out: its code is money, and is known here and nowhere else. It is
// kept in this tab, through a reload or a lost answer, until they say that they have it.

import { newCode } from "./codes";

const KEY = "punto.voucher";

export interface Pending {
  patron: string;
  amount: string;
  code: string;
  key: string; // the command's: given again under it, it is done once
}

export function begin(patron: string, amount: string): Pending {
  const made = { patron, amount, code: newCode(), key: crypto.randomUUID() };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(made));
  } catch {
    // Nothing is remembered here: the ticket is shown as long as this page is.
  }
  return made;
}

/** What this person has not put away yet. */
export function pending(patron: string): Pending | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Pending | null;
    return kept?.patron === patron ? kept : null;
  } catch {
    return null;
  }
}

export function finish(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There was nothing.
  }
}
