// Chips taken off too late at a chip table: which stake, and how much.

import { consoleWords } from "../languages/console";
import { personName, titleIn } from "../languages/current";
import { showCents } from "../money";
import type { View, Wager } from "../shapes";
import { Amount } from "./StakeFields";

/** Which stake was taken from, and how much: it is won or lost as it stood. */
export function LateWithdrawal({ view, wagers }: { view: View; wagers: readonly Wager[] }) {
  const w = consoleWords.value;
  return (
    <>
      <label>
        {w.stakes}
        <select name="stake" required>
          {(view.round?.stakes ?? []).map((each) => (
            <option key={each.id} value={each.id}>
              {w.seat(each.position)} {personName(each.patron)} · {titleIn(wagers, each.wager)}{" "}
              {showCents(each.cents)}
            </option>
          ))}
        </select>
      </label>
      <Amount />
    </>
  );
}
