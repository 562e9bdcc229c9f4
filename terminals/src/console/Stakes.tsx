// Stakes on the table with names, and those that staff place, change and withdraw on request.

import { useState } from "preact/hooks";
import { canGive, type Give } from "../commands";
import { consoleWords } from "../languages/console";
import { idOf, personName, titleIn } from "../languages/current";
import { showCents, typedCents, writeCents } from "../money";
import type { Stake, TableCommand, View, Wager } from "../shapes";
import { patronsOf } from "./Handling";
import { StakeFields } from "./StakeFields";

export function Stakes({
  view,
  wagers,
  give,
}: {
  view: View;
  wagers: readonly Wager[];
  give: Give;
}) {
  const w = consoleWords.value;
  const stakes = view.round?.stakes ?? [];
  const total = stakes.reduce((sum, each) => sum + each.cents, 0);
  return (
    <section class="panel" aria-label={w.stakes}>
      <h2>
        {w.stakes}
        {stakes.length ? (
          <span class="end" data-total={total}>
            {w.total} <b>{showCents(total)}</b>
          </span>
        ) : null}
      </h2>
      {stakes.length ? (
        <table class="console-table">
          <thead>
            <tr>
              <th scope="col">{w.patron}</th>
              <th scope="col">{w.wager}</th>
              <th scope="col" class="number">
                {w.amount}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {stakes.map((each) => (
              <Row
                key={each.id}
                stake={each}
                title={titleIn(wagers, each.wager)}
                view={view}
                give={give}
              />
            ))}
          </tbody>
        </table>
      ) : (
        <p class="fine">{w.noStakes}</p>
      )}
      {canGive(view)("place-stake") ? <Placing view={view} wagers={wagers} give={give} /> : null}
    </section>
  );
}

function Row({
  stake,
  title,
  view,
  give,
}: {
  stake: Stake;
  title: string;
  view: View;
  give: Give;
}) {
  const w = consoleWords.value;
  const may = canGive(view);
  const [changing, setChanging] = useState(false);
  const what = `${personName(stake.patron)} ${title} ${showCents(stake.cents)}`;
  const change = async (event: Event): Promise<void> => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget as HTMLFormElement).get("amount"));
    const cents = typedCents(typed);
    if (await give({ type: "change-stake", stake: stake.id, cents })) setChanging(false);
  };
  const open = view.round?.betting_open && !view.case;
  return (
    <tr data-stake={stake.id}>
      <th scope="row">
        <span class="seat">{w.seat(stake.position)}</span> {personName(stake.patron)}
      </th>
      <td>{title}</td>
      <td class="number">
        {changing ? (
          <form class="inline" onSubmit={(event) => void change(event)}>
            <input
              name="amount"
              inputMode="decimal"
              required
              autofocus
              autocomplete="off"
              defaultValue={writeCents(stake.cents)}
              aria-label={w.changeOf(what)}
            />
            <button type="submit" class="button small">
              {w.change}
            </button>
          </form>
        ) : (
          showCents(stake.cents)
        )}
      </td>
      <td class="acts">
        {open && may("change-stake") && !changing ? (
          <button
            type="button"
            class="icon-act"
            data-action="change"
            aria-label={w.changeOf(what)}
            title={w.change}
            onClick={() => setChanging(true)}
          >
            ✎
          </button>
        ) : null}
        {open && may("withdraw-stake") ? (
          <button
            type="button"
            class="icon-act"
            data-action="withdraw"
            aria-label={w.withdrawOf(what)}
            title={w.withdraw}
            onClick={() => void give({ type: "withdraw-stake", stake: stake.id })}
          >
            ✕
          </button>
        ) : null}
        {may("remove-stakes") ? (
          <button
            type="button"
            class="button small"
            data-action="remove"
            aria-label={w.removeOf(what)}
            onClick={() => void give({ type: "remove-stakes", stakes: [stake.id], why: what })}
          >
            {w.remove}
          </button>
        ) : null}
      </td>
    </tr>
  );
}

function Placing({ view, wagers, give }: { view: View; wagers: readonly Wager[]; give: Give }) {
  const w = consoleWords.value;
  const record = async (event: Event): Promise<void> => {
    event.preventDefault();
    const element = event.currentTarget as HTMLFormElement;
    const form = new FormData(element);
    const command: TableCommand = {
      type: "place-stake",
      patron: idOf(patronsOf(view), String(form.get("patron"))),
      wager: String(form.get("wager")),
      position: Number(form.get("position")),
      cents: typedCents(String(form.get("amount"))),
      on_request: view.configuration?.funding === "credits",
    };
    if (await give(command)) (element.elements.namedItem("amount") as HTMLInputElement).value = "";
  };
  return (
    <form class="form record" onSubmit={(event) => void record(event)}>
      <StakeFields view={view} wagers={wagers} />
      <button type="submit" class="button">
        {w.record}
      </button>
    </form>
  );
}
