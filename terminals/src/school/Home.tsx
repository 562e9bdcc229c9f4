// The school's first page: what can be practised, examinations, results and certificates.

import { schoolWords } from "../languages/school";
import { at, useQuery } from "../query";
import type { SchoolView } from "../wire/api";
import { refTitle } from "./games";

export function Home({ school }: { school: SchoolView }) {
  const w = schoolWords.value.home;
  return (
    <>
      <p class="lead">{schoolWords.value.lead}</p>
      <div class="school-ways">
        <Way href="/school/drill" title={w.drill} why={w.drillWhy} go={w.drillGo} mark="?" />
        <Way
          href="/school/situation"
          title={w.situation}
          why={w.situationWhy}
          go={w.situationGo}
          mark="!"
        />
        {school.is_trainer ? (
          <Way href="/school/class" title={w.class} why={w.classWhy} go={w.classGo} mark="✓" />
        ) : null}
      </div>
      <div class="lines-beside">
        <Examinations />
        <div>
          <Results />
          <Certificates />
        </div>
      </div>
    </>
  );
}

function Way({
  href,
  title,
  why,
  go,
  mark,
}: {
  href: string;
  title: string;
  why: string;
  go: string;
  mark: string;
}) {
  return (
    <section class="panel way">
      <span class="way-mark" aria-hidden="true">
        {mark}
      </span>
      <h2>{title}</h2>
      <p>{why}</p>
      <a class="button strong" href={href}>
        {go}
      </a>
    </section>
  );
}

function Examinations() {
  const w = schoolWords.value.home;
  const asked = useQuery(at("/school/examinations"));
  const found = asked.state === "ready" ? asked.value : [];
  return (
    <section class="panel">
      <h2>{w.examinations}</h2>
      <p class="fine">{w.examinationsWhy}</p>
      {found.length ? (
        <ul class="exam-list">
          {[...found].reverse().map((each) => (
            <li key={each.number} data-examination={each.number}>
              <span>
                <b>{each.name}</b>{" "}
                <span class="fine">
                  {refTitle(each.game)} · {w.questions(each.questions)} ·{" "}
                  {w.pass(each.pass_percent)} · {w.setBy(each.set_by)}
                </span>
              </span>
              {each.has_sat ? (
                <span class="gain">{w.done}</span>
              ) : (
                <a class="button" href={`/school/exam-${each.number}`}>
                  {each.in_hand ? w.goOn : w.sit}
                </a>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p>{w.noExaminations}</p>
      )}
    </section>
  );
}

function Results() {
  const w = schoolWords.value;
  const asked = useQuery(at("/school/results"));
  const found = asked.state === "ready" ? asked.value : [];
  return (
    <section class="panel">
      <h2>{w.home.results}</h2>
      {found.length ? (
        <ul class="exam-list">
          {[...found].reverse().map((each) => (
            <li key={each.number}>
              <span>
                <a href={`/school/result-${each.number}`}>{each.student}</a>{" "}
                <span class="fine">
                  {refTitle(each.game)} · {w.result.marks(each.got, each.of)}
                </span>
              </span>
              <b class={each.passed ? "gain" : "loss"}>
                {each.passed ? w.result.passed : w.result.failed}
              </b>
            </li>
          ))}
        </ul>
      ) : (
        <p>{w.home.noResults}</p>
      )}
    </section>
  );
}

function Certificates() {
  const w = schoolWords.value.home;
  const asked = useQuery(at("/school/certificates"));
  const found = asked.state === "ready" ? asked.value : [];
  if (!found.length) return null;
  return (
    <section class="panel">
      <h2>{w.certificates}</h2>
      <ul class="exam-list">
        {found.map((each) => (
          <li key={`${each.student} ${each.game}`}>
            <span>
              <b>{each.student}</b> <span class="fine">{refTitle(each.game)}</span>
            </span>
            <span class={each.standing === "valid" ? "gain" : "loss"}>
              {each.standing === "valid" ? w.valid : w.void}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
