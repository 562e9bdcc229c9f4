// Which sound belongs to what happens at a table.

import { useEffect, useRef } from "preact/hooks";
import type { View } from "../shapes";
import type { Shown } from "../tableState";
import { play, type SoundName } from "./settings";

/** By event, in order of importance: of several at once only the first is heard. */
const EVENTS: readonly (readonly [type: string, sound: SoundName])[] = [
  ["shoe-loaded", "shuffle"],
  ["card-drawn", "card"],
  ["cards-exposed", "card"],
  ["betting-opened", "call"],
  ["betting-closed", "call"],
];

export function useSounds(view: View, shown: Shown, stakedCents: number): void {
  const first = useRef(true);
  const isNew = !first.current;
  useEffect(() => {
    const types = view.events.map((each) => each.type);
    const sound = EVENTS.find(([type]) => types.includes(type))?.[1];
    if (isNew && sound) play(sound);
  }, [view.seq]);
  useEffect(() => {
    if (isNew && stakedCents > 0 && view.round?.betting_open) play("chips");
  }, [stakedCents]);
  useEffect(() => {
    const won = shown.lines.reduce((sum, line) => sum + line.profit_cents, 0) > 0;
    if (isNew && shown.over && won) play("win");
  }, [shown.over]);
  useEffect(() => {
    first.current = false;
  }, []);
}
