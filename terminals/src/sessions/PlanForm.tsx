// The form for a plan of play: stakes, rounds, and programmes to price.

import { refusalText, wagerTitle, words } from "../languages/current";
import type { Refusal, Wager } from "../shapes";
import type { PlanDraft, TextField } from "./draft";

export function PlanForm({
  draft,
  decks,
  wagers,
  busy,
  refusal,
  onChange,
  onAsk,
}: {
  draft: PlanDraft;
  decks: readonly number[];
  wagers: readonly Wager[];
  busy: boolean;
  refusal: Refusal | null;
  onChange: (now: PlanDraft) => void;
  onAsk: () => void;
}) {
  const w = words.value.sessions;
  const staked = Object.values(draft.stakes).some((amount) => amount.trim());
  const text = (field: TextField, label: string, hint = "") => (
    <label key={field}>
      {label}
      <input
        name={field}
        value={draft[field]}
        placeholder={hint}
        maxLength={20}
        inputMode={hint ? "text" : "decimal"}
        autocomplete="off"
        onInput={(event) => onChange({ ...draft, [field]: event.currentTarget.value })}
      />
    </label>
  );
  const ask = (event: Event): void => {
    event.preventDefault();
    onAsk();
  };
  return (
    <form class="panel form plan" onSubmit={ask} aria-label={w.plan}>
      <h2>{w.plan}</h2>
      <fieldset class="plan-fields">
        <legend>{w.stakes}</legend>
        {wagers.map((wager) => (
          <label key={wager.id}>
            {wagerTitle(wager)}
            <input
              data-stake={wager.id}
              value={draft.stakes[wager.id] ?? ""}
              inputMode="decimal"
              maxLength={20}
              autocomplete="off"
              onInput={(event) =>
                onChange({
                  ...draft,
                  stakes: { ...draft.stakes, [wager.id]: event.currentTarget.value },
                })
              }
            />
          </label>
        ))}
      </fieldset>
      <div class="plan-fields">
        <label>
          {w.decks}
          <select
            name="decks"
            value={draft.decks}
            onChange={(event) => onChange({ ...draft, decks: Number(event.currentTarget.value) })}
          >
            {decks.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
        {text("rounds", w.rounds)}
        {text("bankroll", w.bankroll)}
        {text("stop_loss", w.stopLoss)}
        {text("stop_win", w.stopWin)}
        {text("table_max", w.tableMax)}
        {text("progression", w.progression, w.progressionHint)}
      </div>
      <fieldset class="plan-fields">
        <legend>{w.programmes}</legend>
        {text("loss_rebate", w.lossRebate, w.shareHint)}
        {text("rolling", w.rolling, w.shareHint)}
        {text("turnover", w.turnover, w.shareHint)}
      </fieldset>
      <button type="submit" class="button strong" disabled={busy || !staked}>
        {w.work}
      </button>
      <p role="alert" class="loss">
        {staked ? (refusal ? refusalText(refusal) : "") : w.none}
      </p>
    </form>
  );
}
