// The session of this browser: who is signed in, signing in and signing out.

import { signal } from "@preact/signals";
import { post } from "./commands";
import type { Me } from "./shapes";

/** undefined until the lobby has answered; null when no one is signed in. */
export const me = signal<Me | null | undefined>(undefined);

export async function signInAsGuest(): Promise<void> {
  me.value = (await post("/guests", {}, {})).me;
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
