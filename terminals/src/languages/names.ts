// What people are called on pages: guests have an id that no one could read out.

const GUEST = /\bguest-([0-9a-f]+)(?:-([0-9a-f]+))?\b/g;
const NUMBERS = 9000; // four digits: enough to distinguish the few guests of a table

/** A text with every guest's id replaced by a name: "Guest 4821". */
export function nameGuests(text: string, guestName: (number: number) => string): string {
  return text.replace(GUEST, (_, origin: string, own: string | undefined) =>
    guestName(1000 + (Number.parseInt((own ?? origin).slice(-8), 16) % NUMBERS)),
  );
}
