// The lobby: every table live, and one click to play.

import { useEffect, useState } from "preact/hooks";
import { favourites, isCompact } from "../favourites";
import { ANY, canJoin, wanted } from "../hall";
import { refusalOf } from "../http";
import { refusalText, words } from "../languages/current";
import { showCents } from "../money";
import { Frame } from "../parts/Frame";
import { HallFilters } from "../parts/HallFilters";
import { Sheet } from "../parts/Sheet";
import { SignInForm } from "../parts/SignIn";
import { Empty, Failed, Waiting } from "../parts/States";
import { TableCard } from "../parts/TableCard";
import { at, get } from "../query";
import { go } from "../router";
import { me, signInAsGuest, signOut } from "../session";
import type { Lobby as LobbyShape, Refusal } from "../shapes";

const LOOK_MS = 2_000;
const FILTERS_FROM = 7; // tables: fewer are taken in at a glance
const TOGETHER_MAX = 4;
const WIDE = "(min-width: 1200px) and (min-height: 700px)"; // a screen for several tables

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
  const { lobby: w, seat, state } = words.value;
  const [seen, refusal, again] = useLobby();
  const [failed, setFailed] = useState<Refusal | null>(null);
  const [signing, setSigning] = useState(false);
  const [wish, setWish] = useState(ANY);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isWide] = useState(() => matchMedia(WIDE).matches);
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
        {who.credits_cents !== null ? (
          <>
            {" "}
            <b data-credits={who.credits_cents}>{showCents(who.credits_cents)}</b>
            {who.kind === "guest" ? ` ${seat.playCredits}` : ""}
          </>
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
  const all = seen?.lobby.tables ?? [];
  const tables = wanted(all, wish, favourites.value);
  const choose = (table: string): void =>
    setChosen(
      chosen.includes(table)
        ? chosen.filter((each) => each !== table)
        : [...chosen, table].slice(-TOGETHER_MAX),
    );
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
      ) : all.length ? (
        <>
          {all.length >= FILTERS_FROM ? (
            <HallFilters tables={all} wish={wish} found={tables.length} onWish={setWish} />
          ) : null}
          {chosen.length > 1 ? (
            <p class="notice together">
              {seat.hall.chosen(chosen.length)}{" "}
              <button
                type="button"
                class="button strong"
                onClick={() => void sit(chosen.join("+"))}
              >
                {seat.hall.open}
              </button>
            </p>
          ) : null}
          <ul class={isCompact.value ? "tables compact" : "tables"}>
            {tables.map((table) => (
              <TableCard
                key={table.table}
                table={table}
                at={seen.at}
                canSit={canSit}
                compact={isCompact.value}
                chosen={isWide && canJoin(table) ? chosen.includes(table.table) : null}
                onChoose={() => choose(table.table)}
                onSit={() => void sit(table.table)}
              />
            ))}
          </ul>
          {tables.length ? null : <p class="state fine">{seat.hall.none}</p>}
        </>
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
