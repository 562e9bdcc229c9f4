// What the dealer takes and pays for the last round, in the order the books say.

import { useAsked } from "../asked";
import { words } from "../language";
import { showAmount, showChange } from "../money";
import type { View, Wager } from "../shapes";
import { consoleWords } from "../words/console";
import type { Payouts } from "./shapes";
import { titled } from "./Stakes";

export function Settlement({ view, wagers }: { view: View; wagers: readonly Wager[] }) {
  const w = consoleWords.value;
  const last = view.round ? undefined : view.finished.at(-1);
  const path = last?.lines.length ? `/tables/${encodeURIComponent(view.table)}/payouts` : null;
  const asked = useAsked<Payouts>(path, view.seq);
  if (!last?.lines.length || asked.state !== "there" || asked.value.round !== last.number) return null;
  const { payouts, tray } = asked.value;
  return (
    <section class="panel" aria-label={w.settlement(last.number)}>
      <h2>
        {w.settlement(last.number)}{" "}
        <span class="end" data-tray={tray}>
          {w.tray} <b>{showChange(tray)}</b>
        </span>
      </h2>
      <ol class="settlement">
        {payouts.map((each) => (
          <li key={`${each.action}-${each.stake}`} class={each.action} data-action={each.action} data-stake={each.stake}>
            <strong>{w.action[each.action]}</strong>
            <span>
              <span class="fine">{each.position}</span> {each.patron} · {titled(wagers, each.wager)}
              {each.pays ? <span class="fine"> {words.value.odd(each.pays)}</span> : null}
            </span>
            <b>{showAmount(each.amount)}</b>
            <span class="clause-number">{each.clause}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
