// Drills: questions from the server or stored here, marked at once; what was answered is sent when
// there is a connection.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { newKey, post } from "../commands";
import { refusalOf } from "../http";
import { schoolWords } from "../languages/school";
import { lookUp } from "../lookUp";
import { Failed, Waiting } from "../parts/States";
import { at, useQuery } from "../query";
import type { Refusal } from "../shapes";
import type { DrillView, GameLine } from "../wire/api";
import { type Answers, isComplete, rightParts } from "./answers";
import {
  addAnswer,
  dropAnswers,
  dropQuestion,
  nextToSend,
  storedQuestions,
  storeQuestions,
  waitingAnswers,
} from "./drillStore";
import { useChoiceKeys } from "./keys";
import { openOffline } from "./offline";
import { Question } from "./Question";
import { givenText, Solutions } from "./Solutions";

const BATCH = 12;
const AT_LEAST = 4; // stored questions, below which more are asked for
const SENT_AT_ONCE = 40;

/** Send a student's answers that wait; those that arrived are dropped. */
async function sendAnswers(student: string): Promise<void> {
  for (;;) {
    const next = nextToSend(student, SENT_AT_ONCE, newKey);
    if (!next) return;
    await post("/school/drills/results", {}, { answers: next.answers }, next.key);
    dropAnswers(next.key);
  }
}

export function Drill({ game, student }: { game: GameLine; student: string }) {
  const w = schoolWords.value;
  const [topics, setTopics] = useState<string[]>([]);
  const [question, setQuestion] = useState<DrillView | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isAway, setAway] = useState(false);
  const [score, setScore] = useState({ right: 0, asked: 0, seconds: 0 });
  const [version, setVersion] = useState(0);
  const calls = useRef(0); // counts up, so that a late answer does not replace a later choice
  const next = async (wanted: readonly string[] = topics): Promise<void> => {
    const call = ++calls.current;
    setRefusal(null);
    let left = storedQuestions(game.id, wanted);
    setQuestion(left[0] ?? null);
    if (left.length >= AT_LEAST && !waitingAnswers(student).length) return;
    try {
      await sendAnswers(student);
      if (left.length < AT_LEAST)
        storeQuestions(
          await post("/school/drills", {}, { game: game.id, topics: [...wanted], count: BATCH }),
        );
      setAway(false);
      setVersion((count) => count + 1);
    } catch (error) {
      const found = refusalOf(error);
      if (found.reason === "away") setAway(true);
      else setRefusal(found);
    }
    if (call !== calls.current) return;
    left = storedQuestions(game.id, wanted);
    setQuestion((now) => now ?? left[0] ?? null);
  };
  useEffect(() => void next(), [game.id]);
  useEffect(openOffline, []);
  const choose = (topic: string): void => {
    const wanted = topics.includes(topic)
      ? topics.filter((each) => each !== topic)
      : [...topics, topic];
    setTopics(wanted);
    setQuestion(null);
    void next(wanted);
  };
  const done = (isRight: boolean, seconds: number): void =>
    setScore(({ right, asked, seconds: before }) => ({
      right: right + (isRight ? 1 : 0),
      asked: asked + 1,
      seconds: before + seconds,
    }));
  const stored = storedQuestions(game.id, topics).length;
  return (
    <div class="drill">
      <aside class="panel drill-side">
        <h2>{w.drill.topics}</h2>
        <div class="choice-list topics">
          {game.topics.map((topic) => (
            <button
              key={topic}
              type="button"
              class="choice"
              aria-pressed={topics.includes(topic)}
              data-topic={topic}
              onClick={() => choose(topic)}
            >
              {lookUp(w.topic, topic) ?? topic}
            </button>
          ))}
        </div>
        <Progress game={game.id} version={version} />
      </aside>
      <section class="panel drill-card" aria-label={w.drill.title}>
        {isAway ? (
          <p class="notice" role="status">
            {stored ? w.drill.offline(stored) : w.drill.empty}
          </p>
        ) : null}
        <p class="fine score" role="status" data-right={score.right} data-asked={score.asked}>
          {score.asked
            ? `${w.drill.score(score.right, score.asked)} · ${w.drill.seconds(Math.round(score.seconds / score.asked))}`
            : w.drill.keys}
        </p>
        {refusal ? (
          <Failed refusal={refusal} again={() => void next()} />
        ) : question ? (
          <One
            key={question.seed}
            drill={question}
            student={student}
            onDone={done}
            onNext={() => void next()}
          />
        ) : isAway ? null : (
          <Waiting />
        )}
      </section>
    </div>
  );
}

function One({
  drill,
  student,
  onDone,
  onNext,
}: {
  drill: DrillView;
  student: string;
  onDone: (isRight: boolean, seconds: number) => void;
  onNext: () => void;
}) {
  const w = schoolWords.value.drill;
  const { parts } = drill.question;
  const [answers, setAnswers] = useState<Answers>({});
  const [marked, setMarked] = useState<boolean[] | null>(null);
  const began = useRef(performance.now());
  const go = useRef<HTMLButtonElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const isReady = isComplete(parts, answers);
  const check = (given: Answers = answers): void => {
    const seconds = Math.max(1, Math.round((performance.now() - began.current) / 1000));
    const right = rightParts(parts, drill.solutions, given);
    const { game, kind, seed } = drill;
    addAnswer(student, { game, kind, seed, answers: given, seconds });
    dropQuestion(drill);
    setMarked(right);
    onDone(right.every(Boolean), seconds);
  };
  // At once: the field that had the focus is disabled now, and Enter would be lost.
  useLayoutEffect(() => {
    if (marked) go.current?.focus();
  }, [marked]);
  useChoiceKeys(card, !marked);
  const marks = useMemo(
    () =>
      marked?.map((isRight, at) => ({
        isRight,
        solution: drill.solutions.find((each) => each.part === parts[at]?.name),
      })),
    [marked],
  );
  const isRight = marked?.every(Boolean) ?? false;
  const givenOf = (name: string): string =>
    givenText(
      parts.find((each) => each.name === name),
      answers[name] ?? [],
    );
  return (
    <div ref={card} data-kind={drill.kind} data-seed={drill.seed}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (marked) onNext();
          else if (isReady) check();
        }}
      >
        <Question
          question={drill.question}
          answers={answers}
          onAnswer={marked ? undefined : setAnswers}
        />
        <div aria-live="polite">
          {marks ? (
            <>
              <p class={`verdict ${isRight ? "is-right" : "is-wrong"}`} data-verdict={isRight}>
                {isRight ? w.right : w.wrong}
              </p>
              <Solutions
                parts={parts}
                marks={marks.flatMap(({ solution, isRight }) =>
                  solution ? [{ solution, isRight, given: givenOf(solution.part) }] : [],
                )}
              />
            </>
          ) : null}
        </div>
        <button ref={go} type="submit" class="button strong" disabled={!marked && !isReady}>
          {marked ? w.next : w.check}
        </button>
      </form>
    </div>
  );
}

/** Accuracy and speed by topic. */
function Progress({ game, version }: { game: string; version: number }) {
  const w = schoolWords.value;
  const asked = useQuery(at("/school/progress", {}, { game }), version);
  if (asked.state !== "ready") return null;
  const rows = asked.value.filter((each) => each.asked);
  if (!rows.length) return null;
  return (
    <>
      <h2>{w.home.progress}</h2>
      <table class="progress-table">
        <thead>
          <tr>
            <th scope="col">{w.drill.topicName}</th>
            <th scope="col" class="number">
              {w.drill.accuracy}
            </th>
            <th scope="col" class="number">
              {w.drill.speed}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <tr key={each.topic}>
              <th scope="row">
                {lookUp(w.topic, each.topic) ?? each.topic}
                {each.due ? <span class="fine"> {w.drill.due(each.due)}</span> : null}
              </th>
              <td class="number">{Math.round((100 * each.got) / Math.max(1, each.of))} %</td>
              <td class="number">{Math.round(each.seconds / each.asked)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
