// The results of a plan in figures and plots, all computed by the server.

import { labelled, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { showDecimal } from "../money";
import { grouped } from "../odds/Prices";
import type { KeepsView, SessionView } from "../wire/api";
import { Course, Distribution } from "./Charts";

export function Result({ session }: { session: SessionView }) {
  const w = words.value.sessions;
  const ends = Object.entries(session.ends).filter(([, share]) => share.value > 0);
  const rows: [name: string, figure: string][] = [
    [w.expected, showDecimal(session.expected)],
    [w.deviation, showDecimal(session.standard_deviation)],
    [w.expectedRounds, session.expected_rounds],
    [w.ahead, `${session.ahead.percent}%`],
    [w.even, `${session.even.percent}%`],
    [w.behind, `${session.behind.percent}%`],
    ...ends.map(([end, share]): [string, string] => [
      lookUp(w.ends, end) ?? end,
      `${share.percent}%`,
    ]),
  ];
  return (
    <>
      <section class="panel" aria-label={w.result} data-method={session.method}>
        <h2>{w.result}</h2>
        <p>
          {lookUp(w.method, session.method)}{" "}
          {session.samples ? w.samples(grouped(String(session.samples))) : ""} {w.independent}
        </p>
        <dl class="session-figures">
          {rows.map(([name, figure]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{figure.replace("-", "−")}</dd>
            </div>
          ))}
        </dl>
        <WithoutEnd session={session} />
      </section>
      <section class="panel" aria-label={w.distribution}>
        <h2>{w.distribution}</h2>
        <Distribution session={session} />
        <Quantiles session={session} />
      </section>
      <section class="panel" aria-label={w.course}>
        <h2>{w.course}</h2>
        <Course session={session} />
      </section>
      {session.hold.length ? <Hold session={session} /> : null}
      <Programmes session={session} />
    </>
  );
}

function WithoutEnd({ session }: { session: SessionView }) {
  const w = words.value.sessions;
  const found = session.without_end;
  if (!found) return null;
  return (
    <p>
      {labelled(w.withoutEnd, w.ruin)} {found.ruin.percent}%
      {found.goal.value > 0 ? `, ${w.goal} ${found.goal.percent}%` : ""},{" "}
      {found.rounds === null ? w.never : w.onAverage(found.rounds)}.
    </p>
  );
}

function Quantiles({ session }: { session: SessionView }) {
  const w = words.value.sessions;
  return (
    <div class="scrolls" tabIndex={0} role="group" aria-label={w.quantiles}>
      <table class="quantiles">
        <caption>{w.quantiles}</caption>
        <thead>
          <tr>
            {session.quantiles.map((each) => (
              <th key={each.chance} scope="col">
                {each.chance}%
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {session.quantiles.map((each) => (
              <td key={each.chance}>{showDecimal(each.result)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Hold({ session }: { session: SessionView }) {
  const w = words.value.sessions;
  return (
    <section class="panel" aria-label={w.hold}>
      <h2>{w.hold}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{w.holdRange}</th>
            <th scope="col">{w.win}</th>
            <th scope="col">{w.share}</th>
          </tr>
        </thead>
        <tbody>
          {session.hold.map((each) => (
            <tr key={each.percent}>
              <th scope="row">{each.percent}%</th>
              <td>
                {showDecimal(each.low)} … {showDecimal(each.high)}
              </td>
              <td>
                {each.hold_low.replace("-", "−")}% … {each.hold_high.replace("-", "−")}%
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Programmes({ session }: { session: SessionView }) {
  const w = words.value.sessions;
  const { loss_rebate: rebate, rolling, turnover } = session;
  if (!rebate && !rolling && !turnover) return null;
  return (
    <section class="panel programmes" aria-label={w.programmes}>
      <h2>{w.programmes}</h2>
      {rebate ? (
        <div data-programme="loss-rebate">
          <h3>{w.lossRebate}</h3>
          <p>
            {w.rebate(
              showDecimal(rebate.expected_win),
              showDecimal(rebate.given_back),
              showDecimal(rebate.keeps),
            )}{" "}
            {rebate.break_even ? w.breakEven(rebate.break_even.percent) : ""}
          </p>
          {rebate.stop_loss && rebate.stop_win && rebate.patron_expects ? (
            <p>
              {w.bestStops(
                showDecimal(rebate.stop_loss),
                showDecimal(rebate.stop_win),
                showDecimal(rebate.patron_expects),
              )}
            </p>
          ) : null}
        </div>
      ) : null}
      {rolling ? <Keeps name="rolling" title={w.rolling} of={rolling} /> : null}
      {turnover ? <Keeps name="turnover" title={w.turnover} of={turnover} /> : null}
    </section>
  );
}

function Keeps({ name, title, of: found }: { name: string; title: string; of: KeepsView }) {
  const w = words.value.sessions;
  const percent = (text: string): string => text.replace("-", "−");
  return (
    <div data-programme={name}>
      <h3>{title}</h3>
      <p>
        {w.keeps(found.wins.percent, found.pays.percent, percent(found.keeps.percent))}{" "}
        {found.plays ? w.plays(found.plays) : ""}
      </p>
    </div>
  );
}
