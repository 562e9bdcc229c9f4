// Exact odds of every wager of a game: of full decks, of any shoe, and of wagers one makes up.

import { useState } from "preact/hooks";
import { useAsked } from "../asked";
import { gameTitle, words } from "../language";
import { askOdds, useOdds, written } from "../odds/asking";
import { Builder } from "../odds/Builder";
import { ByTotal, Edges } from "../odds/Plots";
import { PriceCard, Winners } from "../odds/Prices";
import type { OwnWager, ShoeAsked } from "../odds/shapes";
import { Shoe, type Chosen } from "../odds/Shoe";
import { Frame } from "../parts/Frame";
import { Games } from "../parts/Games";
import { Failed, Waiting, Whichever } from "../parts/States";
import type { Game } from "../shapes";

const USUAL_DECKS = 8;

export function Odds({ of }: { of: string }) {
  const game = useAsked<Game>(`/games/${encodeURIComponent(of)}`);
  const w = words.value;
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
            <Priced game={found} />
          </article>
        )}
      </Whichever>
    </Frame>
  );
}

function Priced({ game }: { game: Game }) {
  const w = words.value.odds;
  const [chosen, setChosen] = useState<Chosen>({ decks: USUAL_DECKS, gone: {}, seen: "" });
  const [own, setOwn] = useState<OwnWager[]>([]);
  const asked: ShoeAsked = { decks: chosen.decks, gone: written(chosen.gone), seen: chosen.seen.trim(), wagers: own };
  const { odds, refusal, waiting, again } = useOdds(game.id, asked);
  if (!odds) return refusal ? <Failed refusal={refusal} again={again} /> : <Waiting />;
  const add = async (wager: OwnWager): Promise<void> => {
    await askOdds(game.id, { ...asked, wagers: [...own, wager] });
    setOwn([...own, wager]);
  };
  const [least, most] = game.decks;
  const decks = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  return (
    <div class="priced" aria-busy={waiting}>
      <Shoe chosen={chosen} decks={decks} odds={odds} refusal={refusal} onChange={setChosen} />
      <section class="panel winners" aria-label={w.winners}>
        <h2>{w.winners}</h2>
        <Winners odds={odds} />
        <ByTotal odds={odds} />
      </section>
      <Edges wagers={odds.wagers} />
      {odds.wagers.map((wager) => (
        <PriceCard
          key={wager.id}
          wager={wager}
          decks={odds.decks}
          onRemove={wager.own ? () => setOwn(own.filter((each) => each.id !== wager.id)) : null}
        />
      ))}
      <Builder own={own} onPrice={add} />
    </div>
  );
}
