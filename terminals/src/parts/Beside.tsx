// Beside the felt: roads, the reader's last round, the table's last rounds, limits, clock and speech.

import { useEffect, useState } from "preact/hooks";
import { wagerTitle, words } from "../languages/current";
import type { LiveTable } from "../live";
import { showCents } from "../money";
import { RoadsPanel } from "../roads/RoadsPanel";
import type { PaidLine, Range, View, Wager } from "../shapes";
import { SoundChoice } from "../sound/SoundChoice";
import { showTime } from "../times";
import { speaking } from "./Announcer";
import { LastRounds, OwnRound } from "./Panels";

export function Beside({
  view,
  live,
  wagers,
  onLook,
}: {
  view: View;
  live: LiveTable;
  wagers: readonly Wager[];
  onLook: (wager: Wager, line: PaidLine) => void;
}) {
  return (
    <aside class="beside" aria-label={words.value.table.roads}>
      <RoadsPanel live={live} />
      <OwnRound settled={view.mine.settled} wagers={wagers} onTap={onLook} />
      <LastRounds live={live} />
      <Limits
        wagers={wagers}
        limits={view.configuration?.limits ?? {}}
        currency={view.configuration?.currency ?? ""}
      />
      <Foot />
    </aside>
  );
}

function Limits({
  wagers,
  limits,
  currency,
}: {
  wagers: readonly Wager[];
  limits: Readonly<Record<string, Range>>;
  currency: string;
}) {
  const w = words.value;
  return (
    <section class="panel" aria-label={w.table.limits}>
      <h2>
        {w.table.limits} <span class="fine">{currency}</span>
      </h2>
      <dl class="limits">
        {wagers.map((wager) => {
          const range = limits[wager.id];
          return range ? (
            <div key={wager.id}>
              <dt>{wagerTitle(wager)}</dt>
              <dd>{w.table.range(showCents(range.min_cents), showCents(range.max_cents))}</dd>
            </div>
          ) : null;
        })}
      </dl>
    </section>
  );
}

/** Clock, time played, speech, keys. */
function Foot() {
  const { table } = words.value;
  const [since] = useState(() => Date.now());
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <footer class="panel foot">
      <time title={table.clock}>{showTime(now)}</time>
      <span>{table.played(Math.floor((now - since) / 60_000))}</span>
      <button
        type="button"
        class="button small"
        aria-pressed={speaking.value}
        onClick={() => (speaking.value = !speaking.value)}
      >
        {table.speech}
      </button>
      <SoundChoice />
      <p class="fine keys">{table.keys}</p>
    </footer>
  );
}
