// The player terminal: the layout of the table's game, chips, cards, and results of stakes.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { chips as chipsFor } from "../chips";
import { clauseNumber, gameTitle, refusalText, wagerTitle, words } from "../languages/current";
import { gameQuery, payTableQuery } from "../law";
import { LiveTable } from "../live";
import { showCents } from "../money";
import { Announcer, speaking } from "../parts/Announcer";
import { Credits } from "../parts/Credits";
import { Felt } from "../parts/Felt";
import { Frame } from "../parts/Frame";
import { Hands } from "../parts/Hands";
import { LinkBar, NoTable } from "../parts/Link";
import { LastRounds, OwnRound, RoadsPanel } from "../parts/Panels";
import { Correction, PatronActions } from "../parts/PatronActions";
import { Payments } from "../parts/Payments";
import { Rack } from "../parts/Rack";
import { WagerSheet } from "../parts/Sheet";
import { Empty, Waiting } from "../parts/States";
import { useCached } from "../query";
import type { PaidLine, Range, View, Wager } from "../shapes";
import { StakeEditor } from "../stakeEditor";
import { total } from "../stakes";
import { shownOf } from "../tableState";

const LATE_MS = 1_500;

interface Open {
  wager: Wager;
  line: PaidLine | undefined;
}

export function Table({ of }: { of: string }) {
  const [live, staking] = useMemo(() => {
    const made = new LiveTable(of);
    return [made, new StakeEditor(made)] as const;
  }, [of]);
  useEffect(
    () => () => {
      staking.end();
      live.end();
    },
    [live, staking],
  );
  const view = live.view.value;
  const ended = live.link.value === "signed-out" || live.link.value === "refused";
  return (
    <Frame
      wide
      game={view?.game}
      table={of}
      now="table"
      extra={ended ? null : <Credits live={live} me={view?.mine.me} />}
    >
      <LinkBar live={live} />
      {ended || (!view && live.link.value === "lost") ? (
        <NoTable live={live} />
      ) : view && !view.open ? (
        <Empty first title={words.value.table.closed} why={words.value.table.closedWhy}>
          <a class="button strong" href="/">
            {words.value.app.toLobby}
          </a>
        </Empty>
      ) : view ? (
        <Seat view={view} live={live} staking={staking} />
      ) : (
        <Waiting first text={words.value.state.connecting} />
      )}
    </Frame>
  );
}

function Seat({ view, live, staking }: { view: View; live: LiveTable; staking: StakeEditor }) {
  const w = words.value;
  const game = useCached(gameQuery(view));
  const wagers = useCached(payTableQuery(view)) ?? [];
  const shown = shownOf(view, live);
  const [chip, setChip] = useState(0);
  const [taking, setTaking] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const limits = view.configuration?.limits ?? {};
  const offered = useMemo(() => {
    const least = Math.min(...Object.values(limits).map((each) => each.min_cents));
    const most = Math.max(...Object.values(limits).map((each) => each.max_cents));
    return Number.isFinite(least) ? chipsFor(least, most) : [];
  }, [view.game, JSON.stringify(limits)]);
  const chosen = offered.includes(chip) ? chip : (offered[0] ?? 0);
  // Staff place stakes for patrons at their own console; this terminal is for patrons.
  const plays = view.mine.me.kind === "patron" || view.mine.me.kind === "guest";
  const may = plays && view.mine.may.includes("place-stake") && live.link.value === "live";
  const staked = total(staking.shown.value);

  const look = (wager: Wager, line?: PaidLine): void =>
    setOpen({ wager, line: line ?? shown.lines.find((each) => each.wager === wager.id) });
  // A tap just after betting closed was meant as a stake, so it opens no dialog.
  const shutAt = useRef(0);
  useEffect(() => {
    shutAt.current = performance.now();
  }, [may]);
  const tap = (wager: Wager): void => {
    if (!may && performance.now() - shutAt.current > LATE_MS) look(wager);
    else if (!may) return;
    else if (taking) {
      staking.remove(wager.id);
      setTaking(false);
    } else staking.add(wager.id, chosen);
  };
  useKeys(may && !open, offered, staking, setChip, () => setTaking(false));

  const refused = staking.refusal.value;
  const refusedWager = wagers.find((each) => each.id === refused?.wager);
  return (
    <div class="terminal" data-phase={view.prompt.step} data-seq={view.seq}>
      <div class="play">
        <h1 class="table-title">
          {gameTitle({ id: view.game, title: game?.title ?? view.table })}
          <small>
            {view.table === view.game ? null : <span>{view.table}</span>}
            {view.round ? w.lobby.round(view.round.number) : ""}
            {view.shoe ? <span>{w.table.shoe(view.shoe.cards_left, view.shoe.decks)}</span> : null}
            {view.shoe?.cut_card_out ? <span class="cut">{w.table.cut}</span> : null}
          </small>
        </h1>
        <Correction view={view} />
        <div class={shown.void ? "stage void" : "stage"}>
          <Hands shown={shown} live={live} />
          <Announcer view={view} live={live} shown={shown} stakedCents={staked} />
          <Payments lines={shown.lines} wagers={wagers} />
        </div>
        <PatronActions view={view} live={live} wagers={wagers} />
        <Felt
          wagers={wagers}
          staking={staking}
          shown={shown}
          stakedCents={view.round?.staked_cents ?? {}}
          may={may}
          onTap={tap}
          onRemove={(wager) => may && staking.remove(wager.id)}
        />
        <div class="rack-bar">
          <div class="refusal" role="alert">
            {refused ? (
              <p>
                <strong>{w.table.refusedOn(refusedWager ? wagerTitle(refusedWager) : "")}</strong>{" "}
                {refusalText(refused.refusal)}
                {refused.refusal.clause ? (
                  <span class="fine"> {w.table.clause(clauseNumber(refused.refusal.clause))}</span>
                ) : null}
              </p>
            ) : null}
          </div>
          <p class="purse">
            <span>
              <small>{w.table.staked}</small> <b data-staked={staked}>{showCents(staked)}</b>
            </span>
            <span class="fine">
              {!plays
                ? w.table.onlyLook
                : view.configuration?.funding === "chips"
                  ? w.table.chipTable
                  : w.table.position(staking.position.value)}
            </span>
          </p>
          <Rack
            chips={offered}
            chip={chosen}
            taking={taking}
            may={may}
            staking={staking}
            onChip={(each) => {
              setChip(each);
              setTaking(false);
            }}
            onTaking={() => setTaking(!taking)}
          />
        </div>
      </div>
      <aside class="beside" aria-label={w.table.roads}>
        <OwnRound settled={view.mine.settled} wagers={wagers} onTap={look} />
        <RoadsPanel live={live} />
        <LastRounds live={live} />
        <Limits wagers={wagers} limits={limits} currency={view.configuration?.currency ?? ""} />
        <Foot />
      </aside>
      {open ? (
        <WagerSheet
          game={view.game}
          wager={open.wager}
          range={limits[open.wager.id]}
          line={open.line}
          verdict={open.line ? undefined : shown.verdicts.get(open.wager.id)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
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
  const time = new Date(now).toLocaleTimeString([], {
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  });
  return (
    <footer class="panel foot">
      <time title={table.clock}>{time}</time>
      <span>{table.played(Math.floor((now - since) / 60_000))}</span>
      <button
        type="button"
        class="button small"
        aria-pressed={speaking.value}
        onClick={() => (speaking.value = !speaking.value)}
      >
        {table.speech}
      </button>
      <p class="fine keys">{table.keys}</p>
    </footer>
  );
}

/** Single-key shortcuts, except while typing. */
function useKeys(
  on: boolean,
  chips: readonly number[],
  staking: StakeEditor,
  choose: (chip: number) => void,
  stopTaking: () => void,
): void {
  // In the same render as the page: a key pressed as betting opens must not be lost.
  useLayoutEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target;
      if (at instanceof HTMLInputElement && at.type !== "radio") return;
      const chip = chips[Number(event.key) - 1];
      if (chip !== undefined) {
        choose(chip);
        stopTaking();
      } else if (event.key === "u") staking.undo();
      else if (event.key === "c") staking.clear();
      else if (event.key === "r") staking.repeat();
      else if (event.key === "d") staking.double();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [on, chips, staking]);
}
