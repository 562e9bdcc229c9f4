// What is taken and paid, in the order the table settled it.

import { words } from "../language";
import { showAmount } from "../money";
import type { View, Wager } from "../shapes";
import { consoleWords } from "../words/console";
import { titled } from "./Stakes";

export function Settlement({ view, wagers }: { view: View; wagers: readonly Wager[] }) {
  const { table } = words.value;
  const w = consoleWords.value;
  const last = view.finished.at(-1);
  if (!last?.lines.length || view.round) return null;
  return (
    <section class="panel" aria-label={w.settlement(last.number)}>
      <h2>
        {w.settlement(last.number)} <span class="end">{w.settleOrder}</span>
      </h2>
      <ol class="settlement">
        {last.lines.map((line) => (
          <li key={line.stake} class={line.result} data-result={line.result}>
            <strong>{line.result === "lose" ? w.take : line.result === "win" ? w.pay : table.result[line.result]}</strong>
            <span>
              {line.patron} · {titled(wagers, line.wager)}
            </span>
            <b>{showAmount(line.result === "lose" ? line.amount : line.result === "win" ? line.profit : line.returned)}</b>
            <span class="clause-number">{line.clause}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
