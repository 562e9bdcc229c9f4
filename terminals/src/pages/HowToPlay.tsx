// How a game is played, on one page for newcomers; every figure comes from the law on the server.

import { CardRow } from "../cards/Card";
import { describeWhen, gameTitle, wagerTitle, words } from "../languages/current";
import { howToPlayWords } from "../languages/howToPlay";
import { lookUp } from "../lookUp";
import { Frame } from "../parts/Frame";
import { Games } from "../parts/Games";
import { Async } from "../parts/States";
import { at, useCached, useQuery } from "../query";
import type { Wager } from "../shapes";
import "../styles/how-to-play.css";
import type { ExampleView, PlayGuideView } from "../wire/api";

const HALF = "1 to 2";

export function HowToPlay({ of }: { of: string }) {
  const games = useCached(at("/games")) ?? [];
  const game = of || games[0]?.id;
  return (
    <Frame game={game} now="how-to-play">
      {game ? <Guide game={game} /> : null}
    </Frame>
  );
}

function Guide({ game }: { game: string }) {
  const w = howToPlayWords.value;
  const { app } = words.value;
  const found = useQuery(at("/games/{game}", { game }));
  const guide = useQuery(at("/games/{game}/how-to-play", { game }));
  const wagers = useCached(at("/games/{game}/wagers", { game })) ?? [];
  return (
    <Async query={found} first>
      {(law) => (
        <article class="sheet-page how-to-play">
          <Games page="how-to-play" now={game} />
          <h1>
            {gameTitle(law)} <small>{app["how-to-play"]}</small>
          </h1>
          <p>{w.lead}</p>
          <Async query={guide}>
            {(found) => (
              <>
                <Values points={found.points} />
                <Drawing guide={found} />
                <Bets wagers={wagers} examples={found.examples} />
              </>
            )}
          </Async>
          <p>
            <a class="button strong" href={`/practice/${game}`}>
              {w.practice}
            </a>{" "}
            <a href={`/rules/${game}`}>{w.rules}</a>
          </p>
        </article>
      )}
    </Async>
  );
}

function Values({ points }: { points: PlayGuideView["points"] }) {
  const w = howToPlayWords.value;
  const { rank } = words.value.cards;
  const groups = new Map<number, string[]>();
  for (const [letter, count] of Object.entries(points))
    groups.set(count, [...(groups.get(count) ?? []), lookUp(rank, letter) ?? letter]);
  // As people count them: from the ace up, and last those that count nothing.
  const order = [...groups].sort(([one], [other]) => (one || 10) - (other || 10));
  return (
    <section class="panel">
      <h2>{w.values}</h2>
      <p>{w.valuesWhy}</p>
      <table class="card-values">
        <tbody>
          <tr>
            <th scope="row">{w.rank}</th>
            {order.map(([count, ranks]) => (
              <td key={count}>{ranks.join(" ")}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{w.points}</th>
            {order.map(([count]) => (
              <td key={count} data-points={count}>
                <b>{count}</b>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** Numbers in a row as a span: "0–5". */
function span(numbers: readonly number[]): string {
  const [first, last] = [numbers[0], numbers.at(-1)];
  return first === last ? String(first ?? "") : `${first}–${last}`;
}

function Drawing({ guide }: { guide: PlayGuideView }) {
  const w = howToPlayWords.value;
  const draws = guide.player_draws_on;
  const stands = guide.banker.map(({ total }) => total).filter((total) => !draws.includes(total));
  const thirds = [...new Set(Object.values(guide.points))].sort((one, other) => one - other);
  return (
    <section class="panel">
      <h2>{w.deal}</h2>
      <p>{w.dealWhy}</p>
      <p>{w.natural(guide.natural_from)}</p>
      <h3>{w.player}</h3>
      <p data-player-draws={draws.join(" ")}>
        {w.on(span(draws))} <b>{w.draws}</b> · {w.on(span(stands))} <b>{w.stands}</b>
      </p>
      <h3>{w.banker}</h3>
      <p>{w.bankerWhy}</p>
      <div class="scrolled" tabIndex={0} role="region" aria-label={w.banker}>
        <table class="table-of-play">
          <thead>
            <tr>
              <th scope="col">{w.total}</th>
              {thirds.map((third) => (
                <th key={third} scope="col">
                  {third}
                </th>
              ))}
              <th scope="col">{w.noThird}</th>
            </tr>
          </thead>
          <tbody>
            {guide.banker.map(({ total, against, after_stand }) => (
              <tr key={total} data-banker={total}>
                <th scope="row">{total}</th>
                {thirds.map((third) => (
                  <Draw key={third} draws={against.includes(third)} />
                ))}
                <Draw draws={after_stand} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Draw({ draws }: { draws: boolean }) {
  const w = howToPlayWords.value;
  return (
    <td class={draws ? "drawing" : ""} aria-label={draws ? w.draws : w.stands}>
      {draws ? w.drawMark : w.standMark}
    </td>
  );
}

function Bets({
  wagers,
  examples,
}: {
  wagers: readonly Wager[];
  examples: readonly ExampleView[];
}) {
  const w = howToPlayWords.value;
  const { odd, side } = words.value;
  const pushes = new Map<string, Wager[]>();
  for (const wager of wagers) {
    if (!wager.pushes_when) continue;
    const when = describeWhen(wager.pushes_when);
    pushes.set(when, [...(pushes.get(when) ?? []), wager]);
  }
  return (
    <section class="panel">
      <h2>{w.bets}</h2>
      <p>{w.betsWhy}</p>
      {wagers.flatMap((wager) =>
        wager.lines
          .filter((line) => line.pays === HALF)
          .map((line) => (
            <p key={wager.id} data-half={wager.id}>
              {w.half(wagerTitle(wager), describeWhen(line.when))}
            </p>
          )),
      )}
      {[...pushes].map(([when, those]) => (
        <p key={when}>{w.push(those.map((each) => wagerTitle(each)).join(w.list), when)}</p>
      ))}
      <ul class="bet-examples">
        {wagers.flatMap((wager) =>
          wager.lines.map((line, place) => {
            const example = examples.find((each) => each.wager === wager.id && each.line === place);
            return (
              <li key={`${wager.id} ${place}`} data-wager={wager.id}>
                <b>{wagerTitle(wager)}</b>
                <span class="pays" data-pays={line.pays}>
                  {odd(line.pays)}
                </span>
                <span class="when">{describeWhen(line.when)}</span>
                {example ? (
                  <span class="example">
                    <span class="fine">{w.example}</span> {side.player} {example.player.total}{" "}
                    <CardRow codes={example.player.cards} /> {side.banker} {example.banker.total}{" "}
                    <CardRow codes={example.banker.cards} />
                  </span>
                ) : null}
              </li>
            );
          }),
        )}
      </ul>
    </section>
  );
}
