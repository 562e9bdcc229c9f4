// Who is here, and coming in as a guest or with an account.

import { signal } from "@preact/signals";
import { post } from "./api";
import type { Me } from "./shapes";

/** undefined until the lobby has said; null for nobody. */
export const me = signal<Me | null | undefined>(undefined);

export async function comeAsGuest(): Promise<void> {
  me.value = (await post<{ me: Me }>("/guests", {})).me;
}

export async function signIn(name: string, password: string): Promise<void> {
  me.value = (await post<{ me: Me }>("/sign-in", { name, password })).me;
}

export async function comeAsDisplay(key: string): Promise<void> {
  me.value = await post<Me>("/displays", { key });
}

export async function signOut(): Promise<void> {
  await post("/sign-out", {});
  me.value = null;
}
