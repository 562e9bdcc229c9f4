// A component that is fetched when it is wanted, and shown as soon as it is there.

import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

export function Later<Props extends object>({ of, props }: { of: () => Promise<ComponentType<Props>>; props: Props }) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    of()
      .then((found) => setPart(() => found))
      .catch(() => undefined); // the connection is said elsewhere; the next tap asks again
  }, []);
  return Part ? <Part {...(props as Props & JSX.IntrinsicAttributes)} /> : null;
}
