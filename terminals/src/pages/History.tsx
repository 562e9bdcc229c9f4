// Every round of a table as it was recorded, card by card, with clauses and proof.

import { useEffect, useState } from "preact/hooks";
import { get, refusalOf } from "../api";
import { useOnce } from "../asked";
import { CardRow } from "../cards/Card";
import { gameTitle, words } from "../language";
import { Frame } from "../parts/Frame";
import { WinnerMark } from "../parts/Panels";
import { Played } from "../parts/Played";
import { Empty, Failed, Waiting } from "../parts/States";
import { comeAsGuest } from "../session";
import type { Game, Refusal, RoundLine, View } from "../shapes";

const PAGE = 20;
const FILTERS = ["all", "player", "banker", "tie", "void"] as const;
type Filter = (typeof FILTERS)[number];

export function matches(round: RoundLine, filter: Filter): boolean {
  if (filter === "all") return true;
  return filter === "void" ? round.void : !round.void && round.winner === filter;
}

export function csv(rounds: readonly RoundLine[]): string {
  const rows = rounds.map((each) =>
    [each.number, new Date(each.at_ms).toISOString(), each.void ? "void" : each.winner, each.player ?? "", each.banker ?? "", each.player_cards.join(" "), each.banker_cards.join(" "), each.corrected ? "corrected" : ""].join(","),
  );
  return ["round,time,outcome,player,banker,player_cards,banker_cards,note", ...rows].join("\n") + "\n";
}

export function History({ of }: { of: string }) {
  const w = words.value;
  const [rounds, setRounds] = useState<RoundLine[] | null>(null);
  const [game, setGame] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [more, setMore] = useState(true);
  const [filter, setFilter] = useState<Filter>("all");
  const [chosen, setChosen] = useState<number | null>(null);
  const [tries, setTries] = useState(0);
  const law = useOnce<Game>(game ? `/games/${game}` : null);
  const path = `/tables/${encodeURIComponent(of)}`;
  const load = async (before?: number): Promise<void> => {
    try {
      const page = await get<RoundLine[]>(`${path}/rounds?limit=${PAGE}${before ? `&before=${before}` : ""}`);
      setRounds((had) => (before ? [...(had ?? []), ...page] : page));
      setMore(page.length === PAGE);
      setRefusal(null);
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  useEffect(() => {
    void load();
    get<View>(path)
      .then((view) => setGame(view.game))
      .catch(() => undefined);
  }, [of, tries]);
  const again = (): void => setTries((count) => count + 1);
  const enter = (): void => {
    comeAsGuest()
      .then(again)
      .catch((error: unknown) => setRefusal(refusalOf(error)));
  };
  const shown = (rounds ?? []).filter((each) => matches(each, filter));
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
        ) : rounds.length === 0 ? (
          <Empty title={w.history.empty} />
        ) : (
          <>
            <div class="filters">
              <fieldset class="choice">
                <legend>{w.history.filter}</legend>
                {FILTERS.map((each) => (
                  <label key={each} class={each === filter ? "chosen" : ""}>
                    <input type="radio" name="filter" checked={each === filter} onChange={() => setFilter(each)} />
                    {each === "all" ? w.history.all : each === "void" ? w.history.void : w.side[each]}
                  </label>
                ))}
              </fieldset>
              <button type="button" class="button small" onClick={() => download(of, csv(shown))}>
                {w.history.export}
              </button>
            </div>
            {shown.length ? null : <Empty title={w.state.nothing} />}
            <ol class="history">
              {shown.map((round) => (
                <li key={round.number} data-round={round.number}>
                  <button type="button" aria-expanded={chosen === round.number} onClick={() => setChosen(chosen === round.number ? null : round.number)}>
                    <WinnerMark winner={round.winner} isVoid={round.void} />
                    <span class="history-number">
                      #{round.number}
                      <small class="fine">{new Date(round.at_ms).toLocaleTimeString([], { hour12: false })}</small>
                    </span>
                    <span class="history-outcome">
                      {round.void ? w.history.void : round.winner === "tie" ? w.table.tie : w.table.wins(w.side[round.winner || "tie"])}
                      {round.corrected ? <small class="corrected">{w.history.corrected}</small> : null}
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
                  </button>
                  {chosen === round.number ? <Played table={of} number={round.number} game={game} /> : null}
                </li>
              ))}
            </ol>
            {more ? (
              <button type="button" class="button" onClick={() => void load(rounds.at(-1)?.number)}>
                {w.history.more}
              </button>
            ) : null}
          </>
        )}
      </article>
    </Frame>
  );
}

function download(table: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = `${table}-rounds.csv`;
  link.target = "_blank"; // not one of our own pages to follow
  link.click();
  URL.revokeObjectURL(link.href);
}
