// A table in the lobby: its state, road, limits, and the way in.

import { useEffect, useMemo, useState } from "preact/hooks";
import { favourites, toggleFavourite } from "../favourites";
import { canJoin, stateOf } from "../hall";
import { gameTitle, labelled, language, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { showCents } from "../money";
import { Road } from "../roads/Road";
import { hasShapes } from "../roads/settings";
import { me } from "../session";
import type { LobbyTable } from "../shapes";
import { WinnerMark } from "./Panels";

export interface TableCardProps {
  table: LobbyTable;
  at: number;
  canSit: boolean;
  compact: boolean;
  /** Whether this table is among those to be opened together; null where that is not offered. */
  chosen: boolean | null;
  onChoose: () => void;
  onSit: () => void;
}

export function TableCard(props: TableCardProps) {
  const { table, canSit, compact, onSit } = props;
  const { lobby: w, phase, roads, seat } = words.value;
  const game = table.open ? gameTitle({ id: table.game, title: table.title }) : table.table;
  // Tables of the same game also show their own names.
  const named = table.open && table.table !== table.game;
  const title = named ? `${game} ${table.table}` : game;
  const { banker, player, tie } = table.statistics;
  const state = stateOf(table);
  const joins = canJoin(table);
  const kind = `table-card ${table.game}${table.open ? "" : " closed"}${compact ? " small" : ""}`;
  const way = !table.open ? w.closed : joins ? (me.value ? w.sitDown : w.sit) : seat.watchOnly;
  const summary = roads.summary(banker, player, tie);
  // Drawn again only when it changed: the lobby may have many of them.
  const road = useMemo(
    () => (
      <Road
        name="big_road"
        places={table.big_road}
        columns={22}
        label={labelled(roads.big_road, summary)}
      />
    ),
    [JSON.stringify(table.big_road), summary, language.value, hasShapes.value],
  );
  return (
    <li class={kind} data-table={table.table} data-state={state}>
      <div class="table-card-head">
        <h2>
          {game} {named ? <small class="fine">{table.table}</small> : null}
        </h2>
        <span class={state === "betting" ? "phase open" : `phase ${state}`} data-phase={table.step}>
          {state === "betting" || state === "playing"
            ? lookUp(phase, table.step)
            : seat.hall[state]}
          {state === "betting" && table.betting_ms_left !== null ? (
            <Left ms={table.betting_ms_left} at={props.at} />
          ) : null}
        </span>
      </div>
      {compact ? null : road}
      <Facts table={table} summary={summary} />
      <div class="table-card-foot">
        <button
          type="button"
          class={joins ? "button strong" : "button"}
          disabled={!table.open || !canSit}
          onClick={onSit}
          aria-label={labelled(way, title)}
        >
          {way}
        </button>
        {table.open && !compact ? <Links table={table} title={title} /> : null}
        <CardChoices {...props} title={title} />
      </div>
    </li>
  );
}

/** A star for favourites, and a box to open several tables together. */
function CardChoices({ table, chosen, onChoose, title }: TableCardProps & { title: string }) {
  const { seat } = words.value;
  const isFavourite = favourites.value.has(table.table);
  return (
    <span class="card-choices">
      {chosen === null ? null : (
        <label>
          <input
            type="checkbox"
            checked={chosen}
            aria-label={labelled(seat.hall.together, title)}
            onChange={onChoose}
          />
          {seat.hall.together}
        </label>
      )}
      <button
        type="button"
        class="star"
        aria-pressed={isFavourite}
        aria-label={labelled(seat.hall.favourite, title)}
        onClick={() => toggleFavourite(table.table)}
      >
        {isFavourite ? "★" : "☆"}
      </button>
    </span>
  );
}

function Facts({ table, summary }: { table: LobbyTable; summary: string }) {
  const { lobby: w, seat } = words.value;
  const { rounds: played, banker, player, tie } = table.statistics;
  const main = table.limits.player;
  return (
    <div class="table-card-facts">
      <span class="tally" role="img" aria-label={summary}>
        {played ? (
          <>
            <i class="banker" aria-hidden="true">
              {banker}
            </i>
            <i class="player" aria-hidden="true">
              {player}
            </i>
            <i class="tie" aria-hidden="true">
              {tie}
            </i>
            <WinnerMark winner={table.last} />
          </>
        ) : (
          <span class="fine">{w.noRounds}</span>
        )}
      </span>
      <span class="fine">{table.seated ? w.seated(table.seated) : w.nobody}</span>
      {table.open ? (
        <span class="fine" data-dealt-by={table.dealt_by}>
          {table.dealt_by === "software" ? seat.hall.software : seat.hall.staff}
        </span>
      ) : null}
      {main ? (
        <span class="range" data-limits={`${main.min_cents}-${main.max_cents}`}>
          <small>{me.value?.kind === "guest" ? seat.playCredits : table.currency.code}</small>{" "}
          {showCents(main.min_cents)} – {showCents(main.max_cents)}
        </span>
      ) : null}
    </div>
  );
}

function Links({ table, title }: { table: LobbyTable; title: string }) {
  const { app } = words.value;
  const isStaff = me.value?.kind === "staff";
  const links: [href: string, text: string][] = [
    [`/rules/${table.game}`, app.rules],
    [`/odds/${table.game}`, app.odds],
    [`/history/${table.table}`, app.history],
  ];
  if (isStaff) links.push([`/pit/${table.table}`, app.pit], [`/dealer/${table.table}`, app.dealer]);
  links.push([`/display/${table.table}`, app.display]);
  return (
    <span class="links">
      {links.map(([href, text]) => (
        <a key={href} href={href} aria-label={labelled(text, title)}>
          {text}
        </a>
      ))}
    </span>
  );
}

function Left({ ms, at }: { ms: number; at: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return <b> {Math.max(0, Math.ceil((ms - Math.max(0, now - at)) / 1000))}</b>;
}
