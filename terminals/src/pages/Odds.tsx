// Exact odds of every wager of a game, for four to ten decks.

import { useState } from "preact/hooks";
import { useAsked, useOnce } from "../asked";
import { describeWhen, gameTitle, wagerTitle, words } from "../language";
import { grouped, oneIn, percent, toNumber } from "../law/fractions";
import { Frame } from "../parts/Frame";
import { Games } from "../parts/Games";
import { Whichever } from "../parts/States";
import type { Game, Odds as OddsShape, Price, Wager } from "../shapes";

export function Odds({ of }: { of: string }) {
  const w = words.value;
  const [decks, setDecks] = useState(8);
  const game = useAsked<Game>(`/games/${encodeURIComponent(of)}`);
  const odds = useAsked<OddsShape>(`/games/${encodeURIComponent(of)}/odds?decks=${decks}`);
  const wagers = useOnce<Wager[]>(`/games/${encodeURIComponent(of)}/wagers`) ?? [];
  return (
    <Frame game={of} now="odds">
      <Whichever asked={game} first>
        {(found) => (
          <article class="sheet-page">
            <Games page="odds" now={of} />
            <h1>
              {gameTitle(found)} <small>{w.app.odds}</small>
            </h1>
            <p>{w.odds.lead}</p>
            <fieldset class="choice">
              <legend>{w.odds.decks}</legend>
              {range(found.decks).map((count) => (
                <label key={count} class={count === decks ? "chosen" : ""}>
                  <input type="radio" name="decks" checked={count === decks} onChange={() => setDecks(count)} />
                  {count}
                </label>
              ))}
            </fieldset>
            <Whichever asked={odds}>{(value) => <Prices odds={value} wagers={wagers} />}</Whichever>
          </article>
        )}
      </Whichever>
    </Frame>
  );
}

function range([least, most]: [number, number]): number[] {
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}

function Prices({ odds, wagers }: { odds: OddsShape; wagers: readonly Wager[] }) {
  const w = words.value;
  const worst = Math.max(...Object.values(odds.wagers).map((each) => each.house_edge));
  return (
    <>
      <section class="panel winners" aria-label={w.odds.winners}>
        <h2>{w.odds.winners}</h2>
        <div class="winners-bar" aria-hidden="true">
          {(["player", "tie", "banker"] as const).map((each) => (
            <i key={each} class={each} style={{ flexGrow: toNumber(odds.winners[each] ?? "0/1") }} />
          ))}
        </div>
        <dl class="winners-list">
          {(["player", "tie", "banker"] as const).map((each) => (
            <div key={each}>
              <dt class={each}>{w.side[each]}</dt>
              <dd>{percent(toNumber(odds.winners[each] ?? "0/1"), 3)}</dd>
            </div>
          ))}
        </dl>
        <p class="fine">{w.odds.deals(grouped(odds.deals))}</p>
      </section>
      {wagers.map((wager) => {
        const price = odds.wagers[wager.id];
        return price ? <PriceCard key={wager.id} wager={wager} price={price} worst={worst} /> : null;
      })}
    </>
  );
}

function PriceCard({ wager, price, worst }: { wager: Wager; price: Price; worst: number }) {
  const w = words.value;
  return (
    <section class={`panel price ${wager.id}`} aria-label={wagerTitle(wager)} data-wager={wager.id}>
      <h2>
        {wagerTitle(wager)}
        <span class="edge">
          <small>{w.odds.edge}</small>
          <b data-edge={price.house_edge}>{percent(price.house_edge)}</b>
        </span>
      </h2>
      <div class="edge-bar" aria-hidden="true">
        <i style={{ width: `${(price.house_edge / worst) * 100}%` }} />
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{w.odds.wager}</th>
            <th scope="col">{w.odds.pays}</th>
            <th scope="col">{w.odds.hit}</th>
            <th scope="col">{w.odds.oneIn}</th>
            <th scope="col">{w.odds.clause}</th>
          </tr>
        </thead>
        <tbody>
          {price.lines.map((line, at) => (
            <tr key={at}>
              <th scope="row">{describeWhen(wager.lines[at]?.when ?? {})}</th>
              <td data-pays={line.pays}>{w.odd(line.pays)}</td>
              <td data-probability={line.probability}>{percent(toNumber(line.probability))}</td>
              <td>{oneIn(line.probability)}</td>
              <td class="fine">{line.clause}</td>
            </tr>
          ))}
          {price.push !== "0/1" ? (
            <tr>
              <th scope="row">{wager.pushes_when ? describeWhen(wager.pushes_when) : ""}</th>
              <td>{w.odds.push}</td>
              <td>{percent(toNumber(price.push))}</td>
              <td>{oneIn(price.push)}</td>
              <td class="fine">{wager.pushes_by}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <details>
        <summary>{w.odds.exact}</summary>
        <p class="exact">{price.ev}</p>
        <p class="fine">
          {w.odds.deviation}: {price.standard_deviation.toFixed(4)}
        </p>
      </details>
    </section>
  );
}
