// What is called out at the table, in words, for screen readers, and aloud where somebody wants it.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { language, said, words } from "../language";
import type { LiveTable } from "../live";
import { showChange, writeCents } from "../money";
import type { View } from "../shapes";
import type { Shown } from "../shown";
import { netOf } from "./Felt";
import { Countdown, useSeconds } from "./Countdown";

export const speaking = signal(false);

/** Said aloud in the reader's language; browsers that cannot speak keep silent. */
function sayAloud(text: string): void {
  if (!("speechSynthesis" in window)) return;
  const speech = new SpeechSynthesisUtterance(text);
  speech.lang = language.value === "zh" ? "zh-CN" : "en-GB";
  speechSynthesis.cancel();
  speechSynthesis.speak(speech);
}

/** Which call fits the state: one that was heard before the state moved on is not shown. */
export function announcementOf(view: View, live: LiveTable): string {
  const { phase, table } = words.value;
  if (!view.open) return table.closed;
  const call = live.said.value;
  if (call && !(view.round?.betting_open && call.type !== "betting-opened")) return said(call.said);
  return phase[view.prompt.step] ?? "";
}

/** Why the next card goes where it goes. */
export function reasonOf(view: View, shown: Shown): string {
  const { player, rule, table } = words.value;
  if (view.round?.betting_open || !view.open || view.case) return "";
  if (view.prompt.step === "load-shoe" || view.prompt.step === "burn") return player.newShoe;
  if (!view.round) return shown.over ? "" : table.waiting;
  if (view.prompt.patrons.includes(view.me.id)) return player.yourTurn;
  if (language.value === "en") return view.prompt.why;
  const next = shown.law?.next;
  if (next) return rule[next.rule] ?? "";
  return rule[`deal-${view.prompt.side}`] ?? "";
}

export function Announcer({ view, live, shown, stakedCents }: {
  view: View;
  live: LiveTable;
  shown: Shown;
  stakedCents: number;
}) {
  const seconds = useSeconds(live.deadline);
  const text = announcementOf(view, live);
  const reason = reasonOf(view, shown);
  const net = shown.over && shown.lines.length ? shown.lines.reduce((sum, line) => sum + (netOf([line], line.wager) ?? 0), 0) : null;
  const aloud = useRef("");
  useEffect(() => {
    if (speaking.value && text !== aloud.current) sayAloud(text);
    aloud.current = text;
  }, [text]);
  const open = view.round?.betting_open ?? false;
  const tone = open ? "open" : shown.over ? `over ${shown.void ? "void" : (shown.law?.outcome ?? "")}` : "dealing";
  return (
    <div class={`announcer ${tone}`} data-staked={stakedCents}>
      {open && seconds !== null ? <Countdown seconds={seconds} /> : null}
      <div class="announcer-text">
        <p class="call" aria-live="assertive" data-said={text}>
          {text}
          {net !== null && net !== 0 ? (
            <>
              {" "}
              <span class={net > 0 ? "gain" : "loss"}>{showChange(writeCents(net))}</span>
            </>
          ) : null}
        </p>
        <p class="reason">
          {reason}
          {reason && view.prompt.clause && view.round ? <span class="fine"> {words.value.table.clause(view.prompt.clause)}</span> : null}
        </p>
      </div>
    </div>
  );
}
