// The table's announcements: shown, read by screen readers, and spoken aloud if switched on.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { languageInfo, promptText, said, words } from "../languages/current";
import type { LiveTable } from "../live";
import { lookUp } from "../lookUp";
import { showChange } from "../money";
import type { View } from "../shapes";
import type { Shown } from "../tableState";
import { Countdown, useSeconds } from "./Countdown";
import { netOf } from "./Felt";

export const speaking = signal(false);

/** Speak a text in the reader's language, if the browser supports speech. */
function sayAloud(text: string): void {
  if (!("speechSynthesis" in window)) return;
  const speech = new SpeechSynthesisUtterance(text);
  speech.lang = languageInfo.value.locale;
  speechSynthesis.cancel();
  speechSynthesis.speak(speech);
}

/** The announcement that fits the state; an outdated one is not shown. */
export function announcementOf(view: View, live: LiveTable): string {
  const { phase, table } = words.value;
  if (!view.open) return table.closed;
  const call = live.said.value;
  if (call && !(view.round?.betting_open && call.type !== "betting-opened")) return said(call.said);
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

export function Announcer({
  view,
  live,
  shown,
  stakedCents,
}: {
  view: View;
  live: LiveTable;
  shown: Shown;
  stakedCents: number;
}) {
  const seconds = useSeconds(live.deadline);
  const text = announcementOf(view, live);
  const reason = reasonOf(view, shown);
  const net =
    shown.over && shown.lines.length
      ? shown.lines.reduce((sum, line) => sum + (netOf([line], line.wager) ?? 0), 0)
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
      {open && seconds !== null ? <Countdown seconds={seconds} /> : null}
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
          {reason}
          {reason && view.prompt.clause && view.round ? (
            <span class="fine"> {words.value.table.clause(view.prompt.clause)}</span>
          ) : null}
        </p>
      </div>
    </div>
  );
}
