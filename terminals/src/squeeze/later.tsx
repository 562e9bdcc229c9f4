// What squeezing needs is fetched when somebody at the table squeezes.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

type Chunk = typeof import("./chunk");

let found: Promise<Chunk> | undefined;
const fetched = (): Promise<Chunk> => {
  found ??= import("./chunk");
  found.catch(() => (found = undefined)); // asked again the next time
  return found;
};

/** A part of it as a component; null until it is there. */
export function useChunk<Props>(pick: (chunk: Chunk) => ComponentType<Props>, wanted: boolean): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (wanted && !Part)
      fetched()
        .then((chunk) => setPart(() => pick(chunk)))
        .catch(() => undefined); // the plain buttons do without
  }, [wanted]);
  return wanted ? Part : null;
}
