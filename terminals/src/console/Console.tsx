// The dealer's console: the next step and its reason, who has the cards, stakes, settlement, and
// irregularities as guided steps.

import { useContext, useEffect, useState } from "preact/hooks";
import { canGive, named, type TableSender, useTableSender } from "../commands";
import { consoleWords, placeTitle } from "../languages/console";
import { gameTitle, labelled, personName, words } from "../languages/current";
import { gameQuery, payTableQuery } from "../law";
import type { TableFeed } from "../live";
import { lookUp } from "../lookUp";
import { Announcer } from "../parts/Announcer";
import { Confirm } from "../parts/Confirm";
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
import { Sources } from "./sources";
import { dealsHere, TakeOver } from "./TakeOver";

export function Console({ view, live }: { view: View; live: TableFeed }) {
  const { table } = words.value;
  const w = consoleWords.value;
  const game = useCached(gameQuery(view));
  const wagers = useCached(payTableQuery(view)) ?? [];
  const shown = shownOf(view, live);
  const sender = useTableSender(live);
  const [guiding, setGuiding] = useState(false);
  const round = view.round?.number ?? view.finished.at(-1)?.number;
  const held = view.case !== null;
  useEffect(() => {
    if (held) setGuiding(true);
  }, [held]);
  return (
    <div class="terminal console" data-phase={view.prompt.step}>
      <datalist id="patrons">
        {patronsOf(view).map((each) => (
          <option key={each} value={personName(each)} />
        ))}
      </datalist>
      <div class="play">
        <h1 class="table-title">
          <span>
            {view.table} · {w.title}
          </span>
          <small>
            {view.game ? (
              <span>{gameTitle({ id: view.game, title: game?.title ?? view.game })}</span>
            ) : null}
            {round ? <b data-round={round}>{words.value.lobby.round(round)}</b> : null}
            <span>
              {view.mine.me.id} · {placeTitle(view.mine.me.position)}
            </span>
            {view.method && game ? <span>{w.method(view.method)}</span> : null}
            {view.shoe ? <span>{table.shoe(view.shoe.cards_left, view.shoe.decks)}</span> : null}
            {view.shoe?.commitment ? <span>{w.virtual}</span> : null}
          </small>
        </h1>
        <DealerAtTable view={view} sender={sender} />
        <TakeOver view={view} sender={sender} />
        {dealsHere(view) || held ? <NextStep view={view} sender={sender} /> : null}
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
          <div class="stage-inner">
            <Hands shown={shown} live={live} />
            <Announcer
              view={view}
              live={live}
              shown={{ ...shown, lines: [] }}
              wagers={wagers}
              stakedCents={0}
            />
          </div>
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
  const sources = useContext(Sources);
  const [called, setCalled] = useState(0);
  const others = Object.keys(w.commands).filter(
    (each) => may(each) && !view.prompt.commands.some(({ command }) => command.type === each),
  );
  const call = async (): Promise<void> => {
    if (await sources.call?.(view, sender)) setCalled(view.seq);
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
      {others.map((each) => {
        const [text, question] = [lookUp(w.commands, each) ?? "", lookUp(w.sure, each)];
        const give = (): void => void sender.give(named(each));
        return question ? (
          <Confirm key={each} text={text} question={question} action={each} onSure={give} />
        ) : (
          <button key={each} type="button" class="button small" data-action={each} onClick={give}>
            {text}
          </button>
        );
      })}
      {view.mine.methods.map((method) => (
        <button
          key={method}
          type="button"
          class="button small"
          data-method={method}
          aria-label={labelled(w.method(method), w.chooseMethod)}
          onClick={() => void sender.give(named("choose-method", { method }))}
        >
          {w.method(method)}
        </button>
      ))}
      {!sources.call ? null : called === view.seq && called ? (
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
