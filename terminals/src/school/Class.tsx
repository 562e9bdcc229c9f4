// A trainer's class: progress, weak clauses, who is ready; setting papers and writing situations.

import { useState } from "preact/hooks";
import { newKey, useSender } from "../commands";
import { said } from "../languages/current";
import { schoolWords } from "../languages/school";
import { lookUp } from "../lookUp";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Async, Empty } from "../parts/States";
import { at, useQuery } from "../query";
import type { ClassView, GameLine, SchoolView } from "../wire/api";
import { refTitle } from "./games";
import { clauseTitle, kindTitle } from "./kinds";

export function Class({ school, game }: { school: SchoolView; game: GameLine }) {
  const asked = useQuery(at("/school/class"));
  return (
    <>
      <Async query={asked}>{(found) => <Report found={found} />}</Async>
      <div class="lines-beside">
        <SetExamination school={school} game={game} />
        <WriteSituation />
      </div>
    </>
  );
}

function percent(got: number, of: number): string {
  return of ? `${Math.round((100 * got) / of)} %` : "–";
}

function Report({ found }: { found: ClassView }) {
  const w = schoolWords.value.class;
  if (!found.students.length) return <Empty title={w.empty} why={w.account} />;
  return (
    <>
      <section class="panel">
        <h2>
          {w.students}{" "}
          <a class="end" href="/api/v1/school/class.csv" download="class.csv">
            {w.export}
          </a>
        </h2>
        <div class="scrolled" tabIndex={0} role="region" aria-label={w.students}>
          <table class="class-table">
            <thead>
              <tr>
                <th scope="col">{w.student}</th>
                <th scope="col" class="number">
                  {w.drills}
                </th>
                <th scope="col" class="number">
                  {w.right}
                </th>
                <th scope="col">{w.lastPaper}</th>
                <th scope="col">{w.ready}</th>
                <th scope="col">{w.certificates}</th>
              </tr>
            </thead>
            <tbody>
              {found.students.map((each) => (
                <tr key={each.student} data-student={each.student} data-ready={each.is_ready}>
                  <th scope="row">{each.student}</th>
                  <td class="number">{each.drills || "–"}</td>
                  <td class="number">{percent(each.drills_got, each.drills_of)}</td>
                  <td>
                    {each.last_paper ? (
                      <a href={`/school/result-${each.last_paper}`}>
                        {each.got} / {each.of}
                      </a>
                    ) : (
                      "–"
                    )}
                  </td>
                  <td>
                    {each.is_ready ? (
                      <b class="gain">✓ {w.ready}</b>
                    ) : (
                      <span class="fine">{w.notReady}</span>
                    )}
                  </td>
                  <td>{each.certificates.map(refTitle).join(", ") || "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <div class="lines-beside">
        <section class="panel">
          <h2>{w.weak}</h2>
          <ol class="weak-clauses">
            {found.weak_clauses.map((each) => (
              <li key={`${each.game} ${each.clause}`}>
                <span class="clause-number">
                  {refTitle(each.game)} · {clauseTitle(each.clause)}
                </span>
                <span>{said(each.says)}</span>
                <meter
                  min={0}
                  max={each.asked}
                  value={each.missed}
                  aria-label={w.missedOf(each.missed, each.asked)}
                />
                <span class="fine">{w.missedOf(each.missed, each.asked)}</span>
              </li>
            ))}
          </ol>
        </section>
        <section class="panel">
          <h2>{w.missed}</h2>
          <ol class="weak-clauses">
            {found.missed_kinds.map((each) => (
              <li key={`${each.game} ${each.kind}`}>
                <span>
                  {kindTitle(each.kind)} <span class="fine">{refTitle(each.game)}</span>
                </span>
                <meter
                  min={0}
                  max={each.asked}
                  value={each.missed}
                  aria-label={w.missedOf(each.missed, each.asked)}
                />
                <span class="fine">{w.missedOf(each.missed, each.asked)}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  );
}

const AT_TABLE = new Set(["situations", "rounds"]); // these topics have fields of their own

function SetExamination({ school, game }: { school: SchoolView; game: GameLine }) {
  const w = schoolWords.value.class;
  const sender = useSender();
  const [isSet, setIsSet] = useState(0);
  const theory = Object.entries(school.weights).filter(
    ([topic]) => game.topics.includes(topic) && !AT_TABLE.has(topic),
  );
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const count = (name: string): number => Number(form.get(name) ?? 0);
    const weights = {
      ...Object.fromEntries(theory.map(([topic]) => [topic, count(`questions-${topic}`)])),
      situations: count("irregular"),
      rounds: count("rounds"),
    };
    const found = await sender.send(
      "/school/examinations",
      {},
      {
        game: game.id,
        name: String(form.get("name") ?? ""),
        seed: String(form.get("seed") ?? ""),
        own_papers: form.get("own") !== null,
        pass_percent: count("pass"),
        seconds: { payment: count("seconds") },
        weights,
      },
      newKey(),
    );
    if (found) setIsSet(found.number);
  };
  return (
    <form class="panel form set-examination" onSubmit={(event) => void send(event)}>
      <h2>{w.set}</h2>
      <label>
        {w.name}
        <input name="name" maxlength={60} autocomplete="off" />
      </label>
      <div class="form-row">
        <label>
          {w.pass}
          <input name="pass" type="number" min={1} max={100} defaultValue="80" required />
        </label>
        <label>
          {w.seconds}
          <input name="seconds" type="number" min={1} max={3600} defaultValue="180" required />
        </label>
        <label>
          {w.irregular}
          <input name="irregular" type="number" min={0} max={20} defaultValue="3" required />
        </label>
        <label>
          {w.rounds}
          <input name="rounds" type="number" min={0} max={20} defaultValue="1" required />
        </label>
      </div>
      <details key={game.id} class="weights">
        <summary>{w.weights}</summary>
        <div class="form-row">
          {theory.map(([topic, usual]) => (
            <label key={topic}>
              {lookUp(schoolWords.value.topic, topic) ?? topic}
              <input
                name={`questions-${topic}`}
                type="number"
                min={0}
                max={50}
                defaultValue={String(usual)}
              />
            </label>
          ))}
        </div>
        <label>
          {w.seed}
          <input name="seed" maxlength={60} autocomplete="off" />
        </label>
      </details>
      <label class="tick">
        <input name="own" type="checkbox" defaultChecked /> {w.own}
      </label>
      <RefusalNotice refusal={sender.refusal} />
      {isSet ? (
        <p class="resolved" role="status" data-set={isSet}>
          {w.isSet(isSet)}
        </p>
      ) : null}
      <button type="submit" class="button strong" disabled={sender.isBusy}>
        {w.create}
      </button>
    </form>
  );
}

const EXAMPLE = `game tiger
open
stake seat1 player 100
close
draw 9C 8D
# student
report foreign-cards by pit-manager
void
`;

function WriteSituation() {
  const w = schoolWords.value.class;
  const sender = useSender();
  const [added, setAdded] = useState("");
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const body = { name: String(form.get("name")), script: String(form.get("script")) };
    const found = await sender.send("/school/situations", {}, body, newKey());
    setAdded(found ? found.name : "");
  };
  return (
    <form class="panel form" onSubmit={(event) => void send(event)}>
      <h2>{w.write}</h2>
      <label>
        {w.name}
        <input name="name" maxlength={60} required autocomplete="off" />
      </label>
      <label>
        {w.script}
        <textarea name="script" rows={9} spellcheck={false} required defaultValue={EXAMPLE} />
      </label>
      <RefusalNotice refusal={sender.refusal} />
      {added ? (
        <p class="resolved" role="status">
          {w.added(added)}
        </p>
      ) : null}
      <button type="submit" class="button" disabled={sender.isBusy}>
        {w.add}
      </button>
    </form>
  );
}
