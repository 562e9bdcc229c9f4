// Components that not everybody needs are fetched when they are wanted.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A component while it is wanted; null until it is there. `away` hears that it could not be had. */
export function useFetched<Props>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
  away?: () => void,
): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (!wanted || Part) return;
    load()
      .then((found) => setPart(() => found))
      .catch(() => away?.());
  }, [wanted]);
  return wanted ? Part : null;
}
