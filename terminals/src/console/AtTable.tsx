// A table live, for staff alone: who is let in, and coming back to where it was.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { LiveTable } from "../live";
import { LinkBar, NoTable } from "../parts/Link";
import { Waiting } from "../parts/States";
import type { View } from "../shapes";
import { Guarded } from "./Guarded";

/** A table followed for as long as the page is open. */
export function useLive(of: string): LiveTable {
  const live = useMemo(() => new LiveTable(of), [of]);
  useEffect(() => () => live.end(), [live]);
  return live;
}

export function AtTable({
  live,
  title,
  children,
}: {
  live: LiveTable;
  title: string;
  children: (view: View) => ComponentChildren;
}) {
  const view = live.view.value;
  const stranger = !!view && view.mine.me.kind !== "staff";
  const was = useRef(false);
  if (view && !stranger) was.current = true;
  const out =
    live.link.value === "signed-out" || live.refusal.value?.reason === "not-signed-in" || stranger;
  return (
    <>
      <LinkBar live={live} />
      <Guarded out={out} was={was.current} title={title} onBack={() => live.again()}>
        {stranger ? null : live.link.value === "refused" ||
          (!view && live.link.value === "lost") ? (
          <NoTable live={live} />
        ) : view ? (
          children(view)
        ) : (
          <Waiting first />
        )}
      </Guarded>
    </>
  );
}
