// The words of squeezing, in English.

export const squeeze = {
  title: (side: string) => `Squeeze the ${side} cards`,
  card: (number: number) => `Card ${number}`,
  bend: (number: number) =>
    `Card ${number}, face down. Arrow keys bend it, Enter turns it, Escape lays it back.`,
  bent: (percent: number) => (percent ? `bent ${percent}%` : "flat"),
  turned: (number: number, name: string) => `Card ${number} turned: ${name}`,
  hint: "Pull slowly from any edge or corner; let go and it falls back, pull further and it turns.",
  turnOne: "Turn this card",
  turnAll: "Turn all at once",
  leave: "Back to the table",
  waits: "All turned. The table shows them when it is this hand's turn.",
  unread: "These cards have not been read: look at the cards in your hand.",
  seen: "A player is squeezing this card",
};
