// The words of the account page, in English.

export const accountWords = {
  title: "Your account",
  signIn: "Sign in to open it.",
  password: "Change your password",
  current: "Current password",
  fresh: "New password",
  again: "New password again",
  differ: "The new passwords do not match.",
  change: "Change password",
  changed: "Password changed. You are signed out everywhere else.",
  factor: "Second factor",
  factorWhy: "An authenticator on your phone shows a code that you type when you sign in.",
  begin: "Set up",
  scan: "Scan this with your authenticator, or type the secret into it, then type the code it shows.",
  secret: "Secret",
  code: "Code",
  confirm: "Confirm",
  inForce: "Done. From now on you need a code to sign in.",
  waits: "Waiting for you",
};

export type AccountWords = typeof accountWords;
