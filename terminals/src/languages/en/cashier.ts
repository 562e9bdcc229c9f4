// The words of the cashier, in English.

export const cashier = {
  title: "Buy in, cash out",
  have: "You hold",
  take: "Cash out to a voucher",
  amount: "Amount",
  all: "All",
  most: (amount: string) => `Up to ${amount} on one voucher.`,
  takeIt: "Take the voucher",
  again: "Ask again for this voucher",
  ticket: "Your voucher",
  taken: (amount: string) => `A voucher of ${amount}.`,
  once: "Its code is shown only here and only now: print it or write it down.",
  ticketOf: (amount: string, code: string) => `Voucher of ${amount}, code ${code}`,
  print: "Print the ticket",
  haveIt: "I have it: put it away",
  bring: "Buy in with a voucher",
  code: "Code on the ticket",
  codeHint: "Type it, or scan the ticket with a hand scanner: it is used as soon as it is read.",
  bringIt: "Use the voucher",
  scan: "Read with the camera",
  camera: "Camera picture",
  stopCamera: "Stop the camera",
  noCamera: "The camera cannot be used: type the code.",
  brought: (amount: string) => `${amount} added to your credits.`,
  open: (count: number, amount: string) =>
    count === 1
      ? `One voucher of yours is open: ${amount}.`
      : `${count} vouchers of yours are open: ${amount}.`,
  cage: "Cash is taken and paid out at the cage.",
  guest: "Guests play with play credits: a voucher brings them to any table of this house.",
};
