// The games that are taught, so that an edition such as `tiger@2` is shown by its game's title.

import { signal } from "@preact/signals";
import { gameTitle } from "../languages/current";
import type { GameLine } from "../wire/api";

export const games = signal<readonly GameLine[]>([]);

/** An edition as people read it: the game's title and the number of the edition. */
export function refTitle(ref: string): string {
  const [id = "", edition = ""] = ref.split("@");
  const title = games.value.find((each) => each.id === id)?.title ?? id;
  const shown = gameTitle({ id, title });
  return edition ? `${shown} (${edition})` : shown;
}
