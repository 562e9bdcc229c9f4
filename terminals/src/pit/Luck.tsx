// Actual win beside the exact theoretical win: a plot with its 95 % band over rounds, and rows.

import { useState } from "preact/hooks";
import { personName, wagerTitle } from "../languages/current";
import { pitWords } from "../languages/pit";
import { showCents, showChange } from "../money";
import { Figure } from "../odds/Plots";
import { pathOf, scaleOf } from "../odds/plot";
import { Async } from "../parts/States";
import { at, useQuery } from "../query";
import type { LuckPoint, LuckReport } from "../shapes";
import { inWords } from "./describe";

const BY = ["table", "day", "month", "year", "shift", "shoe", "wager", "patron", "dealer"] as const;
type By = (typeof BY)[number];
const SHOWN = [
  "rounds",
  "handle_cents",
  "win_cents",
  "hold",
  "theoretical_cents",
  "theoretical_hold",
  "z",
  "low_cents",
  "high_cents",
  "mix_cents",
  "luck_cents",
  "at_most",
  "how",
] as const;
const DAY_MS = 86_400_000;
const PERIODS = ["all", "day", "month", "year"] as const;
type Period = (typeof PERIODS)[number];

/** Where a period to date began, in UTC; undefined for the first entry. */
export function beganMs(period: Period, nowMs: number): number | undefined {
  const now = new Date(nowMs);
  if (period === "day") return nowMs - (nowMs % DAY_MS);
  if (period === "month") return Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  if (period === "year") return Date.UTC(now.getUTCFullYear(), 0);
  return undefined;
}

export function Luck({ tables }: { tables: readonly string[] }) {
  const { luck: w } = pitWords.value;
  const [by, setBy] = useState<By>("table");
  const [table, setTable] = useState("");
  const [period, setPeriod] = useState<Period>("all");
  const began = beganMs(period, Date.now());
  const search = { by, ...(table ? { table } : {}), ...(began ? { since_ms: String(began) } : {}) };
  const found = useQuery(at("/reports/luck", {}, search));
  return (
    <>
      <form class="panel luck-form" onSubmit={(event) => event.preventDefault()}>
        <Choice label={w.by} value={by} choices={BY} names={w.groups} onChoose={setBy} />
        <Choice
          label={w.table}
          value={table}
          choices={["", ...tables]}
          names={{ "": w.allTables }}
          onChoose={setTable}
        />
        <Choice
          label={w.period}
          value={period}
          choices={PERIODS}
          names={w.periods}
          onChoose={setPeriod}
        />
      </form>
      <Async query={found}>
        {(report) => (
          <>
            <Band points={report.points} />
            <Groups report={report} by={by} />
            <p class="fine" data-heading>
              {w.from(report.heading.since, report.heading.until)}{" "}
              {w.made(report.heading.version, report.heading.made, report.heading.time_zone)}
            </p>
          </>
        )}
      </Async>
    </>
  );
}

function Choice<T extends string>({
  label,
  value,
  choices,
  names,
  onChoose,
}: {
  label: string;
  value: T;
  choices: readonly T[];
  names: Partial<Record<string, string>>;
  onChoose: (value: T) => void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as T)}>
        {choices.map((each) => (
          <option key={each} value={each}>
            {names[each] ?? each}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The win so far as a line, the theory as another, and 95 % of all results between two more. */
function Band({ points }: { points: readonly LuckPoint[] }) {
  const { luck: w } = pitWords.value;
  const last = points[points.length - 1];
  if (!last || points.length < 2) return <p class="fine">{w.none}</p>;
  const [width, height, left] = [640, 260, 84];
  const across = scaleOf(points.map((each) => each.rounds));
  const up = scaleOf(points.flatMap((each) => [each.win_cents, each.low_cents, each.high_cents]));
  const x = (each: LuckPoint): number => left + across.place(each.rounds) * (width - left - 12);
  const y = (cents: number): number => 8 + (1 - up.place(cents)) * (height - 16);
  const line = (of: (each: LuckPoint) => number): string =>
    pathOf(points.map((each) => [x(each), y(of(each))] as const));
  const band = pathOf([
    ...points.map((each) => [x(each), y(each.high_cents)] as const),
    ...[...points].reverse().map((each) => [x(each), y(each.low_cents)] as const),
  ]);
  return (
    <section class="panel" aria-label={w.plot}>
      <h2>{w.plot}</h2>
      <Figure
        label={w.described(
          last.rounds,
          showChange(last.win_cents),
          showChange(last.theoretical_cents),
          showChange(last.low_cents),
          showChange(last.high_cents),
        )}
        table={<Points points={points} />}
      >
        <svg class="plot" viewBox={`0 0 ${width} ${height + 22}`} aria-hidden="true">
          {up.ticks.map((tick) => (
            <g key={tick}>
              <path
                class={tick === 0 ? "plot-zero" : "plot-grid"}
                d={`M${left} ${y(tick)}H${width - 12}`}
              />
              <text class="plot-tick" x={left - 6} y={y(tick) + 4} text-anchor="end">
                {showChange(tick)}
              </text>
            </g>
          ))}
          <path class="luck-band" d={`${band}Z`} />
          <path class="luck-theory" d={line((each) => each.theoretical_cents)} />
          <path class="luck-win" d={line((each) => each.win_cents)} />
          {across.ticks.map((tick) => (
            <text
              key={tick}
              class="plot-tick"
              x={left + across.place(tick) * (width - left - 12)}
              y={height + 16}
              text-anchor="middle"
            >
              {tick}
            </text>
          ))}
        </svg>
      </Figure>
      <p class="fine">
        <span class="luck-key win" /> {w.win} <span class="luck-key theory" /> {w.theory}{" "}
        <span class="luck-key band" /> {w.band}
      </p>
    </section>
  );
}

function Points({ points }: { points: readonly LuckPoint[] }) {
  const { luck: w } = pitWords.value;
  return (
    <table>
      <thead>
        <tr>
          {[w.column.rounds, w.win, w.theory, w.column.low_cents, w.column.high_cents].map(
            (each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {points.map((each) => (
          <tr key={each.at_ms}>
            <td>{each.rounds}</td>
            <td>{showChange(each.win_cents)}</td>
            <td>{showChange(each.theoretical_cents)}</td>
            <td>{showChange(each.low_cents)}</td>
            <td>{showChange(each.high_cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Groups({ report, by }: { report: LuckReport; by: By }) {
  const { luck: w } = pitWords.value;
  const cell = (row: Record<string, unknown>, column: string): string => {
    const value = row[column];
    if (value === null || value === undefined) return "";
    if (column === "how") return w.how[String(value) as keyof typeof w.how] ?? String(value);
    if (column === "handle_cents") return showCents(Number(value));
    return column.endsWith("_cents") ? showChange(Number(value)) : String(value);
  };
  return (
    <section class="panel" aria-label={w.title}>
      <h2>{w.title}</h2>
      <div class="scrolled">
        <table class="figures" data-luck={by}>
          <thead>
            <tr>
              {[by, ...SHOWN].map((each) => (
                <th key={each} scope="col">
                  {each === by ? w.groups[by] : w.column[each as (typeof SHOWN)[number]]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...report.rows, report.total].map((row, n) => (
              <tr key={`${n} ${String(row[by])}`}>
                <th scope="row">{groupName(by, String(row[by]))}</th>
                {SHOWN.map((each) => (
                  <td key={each}>{cell(row, each)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What a row is about: a wager by its title, a patron by name. */
function groupName(by: By, value: string): string {
  if (value === "all") return pitWords.value.luck.all;
  return by === "wager" ? wagerTitle({ id: value, title: inWords(value) }) : personName(value);
}
