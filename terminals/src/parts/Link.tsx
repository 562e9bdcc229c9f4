// The state of the connection: lost and reconnecting, restored, signed out, refused.

import { useEffect, useRef, useState } from "preact/hooks";
import { refusalOf } from "../http";
import { gameTitle, refusalText, words } from "../languages/current";
import type { LiveTable } from "../live";
import { at, get } from "../query";
import { signInAsGuest } from "../session";
import type { Refusal } from "../shapes";
import { Sheet } from "./Sheet";
import { SignInForm } from "./SignIn";

const BACK_MS = 3_000;

export function LinkBar({ live }: { live: LiveTable }) {
  const { seat, state } = words.value;
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
          <strong>{state.lost}</strong> {seat.stakesSafe}
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

/** For someone who comes by a link and is not signed in: what this is, and how to join. */
function Welcome({ table, onJoined }: { table: string; onJoined: () => void }) {
  const { app, lobby, seat } = words.value;
  const [guests, setGuests] = useState<boolean | null>(null);
  const [game, setGame] = useState({ id: "", title: table });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [signing, setSigning] = useState(false);
  useEffect(() => {
    get(at("/lobby"))
      .then((found) => {
        const open = found.tables.find((each) => each.table === table);
        setGuests(found.guests);
        if (open?.open) setGame({ id: open.game, title: open.title });
      })
      .catch((error: unknown) => setRefusal(refusalOf(error)));
  }, []);
  const join = (): void => {
    signInAsGuest()
      .then(onJoined)
      .catch((error: unknown) => setRefusal(refusalOf(error)));
  };
  return (
    <div class="state welcome">
      <span class="state-mark" aria-hidden="true">
        ♤
      </span>
      <h1>{seat.welcome(gameTitle(game))}</h1>
      {guests === null ? null : <p>{guests ? seat.welcomeWhy : seat.welcomeMembers}</p>}
      {refusal ? <p role="alert">{refusalText(refusal)}</p> : null}
      <div class="choices">
        {guests ? (
          <button type="button" class="button strong" onClick={join}>
            {seat.join}
          </button>
        ) : null}
        <button type="button" class="button" onClick={() => setSigning(true)}>
          {lobby.signIn}
        </button>
        <a class="button" href="/">
          {app.toLobby}
        </a>
      </div>
      {signing ? (
        <Sheet title={lobby.signInTitle} onClose={() => setSigning(false)}>
          <SignInForm onDone={onJoined} />
        </Sheet>
      ) : null}
    </div>
  );
}

/** Shown when there is no table to show. */
export function NoTable({ live, table }: { live: LiveTable; table?: string }) {
  const { state, app } = words.value;
  const link = live.link.value;
  const refusal = live.refusal.value;
  const signedOut = link === "signed-out" || refusal?.reason === "not-signed-in";
  // A visitor who never saw the table was not signed out of it.
  if (table && signedOut && !live.view.value)
    return <Welcome table={table} onJoined={() => live.again()} />;
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
