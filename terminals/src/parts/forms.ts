// Reading forms: their fields as text, and lists as people type them.

/** The named fields of a submitted form, trimmed; empty if the form has no such field. */
export function fieldsOf<Name extends string>(
  event: Event,
  ...names: Name[]
): Record<Name, string> {
  const all = allFieldsOf(event);
  return Object.fromEntries(names.map((name) => [name, all[name] ?? ""])) as Record<Name, string>;
}

/** Every field of a submitted form, trimmed. */
export function allFieldsOf(event: Event): Record<string, string> {
  const form = new FormData(event.currentTarget as HTMLFormElement);
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()]));
}

/** Tables as typed: "t1, t2" or "*". */
export function readTables(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** Card codes as typed: "2c 10d, AH"; a dash is a card that was never read, and becomes null. */
export function readCodes(text: string): (string | null)[] {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  return parts.map((each) => (/^(-|–|\?+)$/.test(each) ? null : each));
}

/** The same if every card must be named. */
export function readCards(text: string): string[] {
  return readCodes(text).filter((each) => each !== null);
}
