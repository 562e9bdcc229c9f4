// The state of the connection: lost and reconnecting, restored, signed out, refused.

import { useEffect, useRef, useState } from "preact/hooks";
import { refusalText, words } from "../languages/current";
import type { LiveTable } from "../live";

const BACK_MS = 3_000;

export function LinkBar({ live }: { live: LiveTable }) {
  const { state } = words.value;
  const link = live.link.value;
  const lost = useRef(false);
  const [back, setBack] = useState(false);
  useEffect(() => {
    if (link === "lost") lost.current = true;
    if (link !== "live" || !lost.current) return;
    lost.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [link]);
  return (
    <div class="link-bar" role="status" aria-live="polite" data-link={link}>
      {link === "lost" && live.view.value ? (
        <p class="lost">
          <span class="spinner small" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <strong>{state.lost}</strong> {state.lostWhy}
          <button type="button" class="button small" onClick={() => live.again()}>
            {state.again}
          </button>
        </p>
      ) : back ? (
        <p class="back">{state.back}</p>
      ) : null}
    </div>
  );
}

/** Shown when there is no table to show. */
export function NoTable({ live }: { live: LiveTable }) {
  const { state, app } = words.value;
  const link = live.link.value;
  const refusal = live.refusal.value;
  const signedOut = link === "signed-out" || refusal?.reason === "not-signed-in";
  if (link === "lost")
    return (
      <div class="state failed" role="alert">
        <span class="state-mark" aria-hidden="true">
          !
        </span>
        <h1>{state.away}</h1>
        <p>{state.awayWhy}</p>
        <button type="button" class="button" onClick={() => live.again()}>
          {state.again}
        </button>
      </div>
    );
  return (
    <div class="state failed" role="alert">
      <span class="state-mark" aria-hidden="true">
        !
      </span>
      <h1>{signedOut ? state.signedOut : refusal ? refusalText(refusal) : state.refused}</h1>
      {signedOut ? <p>{state.signedOutWhy}</p> : null}
      <a class="button strong" href="/">
        {app.toLobby}
      </a>
    </div>
  );
}
