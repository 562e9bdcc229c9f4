// The table's announcements: shown, read by screen readers, and spoken aloud if switched on. A result
// is read from the table's state, so that it is there after a reload too.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isCurrent } from "../calls";
import { languageInfo, promptText, said, titleIn, words } from "../languages/current";
import type { TableFeed } from "../live";
import { lookUp } from "../lookUp";
import { showChange } from "../money";
import type { View, Wager } from "../shapes";
import type { Shown } from "../tableState";
import { Countdown, useSeconds } from "./Countdown";

export const speaking = signal(false);

const MAIN: readonly string[] = ["player", "tie", "banker"];

/** Speak a text in the reader's language, if the browser supports speech. */
function sayAloud(text: string): void {
  if (!("speechSynthesis" in window)) return;
  const speech = new SpeechSynthesisUtterance(text);
  speech.lang = languageInfo.value.locale;
  speechSynthesis.cancel();
  speechSynthesis.speak(speech);
}

/** The outcome in words; empty before there is one. */
export function outcomeText({ over, law, void: isVoid }: Shown, w = words.value): string {
  const { seat, table, side } = w;
  if (!over) return "";
  if (isVoid) return table.void;
  const { outcome, player, banker } = law ?? {};
  if (!outcome || !player || !banker) return "";
  if (outcome === "tie") return seat.tied(player.total);
  const [won, lost] = outcome === "player" ? [player, banker] : [banker, player];
  return seat.wonBy(table.wins(side[outcome]), won.total, lost.total);
}

/** The announcement that fits the state; an outdated one is not shown. */
export function announcementOf(view: View, live: TableFeed, shown: Shown): string {
  const { phase, table } = words.value;
  if (!view.open) return table.closed;
  const call = live.said.value;
  const isCorrected = call?.type === "settlement-reversed";
  const outcome = outcomeText(shown);
  if (outcome && !isCorrected) return outcome;
  if (call && isCurrent(call.type, view) && (shown.over || call.type !== "round-settled"))
    return said(call.said);
  return lookUp(phase, view.prompt.step) ?? "";
}

/** Why the next card goes to its hand. */
export function reasonOf(view: View, shown: Shown): string {
  const { player, table } = words.value;
  if (view.round?.betting_open || !view.open || view.case) return "";
  if (view.prompt.step === "load-shoe" || view.prompt.step === "burn") return player.newShoe;
  if (!view.round) return shown.over ? "" : table.waiting;
  if (view.mine.turn) return player.yourTurn;
  return promptText(view.prompt);
}

/** What marks an outcome: a natural, and the side wagers that won, once their titles are known. */
function Marks({ shown, wagers }: { shown: Shown; wagers: readonly Wager[] }) {
  const { seat, odd } = words.value;
  if (!shown.over || shown.void) return null;
  const won = [...shown.verdicts.values()].filter(
    (each) => each.result === "win" && !MAIN.includes(each.wager) && titleIn(wagers, each.wager),
  );
  return (
    <span class="marks">
      {shown.law?.next.rule === "natural" ? <b class="mark natural">{seat.natural}</b> : null}
      {won.map((each) => (
        <b key={each.wager} class={`mark mark-of-${each.wager}`}>
          {titleIn(wagers, each.wager)} {odd(each.pays)}
        </b>
      ))}
    </span>
  );
}

export function Announcer({
  view,
  live,
  shown,
  wagers = [],
  stakedCents,
}: {
  view: View;
  live: TableFeed;
  shown: Shown;
  wagers?: readonly Wager[];
  stakedCents: number;
}) {
  const seconds = useSeconds(live.deadline);
  const text = announcementOf(view, live, shown);
  const reason = reasonOf(view, shown);
  const net =
    shown.over && shown.lines.length
      ? shown.lines.reduce((sum, line) => sum + line.profit_cents, 0)
      : null;
  const aloud = useRef("");
  useEffect(() => {
    if (speaking.value && text !== aloud.current) sayAloud(text);
    aloud.current = text;
  }, [text]);
  const open = view.round?.betting_open ?? false;
  const tone = open
    ? "open"
    : shown.over
      ? `over ${shown.void ? "void" : (shown.law?.outcome ?? "")}`
      : "dealing";
  return (
    <div class={`announcer ${tone}`} data-staked={stakedCents}>
      {open && seconds !== null ? (
        <Countdown seconds={seconds} of={(view.betting_ms ?? 0) / 1000} />
      ) : null}
      <div class="announcer-text">
        <p class="call" aria-live="assertive" data-said={text}>
          {text}
          {net !== null && net !== 0 ? (
            <>
              {" "}
              <span class={net > 0 ? "gain" : "loss"}>{showChange(net)}</span>
            </>
          ) : null}
        </p>
        {live.corrected.value ? (
          <p class="reason" role="status" data-corrected={live.corrected.value.round}>
            {words.value.player.corrected(
              live.corrected.value.round,
              showChange(live.corrected.value.change_cents),
            )}
          </p>
        ) : null}
        <p class="reason">
          <Marks shown={shown} wagers={wagers} />
          {reason}
          {reason && view.prompt.clause && view.round ? (
            <span class="fine"> {words.value.table.clause(view.prompt.clause)}</span>
          ) : null}
        </p>
      </div>
    </div>
  );
}
