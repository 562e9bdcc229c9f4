// The words of a player terminal other than announcements, in English.

export const player = {
  guest: (number: number) => `Guest ${number}`,
  yourTurn: "Your turn.",
  newShoe: "The shoe has ended. A new one is being prepared.",
  won: (amount: string) => `You won ${amount} in all.`,
  lost: (amount: string) => `You lost ${amount} in all.`,
  even: "You broke even.",
  corrected: (round: number, change: string) => `Round ${round} corrected: ${change}`,
  line: (wager: string, result: string, change: string) => `${wager}: ${result}, ${change}.`,
};
