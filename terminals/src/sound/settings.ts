// Whether this browser makes sounds, how loud, and the caption of the last one.

import { signal } from "@preact/signals";
import { readStored, store } from "../storage";

export type SoundName = "chips" | "card" | "shuffle" | "call" | "win";

const VOLUME = "punto.sound.volume";
const CAPTION_MS = 1_600;

function remembered(): number {
  const stored = Number(readStored(VOLUME));
  return stored > 0 && stored <= 1 ? stored : 0.5;
}

/** Off until it is switched on, on every visit: browsers play nothing before a click anyway. */
export const isOn = signal(false);
export const volume = signal(remembered());
/** What was just heard, for people who do not hear it. */
export const caption = signal<SoundName | null>(null);

export function setVolume(value: number): void {
  volume.value = value;
  store(VOLUME, String(value));
}

let timer = 0;

/** Play a sound if sounds are on; what makes them is loaded with the first. */
export function play(name: SoundName): void {
  if (!isOn.value) return;
  caption.value = name;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    caption.value = null;
  }, CAPTION_MS);
  void import("./synthesis")
    .then(({ synthesise }) => synthesise(name, volume.value))
    .catch(() => undefined); // a sound is never worth an error
}
