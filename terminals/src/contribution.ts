// A contribution to the order of a sealed shoe: generated and stored in the browser, revealed once
// contributions are closed, and checked here once the seal is opened. See docs/shuffle.md.

import { sha256 as hash } from "@noble/hashes/sha2.js";
import { useEffect } from "preact/hooks";
import { readStored, store } from "./storage";
import type { RevealContribution } from "./wire/api";

const REMEMBERED = "punto.contributions";
const SHOES_MAX = 50;
const PENDING = "?"; // prefix of a value whose digest may not have been accepted

const made: Record<string, string> = {}; // since the page was opened

/** 256 random bits as 64 hexadecimal digits. */
export function randomValue(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** The value made in this browser for the shoe under this seal, if there is one. */
export function recall(commitment: string): string | undefined {
  return remembered()[commitment]?.replace(PENDING, "");
}

/** That value, if the table has accepted its digest. */
export function recallTaken(commitment: string): string | undefined {
  const value = remembered()[commitment];
  return value?.startsWith(PENDING) ? undefined : value;
}

/** Note that the table has accepted the digest of the value made here. */
export function confirm(commitment: string): void {
  const value = recall(commitment);
  if (value !== undefined) remember(commitment, value);
}

/** The command that commits to a new value for the shoe under this seal; the value stays here. */
export function commit(commitment: string): { type: "contribute"; digest: string } {
  const value = randomValue();
  remember(commitment, PENDING + value); // first, so that no reload can lose it
  return { type: "contribute", digest: sha256(value) };
}

/** Reveals the value committed to from this browser as soon as the table waits for it. */
export function useReveal(
  awaited: boolean,
  commitment: string,
  give: (command: RevealContribution) => void,
): void {
  const value = awaited ? recall(commitment) : undefined;
  useEffect(() => {
    if (value !== undefined) give({ type: "reveal-contribution", value });
  }, [value]);
}

function remember(commitment: string, value: string): void {
  made[commitment] = value;
  const shoes = Object.entries({ ...remembered(), [commitment]: value }).slice(-SHOES_MAX);
  store(REMEMBERED, JSON.stringify(Object.fromEntries(shoes)));
}

/** The order in which a shoe must be dealt, from the sealed order and all contributions. */
export function dealtOrder(
  order: readonly string[],
  commitment: string,
  shoe: string,
  values: readonly string[],
): string[] {
  let seed = sha256(`punto order 2:${commitment}:${shoe}`);
  for (const value of values) seed = sha256(`${seed}:${value}`);
  const cards = [...order];
  let block = "";
  let blocks = 0;
  for (let last = cards.length - 1; last > 0; last--) {
    const mask = 2 ** (32 - Math.clz32(last)) - 1;
    let place: number;
    do {
      if (!block) block = sha256(`${seed}:${blocks++}`);
      place = parseInt(block.slice(0, 4), 16) & mask;
      block = block.slice(4);
    } while (place > last);
    [cards[last], cards[place]] = [cards[place] as string, cards[last] as string];
  }
  return cards;
}

/** SHA-256 in hexadecimal; the browser's own is not available to pages without TLS. */
export function sha256(text: string): string {
  return hex(hash(new TextEncoder().encode(text)));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function remembered(): Record<string, string> {
  try {
    return {
      ...(JSON.parse(readStored(REMEMBERED) || "{}") as Record<string, string>),
      ...made,
    };
  } catch {
    return made;
  }
}
