// A round that is held: what it waits for, for whom, and the one thing that resolves it.

import { useState } from "preact/hooks";
import { canGive, type TableSender } from "../commands";
import { consoleWords, placeTitle } from "../languages/console";
import { personName, titleIn } from "../languages/current";
import { lookUp } from "../lookUp";
import { showCents, showDecimal } from "../money";
import { readCodes } from "../parts/forms";
import type { View, Wager } from "../shapes";
import { CommandForm, isTypable } from "./CommandForm";
import { displayedRound, Shown } from "./Facts";
import { Step } from "./Guide";
import type { CaseGuide } from "./shapes";

export function CaseSteps({
  held,
  view,
  wagers,
  sender,
}: {
  held: CaseGuide;
  view: View;
  wagers: readonly Wager[];
  sender: TableSender;
}) {
  const w = consoleWords.value.guide;
  const position = placeTitle(held.position);
  return (
    <>
      <Step number={2}>
        <p data-resolves={held.command}>{held.yours ? w.you(position) : w.notYou(position)}</p>
        {held.yours && held.second ? (
          <p class="notice" data-second>
            {w.secondForCards(placeTitle(held.second))}
          </p>
        ) : null}
        {held.yours ? <Resolving held={held} view={view} sender={sender} /> : null}
      </Step>
      <Step number={3}>
        {held.command === "answer-option" ? (
          <Answers view={view} wagers={wagers} worth={held.worth} sender={sender} />
        ) : (
          <p class="fine">{w.noChoice}</p>
        )}
      </Step>
    </>
  );
}

function Resolving({ held, view, sender }: { held: CaseGuide; view: View; sender: TableSender }) {
  const w = consoleWords.value.guide;
  switch (held.command) {
    case "confirm-report":
      return <Confirming held={held} sender={sender} />;
    case "correct-display":
      return <Correcting view={view} sender={sender} />;
    case "decide":
      return <Deciding sender={sender} />;
  }
  const candidates = view.case?.candidates.join(" ");
  return (
    <>
      {candidates ? <p class="fine">{w.among(candidates)}</p> : null}
      {view.prompt.commands
        .filter((each) => each.command.type === held.command && isTypable(each))
        .map((each) => (
          <CommandForm key={each.command.type} asked={each} view={view} sender={sender} />
        ))}
    </>
  );
}

/** A report that waits: confirmed, its clause is applied; dismissed, the round goes on. */
function Confirming({ held, sender }: { held: CaseGuide; sender: TableSender }) {
  const w = consoleWords.value.guide;
  const [why, setWhy] = useState("");
  const [inOrder, setInOrder] = useState(""); // as reported, unless it is said otherwise
  const confirm = (): void => {
    const reconstructable = inOrder === "" ? {} : { reconstructable: inOrder === "yes" };
    void sender.give({ type: "confirm-report", why: why.trim(), ...reconstructable });
  };
  return (
    <div class="form">
      <label>
        {w.decideWhy}
        <input
          name="why"
          value={why}
          autocomplete="off"
          onInput={(event) => setWhy(event.currentTarget.value)}
        />
      </label>
      {held.remedy === "void-unless-reconstructed" ? (
        <label>
          {w.reconstructable}
          <select
            name="reconstructable"
            value={inOrder}
            onChange={(event) => setInOrder(event.currentTarget.value)}
          >
            <option value="">{w.asReported}</option>
            <option value="yes">{w.yes}</option>
            <option value="no">{w.no}</option>
          </select>
        </label>
      ) : null}
      <div class="choices">
        <button type="button" class="button strong" data-action="confirm" onClick={confirm}>
          {w.confirm}
        </button>
        <button
          type="button"
          class="button"
          data-action="dismiss"
          disabled={!why.trim()}
          onClick={() => void sender.give({ type: "dismiss-report", why: why.trim() })}
        >
          {w.dismiss}
        </button>
      </div>
    </div>
  );
}

/** A wrong display that was reported: what it showed, or why it was right. */
function Correcting({ view, sender }: { view: View; sender: TableSender }) {
  const w = consoleWords.value.guide;
  const [why, setWhy] = useState("");
  const correct = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void sender.give({
      type: "correct-display",
      round: displayedRound(view),
      shown: String(form.get("shown")),
    });
  };
  return (
    <>
      <form class="form" onSubmit={correct}>
        <Shown />
        <button type="submit" class="button strong" data-action="correct-display">
          {w.doIt["correct-display"]}
        </button>
      </form>
      <div class="form">
        <label>
          {w.decideWhy}
          <input
            name="why"
            value={why}
            autocomplete="off"
            onInput={(event) => setWhy(event.currentTarget.value)}
          />
        </label>
        <button
          type="button"
          class="button"
          data-action="dismiss"
          disabled={!why.trim()}
          onClick={() => void sender.give({ type: "dismiss-report", why: why.trim() })}
        >
          {w.dismiss}
        </button>
      </div>
    </>
  );
}

function Deciding({ sender }: { sender: TableSender }) {
  const w = consoleWords.value.guide;
  const [why, setWhy] = useState("");
  const [cards, setCards] = useState("");
  const decide = (isVoid: boolean): void => {
    void sender.give({ type: "decide", void: isVoid, why: why.trim(), cards: readCodes(cards) });
  };
  return (
    <div class="form">
      <label>
        {w.decideWhy}
        <input
          name="why"
          value={why}
          required
          autocomplete="off"
          onInput={(event) => setWhy(event.currentTarget.value)}
        />
      </label>
      <label>
        {w.decideCards}
        <input
          name="cards"
          value={cards}
          autocomplete="off"
          onInput={(event) => setCards(event.currentTarget.value)}
        />
      </label>
      <div class="choices">
        <button
          type="button"
          class="button strong"
          data-action="go-on"
          disabled={!why.trim()}
          onClick={() => decide(false)}
        >
          {w.decideOn}
        </button>
        <button
          type="button"
          class="button"
          data-action="void"
          disabled={!why.trim()}
          onClick={() => decide(true)}
        >
          {w.decideVoid}
        </button>
      </div>
    </div>
  );
}

/** What the option is worth to a patron, for the pit: nothing where the server does not say it. */
function Worth({ of: found }: { of: CaseGuide["worth"][number] | undefined }) {
  const w = consoleWords.value.guide;
  if (!found) return null;
  return (
    <span class="fine" data-worth={found.worth_exact}>
      {w.worth(showDecimal(found.worth), found.positions.join(", "))}
    </span>
  );
}

/** Each patron who is asked. Staff pass an answer on at a chip table; with credits only the patron answers. */
function Answers({
  view,
  wagers,
  worth,
  sender,
}: {
  view: View;
  wagers: readonly Wager[];
  worth: CaseGuide["worth"];
  sender: TableSender;
}) {
  const { guide: w, lapse } = consoleWords.value;
  const asked = view.case?.asked ?? [];
  const may = canGive(view);
  const open = (patron: string) =>
    (view.round?.stakes ?? []).filter(
      (each) => each.patron === patron && view.case?.withdrawable.includes(each.id),
    );
  const answer = (patron: string, withdraw: number[]): void =>
    void sender.give({ type: "answer-option", patron, withdraw });
  return (
    <>
      <p>{lookUp(w.option, view.case?.option ?? "")}</p>
      <p role="status">{w.asked(asked.length)}</p>
      <ul class="answers">
        {asked.map((patron) => (
          <li key={patron} data-asked={patron}>
            <strong>{personName(patron)}</strong>
            <Worth of={worth.find((each) => each.patron === patron)} />
            {may("answer-option") ? (
              <span class="choices">
                <button
                  type="button"
                  class="button small"
                  data-action="play-on"
                  onClick={() => answer(patron, [])}
                >
                  {w.playsOn(personName(patron))}
                </button>
                {view.case?.option === "withdraw-any" && open(patron).length > 1
                  ? open(patron).map((each) => (
                      <button
                        key={each.id}
                        type="button"
                        class="button small"
                        data-withdraw={each.id}
                        onClick={() => answer(patron, [each.id])}
                      >
                        {w.takes(
                          personName(patron),
                          `${titleIn(wagers, each.wager)} ${showCents(each.cents)}`,
                        )}
                      </button>
                    ))
                  : null}
                <button
                  type="button"
                  class="button small"
                  data-action="take-all"
                  onClick={() =>
                    answer(
                      patron,
                      open(patron).map((each) => each.id),
                    )
                  }
                >
                  {w.takesAll(personName(patron))}
                </button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {may("lapse-option") ? (
        <button
          type="button"
          class="button"
          data-action="lapse"
          onClick={() => void sender.give({ type: "lapse-option" })}
        >
          {lapse}
        </button>
      ) : null}
    </>
  );
}
