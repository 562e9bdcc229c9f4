// The words of the page on how to play, in English; fetched with it and not before.

export const howToPlayWords = {
  lead: "Two hands are dealt, Player and Banker. Bet on the one that will be closer to nine, or on a tie. You do not play the cards: fixed rules do.",
  values: "What the cards count",
  valuesWhy: "Add up the cards of a hand; only the last digit counts. 7 and 8 make 15, which is 5.",
  rank: "Card",
  points: "Points",
  deal: "The deal",
  dealWhy:
    "Player and Banker get two cards each. Then each hand may draw one more card, by the tables below. The higher total wins; equal totals are a tie.",
  natural: (from: number) =>
    `A total of ${from} or 9 with the first two cards is a natural: nobody draws.`,
  player: "Player's third card",
  draws: "draws",
  stands: "stands",
  on: (totals: string) => `Total ${totals}:`,
  banker: "Banker's third card",
  bankerWhy: "Read along Banker's total, under the points of Player's third card. D: Banker draws.",
  total: "Banker's total",
  noThird: "Player stood",
  drawMark: "D",
  standMark: "–",
  bets: "The bets",
  betsWhy: "Pays 8 to 1 means that a bet of 10 wins 80, and the bet comes back too.",
  half: (wager: string, when: string) => `Half pay on ${wager}: when ${when}, a bet of 10 wins 5.`,
  push: (wagers: string, when: string) => `Push: bets on ${wagers} are returned on ${when}.`,
  list: " and ",
  example: "Example",
  pays: "Pays",
  win: "Wins when",
  practice: "Try it: a practice round, card by card",
  rules: "All the rules, clause by clause",
};

export type HowToPlayWords = typeof howToPlayWords;
