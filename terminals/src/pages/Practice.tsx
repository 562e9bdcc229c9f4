// A practice round for players: bets with play chips, each card and payment explained. Nothing here
// is for staff, and nothing is at stake.

import { useState } from "preact/hooks";
import { Card } from "../cards/Card";
import { useSender } from "../commands";
import { gameTitle, said, wagerTitle, words } from "../languages/current";
import { schoolWords } from "../languages/school";
import { lookUp } from "../lookUp";
import { showCents, showChange } from "../money";
import { Frame } from "../parts/Frame";
import { Games } from "../parts/Games";
import { Hands } from "../parts/Hands";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Async } from "../parts/States";
import { at, useCached, useQuery } from "../query";
import type { Side, Wager } from "../shapes";
import "../styles/school.css";
import "../styles/school-questions.css";
import "../styles/school-records.css";
import type { PracticeRoundView } from "../wire/api";

const CHIP_CENTS = 10_000;

export function Practice({ of }: { of: string }) {
  const found = useQuery(at("/games/{game}", { game: of }));
  const wagers = useCached(at("/games/{game}/wagers", { game: of })) ?? [];
  const w = schoolWords.value.practice;
  return (
    <Frame game={of} now="how-to-play">
      <Async query={found} first>
        {(game) => (
          <article class="sheet-page practice-round">
            <Games page="practice" now={of} />
            <h1>
              {gameTitle(game)} <small>{w.title}</small>
            </h1>
            <p>{w.lead}</p>
            <Table game={of} wagers={wagers} />
            <p>
              <a href={`/how-to-play/${of}`}>{w.guide}</a>
            </p>
          </article>
        )}
      </Async>
    </Frame>
  );
}

function Table({ game, wagers }: { game: string; wagers: readonly Wager[] }) {
  const w = schoolWords.value.practice;
  const sender = useSender();
  const [stakes, setStakes] = useState<Record<string, number>>({});
  const [round, setRound] = useState<PracticeRoundView | null>(null);
  const [shown, setShown] = useState(0);
  const deal = async (): Promise<void> => {
    const found = await sender.send("/games/{game}/practice-round", { game }, { stakes });
    if (!found) return;
    setRound(found);
    setShown(1);
  };
  const add = (wager: string): void =>
    setStakes((now) => ({ ...now, [wager]: (now[wager] ?? 0) + CHIP_CENTS }));
  if (!round)
    return (
      <section class="panel">
        <h2>{w.bets}</h2>
        <div class="bet-buttons">
          {wagers.map((each) => (
            <button
              key={each.id}
              type="button"
              class="choice"
              data-wager={each.id}
              aria-pressed={!!stakes[each.id]}
              onClick={() => add(each.id)}
            >
              {wagerTitle(each)}
              <b>{stakes[each.id] ? showCents(stakes[each.id] ?? 0) : "+"}</b>
            </button>
          ))}
        </div>
        <RefusalNotice refusal={sender.refusal} />
        <div class="choices">
          <button
            type="button"
            class="button strong"
            data-action="deal"
            disabled={sender.isBusy}
            onClick={() => void deal()}
          >
            {w.deal}
          </button>
          <button type="button" class="button" onClick={() => setStakes({})}>
            {w.clear}
          </button>
        </div>
      </section>
    );
  return (
    <Round
      round={round}
      shown={shown}
      wagers={wagers}
      onShow={setShown}
      onAgain={() => setRound(null)}
    />
  );
}

function Round({
  round,
  shown,
  wagers,
  onShow,
  onAgain,
}: {
  round: PracticeRoundView;
  shown: number;
  wagers: readonly Wager[];
  onShow: (count: number) => void;
  onAgain: () => void;
}) {
  const w = schoolWords.value.practice;
  const { side } = words.value;
  const seen = round.cards.slice(0, shown);
  const isOver = shown >= round.cards.length;
  const hand = (of: Side): string[] =>
    seen.filter((each) => each.side === of).map((each) => each.card);
  const total = (of: Side): number => seen.filter((each) => each.side === of).at(-1)?.total ?? 0;
  return (
    <>
      <section class="panel practice-hands">
        <Hands
          shown={{
            player: hand("player"),
            banker: hand("banker"),
            totals: { player: total("player"), banker: total("banker") },
            over: false,
            void: false,
            law: null,
            verdicts: new Map(),
            lines: [],
          }}
        />
        <ol class="explained" aria-live="polite">
          {seen.map((each, at) => (
            <li key={at} data-card-step={at}>
              <span class="card-row">
                <Card code={each.card} still mini />
              </span>
              <span>
                {said(each.why)} <b>{w.total(each.total)}</b>
              </span>
              <span class="clause-number">{w.clause(each.clause)}</span>
            </li>
          ))}
          {isOver ? (
            <li data-ends>
              <span aria-hidden="true">■</span>
              <span>
                {said(round.ends)}{" "}
                <b>
                  {round.outcome === "tie" ? w.tie : w.wins(side[round.outcome as Side])}{" "}
                  {round.player} : {round.banker}
                </b>
              </span>
              <span class="clause-number">{w.clause(round.ends_clause)}</span>
            </li>
          ) : null}
        </ol>
      </section>
      {isOver ? (
        <section class="panel">
          <h2>{w.payments}</h2>
          {round.payments.length ? (
            <ul class="explained">
              {round.payments.map((each) => (
                <li key={each.wager} data-payment={each.wager}>
                  <b>{lookUp(w.result, each.result) ?? each.result}</b>
                  <span>
                    {wagers.some((one) => one.id === each.wager) ? said(each.why) : each.wager}
                  </span>
                  <b class={each.profit_cents > 0 ? "gain" : each.profit_cents ? "loss" : ""}>
                    {showChange(each.profit_cents)}
                  </b>
                </li>
              ))}
            </ul>
          ) : (
            <p>{w.noBets}</p>
          )}
        </section>
      ) : null}
      <div class="choices">
        {isOver ? (
          <button
            type="button"
            class="button strong"
            data-action="again"
            onClick={onAgain}
            autofocus
          >
            {w.again}
          </button>
        ) : (
          <>
            <button
              type="button"
              class="button strong"
              data-action="next-card"
              onClick={() => onShow(shown + 1)}
            >
              {w.next}
            </button>
            <button
              type="button"
              class="button"
              data-action="rest"
              onClick={() => onShow(round.cards.length)}
            >
              {w.rest}
            </button>
          </>
        )}
      </div>
    </>
  );
}
