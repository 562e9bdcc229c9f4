// Who is here, and coming in as a guest or with an account.

import { signal } from "@preact/signals";
import { get, post, Refused } from "./api";
import type { Me } from "./shapes";

/** undefined until asked; null for nobody. */
export const me = signal<Me | null | undefined>(undefined);

export async function findMe(): Promise<Me | null> {
  try {
    me.value = await get<Me>("/me");
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    me.value = null;
  }
  return me.value;
}

export async function comeAsGuest(): Promise<void> {
  await post("/guests", {});
  await findMe();
}

export async function signIn(name: string, password: string): Promise<void> {
  await post("/sign-in", { name, password });
  await findMe();
}

export async function comeAsDisplay(key: string): Promise<void> {
  me.value = await post<Me>("/displays", { key });
}

export async function signOut(): Promise<void> {
  await post("/sign-out", {});
  me.value = null;
}
