// What was done about an irregularity, as the journal has it: by whom, by which clause.

import { useContext } from "preact/hooks";
import { consoleWords, happened, placeOf } from "../languages/console";
import { labelled, languageInfo, personName, withNames, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { useQuery } from "../query";
import type { TableEvent, View } from "../shapes";
import { Sources } from "./sources";

/** From the report on; what a round does otherwise is not listed again. */
export function ofTheCase(
  events: readonly TableEvent[],
  titles: Record<string, string>,
): TableEvent[] {
  const first = events.findIndex(
    (each) =>
      each.type === "irregularity-reported" ||
      each.type === "report-filed" ||
      each.type === "round-voided" ||
      each.type === "settlement-reversed" ||
      each.type === "display-corrected",
  );
  return first < 0 ? [] : events.slice(first).filter((each) => each.type in titles);
}

export function DoneSoFar({ view, answer }: { view: View; answer: readonly TableEvent[] }) {
  const { guide: w, event: titles } = consoleWords.value;
  const round = view.round?.number ?? view.finished.at(-1)?.number ?? 0;
  const sources = useContext(Sources);
  const asked = useQuery(round ? sources.events(view, round) : null, view.seq);
  const recorded = asked.state === "ready" ? ofTheCase(asked.value.events, titles) : [];
  const known = new Set(recorded.map((each) => each.seq));
  // A report between rounds is in no round: its own answer tells it.
  const all = [
    ...recorded,
    ...answer.filter((each) => !known.has(each.seq) && each.type in titles),
  ].sort((one, other) => one.seq - other.seq);
  // An answer may come before the table as it is after it: whether a case is open is not known yet.
  const settled = !view.case && (all.at(-1)?.seq ?? 0) <= view.seq;
  if (!all.length) return <p class="fine">{w.nothingDone}</p>;
  return (
    <>
      <ol class="done-so-far">
        {all.map((each) => (
          <li key={each.seq} data-event={each.type}>
            <time dateTime={new Date(each.at_ms).toISOString()}>
              {new Date(each.at_ms).toLocaleTimeString(languageInfo.value.locale)}
            </time>
            <span>
              <strong>{lookUp(titles, each.type)}</strong> {details(each)}
            </span>
            <span class="fine">{each.by ? w.by(personName(each.by)) : ""}</span>
            <span class="clause-number">
              {String(each.fields.clause ?? "").replace(/^reading .*/, "–")}
            </span>
          </li>
        ))}
      </ol>
      {settled ? <p class="resolved">{w.done}</p> : null}
    </>
  );
}

function details(event: TableEvent): string {
  const { guide: w } = consoleWords.value;
  const { side: names } = words.value;
  const { fields } = event;
  const patron = personName(String(fields.patron ?? ""));
  const side = fields.side ? names[fields.side as "player"] : "";
  switch (event.type) {
    case "irregularity-reported":
    case "report-filed":
      return [happened(String(fields.irregularity)), side, patron, fields.note ?? ""]
        .filter(Boolean)
        .join(" · ");
    case "report-confirmed":
    case "report-dismissed":
      return String(fields.why ?? "");
    case "acted-as":
      return w.actsAs(
        String(fields.person),
        placeOf(Number(fields.position)),
        String(fields.given_by),
      );
    case "option-offered":
    case "option-lapsed":
      return withNames((fields.patrons as string[]).join(", "));
    case "option-answered": {
      const taken = fields.withdrawn as number[];
      return labelled(patron, taken.length ? w.took(taken.join(", ")) : w.kept);
    }
    case "decided":
      return `${fields.void ? w.voided : w.goesOn}${fields.why ? `: ${String(fields.why)}` : ""}`;
    default:
      return [side, patron].filter(Boolean).join(" · ");
  }
}
