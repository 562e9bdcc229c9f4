// A paper on record: passed or not, marks by topic, every mistake with its clause.

import { useState } from "preact/hooks";
import { newKey, useSender } from "../commands";
import { languageInfo, said } from "../languages/current";
import { schoolWords } from "../languages/school";
import { lookUp } from "../lookUp";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Async } from "../parts/States";
import { at, useQuery } from "../query";
import { me } from "../session";
import type { MarkedQuestion, ResultView } from "../wire/api";
import { CardText } from "./CardText";
import { refTitle } from "./games";
import { Replay } from "./Replay";
import { Scene } from "./Scene";
import { givenText, Solutions } from "./Solutions";

const EXAMINERS = ["Pit Manager", "Gaming Shift Manager", "Assistant Casino Manager"];

export function Result({ number }: { number: number }) {
  const [version, setVersion] = useState(0);
  const asked = useQuery(at("/school/results/{number}", { number }), version);
  return (
    <Async query={asked}>
      {(found) => <Shown found={found} onApproved={() => setVersion((count) => count + 1)} />}
    </Async>
  );
}

function Shown({ found, onApproved }: { found: ResultView; onApproved: () => void }) {
  const w = schoolWords.value;
  const { result } = found;
  const percent = Math.floor((100 * result.got) / Math.max(1, result.of));
  return (
    <>
      <section class={`panel result-head ${result.passed ? "is-right" : "is-wrong"}`}>
        <div class="result-mark" data-passed={result.passed}>
          <b>{percent} %</b>
          <span>{result.passed ? w.result.passed : w.result.failed}</span>
        </div>
        <div>
          <p class="result-student">{result.student}</p>
          <p>
            {w.result.marks(result.got, result.of)} · {w.result.needed(found.pass_percent)}
          </p>
          <p class="fine">
            {w.result.paper(result.number)} · {w.result.edition(refTitle(result.game))} ·{" "}
            {w.result.version(found.version)} ·{" "}
            {new Date(result.at_ms).toLocaleString(languageInfo.value.locale)}
          </p>
          <p>{result.approved_by ? w.result.approved(result.approved_by) : w.result.waiting}</p>
          <Approve found={found} onApproved={onApproved} />
        </div>
      </section>
      <section class="panel">
        <h2>{w.result.perTopic}</h2>
        <ul class="topic-bars">
          {found.topics.map((each) => (
            <li key={each.topic}>
              <span>{lookUp(w.topic, each.topic) ?? each.topic}</span>
              <meter min={0} max={each.of} value={each.got} aria-label={each.topic} />
              <span class="number">
                {each.got} / {each.of}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {found.is_withheld ? (
        <p class="notice">{w.result.withheld}</p>
      ) : (
        <Questions questions={found.questions} />
      )}
    </>
  );
}

function Questions({ questions }: { questions: readonly MarkedQuestion[] }) {
  const w = schoolWords.value;
  const [onlyMistakes, setOnly] = useState(true);
  const shown = questions.filter(
    (each) => !onlyMistakes || each.marks.some((mark) => !mark.is_right),
  );
  return (
    <>
      <label class="tick">
        <input
          type="checkbox"
          checked={onlyMistakes}
          onChange={({ currentTarget }) => setOnly(currentTarget.checked)}
        />{" "}
        {w.result.mistakes}
      </label>
      {shown.map((each) => (
        <Marked key={each.number} question={each} />
      ))}
    </>
  );
}

function Approve({ found, onApproved }: { found: ResultView; onApproved: () => void }) {
  const w = schoolWords.value.result;
  const sender = useSender();
  const { number, approved_by, student } = found.result;
  const reader = me.value;
  const isExaminer = !!reader && EXAMINERS.includes(reader.position) && reader.id !== student;
  if (approved_by || !isExaminer) return null;
  const approve = async (): Promise<void> => {
    const path = "/school/results/{number}/approve";
    if (await sender.send(path, { number }, {}, newKey())) onApproved();
  };
  return (
    <>
      <button
        type="button"
        class="button strong"
        data-action="approve"
        disabled={sender.isBusy}
        onClick={() => void approve()}
      >
        {w.approve}
      </button>
      <RefusalNotice refusal={sender.refusal} />
    </>
  );
}

function Marked({ question }: { question: MarkedQuestion }) {
  const w = schoolWords.value;
  const right = question.marks.filter((mark) => mark.is_right).length;
  return (
    <details
      class="panel marked"
      open={right < question.marks.length}
      data-number={question.number}
    >
      <summary>
        <b>{w.exam.open(question.number)}</b> {lookUp(w.topic, question.topic) ?? question.topic}{" "}
        <span class={right === question.marks.length ? "gain" : "loss"}>
          {right} / {question.marks.length}
        </span>{" "}
        {question.seconds ? <span class="fine">{w.result.took(question.seconds)}</span> : null}
      </summary>
      {question.replay ? (
        <Replay done={question.replay} />
      ) : (
        <>
          <p class="question-text">
            <CardText text={said(question.question.text)} />
          </p>
          {question.question.table ? <Scene scene={question.question.table} /> : null}
          <Solutions
            parts={question.question.parts}
            marks={question.marks.map(({ solution, is_right, given, topic }) => ({
              solution,
              isRight: is_right,
              topic: topic ? (lookUp(w.topic, topic) ?? topic) : "",
              given: givenText(
                question.question.parts.find((each) => each.name === solution.part),
                given,
              ),
            }))}
          />
        </>
      )}
    </details>
  );
}
