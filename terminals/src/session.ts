// The session of this browser: who is signed in, signing in and signing out.

import { signal } from "@preact/signals";
import { post } from "./commands";
import { words } from "./languages/current";
import { at, get } from "./query";
import type { Me } from "./shapes";

/** undefined until the lobby has answered; null when no one is signed in. */
export const me = signal<Me | null | undefined>(undefined);

let isLearning = false;

/** Find out who is signed in: one request, however many parts of a page want to know. */
export function learnWhoIsSignedIn(): void {
  if (isLearning || me.value !== undefined) return;
  isLearning = true;
  // The lobby says so when no one is signed in; GET /me would be refused then.
  get(at("/lobby"))
    .then((lobby) => {
      me.value ??= lobby.me;
    })
    .catch(() => undefined) // the page itself says that the server is away
    .finally(() => {
      isLearning = false;
    });
}

export async function signInAsGuest(): Promise<void> {
  me.value = (await post("/guests", {}, {})).me;
}

/** What the reader's credits are called: a guest's are for play. */
export function creditsTitle(): string {
  const { history, seat } = words.value;
  return me.value?.kind === "guest" ? seat.playCreditsTitle : history.credits;
}

export async function signIn(name: string, password: string, code = ""): Promise<void> {
  me.value = (await post("/sign-in", {}, { name, password, code })).me;
}

export async function signInAsDisplay(key: string): Promise<void> {
  me.value = await post("/displays", {}, { key });
}

export async function signOut(): Promise<void> {
  await post("/sign-out", {}, {});
  me.value = null;
}
