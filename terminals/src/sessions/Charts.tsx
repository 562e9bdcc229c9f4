// Plots of a session: its distribution, its course, and what a rebate leaves the house.

import { words } from "../languages/current";
import { showDecimal } from "../money";
import { Figure } from "../odds/Plots";
import { pathOf, scaleOf, tickText } from "../odds/plot";
import type { SessionView } from "../wire/api";

const [WIDTH, HEIGHT, LEFT, TOP] = [560, 190, 64, 8];

/** The chance of each result; bars left of the line are losses. */
export function Distribution({ session }: { session: SessionView }) {
  const w = words.value.sessions;
  const { bars } = session;
  const scale = scaleOf([0, ...bars.map((each) => each.share.value * 100)], 3);
  const width = (WIDTH - LEFT - 8) / Math.max(1, bars.length);
  const every = Math.max(1, Math.ceil(bars.length / 6));
  const first = Math.min(1, every - 1); // the bar before it is a tail, far wider than the others
  return (
    <Figure
      label={`${w.distribution}. ${w.distributionWhy}`}
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">{w.from}</th>
              <th scope="col">{w.to}</th>
              <th scope="col">{w.chance}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((each) => (
              <tr key={each.low}>
                <td>{showDecimal(each.low)}</td>
                <td>{showDecimal(each.high)}</td>
                <td>{each.share.percent}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT + 30}`} aria-hidden="true">
        {scale.ticks.map((tick) => {
          const y = TOP + (1 - scale.place(tick)) * HEIGHT;
          return (
            <g key={tick}>
              <path class="plot-grid" d={`M${LEFT} ${y}H${WIDTH - 4}`} />
              <text class="plot-tick" x={LEFT - 6} y={y + 4} text-anchor="end">
                {tickText(tick, scale.digits)}%
              </text>
            </g>
          );
        })}
        {bars.map((each, n) => {
          const high = scale.place(each.share.value * 100) * HEIGHT;
          const x = LEFT + n * width;
          return (
            <g key={each.low}>
              <rect
                class={`plot-bar ${Number(each.high) < 0 ? "banker" : Number(each.low) > 0 ? "player" : "tie"}`}
                x={x + 0.5}
                y={TOP + HEIGHT - high}
                width={Math.max(1, width - 1)}
                height={high}
              />
              {n % every === first ? (
                <text
                  class="plot-tick"
                  x={x + width / 2}
                  y={TOP + HEIGHT + 16}
                  text-anchor="middle"
                >
                  {showDecimal(each.low)}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
      <p class="fine">{w.distributionWhy}</p>
    </Figure>
  );
}

/** Results on the way: the median, and a band that contains nine in ten. */
export function Course({ session }: { session: SessionView }) {
  const w = words.value.sessions;
  const { course } = session;
  const all = course.flatMap((each) => [Number(each.low), Number(each.high)]);
  const scale = scaleOf([0, ...all]);
  const rounds = Math.max(1, session.rounds);
  const x = (round: number): number => LEFT + (round / rounds) * (WIDTH - LEFT - 16);
  const y = (amount: number): number => TOP + (1 - scale.place(amount)) * HEIGHT;
  const start = [x(0), y(0)] as const;
  const line = (field: "low" | "middle" | "high") =>
    course.map((each) => [x(each.rounds), y(Number(each[field]))] as const);
  const band = [start, ...line("high"), ...line("low").reverse(), start];
  return (
    <Figure
      label={`${w.course}. ${w.courseWhy}`}
      table={
        <table>
          <thead>
            <tr>
              {[w.round, w.low, w.middle, w.high, w.ahead].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {course.map((each) => (
              <tr key={each.rounds}>
                <th scope="row">{each.rounds}</th>
                <td>{showDecimal(each.low)}</td>
                <td>{showDecimal(each.middle)}</td>
                <td>{showDecimal(each.high)}</td>
                <td>{each.ahead.percent}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT + 30}`} aria-hidden="true">
        <path class="plot-band" d={`${pathOf(band)}Z`} />
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <path
              class={tick === 0 ? "plot-zero" : "plot-grid"}
              d={`M${LEFT} ${y(tick)}H${WIDTH - 16}`}
            />
            <text class="plot-tick" x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
              {tickText(tick, scale.digits)}
            </text>
          </g>
        ))}
        <path class="plot-line" d={pathOf([start, ...line("middle")])} />
        {course.map((each) => (
          <text
            key={each.rounds}
            class="plot-tick"
            x={x(each.rounds)}
            y={TOP + HEIGHT + 18}
            text-anchor="middle"
          >
            {each.rounds}
          </text>
        ))}
      </svg>
      <p class="fine">{w.courseWhy}</p>
    </Figure>
  );
}
