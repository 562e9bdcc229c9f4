// An examination: the questions by section, one opened at a time, the clock, and handing in.

import { useEffect, useRef, useState } from "preact/hooks";
import { useSender } from "../commands";
import { schoolWords } from "../languages/school";
import { lookUp } from "../lookUp";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Waiting } from "../parts/States";
import { go } from "../router";
import type { OpenedQuestion, SittingLine, SittingView } from "../wire/api";
import type { Answers } from "./answers";
import { useChoiceKeys } from "./keys";
import { PracticeTable } from "./PracticeTable";
import { Question } from "./Question";

const SECTIONS = ["theory", "payment", "table"] as const;

function sectionOf({ topic }: SittingLine): (typeof SECTIONS)[number] {
  return topic === "payment" || topic === "table" ? topic : "theory";
}

/** Minutes and seconds. */
export function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function Examination({ number }: { number: number }) {
  const w = schoolWords.value.exam;
  const sender = useSender();
  const [paper, setPaper] = useState<SittingView | null>(null);
  const [opened, setOpened] = useState<OpenedQuestion | null>(null);
  const [isSaving, setSaving] = useState(false); // until the next question is shown
  const start = async (): Promise<void> => {
    const found = await sender.send("/school/examinations/{number}/start", { number }, {});
    if (found) setPaper(found);
  };
  useEffect(() => void start(), [number]);
  const open = async (question: number): Promise<void> => {
    const path = "/school/examinations/{number}/questions/{question}";
    const found = await sender.send(path, { number, question }, {});
    if (found) setOpened(found);
    scrollTo(0, 0);
  };
  const close = (): void => {
    setOpened(null);
    void start();
  };
  const answer = async (answers: Answers): Promise<void> => {
    setSaving(true);
    await save(answers).finally(() => setSaving(false));
  };
  const save = async (answers: Answers): Promise<void> => {
    if (!opened) return;
    const path = "/school/examinations/{number}/questions/{question}/answer";
    const found = await sender.send(path, { number, question: opened.number }, { answers });
    if (!found) return;
    setPaper(found);
    const next = found.questions.find((each) => !each.is_answered && each.number > opened.number);
    if (next) await open(next.number);
    else setOpened(null);
  };
  const handIn = async (): Promise<void> => {
    const found = await sender.send("/school/examinations/{number}/hand-in", { number }, {});
    if (found) go(`/school/result-${found.result.number}`);
  };
  if (!paper) return sender.refusal ? <RefusalNotice refusal={sender.refusal} /> : <Waiting />;
  if (opened?.table)
    return (
      <PracticeTable key={opened.table} of={opened.table}>
        {() => (
          <>
            <p class="fine">{schoolWords.value.situation.examined}</p>
            <button type="button" class="button strong" data-action="to-paper" onClick={close}>
              {w.toPaper}
            </button>
          </>
        )}
      </PracticeTable>
    );
  if (opened)
    return (
      <Opened
        key={opened.number}
        opened={opened}
        isBusy={sender.isBusy || isSaving}
        onSave={(answers) => void answer(answers)}
        onClose={close}
      >
        <RefusalNotice refusal={sender.refusal} />
      </Opened>
    );
  return (
    <>
      <p>{w.lead}</p>
      {SECTIONS.map((section) => (
        <Section
          key={section}
          title={w[section]}
          lines={paper.questions.filter((each) => sectionOf(each) === section)}
          onOpen={(question) => void open(question)}
        />
      ))}
      <RefusalNotice refusal={sender.refusal} />
      <HandIn
        open={paper.questions.filter((each) => !each.is_answered).length}
        isBusy={sender.isBusy}
        onSure={() => void handIn()}
      />
    </>
  );
}

function Section({
  title,
  lines,
  onOpen,
}: {
  title: string;
  lines: readonly SittingLine[];
  onOpen: (number: number) => void;
}) {
  const w = schoolWords.value;
  if (!lines.length) return null;
  return (
    <section class="panel exam-section">
      <h2>{title}</h2>
      <ul class="exam-questions">
        {lines.map((line) => (
          <li key={line.number}>
            <button
              type="button"
              class={line.is_answered ? "exam-question answered" : "exam-question"}
              data-question={line.number}
              data-answered={line.is_answered}
              onClick={() => onOpen(line.number)}
            >
              <b>{w.exam.open(line.number)}</b>
              <span>{lookUp(w.topic, line.topic) ?? line.topic}</span>
              <span class="fine">
                {line.is_answered ? w.exam.answered : w.exam.notYet}
                {line.seconds_left === null
                  ? ""
                  : ` · ${
                      line.is_opened
                        ? w.exam.left(clockTime(line.seconds_left))
                        : w.exam.timed(line.seconds_left)
                    }`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Opened({
  opened,
  isBusy,
  onSave,
  onClose,
  children,
}: {
  opened: OpenedQuestion;
  isBusy: boolean;
  onSave: (answers: Answers) => void;
  onClose: () => void;
  children: preact.ComponentChildren;
}) {
  const w = schoolWords.value;
  const [answers, setAnswers] = useState<Answers>(opened.answers);
  const card = useRef<HTMLDivElement>(null);
  useChoiceKeys(card, true);
  const { topic } = opened.question;
  return (
    <div class="panel exam-opened" data-opened={opened.number} ref={card}>
      <h2>
        {w.exam.open(opened.number)} <small>{lookUp(w.topic, topic) ?? topic}</small>
        {opened.seconds_left === null ? null : <Clock seconds={opened.seconds_left} />}
      </h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave(answers);
        }}
      >
        <Question question={opened.question} answers={answers} onAnswer={setAnswers} />
        {children}
        <div class="choices">
          <button type="submit" class="button strong" data-action="save" disabled={isBusy}>
            {w.exam.save}
          </button>
          <button
            type="button"
            class="button"
            data-action="to-paper"
            disabled={isBusy}
            onClick={onClose}
          >
            {w.exam.toPaper}
          </button>
        </div>
      </form>
    </div>
  );
}

/** The time that is left; the server's own clock decides. */
function Clock({ seconds }: { seconds: number }) {
  const w = schoolWords.value.exam;
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const ends = performance.now() + seconds * 1000;
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((ends - performance.now()) / 1000))),
      250,
    );
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <span class={left > 20 ? "exam-clock" : "exam-clock short"} role="timer">
      {left ? w.left(clockTime(left)) : w.late}
    </span>
  );
}

function HandIn({ open, isBusy, onSure }: { open: number; isBusy: boolean; onSure: () => void }) {
  const w = schoolWords.value.exam;
  const [asks, setAsks] = useState(false);
  if (!asks)
    return (
      <button
        type="button"
        class="button strong"
        data-action="hand-in"
        onClick={() => setAsks(true)}
      >
        {w.handIn}
      </button>
    );
  return (
    <div class="panel confirming" role="alert">
      <p>{w.handInSure(open)}</p>
      <div class="choices">
        <button
          type="button"
          class="button strong"
          data-action="hand-in-sure"
          disabled={isBusy}
          onClick={onSure}
        >
          {w.yes}
        </button>
        <button type="button" class="button" onClick={() => setAsks(false)}>
          {w.no}
        </button>
      </div>
    </div>
  );
}
