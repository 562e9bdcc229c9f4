// A seat at a table: cards, the call, the layout of the game, chips, and what is beside them.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { chips as chipsFor } from "../chips";
import { gameTitle, words } from "../languages/current";
import { gameQuery, payTableQuery } from "../law";
import type { LiveTable } from "../live";
import { useCached } from "../query";
import { FittedRoad } from "../roads/FittedRoad";
import { signInAsGuest } from "../session";
import type { PaidLine, View, Wager } from "../shapes";
import { Caption } from "../sound/SoundChoice";
import { useSounds } from "../sound/useSounds";
import type { StakeEditor } from "../stakeEditor";
import { total } from "../stakes";
import { useShown } from "../tableState";
import { Announcer } from "./Announcer";
import { Beside } from "./Beside";
import { Felt } from "./Felt";
import { Hands } from "./Hands";
import { useKeys } from "./keys";
import { Correction, PatronActions } from "./PatronActions";
import { Payments } from "./Payments";
import { Purse } from "./Purse";
import { Rack } from "./Rack";
import { WagerSheet } from "./Sheet";

const LATE_MS = 1_500;

interface Open {
  wager: Wager;
  line: PaidLine | undefined;
}

export interface SeatProps {
  view: View;
  live: LiveTable;
  staking: StakeEditor;
  /** One of several on a screen: no roads and lists beside it. */
  compact?: boolean;
}

export function Seat({ view, live, staking, compact = false }: SeatProps) {
  const w = words.value;
  const game = useCached(gameQuery(view));
  const wagers = useCached(payTableQuery(view)) ?? [];
  const shown = useShown(view, live);
  const [chip, setChip] = useState(0);
  const [taking, setTaking] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const place = useRef<HTMLDivElement>(null);
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
  const betting = view.round?.betting_open ?? false;

  const look = (wager: Wager, line?: PaidLine): void =>
    setOpen({ wager, line: line ?? shown.lines.find((each) => each.wager === wager.id) });
  // A tap just after betting closed was meant as a stake: nothing opens over the cards, and not at
  // once after them either.
  const shutAt = useRef(0);
  useEffect(() => {
    shutAt.current = performance.now();
  }, [may, !view.round]);
  useEffect(() => {
    if (betting) setOpen(null);
  }, [betting]);
  const tap = (wager: Wager): void => {
    if (!may) {
      if (!view.round && performance.now() - shutAt.current > LATE_MS) look(wager);
    } else if (taking) {
      staking.remove(wager.id);
      setTaking(false);
    } else staking.add(wager.id, chosen);
  };
  const choose = (each: number): void => {
    setChip(each);
    setTaking(false);
  };
  useKeys(may && !open, offered, staking, choose, compact ? place : undefined);

  const staked = total(staking.shown.value);
  useSounds(view, shown, staked);
  const Title = compact ? "h2" : "h1";
  return (
    <div
      ref={place}
      class={compact ? "terminal compact" : "terminal"}
      data-phase={view.prompt.step}
      data-seq={view.seq}
      data-at={view.table}
    >
      <div class="play">
        <div class="play-inner">
          <Title class="table-title">
            <span class="name">
              {gameTitle({ id: view.game, title: game?.title ?? view.table })}
            </span>
            <small>
              {view.table === view.game ? null : <span>{view.table}</span>}
              {view.round ? <span>{w.lobby.round(view.round.number)}</span> : null}
              {view.shoe?.cut_card_out ? <span class="cut">{w.table.cut}</span> : null}
              {view.shoe ? (
                <span class="left">{w.table.shoe(view.shoe.cards_left, view.shoe.decks)}</span>
              ) : null}
            </small>
          </Title>
          <Correction view={view} />
          <div class={shown.void ? "stage void" : "stage"}>
            <div class="stage-inner">
              <Hands shown={shown} live={live} />
              <Announcer
                view={view}
                live={live}
                shown={shown}
                wagers={wagers}
                stakedCents={staked}
              />
              <Caption />
              <Payments lines={shown.lines} wagers={wagers} />
            </div>
          </div>
          <PatronActions view={view} live={live} wagers={wagers} />
          <Strip live={live} />
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
            <Purse
              view={view}
              staking={staking}
              wagers={wagers}
              stakedCents={staked}
              credits={live.credits.value}
              onNewCredits={async () => {
                await signInAsGuest();
                live.again();
              }}
            />
            <Rack
              chips={offered}
              chip={chosen}
              taking={taking}
              may={may}
              staking={staking}
              group={view.table}
              onChip={choose}
              onTaking={() => setTaking(!taking)}
            />
          </div>
        </div>
      </div>
      {compact ? null : <Beside view={view} live={live} wagers={wagers} onLook={look} />}
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

/** The big road above the felt, where there is no room for all roads beside it. */
function Strip({ live }: { live: LiveTable }) {
  const roads = live.board.value?.roads;
  return (
    <div class="strip">
      {roads ? (
        <FittedRoad
          name="big_road"
          places={roads.big_road}
          pairs={roads.pairs.big_road}
          columns={30}
        />
      ) : null}
    </div>
  );
}
