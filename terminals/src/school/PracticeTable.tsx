// A practice table: what happens, in which position the student acts, and the dealer's console.

import { useEffect, useMemo, useState } from "preact/hooks";
import { useSender } from "../commands";
import { Console } from "../console/Console";
import { Sources } from "../console/sources";
import { refusalOf } from "../http";
import { placeTitle } from "../languages/console";
import { said } from "../languages/current";
import { schoolWords } from "../languages/school";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Failed, Waiting } from "../parts/States";
import type { Refusal } from "../shapes";
import type { PracticeView } from "../wire/api";
import { CardText } from "./CardText";
import { PracticeFeed } from "./practiceFeed";
import { seatName } from "./Scene";

const POSITIONS = [
  ["dealer", "Dealer"],
  ["pit-supervisor", "Pit Supervisor"],
  ["pit-manager", "Pit Manager"],
  ["gaming-shift-manager", "Gaming Shift Manager"],
  ["assistant-casino-manager", "Assistant Casino Manager"],
] as const;

export function PracticeTable({
  of,
  children,
}: {
  of: string;
  /** What may be done beside the table: a hint, finishing. */
  children: (practice: PracticeView) => preact.ComponentChildren;
}) {
  const feed = useMemo(() => new PracticeFeed(of), [of]);
  const [position, setPosition] = useState("dealer");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const look = (from: string): void => {
    setPosition(from);
    feed.look(from).catch((error: unknown) => setRefusal(refusalOf(error)));
  };
  useEffect(() => look(position), [feed]);
  const sources = useMemo(() => feed.sources(), [feed, position]);
  const view = feed.view.value;
  const practice = feed.practice.value;
  if (refusal) return <Failed refusal={refusal} />;
  if (!view || !practice) return <Waiting />;
  return (
    <div class="practice-table" data-over={practice.is_over} data-tries={practice.tries}>
      <section class="panel description">
        <p class="fine">{schoolWords.value.situation.happens}</p>
        {practice.at_seat && !practice.at_seat.waits ? null : (
          <p class="description-text">
            <CardText text={said(practice.description)} />
          </p>
        )}
        <AtSeat practice={practice} feed={feed} />
        <Replies practice={practice} />
        <Positions now={position} onChoose={look} />
        <Supplied practice={practice} feed={feed} />
        {practice.is_over ? (
          <p class="resolved" role="status">
            {schoolWords.value.situation.over}
          </p>
        ) : null}
        {children(practice)}
      </section>
      <Sources.Provider value={sources}>
        <Console key={position} view={view} live={feed} />
      </Sources.Provider>
    </div>
  );
}

/** What a patron does at their seat; one who waits is allowed it or refused. */
function AtSeat({ practice, feed }: { practice: PracticeView; feed: PracticeFeed }) {
  const w = schoolWords.value.situation;
  const sender = useSender();
  const act = practice.at_seat;
  if (!act) return null;
  return (
    <div class="at-seat" data-at-seat={act.patron} data-waits={act.waits}>
      <p role={act.waits ? "status" : undefined}>
        <b class="seat-mark" aria-hidden="true">
          {act.patron.replace(/^seat/, "")}
        </b>{" "}
        <CardText text={said(act.says)} />
      </p>
      {act.waits ? (
        <div class="choices">
          {(["allow", "deny"] as const).map((answer) => (
            <button
              key={answer}
              type="button"
              class="button"
              data-action={answer}
              disabled={sender.isBusy}
              onClick={() => void sender.attempt(() => feed.answerPatron(answer))}
            >
              {w[answer]}
            </button>
          ))}
        </div>
      ) : null}
      <RefusalNotice refusal={sender.refusal} />
    </div>
  );
}

/** Who the student is at the moment: each position has its own powers. */
function Positions({ now, onChoose }: { now: string; onChoose: (position: string) => void }) {
  return (
    <fieldset class="positions">
      <legend>{schoolWords.value.situation.as}</legend>
      {POSITIONS.map(([position, title]) => (
        <button
          key={position}
          type="button"
          class="choice"
          aria-pressed={position === now}
          data-position={position}
          onClick={() => onChoose(position)}
        >
          {placeTitle(title)}
        </button>
      ))}
    </fieldset>
  );
}

/** What patrons who are asked answer. */
function Replies({ practice }: { practice: PracticeView }) {
  const w = schoolWords.value.situation;
  if (!practice.replies.length) return null;
  return (
    <div class="replies">
      <p class="fine">{w.patrons}</p>
      <ul>
        {practice.replies.map((each) => (
          <li key={each.patron} data-reply={each.patron} data-withdraws={each.withdraws}>
            {(each.withdraws ? w.withdraws : w.plays)(seatName(each.patron))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether the console itself has a button for what is supplied. */
function isOffered({ push }: PracticeView): boolean {
  const { table } = push;
  return (
    !table?.case &&
    !!table?.prompt.commands.some((each) => each.from_shoe && each.giver === "staff")
  );
}

/** What comes from the device or the patrons next. */
function Supplied({ practice, feed }: { practice: PracticeView; feed: PracticeFeed }) {
  const w = schoolWords.value.situation;
  const sender = useSender();
  if (!practice.supplied || isOffered(practice)) return null;
  return (
    <div class="supplied">
      <p>
        <span class="fine">{w.supplied}</span> <CardText text={said(practice.supplied)} />
      </p>
      <button
        type="button"
        class="button"
        data-action="supply"
        disabled={sender.isBusy}
        onClick={() => void sender.attempt(() => feed.supply())}
      >
        {w.letIt}
      </button>
      <RefusalNotice refusal={sender.refusal} />
    </div>
  );
}
