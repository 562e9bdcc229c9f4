// Exact odds of every wager of a game, for full decks or any shoe, and of custom wagers.

import { useState } from "preact/hooks";
import { gameTitle, words } from "../languages/current";
import { Builder } from "../odds/Builder";
import { entries, fetchOdds, useOdds, written } from "../odds/oddsQuery";
import { ByTotal, Edges } from "../odds/Plots";
import { PriceCard, Winners } from "../odds/Prices";
import { type Chosen, Shoe } from "../odds/Shoe";
import type { OddsRequest, OwnWager, ShoeOdds } from "../odds/shapes";
import { Frame } from "../parts/Frame";
import { Games } from "../parts/Games";
import { useMost } from "../parts/later";
import { Async, Failed, Waiting } from "../parts/States";
import { at, useQuery } from "../query";

const USUAL_DECKS = 8;
const AT_FIRST = 1; // wagers rendered first; the rest are below a phone's first screen

export function Odds({ of }: { of: string }) {
  const w = words.value;
  const game = useQuery(at("/games/{game}", { game: of }));
  const [chosen, setChosen] = useState<Chosen>({
    decks: USUAL_DECKS,
    gone: {},
    seen: "",
    known: "",
  });
  const [own, setOwn] = useState<OwnWager[]>([]);
  const request: OddsRequest = {
    decks: chosen.decks,
    gone: written(chosen.gone),
    seen: chosen.seen.trim(),
    known: entries(chosen.known),
    wagers: own,
  };
  const answered = useOdds(of, request); // in parallel with the game
  const add = async (wager: OwnWager): Promise<void> => {
    await fetchOdds(of, { ...request, wagers: [...own, wager] });
    setOwn([...own, wager]);
  };
  return (
    <Frame game={of} now="odds">
      <Async query={game} first>
        {(found) => (
          <article class="sheet-page odds-page">
            <Games page="odds" now={of} />
            <h1>
              {gameTitle(found)} <small>{w.app.odds}</small>
            </h1>
            <p>
              {w.odds.lead} <a href={`/sessions/${of}`}>{w.odds.sessions}</a>
            </p>
            {answered.odds ? (
              <div class="priced" aria-busy={answered.waiting}>
                <Shoe
                  chosen={chosen}
                  decks={between(found.decks)}
                  odds={answered.odds}
                  refusal={answered.refusal}
                  onChange={setChosen}
                />
                <Priced
                  odds={answered.odds}
                  onRemove={(id) => setOwn(own.filter((each) => each.id !== id))}
                />
                <Builder own={own} onPrice={add} />
              </div>
            ) : answered.refusal ? (
              <Failed refusal={answered.refusal} again={answered.again} />
            ) : (
              <Waiting />
            )}
          </article>
        )}
      </Async>
    </Frame>
  );
}

function between([least = 0, most = 0]: readonly number[]): number[] {
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}

function Priced({ odds, onRemove }: { odds: ShoeOdds; onRemove: (id: string) => void }) {
  const w = words.value.odds;
  const most = useMost(AT_FIRST);
  return (
    <>
      <section class="panel winners" aria-label={w.winners}>
        <h2>{w.winners}</h2>
        {odds.known.length ? (
          <p class="fine" data-known={odds.known.join(" ")}>
            {w.given(odds.known.join(", "))}
          </p>
        ) : null}
        <Winners odds={odds} />
        <ByTotal odds={odds} />
      </section>
      <Edges wagers={odds.wagers} />
      {odds.wagers.slice(0, most).map((wager) => (
        <PriceCard
          key={wager.id}
          wager={wager}
          decks={odds.decks}
          onRemove={wager.own ? () => onRemove(wager.id) : null}
        />
      ))}
    </>
  );
}
