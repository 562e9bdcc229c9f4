// One table from the pit: what it needs now, its rounds, settings, bank, and the protection view.

import { useAsked, useOnce } from "../asked";
import { AtTable, useLive } from "../console/AtTable";
import { Guide } from "../console/Guide";
import { useGive } from "../console/give";
import { gameTitle, words } from "../language";
import type { LiveTable } from "../live";
import type { Game, View, Wager } from "../shapes";
import { consoleWords } from "../words/console";
import { pitWords } from "../words/pit";
import { Bank } from "./Bank";
import { Protecting } from "./Protecting";
import { Rounds } from "./Rounds";
import type { Pit } from "./shapes";
import { Settings } from "./Settings";
import { Tabs, usePart } from "./Tabs";

const ALWAYS = ["case", "rounds"];
const PARTS = [...ALWAYS, "settings", "bank", "protection"];

export function TablePage({ of }: { of: string }) {
  const live = useLive(of);
  return (
    <AtTable live={live} title={pitWords.value.title}>
      {(view) => <Managed key={view.me.id} view={view} live={live} />}
    </AtTable>
  );
}

function Managed({ view, live }: { view: View; live: LiveTable }) {
  const w = pitWords.value;
  const [part, setPart] = usePart(PARTS);
  const giving = useGive(live);
  const asked = useAsked<Pit>("/pit");
  const own = asked.state === "there" ? asked.value.parts : [];
  const has = (which: string): boolean => ALWAYS.includes(which) || own.includes(which);
  const game = useOnce<Game>(view.game ? `/games/${view.game}` : null);
  const wagers = useOnce<Wager[]>(view.game ? `/games/${view.game}/wagers` : null) ?? [];
  const step = consoleWords.value.step[view.prompt.step] ?? view.prompt.step;
  return (
    <div class="pit" data-phase={view.prompt.step}>
      <h1 class="table-title">
        {view.table} {view.game ? `· ${gameTitle({ id: view.game, title: game?.title ?? view.game })}` : ""}
        <small>
          <span>
            {w.step}: {step}
          </span>
          {view.shoe ? <span>{words.value.table.shoe(view.shoe.cards_left, view.shoe.decks)}</span> : null}
        </small>
      </h1>
      <div class="pit-bar">
        <a class="button small" href="/pit">
          ← {w.back}
        </a>
        <Tabs label={view.table} parts={PARTS.filter(has).map((each) => [each, w.parts[each] ?? each])} now={part} marks={view.case ? { case: 1 } : {}} onChoose={setPart} />
        <a class="button small" href={`/dealer/${view.table}`}>
          {w.console}
        </a>
      </div>
      {part === "case" ? view.open ? <Guide view={view} wagers={wagers} giving={giving} /> : <Settings view={view} wagers={wagers} giving={giving} /> : null}
      {part === "rounds" ? <Rounds view={view} giving={giving} /> : null}
      {part === "settings" && has(part) ? <Settings view={view} wagers={wagers} giving={giving} /> : null}
      {part === "bank" && has(part) ? <Bank view={view} wagers={wagers} meters={has("meters")} /> : null}
      {part === "protection" && has(part) ? <Protecting view={view} /> : null}
    </div>
  );
}
