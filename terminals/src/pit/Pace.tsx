// Rounds an hour by table or dealer, where the time of a round goes, and what lost time is worth.

import { useState } from "preact/hooks";
import { pitWords } from "../languages/pit";
import { lookUp } from "../lookUp";
import { showCents } from "../money";
import { Async } from "../parts/States";
import { at, useQuery } from "../query";
import type { PaceReport } from "../shapes";

const BY = ["table", "dealer"] as const;
type By = (typeof BY)[number];
const SHOWN = [
  "rounds",
  "rounds_an_hour",
  "target",
  "betting",
  "dealing",
  "settling",
  "waiting",
  "longest",
  "theoretical_win_an_hour_cents",
  "lost_an_hour_cents",
] as const;

export function Pace() {
  const { pace: w } = pitWords.value;
  const [by, setBy] = useState<By>("table");
  const found = useQuery(at("/reports/pace", {}, { by }));
  return (
    <>
      <form class="panel luck-form" onSubmit={(event) => event.preventDefault()}>
        <label>
          {w.by}
          <select value={by} onChange={(event) => setBy(event.currentTarget.value as By)}>
            {BY.map((each) => (
              <option key={each} value={each}>
                {w.groups[each]}
              </option>
            ))}
          </select>
        </label>
      </form>
      <Async query={found}>{(report) => <Rows report={report} by={by} />}</Async>
    </>
  );
}

function Rows({ report, by }: { report: PaceReport; by: By }) {
  const { pace: w, luck } = pitWords.value;
  const cell = (row: Record<string, unknown>, column: string): string => {
    const value = row[column];
    if (value === null || value === undefined) return "";
    if (column === "longest") return lookUp(w.column, String(value)) ?? String(value);
    return column.endsWith("_cents") ? showCents(Number(value)) : String(value);
  };
  const names = by === "dealer" ? (["table", "dealer"] as const) : (["table"] as const);
  return (
    <section class="panel" aria-label={w.title}>
      <h2>{w.title}</h2>
      {report.rows.length ? null : <p class="fine">{w.none}</p>}
      <div class="scrolled">
        <table class="figures" data-pace={by}>
          <thead>
            <tr>
              {[...names, ...SHOWN].map((each) => (
                <th key={each} scope="col">
                  {lookUp(w.groups, each) ?? lookUp(w.column, each)}
                </th>
              ))}
              <th scope="col">{w.column.behind}</th>
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => (
              <tr
                key={`${String(row.table)} ${String(row.dealer)}`}
                data-behind={row.behind === "yes" ? "" : undefined}
              >
                <th scope="row">{String(row.table)}</th>
                {by === "dealer" ? <td>{String(row.dealer)}</td> : null}
                {SHOWN.map((each) => (
                  <td key={each}>{cell(row, each)}</td>
                ))}
                <td>{row.behind === "yes" ? `⚠ ${w.yes}` : row.behind === "no" ? w.no : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="fine">{w.explained}</p>
      {report.heading ? (
        <p class="fine" data-heading>
          {luck.made(report.heading.version, report.heading.made, report.heading.time_zone)}
        </p>
      ) : null}
    </section>
  );
}
