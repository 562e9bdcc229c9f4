// What the table asks of this patron beside stakes: an option to withdraw, cards to handle, a card
// to draw. Only what `may` names is offered.

import { useEffect, useState } from "preact/hooks";
import { post, refusalOf } from "../api";
import { useFetched } from "../fetched";
import { irregularityTitle, refusalText, wagerTitle, words } from "../language";
import type { LiveTable } from "../live";
import { showAmount } from "../money";
import type { Refusal, Side, View, Wager } from "../shapes";

/** Giving a command: `done` hears the number of the event it led to. */
type Give = (command: Record<string, unknown>, done?: (seq: number) => void) => void;

function useGive(live: LiveTable): [Give, Refusal | null, (error: unknown) => void] {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refuse = (error: unknown): void => setRefusal(refusalOf(error));
  const give: Give = (command, done) => {
    setRefusal(null);
    live
      .give(command)
      .then(({ seq }) => done?.(seq))
      .catch(refuse);
  };
  return [give, refusal, refuse];
}

/** Correction mode is shown to everybody at the table, with its clause. */
export function Correction({ view }: { view: View }) {
  const { table } = words.value;
  if (!view.case) return null;
  return (
    <section class="notice correction" role="status">
      <strong>
        {table.correction}: {irregularityTitle(view.case.irregularity)}
      </strong>
      <span>
        {table.correctionWhy} {table.clause(view.case.clause)}
      </span>
    </section>
  );
}

export function Turn({ view, live, wagers }: { view: View; live: LiveTable; wagers: readonly Wager[] }) {
  const { table, side: names } = words.value;
  const [give, refusal, refuse] = useGive(live);
  const may = (command: string): boolean => view.may.commands.includes(command);
  const own = (["player", "banker"] as const).filter((side) => view.round?.holders[side] === view.me.id && view.round.down[side].length);
  const asked = may("answer-option") && view.case?.asked.includes(view.me.id);
  const handling = own.length > 0 && (may("squeeze-cards") || may("expose-cards"));
  const [squeezing, setSqueezing] = useState<Side | null>(null);
  const [squeezedAt, setSqueezedAt] = useState(Infinity); // the event; a view after it has the faces
  const Squeeze = useFetched(() => import("../squeeze/chunk").then((found) => found.Squeeze), handling && may("squeeze-cards"));
  useEffect(() => {
    setSqueezing(null); // other cards, or none: what was squeezed is over
  }, [own.join()]);
  const unseen = (side: Side): boolean => view.round?.down[side].some((at) => view.round?.[side][at] === "??") ?? false;
  const squeeze = (side: Side): void => {
    setSqueezing(side);
    setSqueezedAt(Infinity);
    if (unseen(side)) give({ type: "squeeze-cards", side }, setSqueezedAt); // what was squeezed is known
  };
  const drawing = may("draw-card") || may("give-up-device");
  if (!asked && !handling && !drawing) return null;
  const titled = (id: string): string => wagerTitle(wagers.find((each) => each.id === id) ?? { id, title: id });
  const stakes = (view.round?.stakes ?? []).filter((each) => view.case?.withdrawable.includes(each.id));
  // A virtual shoe gives the card itself; any other is read by its device.
  const draw = (): void => (view.shoe?.commitment ? void post(`/tables/${encodeURIComponent(view.table)}/virtual-shoe`, {}).catch(refuse) : give({ type: "draw-card" }));
  const answer = (withdraw: number[]): void => give({ type: "answer-option", patron: view.me.id, withdraw });
  const button = (text: string, act: () => void, strong = false) => (
    <button type="button" class={strong ? "button strong" : "button"} onClick={act}>
      {text}
    </button>
  );
  return (
    <section class="notice turn" aria-live="polite">
      {asked ? (
        <>
          <strong>{table.mayWithdraw}</strong>
          <div class="choices">
            {button(table.playOn, () => answer([]), true)}
            {stakes.length > 1 && live.singly.value
              ? stakes.map((each) => button(table.withdraw(`${titled(each.wager)} ${showAmount(each.amount)}`), () => answer([each.id])))
              : null}
            {stakes.length ? button(table.withdrawAll, () => answer(stakes.map((each) => each.id))) : null}
          </div>
        </>
      ) : null}
      {handling
        ? own.map((side: Side) => (
            <div key={side}>
              <strong>{table.yourCards(names[side])}</strong>
              {squeezing === side && Squeeze && !unseen(side) ? (
                <Squeeze key={view.round?.[side].length} view={view} live={live} side={side} onClose={() => setSqueezing(null)} />
              ) : squeezing === side && unseen(side) && view.seq >= squeezedAt ? (
                <p>{words.value.squeeze.unread}</p>
              ) : null}
              <div class="choices">
                {may("squeeze-cards") ? button(table.squeeze, () => squeeze(side)) : null}
                {may("expose-cards") ? button(table.expose, () => give({ type: "expose-cards", side }), true) : null}
                {may("refuse-cards") ? button(table.handBack, () => give({ type: "refuse-cards", side, patron: view.me.id })) : null}
              </div>
            </div>
          ))
        : null}
      {drawing ? (
        <div class="choices">
          {may("draw-card") ? button(table.draw, draw, true) : null}
          {may("give-up-device") ? button(table.giveUp, () => give({ type: "give-up-device" })) : null}
        </div>
      ) : null}
      {refusal ? <p role="alert">{refusalText(refusal)}</p> : null}
    </section>
  );
}
