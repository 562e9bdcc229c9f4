// The wall display: last outcome, five roads, statistics, limits, in both languages at once.

import { useEffect, useMemo, useState } from "preact/hooks";
import { isCurrent } from "../calls";
import { refusalOf } from "../http";
import { gameTitle, refusalText, said, wagerTitle, words, wordsIn } from "../languages/current";
import { gameQuery, payTableQuery } from "../law";
import { LiveTable } from "../live";
import { lookUp } from "../lookUp";
import { showCents } from "../money";
import { outcomeText } from "../parts/Announcer";
import { Countdown, useSeconds } from "../parts/Countdown";
import { Languages } from "../parts/Frame";
import { Hands } from "../parts/Hands";
import { LinkBar } from "../parts/Link";
import { Failed, Waiting } from "../parts/States";
import { useCached } from "../query";
import { AskRoads } from "../roads/AskRoads";
import { Road } from "../roads/Road";
import { roadOf } from "../roads/RoadsPanel";
import { signInAsDisplay } from "../session";
import type { BoardFrame, Refusal, Side, Statistics, View } from "../shapes";
import { shownOf } from "../tableState";

const EN = wordsIn("en");
const ZH = wordsIn("zh");

export function Display({ of }: { of: string }) {
  const [turn, setTurn] = useState(0);
  const live = useMemo(() => new LiveTable(of), [of, turn]);
  useEffect(() => () => live.end(), [live]);
  const view = live.view.value;
  const out = live.link.value === "signed-out" || live.refusal.value?.reason === "not-signed-in";
  return (
    <div class="display">
      <a class="skip" href="#content">
        {words.value.app.skip}
      </a>
      <main id="content" tabIndex={-1}>
        <LinkBar live={live} />
        {out ? (
          <KeyForm onDone={() => setTurn(turn + 1)} />
        ) : live.link.value === "refused" && live.refusal.value ? (
          <Failed first refusal={live.refusal.value} />
        ) : view ? (
          <Wall view={view} live={live} />
        ) : (
          <Waiting first />
        )}
      </main>
    </div>
  );
}

function KeyForm({ onDone }: { onDone: () => void }) {
  const { display: w, app } = words.value;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget as HTMLFormElement).get("key"));
    try {
      await signInAsDisplay(key.trim());
      onDone();
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  return (
    <form class="form key-form" onSubmit={(event) => void send(event)}>
      <Languages />
      <h1>{w.title}</h1>
      <p>{w.keyWhy}</p>
      <label>
        {w.key}
        <input name="key" type="password" autocomplete="off" required autofocus />
      </label>
      {refusal ? (
        <p role="alert" class="loss">
          {refusalText(refusal)}
        </p>
      ) : null}
      <button type="submit" class="button strong">
        {w.enter}
      </button>
      <a href="/">{app.toLobby}</a>
    </form>
  );
}

function Wall({ view, live }: { view: View; live: LiveTable }) {
  const game = useCached(gameQuery(view));
  const wagers = useCached(payTableQuery(view)) ?? [];
  const board = live.board.value;
  const titled = { id: view.game, title: game?.title ?? view.table };
  return (
    <div class="wall" data-phase={view.prompt.step}>
      <header class="wall-head">
        <h1>
          <span lang="en">{gameTitle(titled, "en")}</span>
          <span lang="zh-Hans">{gameTitle(titled, "zh")}</span>
        </h1>
        <span class="wall-round">
          {view.round ? `#${view.round.number}` : `#${view.finished.at(-1)?.number ?? 0}`}
          {view.shoe?.cut_card_out ? (
            <span class="cut">
              {" "}
              {EN.table.cut} · {ZH.table.cut}
            </span>
          ) : null}
        </span>
      </header>
      <Outcome view={view} live={live} />
      {board ? <FiveRoads board={board} /> : <div class="wall-roads" />}
      {board ? <Counted counted={board.statistics} /> : null}
      <section class="wall-limits" aria-label={`${EN.table.limits} ${ZH.table.limits}`}>
        <h2>
          {EN.table.limits} <span lang="zh-Hans">{ZH.table.limits}</span>{" "}
          <small>{view.configuration?.currency}</small>
        </h2>
        <dl>
          {wagers.map((wager) => {
            const range = view.configuration?.limits[wager.id];
            return range ? (
              <div key={wager.id}>
                <dt>
                  <span lang="en">{wagerTitle(wager, "en")}</span>{" "}
                  <span lang="zh-Hans">{wagerTitle(wager, "zh")}</span>
                  <small>{wager.lines.map((line) => line.pays).join(" / ")}</small>
                </dt>
                <dd>
                  {showCents(range.min_cents)} – {showCents(range.max_cents)}
                </dd>
              </div>
            ) : null;
          })}
        </dl>
      </section>
    </div>
  );
}

function Outcome({ view, live }: { view: View; live: LiveTable }) {
  const shown = shownOf(view, live);
  const seconds = useSeconds(live.deadline);
  const open = view.round?.betting_open ?? false;
  const call = live.said.value;
  const outcome = shown.over ? shown.law?.outcome : "";
  const result = call?.type === "settlement-reversed" ? "" : outcomeText(shown, EN);
  const [en, zh] = result
    ? [result, outcomeText(shown, ZH)]
    : call && isCurrent(call.type, view)
      ? [said(call.said, "en"), said(call.said, "zh")]
      : [lookUp(EN.phase, view.prompt.step), lookUp(ZH.phase, view.prompt.step)];
  return (
    <section
      class={`wall-outcome ${open ? "open" : outcome || "dealing"}`}
      aria-label={`${EN.display.lastOutcome} ${ZH.display.lastOutcome}`}
    >
      <div class="wall-call" aria-live="polite">
        {open && seconds !== null ? (
          <Countdown seconds={seconds} of={(view.betting_ms ?? 0) / 1000} />
        ) : null}
        <p>
          <span lang="en">{en}</span>
          <span lang="zh-Hans">{zh}</span>
        </p>
      </div>
      {view.case ? (
        <p class="wall-case">
          {EN.table.correction} · {ZH.table.correction}
        </p>
      ) : null}
      <Hands shown={shown} live={live} />
    </section>
  );
}

/** Whether the screen is in portrait orientation, which can change while it runs. */
function useUpright(): boolean {
  const [query] = useState(() => matchMedia("(orientation: portrait)"));
  const [upright, setUpright] = useState(query.matches);
  useEffect(() => {
    const turn = (): void => setUpright(query.matches);
    query.addEventListener("change", turn);
    return () => query.removeEventListener("change", turn);
  }, [query]);
  return upright;
}

function FiveRoads({ board }: { board: BoardFrame }) {
  const upright = useUpright();
  const [asked, setAsked] = useState<Side | null>(null);
  const title = (
    name: "bead_plate" | "big_road" | "big_eye_boy" | "small_road" | "cockroach_pig",
  ) => (
    <h2>
      {EN.roads[name]} <span lang="zh-Hans">{ZH.roads[name]}</span>
    </h2>
  );
  return (
    <div class="wall-roads">
      <div class="road-box bead">
        {title("bead_plate")}
        <Road
          name="bead_plate"
          {...roadOf(board, "bead_plate", asked)}
          columns={upright ? 24 : 14}
        />
      </div>
      <div class="road-box big">
        {title("big_road")}
        <Road name="big_road" {...roadOf(board, "big_road", asked)} columns={upright ? 24 : 30} />
      </div>
      {(["big_eye_boy", "small_road", "cockroach_pig"] as const).map((name) => (
        <div key={name} class="road-box small">
          {title(name)}
          <Road name={name} {...roadOf(board, name, asked)} columns={upright ? 18 : 24} />
        </div>
      ))}
      <div class="wall-next">
        <h2>
          {EN.display.next} <span lang="zh-Hans">{ZH.display.next}</span>
        </h2>
        <AskRoads
          roads={board.roads}
          asked={asked}
          onAsk={setAsked}
          titles={{
            banker: `${ZH.seat.ask.banker} ${EN.seat.ask.banker}`,
            player: `${ZH.seat.ask.player} ${EN.seat.ask.player}`,
          }}
        />
      </div>
    </div>
  );
}

function Counted({ counted }: { counted: Statistics }) {
  const cells = [
    ["banker", "庄", EN.side.banker, counted.banker],
    ["player", "闲", EN.side.player, counted.player],
    ["tie", "和", EN.side.tie, counted.tie],
    ["banker", "庄对", "Banker pairs", counted.banker_pair],
    ["player", "闲对", "Player pairs", counted.player_pair],
    ["", "局", "Rounds", counted.rounds],
  ] as const;
  return (
    <dl class="wall-counted" aria-label={`${EN.display.statistics} ${ZH.display.statistics}`}>
      {cells.map(([kind, zh, en, count]) => (
        <div key={en} class={kind}>
          <dt>
            <b lang="zh-Hans">{zh}</b> {en}
          </dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}
