// Positions of pips and shapes of suits, in a box of 200 by 280.

export type Suit = "S" | "H" | "D" | "C";

/** Suit outlines in a box of 100 by 100. */
export const SUITS: Record<Suit, string> = {
  H: "M50 90C21 65 7 48 7 31 7 17 18 8 30 8c9 0 16 5 20 13 4-8 11-13 20-13 12 0 23 9 23 23 0 17-14 34-43 59z",
  D: "M50 4c8 18 20 33 36 46-16 13-28 28-36 46-8-18-20-33-36-46C30 37 42 22 50 4z",
  S: "M50 5c7 16 41 35 41 58 0 13-9 20-19 20-8 0-14-4-17-10 1 11 5 18 12 23H33c7-5 11-12 12-23-3 6-9 10-17 10-10 0-19-7-19-20C9 40 43 21 50 5z",
  C: "M50 5a20 20 0 0 1 15.5 32.6A20 20 0 1 1 55.5 70c1 12 5 20 12 26h-35c7-6 11-14 12-26a20 20 0 1 1-10-32.4A20 20 0 0 1 50 5z",
};

export const RED: ReadonlySet<Suit> = new Set<Suit>(["H", "D"]);

const LEFT = 68;
const MIDDLE = 100;
const RIGHT = 132;
const [TOP, UPPER, CENTRE, LOWER, BOTTOM] = [66, 115.5, 140, 164.5, 214];

type Pip = readonly [x: number, y: number];
const pair = (y: number): Pip[] => [
  [LEFT, y],
  [RIGHT, y],
];
const one = (y: number): Pip[] => [[MIDDLE, y]];

export const PIPS: Record<string, readonly Pip[]> = {
  A: one(CENTRE),
  "2": [...one(TOP), ...one(BOTTOM)],
  "3": [...one(TOP), ...one(CENTRE), ...one(BOTTOM)],
  "4": [...pair(TOP), ...pair(BOTTOM)],
  "5": [...pair(TOP), ...one(CENTRE), ...pair(BOTTOM)],
  "6": [...pair(TOP), ...pair(CENTRE), ...pair(BOTTOM)],
  "7": [...pair(TOP), ...one(103), ...pair(CENTRE), ...pair(BOTTOM)],
  "8": [...pair(TOP), ...one(103), ...pair(CENTRE), ...one(177), ...pair(BOTTOM)],
  "9": [...pair(TOP), ...pair(UPPER), ...one(CENTRE), ...pair(LOWER), ...pair(BOTTOM)],
  T: [...pair(TOP), ...one(91), ...pair(UPPER), ...pair(LOWER), ...one(189), ...pair(BOTTOM)],
};

/** Headgear of court cards, above the medal in the middle; the other half is its mirror image. */
export const CROWNS: Record<string, string> = {
  K: "M74 88l-8-34 17 13 11-21h12l11 21 17-13-8 34zM97 30h6v6h6v6h-6v6h-6v-6h-6v-6h6z",
  Q: "M74 88c-2-12-6-22-11-30l16 10c4-10 12-18 21-24 9 6 17 14 21 24l16-10c-5 8-9 18-11 30zM100 32a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM61 46a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM139 46a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
  J: "M64 80h72v9H64zM79 78l5-26h32l5 26zM108 60c4-17 16-29 38-34-3 20-15 34-36 40z",
};

export interface ReadCard {
  rank: string;
  suit: Suit;
}

/** A card from its code, "TH"; null if it lies face down. */
export function readCard(code: string | null): ReadCard | null {
  const found = /^([A2-9TJQK])([SHDC])$/.exec(code ?? "");
  return found ? { rank: found[1] as string, suit: found[2] as Suit } : null;
}
