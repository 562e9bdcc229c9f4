// The words of the account page, in English.

export const accountWords = {
  title: "Your account",
  signIn: "Sign in first, then come back here.",
  password: "Change your password",
  current: "Current password",
  fresh: "New password",
  again: "New password again",
  differ: "The two new passwords differ.",
  change: "Change password",
  changed: "You have a new password, and are signed out everywhere else.",
  factor: "Second factor",
  factorWhy: "An authenticator on your phone shows a code that you type when you sign in.",
  begin: "Set it up",
  scan: "Scan this with your authenticator, or type the secret into it, then type the code it shows.",
  secret: "Secret",
  code: "Code",
  confirm: "Confirm",
  inForce: "From here on you sign in with a code.",
  waits: "Waits for you",
};

export type AccountWords = typeof accountWords;
