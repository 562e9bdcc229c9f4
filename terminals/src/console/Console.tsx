// The dealer's console: the next step and its reason, who has the cards, stakes, settlement, and
// irregularities as guided steps.

import { useEffect, useState } from "preact/hooks";
import { canGive, named, type TableSender, useTableSender } from "../commands";
import { consoleWords, placeTitle } from "../languages/console";
import { gameTitle, words } from "../languages/current";
import { gameQuery, payTableQuery } from "../law";
import type { LiveTable } from "../live";
import { lookUp } from "../lookUp";
import { Announcer } from "../parts/Announcer";
import { Hands } from "../parts/Hands";
import { RefusalNotice } from "../parts/RefusalNotice";
import { useCached } from "../query";
import type { View } from "../shapes";
import { shownOf } from "../tableState";
import { DealerAtTable } from "./DealerAtTable";
import { Guide } from "./Guide";
import { Handling, patronsOf } from "./Handling";
import { NextStep } from "./NextStep";
import { SecondPerson } from "./SecondPerson";
import { Settlement } from "./Settlement";
import { Stakes } from "./Stakes";

export function Console({ view, live }: { view: View; live: LiveTable }) {
  const { table } = words.value;
  const w = consoleWords.value;
  const game = useCached(gameQuery(view));
  const wagers = useCached(payTableQuery(view)) ?? [];
  const shown = shownOf(view, live);
  const sender = useTableSender(live);
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
              {view.mine.me.id}, {placeTitle(view.mine.me.position)}
            </span>
            {view.method && game ? <span>{w.method(view.method)}</span> : null}
            {view.shoe ? <span>{table.shoe(view.shoe.cards_left, view.shoe.decks)}</span> : null}
            {view.shoe?.commitment ? <span>{w.virtual}</span> : null}
          </small>
        </h1>
        <DealerAtTable view={view} sender={sender} />
        <NextStep view={view} sender={sender} />
        {guiding ? null : <RefusalNotice refusal={sender.refusal} />}
        {guiding ? null : (
          <SecondPerson view={view} asked={sender.refusal?.reason === "approval-needed"} />
        )}
        {guiding ? (
          <Guide view={view} wagers={wagers} sender={sender} onClose={() => setGuiding(false)} />
        ) : (
          <Also view={view} sender={sender} onIrregular={() => setGuiding(true)} />
        )}
        <div class="stage">
          <Hands shown={shown} live={live} />
          <Announcer view={view} live={live} shown={{ ...shown, lines: [] }} stakedCents={0} />
        </div>
      </div>
      <aside class="beside" aria-label={w.stakes}>
        <Handling view={view} give={sender.give} />
        <Stakes view={view} wagers={wagers} give={sender.give} />
        <Settlement view={view} wagers={wagers} />
      </aside>
    </div>
  );
}

/** What may be done beside the next step. */
function Also({
  view,
  sender,
  onIrregular,
}: {
  view: View;
  sender: TableSender;
  onIrregular: () => void;
}) {
  const w = consoleWords.value;
  const may = canGive(view);
  const [called, setCalled] = useState(0);
  const others = Object.keys(w.commands).filter(
    (each) => may(each) && !view.prompt.commands.some(({ command }) => command.type === each),
  );
  const call = async (): Promise<void> => {
    if (await sender.send("/tables/{table}/calls", { table: view.table }, {})) setCalled(view.seq);
  };
  return (
    <div class="also" role="group" aria-label={w.other}>
      {view.open ? (
        <button
          type="button"
          class="button irregular"
          data-action="irregular"
          onClick={onIrregular}
        >
          <span aria-hidden="true">⚠</span> {w.irregular}
        </button>
      ) : null}
      {others.map((each) => (
        <button
          key={each}
          type="button"
          class="button small"
          data-action={each}
          onClick={() => void sender.give(named(each))}
        >
          {lookUp(w.commands, each)}
        </button>
      ))}
      {view.mine.methods.map((method) => (
        <button
          key={method}
          type="button"
          class="button small"
          data-method={method}
          aria-label={`${w.chooseMethod}: ${method}`}
          onClick={() => void sender.give(named("choose-method", { method }))}
        >
          {w.method(method)}
        </button>
      ))}
      {called === view.seq && called ? (
        <span class="fine" role="status">
          {w.called}
        </span>
      ) : (
        <button
          type="button"
          class="button small"
          data-action="call-pit"
          onClick={() => void call()}
        >
          {w.callPit}
        </button>
      )}
    </div>
  );
}
