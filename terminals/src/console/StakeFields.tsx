// The fields of a stake that staff record: whose, on what, where and how much.

import { consoleWords } from "../languages/console";
import { wagerTitle } from "../languages/current";
import type { View, Wager } from "../shapes";

export function StakeFields({ view, wagers }: { view: View; wagers: readonly Wager[] }) {
  const w = consoleWords.value;
  return (
    <>
      <label>
        {w.patron}
        <input name="patron" required autocomplete="off" list="patrons" />
      </label>
      <label>
        {w.wager}
        <select name="wager">
          {wagers.map((each) => (
            <option key={each.id} value={each.id}>
              {wagerTitle(each)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {w.position}
        <input
          name="position"
          type="number"
          min="1"
          max={view.configuration?.positions ?? 1}
          defaultValue="1"
          required
        />
      </label>
      <Amount />
    </>
  );
}

export function Amount() {
  return (
    <label>
      {consoleWords.value.amount}
      <input name="amount" inputMode="decimal" required autocomplete="off" />
    </label>
  );
}
