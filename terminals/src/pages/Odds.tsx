// Exact odds of every wager of a game: of full decks, of any shoe, and of wagers one makes up.

import { useState } from "preact/hooks";
import { useAsked } from "../asked";
import { gameTitle, words } from "../language";
import { askOdds, useOdds, written } from "../odds/asking";
import { Builder } from "../odds/Builder";
import { ByTotal, Edges } from "../odds/Plots";
import { PriceCard, Winners } from "../odds/Prices";
import type { OwnWager, ShoeAsked, ShoeOdds } from "../odds/shapes";
import { Shoe, type Chosen } from "../odds/Shoe";
import { Frame } from "../parts/Frame";
import { Games } from "../parts/Games";
import { useMost } from "../parts/later";
import { Failed, Waiting, Whichever } from "../parts/States";
import type { Game } from "../shapes";

const USUAL_DECKS = 8;
const AT_FIRST = 1; // wagers: below what a phone shows first

export function Odds({ of }: { of: string }) {
  const w = words.value;
  const game = useAsked<Game>(`/games/${encodeURIComponent(of)}`);
  const [chosen, setChosen] = useState<Chosen>({ decks: USUAL_DECKS, gone: {}, seen: "" });
  const [own, setOwn] = useState<OwnWager[]>([]);
  const asked: ShoeAsked = { decks: chosen.decks, gone: written(chosen.gone), seen: chosen.seen.trim(), wagers: own };
  const answered = useOdds(of, asked); // beside the game, not after it
  const add = async (wager: OwnWager): Promise<void> => {
    await askOdds(of, { ...asked, wagers: [...own, wager] });
    setOwn([...own, wager]);
  };
  return (
    <Frame game={of} now="odds">
      <Whichever asked={game} first>
        {(found) => (
          <article class="sheet-page odds-page">
            <Games page="odds" now={of} />
            <h1>
              {gameTitle(found)} <small>{w.app.odds}</small>
            </h1>
            <p>{w.odds.lead}</p>
            {answered.odds ? (
              <div class="priced" aria-busy={answered.waiting}>
                <Shoe chosen={chosen} decks={between(found.decks)} odds={answered.odds} refusal={answered.refusal} onChange={setChosen} />
                <Priced odds={answered.odds} onRemove={(id) => setOwn(own.filter((each) => each.id !== id))} />
                <Builder own={own} onPrice={add} />
              </div>
            ) : answered.refusal ? (
              <Failed refusal={answered.refusal} again={answered.again} />
            ) : (
              <Waiting />
            )}
          </article>
        )}
      </Whichever>
    </Frame>
  );
}

function between([least, most]: [number, number]): number[] {
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}

function Priced({ odds, onRemove }: { odds: ShoeOdds; onRemove: (id: string) => void }) {
  const w = words.value.odds;
  const most = useMost(AT_FIRST);
  return (
    <>
      <section class="panel winners" aria-label={w.winners}>
        <h2>{w.winners}</h2>
        <Winners odds={odds} />
        <ByTotal odds={odds} />
      </section>
      <Edges wagers={odds.wagers} />
      {odds.wagers.slice(0, most).map((wager) => (
        <PriceCard key={wager.id} wager={wager} decks={odds.decks} onRemove={wager.own ? () => onRemove(wager.id) : null} />
      ))}
    </>
  );
}
