// Irregularities as guided steps: what happened, what the clause says, who decides, what each
// patron chooses, what was done. Every word of law and every fact to ask comes from the server.

import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { TableSender } from "../commands";
import { consoleWords, happened } from "../languages/console";
import { said, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Async } from "../parts/States";
import { useQuery } from "../query";
import type { TableEvent, View, Wager } from "../shapes";
import { Acting } from "./Acting";
import { CaseSteps } from "./CaseSteps";
import { Choosing } from "./Choosing";
import { DoneSoFar } from "./DoneSoFar";
import { Facts } from "./Facts";
import { Interrupted } from "./Interrupted";
import { SecondPerson } from "./SecondPerson";
import type { CaseGuide, Guide as Taken } from "./shapes";
import { Sources } from "./sources";

export function Guide({
  view,
  wagers,
  sender,
  onClose,
}: {
  view: View;
  wagers: readonly Wager[];
  sender: TableSender;
  onClose?: () => void;
}) {
  const w = consoleWords.value.guide;
  const asked = useQuery(useContext(Sources).guidance(view), view.seq);
  const [chosen, setChosen] = useState("");
  const [taken, setTaken] = useState(false); // up: reported here, or a case that was seen
  const [answer, setAnswer] = useState<TableEvent[]>([]);
  const choice = useRef(0); // counts up, so that a late answer belongs to the choice it was sent for
  const anew = (): void => {
    choice.current += 1;
    setChosen("");
    setTaken(false);
    setAnswer([]);
  };
  const doneFor =
    (sent: number) =>
    (events: TableEvent[]): void => {
      if (sent !== choice.current) return;
      setAnswer(events);
      setTaken(true);
    };
  const held = view.case?.irregularity;
  const round = view.round?.number ?? view.finished.at(-1)?.number;
  const isResolved = taken && !view.case;
  const dealt = (view.round?.player.length ?? 0) + (view.round?.banker.length ?? 0);
  const before = useRef(dealt);
  const leave = (): void => {
    anew(); // what was done is in the round's history
    onClose?.();
  };
  useEffect(() => {
    if (taken) leave();
  }, [round]);
  useEffect(() => {
    if (isResolved && dealt > before.current) leave();
    before.current = dealt;
  }, [dealt]);
  useEffect(() => {
    if (!held) return;
    setChosen(held);
    setTaken(true);
  }, [held]);
  return (
    <section class="guide panel" aria-label={w.title} data-case={view.case?.irregularity ?? ""}>
      <div class="guide-head">
        <h2>{w.title}</h2>
        {view.case || !onClose ? null : (
          <button type="button" class="button small" data-action="close-guide" onClick={onClose}>
            {w.close}
          </button>
        )}
      </div>
      <Async query={asked}>
        {(guidance) => {
          const inHand = guidance.case;
          const interrupted = guidance.interruption ? (
            <Interrupted key={round} offer={guidance.interruption} sender={sender} />
          ) : null;
          const guide = guidance.irregularities.find((each) => each.irregularity === chosen);
          if (!inHand && !chosen)
            return (
              <>
                {interrupted}
                {interrupted ? <Refused view={view} sender={sender} /> : null}
                <Choosing guides={guidance.irregularities} onChoose={setChosen} />
                <Acting view={view} acting={guidance.acting} sender={sender} />
              </>
            );
          const on = inHand ?? guide;
          return (
            <>
              <ol class="guide-steps">
                <Step number={0}>
                  <p class="happened" data-irregularity={inHand?.irregularity ?? chosen}>
                    <strong>{happened(inHand?.irregularity ?? chosen)}</strong>{" "}
                    {inHand ? null : (
                      <button type="button" class="button small" onClick={anew}>
                        {w.choose}
                      </button>
                    )}
                  </p>
                </Step>
                {on && !isResolved ? <Law guide={on} /> : null}
                {inHand ? (
                  <CaseSteps held={inHand} view={view} wagers={wagers} sender={sender} />
                ) : guide && !taken ? (
                  <>
                    <Step number={2}>
                      <Facts
                        key={`${guide.irregularity} ${guide.command}`}
                        guide={guide}
                        view={view}
                        wagers={wagers}
                        sender={sender}
                        onDone={doneFor(choice.current)}
                      />
                    </Step>
                    <Step number={3}>
                      <p class="fine">{lookUp(w.option, guide.option) ?? w.noChoice}</p>
                    </Step>
                  </>
                ) : null}
                <li class="guide-step">
                  <Refused view={view} sender={sender} />
                </li>
                <Step number={4}>
                  <DoneSoFar view={view} answer={answer} />
                </Step>
              </ol>
              {interrupted}
            </>
          );
        }}
      </Async>
    </section>
  );
}

/** What was refused, and what waits for a second person. */
function Refused({ view, sender }: { view: View; sender: TableSender }) {
  return (
    <>
      <RefusalNotice refusal={sender.refusal} />
      <SecondPerson view={view} asked={sender.refusal?.reason === "approval-needed"} />
    </>
  );
}

export function Step({ number, children }: { number: number; children: preact.ComponentChildren }) {
  return (
    <li class="guide-step" data-step={number + 1}>
      <h3>
        <span class="step-number" aria-hidden="true">
          {number + 1}
        </span>
        {consoleWords.value.guide.steps[number]}
      </h3>
      {children}
    </li>
  );
}

/** The clause in our words, and what it comes to. */
function Law({ guide }: { guide: Taken | CaseGuide }) {
  const w = consoleWords.value.guide;
  return (
    <Step number={1}>
      <blockquote class="says">
        <span class="clause-number">{words.value.table.clause(guide.clause)}</span>{" "}
        {said(guide.says)}
      </blockquote>
      <p class="remedy">{lookUp(w.remedy, guide.remedy)}</p>
    </Step>
  );
}
