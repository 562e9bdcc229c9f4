// The words of the cashier, in English.

export const cashier = {
  title: "Buy in or cash out",
  have: "Balance",
  take: "Cash out to a voucher",
  amount: "Amount",
  all: "All",
  most: (amount: string) => `Up to ${amount} on one voucher.`,
  takeIt: "Get the voucher",
  again: "Try this voucher again",
  ticket: "Your voucher",
  taken: (amount: string) => `Voucher for ${amount}.`,
  once: "The code is shown only once: print it or write it down.",
  ticketOf: (amount: string, code: string) => `Voucher for ${amount}, code ${code}`,
  print: "Print the voucher",
  haveIt: "I have saved it",
  bring: "Buy in with a voucher",
  code: "Voucher code",
  codeHint: "Type it, or scan the voucher: it is redeemed as soon as it is read.",
  bringIt: "Redeem the voucher",
  scan: "Scan with the camera",
  camera: "Camera picture",
  stopCamera: "Stop the camera",
  noCamera: "The camera cannot be used: type the code.",
  brought: (amount: string) => `${amount} added to your credits.`,
  open: (count: number, amount: string) =>
    count === 1
      ? `You have one unused voucher: ${amount}.`
      : `You have ${count} unused vouchers: ${amount}.`,
  cage: "The cage takes and pays cash.",
  guest: "Guests play with play credits. A voucher takes them to any table here.",
};
