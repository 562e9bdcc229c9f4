// The voucher being issued. Its code can be spent by anyone and exists only here; it is stored in this
// tab, through a reload or a lost answer, until the patron confirms that they have it.

const KEY = "punto.voucher";

export interface Pending {
  patron: string;
  cents: number;
  code: string;
  key: string; // the command's idempotency key
}

/** Begin with a code that the house has made. It is known before the command is sent, so a retry
 * after a lost answer gives the same voucher. */
export function begin(patron: string, cents: number, code: string): Pending {
  const made = { patron, cents, code, key: crypto.randomUUID() };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(made));
  } catch {
    // Without storage the ticket is shown as long as this page is open.
  }
  return made;
}

/** The voucher that this patron has not dismissed yet. */
export function pending(patron: string): Pending | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Pending | null;
    return stored?.patron === patron ? stored : null;
  } catch {
    return null;
  }
}

export function finish(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}
