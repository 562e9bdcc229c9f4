// The page of the dealer's console: who is let in, and coming back to where it was.

import { useEffect, useMemo, useRef } from "preact/hooks";
import { Console } from "../console/Console";
import { Guarded } from "../console/Guarded";
import { LiveTable } from "../live";
import { Frame } from "../parts/Frame";
import { LinkBar, NoTable } from "../parts/Link";
import { Waiting } from "../parts/States";
import "../styles/console.css";
import { consoleWords } from "../words/console";

export function Dealer({ of }: { of: string }) {
  const live = useMemo(() => new LiveTable(of), [of]);
  useEffect(() => () => live.end(), [live]);
  const view = live.view.value;
  const stranger = !!view && view.me.kind !== "staff";
  const was = useRef(false);
  if (view && !stranger) was.current = true;
  const out = live.link.value === "signed-out" || live.refusal.value?.reason === "not-signed-in" || stranger;
  return (
    <Frame wide game={view?.game} table={of}>
      <LinkBar live={live} />
      <Guarded out={out} was={was.current} title={consoleWords.value.title} onBack={() => live.again()}>
        {stranger ? null : live.link.value === "refused" || (!view && live.link.value === "lost") ? (
          <NoTable live={live} />
        ) : view ? (
          <Console key={view.me.id} view={view} live={live} />
        ) : (
          <Waiting first />
        )}
      </Guarded>
    </Frame>
  );
}
