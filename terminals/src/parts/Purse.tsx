// The line above the chips: what is staked, where the patron sits, and what was refused or became of
// stakes that were not answered.

import { clauseNumber, refusalText, titleIn, words } from "../languages/current";
import { showCents } from "../money";
import type { View, Wager } from "../shapes";
import type { Fate, StakeEditor } from "../stakeEditor";

export function Purse({
  view,
  staking,
  wagers,
  stakedCents,
  credits,
  onNewCredits,
}: {
  view: View;
  staking: StakeEditor;
  wagers: readonly Wager[];
  stakedCents: number;
  credits: number | null;
  onNewCredits: () => Promise<void>;
}) {
  const { seat, table } = words.value;
  const refused = staking.refusal.value;
  const fateText = ({ wager, cents, isTaken }: Fate): string =>
    cents
      ? (isTaken ? seat.taken : seat.notTaken)(titleIn(wagers, wager), showCents(cents))
      : (isTaken ? seat.removed : seat.notRemoved)(titleIn(wagers, wager));
  const plays = view.mine.me.kind === "patron" || view.mine.me.kind === "guest";
  const least = Math.min(
    ...Object.values(view.configuration?.limits ?? {}).map((each) => each.min_cents),
  );
  const isUsedUp =
    view.mine.me.kind === "guest" && stakedCents === 0 && credits !== null && credits < least;
  return (
    <>
      {isUsedUp ? (
        <p class="used-up" role="status">
          {seat.usedUp}{" "}
          <button type="button" class="button small strong" onClick={() => void onNewCredits()}>
            {seat.newCredits}
          </button>
        </p>
      ) : null}
      <p class="purse">
        <span>
          <small>{table.staked}</small> <b data-staked={stakedCents}>{showCents(stakedCents)}</b>
        </span>
        <span class="fine">
          {!plays
            ? table.onlyLook
            : view.configuration?.funding === "chips"
              ? table.chipTable
              : table.position(staking.position.value)}
        </span>
      </p>
      <div class="refusal" role="alert">
        {refused ? (
          <p>
            <strong>{table.refusedOn(titleIn(wagers, refused.wager))}</strong>{" "}
            {refusalText(refused.refusal)}
            {refused.refusal.clause ? (
              <span class="fine"> {table.clause(clauseNumber(refused.refusal.clause))}</span>
            ) : null}
          </p>
        ) : null}
      </div>
      <div class="fates" role="status">
        {staking.fates.value.map((each) => (
          <p key={each.wager} class={each.isTaken ? "taken" : "not-taken"} data-fate={each.wager}>
            {fateText(each)}
          </p>
        ))}
      </div>
    </>
  );
}
