// A round that is held: what it waits for, for whom, and the one thing that resolves it.

import { useState } from "preact/hooks";
import { showAmount } from "../money";
import type { View, Wager } from "../shapes";
import { consoleWords, placeTitle } from "../words/console";
import { Counting } from "./Counting";
import { type Giving, mayGive, readCodes } from "./give";
import { Step } from "./Guide";
import type { CaseGuide } from "./shapes";
import { titled } from "./Stakes";
import { Typed } from "./Typed";

export function CaseSteps({ held, view, wagers, giving }: {
  held: CaseGuide;
  view: View;
  wagers: readonly Wager[];
  giving: Giving;
}) {
  const w = consoleWords.value.guide;
  const position = placeTitle(held.position);
  return (
    <>
      <Step number={2}>
        <p data-resolves={held.command}>{held.yours ? w.you(position) : w.notYou(position)}</p>
        {held.yours ? <Resolving held={held} view={view} giving={giving} /> : null}
      </Step>
      <Step number={3}>
        {held.command === "answer-option" ? <Answers view={view} wagers={wagers} giving={giving} /> : <p class="fine">{w.noChoice}</p>}
      </Step>
    </>
  );
}

function Resolving({ held, view, giving }: { held: CaseGuide; view: View; giving: Giving }) {
  const w = consoleWords.value.guide;
  const { give } = giving;
  switch (held.command) {
    case "reconstruct":
      return <Typed label={w.order} hint={w.orderHint} text={w.putInOrder} wide send={(text) => give({ type: "reconstruct", cards: readCodes(text) })} />;
    case "set-aside":
      return (
        <Typed
          label={w.aside}
          hint={w.orderHint}
          text={w.setAside}
          optional
          wide
          send={(text) => {
            const [first = null, second = null] = readCodes(text);
            return give({ type: "set-aside", cards: [first, second] });
          }}
        />
      );
    case "sort-cards":
      return <Counting decks={view.shoe?.decks ?? 8} send={(counts) => give({ type: "sort-cards", counts })} />;
    case "replace-missing":
      return (
        <>
          <p class="fine">{w.among(view.case?.candidates.join(" ") ?? "")}</p>
          <Typed label={w.missing} text={w.replace} optional wide send={(text) => give({ type: "replace-missing", cards: readCodes(text).filter(Boolean) })} />
        </>
      );
    case "decide":
      return <Deciding giving={giving} />;
    default:
      return null;
  }
}

function Deciding({ giving }: { giving: Giving }) {
  const w = consoleWords.value.guide;
  const [why, setWhy] = useState("");
  const [cards, setCards] = useState("");
  const decide = (isVoid: boolean): void => {
    void giving.give({ type: "decide", void: isVoid, why: why.trim(), cards: readCodes(cards) });
  };
  return (
    <div class="form">
      <label>
        {w.decideWhy}
        <input name="why" value={why} required autocomplete="off" onInput={(event) => setWhy(event.currentTarget.value)} />
      </label>
      <label>
        {w.decideCards}
        <input name="cards" value={cards} autocomplete="off" onInput={(event) => setCards(event.currentTarget.value)} />
      </label>
      <div class="choices">
        <button type="button" class="button strong" data-action="go-on" disabled={!why.trim()} onClick={() => decide(false)}>
          {w.decideOn}
        </button>
        <button type="button" class="button" data-action="void" disabled={!why.trim()} onClick={() => decide(true)}>
          {w.decideVoid}
        </button>
      </div>
    </div>
  );
}

/** Each patron who is asked, with what they may take back; answered here or at their terminal. */
function Answers({ view, wagers, giving }: { view: View; wagers: readonly Wager[]; giving: Giving }) {
  const { guide: w, lapse } = consoleWords.value;
  const asked = view.case?.asked ?? [];
  const may = mayGive(view);
  const open = (patron: string) => (view.round?.stakes ?? []).filter((each) => each.patron === patron && view.case?.withdrawable.includes(each.id));
  const answer = (patron: string, withdraw: number[]): void => void giving.give({ type: "answer-option", patron, withdraw });
  return (
    <>
      <p>{w.option[view.case?.option ?? ""]}</p>
      <p role="status">{w.asked(asked.length)}</p>
      <ul class="answers">
        {asked.map((patron) => (
          <li key={patron} data-asked={patron}>
            <strong>{patron}</strong>
            <span class="choices">
              <button type="button" class="button small" data-action="play-on" onClick={() => answer(patron, [])}>
                {w.playsOn(patron)}
              </button>
              {view.case?.option === "withdraw-any" && open(patron).length > 1
                ? open(patron).map((each) => (
                    <button key={each.id} type="button" class="button small" data-withdraw={each.id} onClick={() => answer(patron, [each.id])}>
                      {w.takes(patron, `${titled(wagers, each.wager)} ${showAmount(each.amount)}`)}
                    </button>
                  ))
                : null}
              <button type="button" class="button small" data-action="take-all" onClick={() => answer(patron, open(patron).map((each) => each.id))}>
                {w.takesAll(patron)}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {may("lapse-option") ? (
        <button type="button" class="button" data-action="lapse" onClick={() => void giving.give({ type: "lapse-option" })}>
          {lapse}
        </button>
      ) : null}
    </>
  );
}
