// Significant events, found by kind, table, person and time, with what was before and after.

import { useState } from "preact/hooks";
import { refusalOf } from "../http";
import { personName, refusalText } from "../languages/current";
import { pitWords } from "../languages/pit";
import { lookUp } from "../lookUp";
import { fieldsOf } from "../parts/forms";
import { Async, Empty } from "../parts/States";
import { at, get, useQuery } from "../query";
import type { Answers, Refusal } from "../shapes";
import { aboutOf } from "./Alerts";
import { type Described, describe, inWords } from "./describe";
import { shownTime } from "./times";

type Page = Answers["/significant-events"];
type Wanted = Record<string, string>;

export function Events({ tables }: { tables: readonly string[] }) {
  const w = pitWords.value;
  const [query, setQuery] = useState<Wanted>({ limit: "50" });
  const asked = useQuery(at("/significant-events", {}, query));
  const show = (event: Event): void => {
    event.preventDefault();
    const fields = fieldsOf(event, "kind", "table", "actor", "since");
    const { since, ...rest } = fields;
    const since_ms = since ? String(new Date(since).getTime()) : "";
    setQuery({ ...rest, since_ms, limit: "50" });
  };
  return (
    <>
      <form class="form grid filters-row" onSubmit={show}>
        <label>
          {w.filter.kind}
          <select name="kind">
            <option value="">{w.filter.all}</option>
            {Object.entries(w.kind).map(([kind, text]) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label>
          {w.filter.table}
          <select name="table">
            <option value="">{w.filter.all}</option>
            {tables.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label>
          {w.filter.actor}
          <input name="actor" autocomplete="off" />
        </label>
        <label>
          {w.filter.since}
          <input name="since" type="datetime-local" />
        </label>
        <button type="submit" class="button">
          {w.filter.show}
        </button>
      </form>
      <Async query={asked}>{(page) => <Listed key={query} first={page} query={query} />}</Async>
    </>
  );
}

function Listed({ first, query }: { first: Page; query: Wanted }) {
  const w = pitWords.value;
  const [more, setMore] = useState<Page[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const pages = [first, ...more];
  const next = pages.at(-1)?.next;
  const turn = async (): Promise<void> => {
    try {
      const page = await get(at("/significant-events", {}, { ...query, before: next }));
      setMore([...more, page]);
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  const events = pages.flatMap((each) => each.events);
  if (!events.length) return <Empty title={w.none} />;
  return (
    <>
      <ul class="alerts">
        {events.map((each) => (
          <li key={each.id} class="alert" data-kind={each.kind}>
            <time dateTime={new Date(each.at_ms).toISOString()}>{shownTime(each.at_ms)}</time>
            <div class="wide">
              <strong>{lookUp(w.kind, each.kind) ?? inWords(each.kind)}</strong>{" "}
              {each.table ? <span class="where">{each.table}</span> : null}
              <p class="fine">
                {[
                  personName(each.actor),
                  personName(each.approver),
                  aboutOf(each),
                  each.count > 1 ? w.times(each.count) : "",
                ]
                  .filter(Boolean)
                  .join(" · ")}
                {each.acknowledged
                  ? ` · ${w.seenBy(personName(each.acknowledged.by), shownTime(each.acknowledged.at_ms))}`
                  : ""}
              </p>
              {describe(each.before, each.after).length ? (
                <details>
                  <summary class="fine">{w.records.details}</summary>
                  <Changes rows={describe(each.before, each.after)} />
                </details>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {refusal ? <p class="notice">{refusalText(refusal)}</p> : null}
      {next ? (
        <button type="button" class="button" onClick={() => void turn()}>
          {w.filter.more}
        </button>
      ) : null}
    </>
  );
}

/** What was changed, a row each. */
export function Changes({ rows }: { rows: readonly Described[] }) {
  const w = pitWords.value.records;
  return (
    <dl class="changes">
      {rows.map((each, at) => (
        <div key={at}>
          <dt>{each.label}</dt>
          <dd>
            {each.now}{" "}
            {each.was ? (
              <span class="fine">
                {w.was} {each.was}
              </span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
