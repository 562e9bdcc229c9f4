// What the dealer takes and pays for the last round, in the order the books say.

import { useContext } from "preact/hooks";
import { consoleWords } from "../languages/console";
import { personName, titleIn, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { showCents, showChange } from "../money";
import { useQuery } from "../query";
import type { View, Wager } from "../shapes";
import { Sources } from "./sources";

export function Settlement({ view, wagers }: { view: View; wagers: readonly Wager[] }) {
  const w = consoleWords.value;
  const last = view.round ? undefined : view.finished.at(-1);
  const sources = useContext(Sources);
  const path = last?.lines.length ? sources.payouts(view) : null;
  const asked = useQuery(path, view.seq);
  if (!last?.lines.length || asked.state !== "ready" || asked.value.round !== last.number)
    return null;
  const { payouts, tray_cents } = asked.value;
  return (
    <section class="panel" aria-label={w.settlement(last.number)}>
      <h2>
        {w.settlement(last.number)}{" "}
        <span class="end" data-tray={tray_cents}>
          {w.tray} <b>{showChange(tray_cents)}</b>
        </span>
      </h2>
      <ol class="settlement">
        {payouts.map((each) => (
          <li
            key={`${each.action}-${each.stake}`}
            class={each.action}
            data-action={each.action}
            data-stake={each.stake}
          >
            <strong>{lookUp(w.action, each.action)}</strong>
            <span>
              <span class="seat">{consoleWords.value.seat(each.position)}</span>{" "}
              {personName(each.patron)} · {titleIn(wagers, each.wager)}
              {each.pays ? <span class="fine"> {words.value.odd(each.pays)}</span> : null}
            </span>
            <b>{showCents(each.cents)}</b>
            <span class="clause-number">{each.clause}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
