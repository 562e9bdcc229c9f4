// The dealer's console: the next step and its reason, who has the cards, stakes, settlement, and
// irregularities as guided steps.

import { useEffect, useState } from "preact/hooks";
import { post } from "../api";
import { useOnce } from "../asked";
import { gameTitle, words } from "../language";
import type { LiveTable } from "../live";
import { Announcer } from "../parts/Announcer";
import { Hands } from "../parts/Hands";
import type { Game, View, Wager } from "../shapes";
import { shownOf } from "../shown";
import { consoleWords, placeTitle } from "../words/console";
import { mayGive, Refusing, useGive, type Giving } from "./give";
import { Guide } from "./Guide";
import { Handling, patronsOf } from "./Handling";
import { NextStep } from "./NextStep";
import { SecondPerson } from "./SecondPerson";
import { Settlement } from "./Settlement";
import { Stakes } from "./Stakes";

export function Console({ view, live }: { view: View; live: LiveTable }) {
  const { table } = words.value;
  const w = consoleWords.value;
  const game = useOnce<Game>(view.game ? `/games/${view.game}` : null);
  const wagers = useOnce<Wager[]>(view.game ? `/games/${view.game}/wagers` : null) ?? [];
  const shown = shownOf(view, live);
  const giving = useGive(live);
  const [guiding, setGuiding] = useState(false);
  const held = view.case !== null;
  useEffect(() => {
    if (held) setGuiding(true);
  }, [held]);
  return (
    <div class="terminal console" data-phase={view.prompt.step}>
      <datalist id="patrons">
        {patronsOf(view).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <div class="play">
        <h1 class="table-title">
          {gameTitle({ id: view.game, title: game?.title ?? view.table })}: {w.title}
          <small>
            <span>
              {view.me.id}, {placeTitle(view.me.position)}
            </span>
            {view.method && game ? <span>{w.method(view.method)}</span> : null}
            {view.shoe ? <span>{table.shoe(view.shoe.cards_left, view.shoe.decks)}</span> : null}
            {view.shoe?.commitment ? <span>{w.virtual}</span> : null}
          </small>
        </h1>
        <NextStep view={view} shown={shown} giving={giving} />
        {guiding ? null : <Refusing refusal={giving.refusal} />}
        {guiding ? null : <SecondPerson view={view} asked={giving.refusal?.reason === "approval-needed"} />}
        {guiding ? (
          <Guide view={view} wagers={wagers} giving={giving} onClose={() => setGuiding(false)} />
        ) : (
          <Also view={view} giving={giving} onIrregular={() => setGuiding(true)} />
        )}
        <div class="stage">
          <Hands shown={shown} live={live} />
          <Announcer view={view} live={live} shown={{ ...shown, lines: [] }} stakedCents={0} />
        </div>
      </div>
      <aside class="beside" aria-label={w.stakes}>
        <Handling view={view} give={giving.give} />
        <Stakes view={view} wagers={wagers} give={giving.give} />
        <Settlement view={view} wagers={wagers} />
      </aside>
    </div>
  );
}

/** What may be done beside the next step. */
function Also({ view, giving, onIrregular }: { view: View; giving: Giving; onIrregular: () => void }) {
  const w = consoleWords.value;
  const may = mayGive(view);
  const [called, setCalled] = useState(0);
  const others = Object.keys(w.commands).filter((each) => may(each) && !(each === "retire-shoe" && view.prompt.step === "load-shoe"));
  const call = async (): Promise<void> => {
    if (await giving.attempt(() => post(`/tables/${encodeURIComponent(view.table)}/calls`, {}))) setCalled(view.seq);
  };
  return (
    <div class="also" role="group" aria-label={w.other}>
      {view.open ? (
        <button type="button" class="button irregular" data-action="irregular" onClick={onIrregular}>
          <span aria-hidden="true">⚠</span> {w.irregular}
        </button>
      ) : null}
      {others.map((each) => (
        <button key={each} type="button" class="button small" data-action={each} onClick={() => void giving.give({ type: each })}>
          {w.commands[each]}
        </button>
      ))}
      {may("choose-method")
        ? ["A", "B", "C"]
            .filter((each) => each !== view.method)
            .map((each) => (
              <button key={each} type="button" class="button small" data-method={each} aria-label={`${w.chooseMethod}: ${each}`} onClick={() => void giving.give({ type: "choose-method", method: each, why: "" })}>
                {w.method(each)}
              </button>
            ))
        : null}
      {called === view.seq && called ? (
        <span class="fine" role="status">
          {w.called}
        </span>
      ) : (
        <button type="button" class="button small" data-action="call-pit" onClick={() => void call()}>
          {w.callPit}
        </button>
      )}
    </div>
  );
}
