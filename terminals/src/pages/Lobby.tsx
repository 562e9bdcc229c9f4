// The lobby: every table live, and one click to play.

import { useEffect, useState } from "preact/hooks";
import { refusalOf } from "../http";
import { gameTitle, refusalText, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { showCents } from "../money";
import { Frame } from "../parts/Frame";
import { WinnerMark } from "../parts/Panels";
import { Sheet } from "../parts/Sheet";
import { SignInForm } from "../parts/SignIn";
import { Empty, Failed, Waiting } from "../parts/States";
import { at, get } from "../query";
import { Road } from "../roads/Road";
import { go } from "../router";
import { me, signInAsGuest, signOut } from "../session";
import type { Lobby as LobbyShape, LobbyTable, Refusal } from "../shapes";

const LOOK_MS = 2_000;
const ORDER = [
  "rapid-no-commission",
  "no-commission",
  "tiger",
  "tiger-no-commission",
  "dragon-tiger-no-commission",
];

type Seen = { lobby: LobbyShape; at: number } | null;

/** The lobby, polled while the page is visible. */
function useLobby(): [Seen, Refusal | null, () => void] {
  const [seen, setSeen] = useState<Seen>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const look = async (): Promise<void> => {
      try {
        if (!document.hidden) {
          const lobby = await get(at("/lobby"));
          if (gone) return;
          setSeen({ lobby, at: performance.now() });
          me.value = lobby.me;
          setRefusal(null);
        }
      } catch (error) {
        if (!gone) setRefusal(refusalOf(error));
      }
      if (!gone) timer = window.setTimeout(() => void look(), LOOK_MS);
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [turn]);
  return [seen, refusal, () => setTurn((count) => count + 1)];
}

export function Lobby() {
  const { lobby: w, state } = words.value;
  const [seen, refusal, again] = useLobby();
  const [failed, setFailed] = useState<Refusal | null>(null);
  const [signing, setSigning] = useState(false);
  const sit = async (table: string): Promise<void> => {
    setFailed(null);
    try {
      if (!me.value) await signInAsGuest();
      go(`/table/${encodeURIComponent(table)}`);
    } catch (error) {
      setFailed(refusalOf(error));
    }
  };
  const who = me.value;
  const extra = who ? (
    <span class="whoami">
      <span>
        {who.kind === "guest" ? (
          w.guest
        ) : who.kind === "device" ? (
          who.id
        ) : (
          <a href="/account">{who.id}</a>
        )}
        {who.credits_cents ? (
          <b data-credits={who.credits_cents}> {showCents(who.credits_cents)}</b>
        ) : null}
      </span>
      {who.kind === "device" ? null : (
        <button
          type="button"
          class="button small"
          onClick={() => void signOut().catch((error: unknown) => setFailed(refusalOf(error)))}
        >
          {w.signOut}
        </button>
      )}
    </span>
  ) : who === null ? (
    <button type="button" class="button small" onClick={() => setSigning(true)}>
      {w.signIn}
    </button>
  ) : null;
  const tables = [...(seen?.lobby.tables ?? [])].sort((one, other) => place(one) - place(other));
  const canSit = !!who || (seen?.lobby.guests ?? false);
  return (
    <Frame now="lobby" extra={extra}>
      <div class="lobby-head">
        <h1>{w.title}</h1>
        <p>{w.lead}</p>
      </div>
      {refusal && seen ? (
        <p class="notice lost" role="status">
          {state.lost}
        </p>
      ) : null}
      {failed ? (
        <p class="notice lost" role="alert">
          {refusalText(failed)}
        </p>
      ) : null}
      {seen && !canSit ? <p class="notice">{w.noGuests}</p> : null}
      {!seen ? (
        refusal ? (
          <Failed refusal={refusal} again={again} />
        ) : (
          <Waiting />
        )
      ) : tables.length ? (
        <ul class="tables">
          {tables.map((table) => (
            <TableCard
              key={table.table}
              table={table}
              at={seen.at}
              canSit={canSit}
              onSit={() => void sit(table.table)}
            />
          ))}
        </ul>
      ) : (
        <Empty title={w.empty} why={w.emptyWhy} />
      )}
      {signing ? (
        <Sheet title={w.signInTitle} onClose={() => setSigning(false)}>
          <SignInForm onDone={() => setSigning(false)} />
        </Sheet>
      ) : null}
    </Frame>
  );
}

function place(table: LobbyTable): number {
  const found = ORDER.indexOf(table.game);
  return found < 0 ? ORDER.length : found;
}

function TableCard({
  table,
  at,
  canSit,
  onSit,
}: {
  table: LobbyTable;
  at: number;
  canSit: boolean;
  onSit: () => void;
}) {
  const { lobby: w, phase, roads, app } = words.value;
  const game = table.open ? gameTitle({ id: table.game, title: table.title }) : table.table;
  // Tables of the same game also show their own names.
  const named = table.open && table.table !== table.game;
  const title = named ? `${game} ${table.table}` : game;
  const { rounds: played, banker, player, tie } = table.statistics;
  const resting = table.open && !table.seated && !table.betting_open;
  const main = table.limits.player;
  const who = me.value?.kind;
  return (
    <li class={`table-card ${table.game}${table.open ? "" : " closed"}`} data-table={table.table}>
      <div class="table-card-head">
        <h2>
          {game} {named ? <small class="fine">{table.table}</small> : null}
        </h2>
        <span class={table.betting_open ? "phase open" : "phase"} data-phase={table.step}>
          {resting ? w.resting : lookUp(phase, table.step)}
          {table.betting_open && table.betting_ms_left !== null ? (
            <Left ms={table.betting_ms_left} at={at} />
          ) : null}
        </span>
      </div>
      <Road
        name="big_road"
        places={table.big_road}
        columns={22}
        label={`${roads.big_road}: ${roads.summary(banker, player, tie)}`}
      />
      <div class="table-card-facts">
        <span class="tally" role="img" aria-label={roads.summary(banker, player, tie)}>
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
        {main ? (
          <span class="range" data-limits={`${main.min_cents}-${main.max_cents}`}>
            <small>{table.currency.code}</small> {showCents(main.min_cents)} –{" "}
            {showCents(main.max_cents)}
          </span>
        ) : null}
      </div>
      <div class="table-card-foot">
        <button
          type="button"
          class="button strong"
          disabled={!table.open || !canSit}
          onClick={onSit}
          aria-label={`${me.value ? w.sitDown : w.sit}: ${title}`}
        >
          {table.open ? (me.value ? w.sitDown : w.sit) : w.closed}
        </button>
        {table.open ? (
          <span class="links">
            <a href={`/rules/${table.game}`} aria-label={`${app.rules}: ${title}`}>
              {app.rules}
            </a>
            <a href={`/odds/${table.game}`} aria-label={`${app.odds}: ${title}`}>
              {app.odds}
            </a>
            <a href={`/history/${table.table}`} aria-label={`${app.history}: ${title}`}>
              {app.history}
            </a>
            {who === "staff" ? (
              <a href={`/pit/${table.table}`} aria-label={`${app.pit}: ${title}`}>
                {app.pit}
              </a>
            ) : null}
            {who === "staff" ? (
              <a href={`/dealer/${table.table}`} aria-label={`${app.dealer}: ${title}`}>
                {app.dealer}
              </a>
            ) : null}
            <a href={`/display/${table.table}`} aria-label={`${app.display}: ${title}`}>
              {app.display}
            </a>
          </span>
        ) : null}
      </div>
    </li>
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
