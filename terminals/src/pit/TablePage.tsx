// One table from the pit: what it needs now, its rounds, settings, bank, and the protection view.

import { useTableSender } from "../commands";
import { AtTable, useLive } from "../console/AtTable";
import { Guide } from "../console/Guide";
import { consoleWords } from "../languages/console";
import { gameTitle, words } from "../languages/current";
import { pitWords } from "../languages/pit";
import { gameQuery, payTableQuery } from "../law";
import type { LiveTable } from "../live";
import { lookUp } from "../lookUp";
import { at, useCached, useQuery } from "../query";
import type { View } from "../shapes";
import { Bank } from "./Bank";
import { Protecting } from "./Protecting";
import { Rounds } from "./Rounds";
import { Settings } from "./Settings";
import { Tabs, usePart } from "./Tabs";

const ALWAYS = ["case", "rounds"];
const PARTS = [...ALWAYS, "settings", "bank", "protection"];

export function TablePage({ of }: { of: string }) {
  const live = useLive(of);
  return (
    <AtTable live={live} title={pitWords.value.title}>
      {(view) => <Managed key={view.mine.me.id} view={view} live={live} />}
    </AtTable>
  );
}

function Managed({ view, live }: { view: View; live: LiveTable }) {
  const w = pitWords.value;
  const [part, setPart] = usePart(PARTS);
  const sender = useTableSender(live);
  const asked = useQuery(at("/pit"));
  const own = asked.state === "ready" ? asked.value.parts : [];
  const has = (which: string): boolean => ALWAYS.includes(which) || own.includes(which);
  const game = useCached(gameQuery(view));
  const wagers = useCached(payTableQuery(view)) ?? [];
  const step = lookUp(consoleWords.value.step, view.prompt.step) ?? view.prompt.step;
  return (
    <div class="pit" data-phase={view.prompt.step}>
      <h1 class="table-title">
        {view.table}{" "}
        {view.game ? `· ${gameTitle({ id: view.game, title: game?.title ?? view.game })}` : ""}
        <small>
          <span>{w.step(step)}</span>
          {view.shoe ? (
            <span>{words.value.table.shoe(view.shoe.cards_left, view.shoe.decks)}</span>
          ) : null}
        </small>
      </h1>
      <div class="pit-bar">
        <a class="button small" href="/pit">
          ← {w.back}
        </a>
        <Tabs
          label={view.table}
          parts={PARTS.filter(has).map((each) => [each, lookUp(w.parts, each) ?? each])}
          now={part}
          marks={view.case ? { case: 1 } : {}}
          onChoose={setPart}
        />
        <a class="button small" href={`/dealer/${view.table}`}>
          {w.console}
        </a>
      </div>
      {part === "case" ? (
        view.open ? (
          <Guide view={view} wagers={wagers} sender={sender} />
        ) : (
          <Settings view={view} wagers={wagers} sender={sender} />
        )
      ) : null}
      {part === "rounds" ? <Rounds view={view} sender={sender} /> : null}
      {part === "settings" && has(part) ? (
        <Settings view={view} wagers={wagers} sender={sender} />
      ) : null}
      {part === "bank" && has(part) ? (
        <Bank view={view} wagers={wagers} meters={has("meters")} />
      ) : null}
      {part === "protection" && has(part) ? <Protecting view={view} /> : null}
    </div>
  );
}
