// The results of a plan of play, and what rebates and commissions cost the house.

import { useEffect, useState } from "preact/hooks";
import { post } from "../commands";
import { refusalOf } from "../http";
import { gameTitle, words } from "../languages/current";
import { Frame } from "../parts/Frame";
import { Games } from "../parts/Games";
import { Async } from "../parts/States";
import { at, useCached, useQuery } from "../query";
import { FIRST, type PlanDraft, requestFrom } from "../sessions/draft";
import { PlanForm } from "../sessions/PlanForm";
import { Result } from "../sessions/Result";
import type { Refusal } from "../shapes";
import type { SessionView } from "../wire/api";

export function Sessions({ of }: { of: string }) {
  const w = words.value;
  const game = useQuery(at("/games/{game}", { game: of }));
  const wagers = useCached(at("/games/{game}/wagers", { game: of })) ?? [];
  const [draft, setDraft] = useState<PlanDraft>(FIRST);
  const [session, setSession] = useState<SessionView | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = (): void => {
    setBusy(true);
    post("/games/{game}/session", { game: of }, requestFrom(draft))
      .then((found) => {
        setSession(found);
        setRefusal(null);
      })
      .catch((error: unknown) => setRefusal(refusalOf(error)))
      .finally(() => setBusy(false));
  };
  useEffect(ask, [of]);
  return (
    <Frame game={of} now="odds">
      <Async query={game} first>
        {(found) => (
          <article class="sheet-page sessions-page">
            <Games page="sessions" now={of} />
            <h1>
              {gameTitle(found)} <small>{w.app.sessions}</small>
            </h1>
            <p>
              {w.sessions.lead} <a href={`/odds/${of}`}>{w.sessions.odds}</a>
            </p>
            <div class="priced" aria-busy={busy}>
              <PlanForm
                draft={draft}
                decks={between(found.decks)}
                wagers={wagers}
                busy={busy}
                refusal={refusal}
                onChange={setDraft}
                onAsk={ask}
              />
              {session ? <Result session={session} /> : null}
            </div>
          </article>
        )}
      </Async>
    </Frame>
  );
}

function between([least = 0, most = 0]: readonly number[]): number[] {
  return Array.from({ length: most - least + 1 }, (_, n) => least + n);
}
