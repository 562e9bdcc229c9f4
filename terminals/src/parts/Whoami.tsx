// Who is signed in, and signing out: at the end of every page's header, or in its menu.

import { useEffect, useState } from "preact/hooks";
import { refusalOf } from "../http";
import { personName, refusalText, words } from "../languages/current";
import { go } from "../router";
import { learnWhoIsSignedIn, me, signOut } from "../session";
import type { Refusal } from "../shapes";

export function Whoami({ inMenu = false }: { inMenu?: boolean }) {
  const { lobby: w } = words.value;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(learnWhoIsSignedIn, []);
  const who = me.value;
  if (!who || who.kind === "device") return null;
  const leave = (): void =>
    void signOut()
      .then(() => go("/"))
      .catch((error: unknown) => setRefusal(refusalOf(error)));
  return (
    <span class="whoami" data-me={who.kind}>
      <a href="/account" class="who">
        {personName(who.id)}
      </a>
      <button
        type="button"
        class="button small"
        data-action={inMenu ? "sign-out-in-menu" : "sign-out"}
        onClick={leave}
      >
        {w.signOut}
      </button>
      {refusal ? (
        <span role="alert" class="loss">
          {refusalText(refusal)}
        </span>
      ) : null}
    </span>
  );
}
