// The prices of every wager for a shoe, as the server computed and formatted them.

import { describeWhen, labelled, wagerTitle, words } from "../languages/current";
import { ByDecks } from "./Plots";
import type { Chance, PricedWager, ShoeOdds } from "./shapes";

const SIDES = ["player", "tie", "banker"] as const;

export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

export function Winners({ odds }: { odds: ShoeOdds }) {
  const w = words.value;
  return (
    <>
      <div class="winners-bar" aria-hidden="true">
        {SIDES.map((each) => (
          <i key={each} class={each} style={{ flexGrow: Number(odds.winners[each].decimal) }} />
        ))}
      </div>
      <dl class="winners-list">
        {SIDES.map((each) => (
          <div key={each}>
            <dt class={each}>{w.side[each]}</dt>
            <dd data-share={odds.winners[each].fraction}>
              {w.odds.percent(odds.winners[each].percent)}
            </dd>
          </div>
        ))}
        {odds.void.fraction === "0/1" ? null : (
          <div>
            <dt>{w.odds.void}</dt>
            <dd>{w.odds.percent(odds.void.percent)}</dd>
          </div>
        )}
      </dl>
      <p class="fine">
        {w.odds.deals(grouped(odds.deals))}
        {odds.cards_per_round
          ? ` · ${labelled(w.odds.cardsPerRound, odds.cards_per_round.decimal.slice(0, 6))}`
          : ""}
      </p>
    </>
  );
}

export function PriceCard({
  wager,
  decks,
  onRemove,
}: {
  wager: PricedWager;
  decks: number;
  onRemove: (() => void) | null;
}) {
  const w = words.value;
  const title = wagerTitle(wager);
  return (
    <section
      class={`panel price ${wager.own ? "own-wager" : wager.id}`}
      aria-label={title}
      data-wager={wager.id}
    >
      <h2>
        {title}
        {wager.own ? <span class="kind">{w.odds.own.mine}</span> : null}
        <span class="edge">
          <small>{w.odds.edge}</small>
          <b data-edge={wager.edge.fraction}>
            {w.odds.percent(wager.edge.percent.replace("-", "−"))}
          </b>
        </span>
        {onRemove ? (
          <button
            type="button"
            class="icon"
            aria-label={w.odds.own.remove(title)}
            onClick={onRemove}
          >
            ✕
          </button>
        ) : null}
      </h2>
      <div class="price-columns">
        <div>
          <Shares wager={wager} />
          <Lines wager={wager} />
        </div>
        <ByDecks wager={wager} decks={decks} />
      </div>
      <ExactFigures wager={wager} />
    </section>
  );
}

/** How often a wager wins, pushes and loses, as one bar; the table below has the same figures. */
function Shares({ wager }: { wager: PricedWager }) {
  return (
    <div class="shares-bar" aria-hidden="true">
      {wager.lines.map((line, at) => (
        <i key={at} class="wins" style={{ flexGrow: Number(line.chance.decimal) }} />
      ))}
      <i class="pushes" style={{ flexGrow: Number(wager.pushes.decimal) }} />
      <i class="loses" style={{ flexGrow: Number(wager.loses.decimal) }} />
    </div>
  );
}

function Lines({ wager }: { wager: PricedWager }) {
  const w = words.value;
  const rest: [name: string, chance: Chance, when: string, clause: string][] = [
    [
      w.odds.push,
      wager.pushes,
      wager.pushes_when ? describeWhen(wager.pushes_when) : "",
      wager.pushes_by,
    ],
    [w.odds.loses, wager.loses, "", ""],
  ];
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{w.odds.wager}</th>
          <th scope="col">{w.odds.pays}</th>
          <th scope="col">{w.odds.share}</th>
          <th scope="col">{w.odds.oneIn}</th>
          <th scope="col">{w.odds.clause}</th>
        </tr>
      </thead>
      <tbody>
        {wager.lines.map((line, at) => (
          <tr key={at}>
            <th scope="row">{describeWhen(line.when)}</th>
            <td data-pays={line.pays}>{w.odd(line.pays)}</td>
            <td data-chance={line.chance.fraction}>{w.odds.percent(line.chance.percent)}</td>
            <td>{line.chance.one_in ?? "–"}</td>
            <td class="fine">{wager.own ? "" : line.clause}</td>
          </tr>
        ))}
        {rest.map(([name, chance, when, clause]) =>
          chance.fraction === "0/1" ? null : (
            <tr key={name} class="rest">
              <th scope="row">{when || name}</th>
              <td>{when ? name : ""}</td>
              <td data-chance={chance.fraction}>{w.odds.percent(chance.percent)}</td>
              <td>{chance.one_in ?? "–"}</td>
              <td class="fine">{wager.own ? "" : clause}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function ExactFigures({ wager }: { wager: PricedWager }) {
  const w = words.value.odds;
  const rows: [string, { fraction: string; decimal: string }][] = [
    [w.edge, wager.edge],
    [w.hit, wager.wins],
    [w.push, wager.pushes],
    [w.loses, wager.loses],
  ];
  return (
    <details>
      <summary>{w.exact}</summary>
      <table class="exact-figures">
        <thead>
          <tr>
            <th scope="col">{w.share}</th>
            <th scope="col">{w.fraction}</th>
            <th scope="col">{w.decimal}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, figure]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="exact">{figure.fraction}</td>
              <td class="exact">{figure.decimal}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="fine">{labelled(w.deviation, wager.standard_deviation)}</p>
    </details>
  );
}
