// Components loaded on demand.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** The component once it is wanted and loaded, until then null; `onFailure` if loading fails. */
export function useLazy<Props>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
  onFailure?: () => void,
): ComponentType<Props> | null {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (!wanted || Loaded) return;
    load()
      .then((component) => setLoaded(() => component))
      .catch(() => onFailure?.());
  }, [wanted]);
  return wanted ? Loaded : null;
}
