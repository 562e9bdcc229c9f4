// Looking up a word by a key from the server, which may be newer than the page.

/** The entry of a table, or undefined if it has no such key. */
export function lookUp<Table extends object>(
  table: Table,
  key: string,
): Table[keyof Table] | undefined {
  return Object.hasOwn(table, key) ? table[key as keyof Table] : undefined;
}
