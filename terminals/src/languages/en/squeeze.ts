// The words of squeezing, in English.

export const squeeze = {
  title: (side: string) => `Squeeze the ${side} cards`,
  card: (number: number) => `Card ${number}`,
  bend: (number: number) =>
    `Card ${number}, face down. Arrow keys bend it, Enter turns it, Escape lays it back.`,
  bent: (percent: number) => (percent ? `bent ${percent}%` : "lies flat"),
  turned: (number: number, name: string) => `Card ${number} is turned: ${name}`,
  hint: "Pull slowly from any edge or corner; let go and it falls back, pull further and it turns.",
  turnOne: "Turn this card",
  turnAll: "Turn all at once",
  leave: "Back to the table",
  waits: "All turned. The table shows them as soon as this hand may be revealed.",
  unread: "Nobody has read these cards: look at the ones in your hands.",
  seen: "A patron is squeezing this card",
};
