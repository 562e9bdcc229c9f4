// The words of a player terminal other than announcements, in English.

export const player = {
  yourTurn: "The table waits for you.",
  newShoe: "The shoe is over. A new one is being prepared.",
  won: (amount: string) => `You won ${amount} in all.`,
  lost: (amount: string) => `You lost ${amount} in all.`,
  even: "You neither won nor lost.",
  line: (wager: string, result: string, change: string) => `${wager}: ${result}, ${change}.`,
};
