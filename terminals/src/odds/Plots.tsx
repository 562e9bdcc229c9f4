// Plots of odds as SVG: the figures are the server's, and every plot is also available as a table.

import type { ComponentChildren } from "preact";
import { wagerTitle, words } from "../languages/current";
import { pathOf, scaleOf, tickText } from "./plot";
import type { Chance, PricedWager, ShoeOdds } from "./shapes";

const SIDES = ["player", "banker", "tie"] as const;

/** A plot and its table. */
export function Figure({
  label,
  children,
  table,
}: {
  label: string;
  children: ComponentChildren;
  table: ComponentChildren;
}) {
  return (
    <figure class="figure">
      <div class="figure-plot" role="img" aria-label={label}>
        {children}
      </div>
      <details>
        <summary>{words.value.odds.table}</summary>
        {table}
      </details>
    </figure>
  );
}

/** The house edge of every wager; left of the line the patron has the edge. */
export function Edges({ wagers }: { wagers: readonly PricedWager[] }) {
  const w = words.value.odds;
  const [row, left, right] = [28, 150, 96];
  const scale = scaleOf([0, ...wagers.map((each) => Number(each.edge.percent))]);
  const width = 560 - left - right;
  const at = (value: number): number => left + scale.place(value) * width;
  const height = wagers.length * row;
  return (
    <section class="panel" aria-label={w.edges}>
      <h2>{w.edges}</h2>
      <Figure
        label={w.edges}
        table={
          <EdgeTable rows={wagers.map((each) => [wagerTitle(each), each.edge])} first={w.wager} />
        }
      >
        <svg class="plot" viewBox={`0 0 560 ${height + 22}`} aria-hidden="true">
          {scale.ticks.map((tick) => (
            <g key={tick}>
              <path class={tick === 0 ? "plot-zero" : "plot-grid"} d={`M${at(tick)} 0V${height}`} />
              <text class="plot-tick" x={at(tick)} y={height + 16} text-anchor="middle">
                {tickText(tick, scale.digits)}%
              </text>
            </g>
          ))}
          {wagers.map((each, n) => {
            const value = Number(each.edge.percent);
            const [from, to] = [at(Math.min(0, value)), at(Math.max(0, value))];
            return (
              <g key={each.id} transform={`translate(0 ${n * row})`}>
                <text class="plot-name" x={left - 8} y="17" text-anchor="end">
                  {wagerTitle(each)}
                </text>
                <rect
                  class={`plot-bar ${each.own ? "own" : each.id}${value < 0 ? " ahead" : ""}`}
                  x={from}
                  y="5"
                  width={Math.max(1, to - from)}
                  height="16"
                  rx="3"
                />
                <text class="plot-value" x={to + 6} y="17">
                  {w.percent(each.edge.percent.replace("-", "−"))}
                </text>
              </g>
            );
          })}
        </svg>
      </Figure>
    </section>
  );
}

/** One wager's edge with four to ten full decks. */
export function ByDecks({ wager, decks }: { wager: PricedWager; decks: number }) {
  const w = words.value.odds;
  const scale = scaleOf(wager.by_decks.map((each) => Number(each.edge.percent)));
  const [left, top, width, height] = [58, 8, 320, 96];
  const step = width / Math.max(1, wager.by_decks.length - 1);
  const places = wager.by_decks.map(
    (each, n) =>
      [left + n * step, top + (1 - scale.place(Number(each.edge.percent))) * height] as const,
  );
  const label = w.byDecksOf(wagerTitle(wager));
  return (
    <Figure
      label={label}
      table={
        <EdgeTable
          rows={wager.by_decks.map((each) => [String(each.decks), each.edge])}
          first={w.decks}
        />
      }
    >
      <p class="fine">{w.byDecks}</p>
      <svg class="plot by-decks" viewBox="0 0 400 132" aria-hidden="true">
        {scale.ticks.map((tick) => {
          const y = top + (1 - scale.place(tick)) * height;
          return (
            <g key={tick}>
              <path class="plot-grid" d={`M${left} ${y}H${left + width}`} />
              <text class="plot-tick" x={left - 6} y={y + 4} text-anchor="end">
                {tickText(tick, scale.digits)}%
              </text>
            </g>
          );
        })}
        <path class="plot-line" d={pathOf(places)} />
        {wager.by_decks.map((each, n) => (
          <g key={each.decks} class={each.decks === decks ? "chosen" : ""}>
            <circle
              class="plot-dot"
              cx={places[n]?.[0]}
              cy={places[n]?.[1]}
              r={each.decks === decks ? 5 : 3}
            />
            <text class="plot-tick" x={places[n]?.[0]} y="124" text-anchor="middle">
              {each.decks}
            </text>
          </g>
        ))}
      </svg>
    </Figure>
  );
}

function EdgeTable({ rows, first }: { rows: [string, PricedWager["edge"]][]; first: string }) {
  const w = words.value.odds;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{w.edge}</th>
          <th scope="col">{w.decimal}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, edge]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{w.percent(edge.percent.replace("-", "−"))}</td>
            <td>{edge.decimal.replace("-", "−")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How often each side wins on each total: three bars per total. */
export function ByTotal({ odds }: { odds: ShoeOdds }) {
  const w = words.value;
  const most = Math.max(
    ...SIDES.flatMap((side) => odds.by_total[side].map((each) => Number(each.percent))),
  );
  const scale = scaleOf([0, most], 3);
  const [left, top, height, column] = [44, 8, 130, 51];
  const up = (each: Chance | undefined): number => scale.place(Number(each?.percent ?? 0)) * height;
  const totals = odds.by_total.player.map((_, total) => total);
  return (
    <Figure
      label={`${w.odds.byTotal}. ${w.odds.byTotalWhy}`}
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">{w.odds.total}</th>
              {SIDES.map((side) => (
                <th key={side} scope="col">
                  {w.side[side]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {totals.map((total) => (
              <tr key={total}>
                <th scope="row">{total}</th>
                {SIDES.map((side) => (
                  <td key={side}>{w.odds.percent(odds.by_total[side][total]?.percent ?? "")}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      <p class="fine">{w.odds.byTotalWhy}</p>
      <svg class="plot" viewBox="0 0 560 168" aria-hidden="true">
        {scale.ticks.map((tick) => {
          const y = top + (1 - scale.place(tick)) * height;
          return (
            <g key={tick}>
              <path class="plot-grid" d={`M${left} ${y}H555`} />
              <text class="plot-tick" x={left - 6} y={y + 4} text-anchor="end">
                {tickText(tick, scale.digits)}%
              </text>
            </g>
          );
        })}
        {totals.map((total) => (
          <g key={total} transform={`translate(${left + total * column + 5} 0)`}>
            {SIDES.map((side, n) => {
              const high = up(odds.by_total[side][total]);
              return (
                <rect
                  key={side}
                  class={`plot-bar ${side}`}
                  x={n * 14}
                  y={top + height - high}
                  width="12"
                  height={high}
                  rx="1.5"
                />
              );
            })}
            <text class="plot-tick" x="20" y="158" text-anchor="middle">
              {total}
            </text>
          </g>
        ))}
      </svg>
    </Figure>
  );
}
