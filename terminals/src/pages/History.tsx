// Every round of a table as it was recorded, card by card, with clauses and proof.

import { useEffect, useState } from "preact/hooks";
import { CardRow } from "../cards/Card";
import { Filters } from "../history/Filters";
import { ALL, rounds as ask, type Wanted } from "../history/roundQuery";
import { refusalOf } from "../http";
import { gameTitle, words } from "../languages/current";
import { showCents } from "../money";
import { Frame } from "../parts/Frame";
import { WinnerMark } from "../parts/Panels";
import { Played } from "../parts/Played";
import { Empty, Failed, Waiting } from "../parts/States";
import { at, get, useCached } from "../query";
import { creditsTitle, me, signInAsGuest } from "../session";
import type { Refusal, RoundLine } from "../shapes";
import { showMoment } from "../times";

export function History({ of }: { of: string }) {
  const w = words.value;
  const [rounds, setRounds] = useState<RoundLine[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [game, setGame] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [wanted, setWanted] = useState<Wanted>(ALL);
  const [tries, setTries] = useState(0);
  const law = useCached(game ? at("/games/{game}", { game }) : null);
  const load = (before: number | null, stale: () => boolean): void => {
    ask(of, wanted, before)
      .then((found) => {
        if (stale()) return;
        setRounds((had) => (before === null ? found.rounds : [...(had ?? []), ...found.rounds]));
        setNext(found.next);
        setRefusal(null);
      })
      .catch((error: unknown) => !stale() && setRefusal(refusalOf(error)));
  };
  useEffect(() => {
    let gone = false;
    load(null, () => gone);
    return () => {
      gone = true;
    };
  }, [of, tries, wanted]);
  useEffect(() => {
    get(at("/tables/{table}", { table: of }))
      .then(({ table, mine }) => {
        setGame(table?.game);
        if (mine) me.value = mine.me;
      })
      .catch(() => undefined); // the query for rounds shows its own refusal
  }, [of, tries]);
  const again = (): void => setTries((count) => count + 1);
  const enter = (): void => {
    signInAsGuest()
      .then(again)
      .catch((error: unknown) => setRefusal(refusalOf(error)));
  };
  return (
    <Frame table={of} game={game} now="history">
      <article class="sheet-page">
        <h1>
          {gameTitle({ id: game ?? "", title: law?.title ?? of })} <small>{w.app.history}</small>
        </h1>
        <p>{w.history.lead}</p>
        {refusal?.reason === "not-signed-in" ? (
          <Empty title={w.history.needSignIn}>
            <button type="button" class="button strong" onClick={enter}>
              {w.lobby.sit}
            </button>
          </Empty>
        ) : refusal ? (
          <Failed refusal={refusal} again={again} />
        ) : rounds === null ? (
          <Waiting />
        ) : rounds.length === 0 && wanted === ALL ? (
          <Empty title={w.history.empty} />
        ) : (
          <>
            <Filters table={of} game={game} wanted={wanted} onChange={setWanted} />
            {rounds.length ? (
              <Rounds table={of} game={game} rounds={rounds} />
            ) : (
              <Empty title={w.history.noneSuch} />
            )}
            {next === null ? null : (
              <button type="button" class="button" onClick={() => load(next, () => false)}>
                {w.history.more}
              </button>
            )}
          </>
        )}
      </article>
    </Frame>
  );
}

function Rounds({
  table,
  game,
  rounds,
}: {
  table: string;
  game: string | undefined;
  rounds: readonly RoundLine[];
}) {
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <ol class="history">
      {rounds.map((round) => {
        const open = chosen === round.number;
        return (
          <li key={round.number} data-round={round.number}>
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setChosen(open ? null : round.number)}
            >
              <RoundHead round={round} />
            </button>
            {open ? <Played table={table} number={round.number} game={game} /> : null}
          </li>
        );
      })}
    </ol>
  );
}

function RoundHead({ round }: { round: RoundLine }) {
  const w = words.value;
  return (
    <>
      <WinnerMark winner={round.winner} isVoid={round.void} />
      <span class="history-number">
        #{round.number}
        <small class="fine">{showMoment(round.at_ms)}</small>
      </span>
      <span class="history-outcome">
        {round.void
          ? w.history.void
          : round.winner === "tie"
            ? w.table.tie
            : w.table.wins(w.side[round.winner ?? "tie"])}
        {round.corrected ? <small class="corrected">{w.history.corrected}</small> : null}
        {round.credits ? (
          <small class="fine history-credits">
            {creditsTitle()} {showCents(round.credits.before_cents)} →{" "}
            {showCents(round.credits.after_cents)}
          </small>
        ) : null}
      </span>
      {round.void ? null : (
        <>
          <span class="history-hand player">
            <CardRow codes={round.player_cards} /> <b>{round.player}</b>
          </span>
          <span class="history-hand banker">
            <b>{round.banker}</b> <CardRow codes={round.banker_cards} />
          </span>
        </>
      )}
    </>
  );
}
