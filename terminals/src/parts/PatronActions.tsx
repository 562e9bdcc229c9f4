// What the patron can do besides staking: answer an option, handle cards, draw a card. Only what
// `may` lists is offered.

import { useEffect, useState } from "preact/hooks";
import { canGive, useTableSender } from "../commands";
import { commit, confirm, recall, recallTaken, useReveal } from "../contribution";
import { irregularityTitle, labelled, refusalText, titleIn, words } from "../languages/current";
import { useLazy } from "../lazy";
import type { LiveTable } from "../live";
import { showCents } from "../money";
import type { Side, TableCommand, View, Wager } from "../shapes";
import { seen } from "../tableState";

/** A held round is shown to everyone at the table, with its clause. */
export function Correction({ view }: { view: View }) {
  const { table } = words.value;
  if (!view.case) return null;
  return (
    <section class="notice correction" role="status">
      <strong>{labelled(table.correction, irregularityTitle(view.case.irregularity))}</strong>
      <span>
        {table.correctionWhy} {table.clause(view.case.clause)}
      </span>
    </section>
  );
}

export function PatronActions({
  view,
  live,
  wagers,
}: {
  view: View;
  live: LiveTable;
  wagers: readonly Wager[];
}) {
  const { table, side: names } = words.value;
  const { attempt, give, send, refusal } = useTableSender(live);
  const may = canGive(view);
  const own = (["player", "banker"] as const).filter(
    (side) => view.mine.holds.includes(side) && view.round?.down[side].length,
  );
  const asked = may("answer-option") && view.mine.is_asked;
  const handling = own.length > 0 && (may("squeeze-cards") || may("expose-cards"));
  const [squeezing, setSqueezing] = useState<Side | null>(null);
  const [squeezedAt, setSqueezedAt] = useState(Infinity); // event number; later views have the faces
  const Squeeze = useLazy(
    () => import("../squeeze/chunk").then((found) => found.Squeeze),
    handling && may("squeeze-cards"),
  );
  useEffect(() => {
    setSqueezing(null); // the squeezed cards are gone
  }, [own.join()]);
  const unseen = (side: Side): boolean =>
    view.round?.down[side].some((at) => seen(view, side)[at] === "??") ?? false;
  const reveal = async (side: Side): Promise<void> => {
    const done = await attempt(() => live.give({ type: "squeeze-cards", side }));
    if (done) setSqueezedAt(done.seq);
  };
  const squeeze = (side: Side): void => {
    setSqueezing(side);
    setSqueezedAt(Infinity);
    if (unseen(side)) void reveal(side); // otherwise this patron already has the faces
  };
  const [contributedTo, setContributedTo] = useState<string | null>(null); // the seal of that shoe
  // Only while a card is due from this patron: once the round is complete there is nothing to press.
  const drawsHere =
    view.mine.turn?.commands.some(
      ({ command, giver }) => command.type === "draw-card" && giver !== "device",
    ) ?? false;
  const drawsByHand = view.mine.turn?.commands.some(({ giver }) => giver === "device") ?? false;
  const drawing = drawsHere || drawsByHand || may("give-up-device");
  const seal = view.shoe?.commitment ?? "";
  const contributing = may("contribute") && seal !== "";
  const revealing = may("reveal-contribution") && seal !== "";
  useReveal(revealing, seal, (command) => void give(command));
  const contributed =
    !contributing &&
    !revealing &&
    !view.round &&
    (contributedTo === seal || recallTaken(seal) !== undefined) &&
    view.shoe?.cards_left === (view.shoe?.decks ?? 0) * 52;
  if (!asked && !handling && !drawing && !contributing && !revealing && !contributed) return null;
  const stakes = view.mine.stakes.filter((each) => view.mine.withdrawable.includes(each.id));
  const draw = (): void => {
    const asked = view.mine.turn?.commands.find(({ command }) => command.type === "draw-card");
    if (asked?.from_shoe) void send("/tables/{table}/virtual-shoe", { table: view.table }, {});
    else if (asked) void give(asked.command as unknown as TableCommand);
  };
  const contribute = async (): Promise<void> => {
    if (!(await give(commit(seal)))) return;
    confirm(seal);
    setContributedTo(seal);
  };
  const answer = (withdraw: number[]): void =>
    void give({ type: "answer-option", patron: view.mine.me.id, withdraw });
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
            {stakes.length > 1 && view.case?.option === "withdraw-any"
              ? stakes.map((each) =>
                  button(
                    table.withdraw(`${titleIn(wagers, each.wager)} ${showCents(each.cents)}`),
                    () => answer([each.id]),
                  ),
                )
              : null}
            {stakes.length
              ? button(table.withdrawAll, () => answer(stakes.map((each) => each.id)))
              : null}
          </div>
        </>
      ) : null}
      {handling
        ? own.map((side: Side) => (
            <div key={side}>
              <strong>{table.yourCards(names[side])}</strong>
              {squeezing === side && Squeeze && !unseen(side) ? (
                <Squeeze
                  key={view.round?.[side].length}
                  view={view}
                  live={live}
                  side={side}
                  onClose={() => setSqueezing(null)}
                />
              ) : squeezing === side && unseen(side) && view.mine.seq >= squeezedAt ? (
                <p>{words.value.squeeze.unread}</p>
              ) : null}
              <div class="choices">
                {may("squeeze-cards") ? button(table.squeeze, () => squeeze(side)) : null}
                {may("expose-cards")
                  ? button(table.expose, () => void give({ type: "expose-cards", side }), true)
                  : null}
                {may("refuse-cards")
                  ? button(
                      table.handBack,
                      () => void give({ type: "refuse-cards", side, patron: view.mine.me.id }),
                    )
                  : null}
              </div>
            </div>
          ))
        : null}
      {contributing ? (
        <div class="choices">
          <span>{table.shuffleWhy}</span>
          {button(table.shuffle, () => void contribute(), true)}
        </div>
      ) : revealing ? (
        <p>{recall(seal) === undefined ? table.shuffledElsewhere : table.shuffled}</p>
      ) : contributed ? (
        <p>{table.shuffled}</p>
      ) : null}
      {drawing ? (
        <div class="choices">
          {drawsByHand ? <span>{table.drawByHand}</span> : null}
          {drawsHere ? button(table.draw, draw, true) : null}
          {may("give-up-device")
            ? button(table.giveUp, () => void give({ type: "give-up-device" }))
            : null}
        </div>
      ) : null}
      {refusal ? <p role="alert">{refusalText(refusal)}</p> : null}
    </section>
  );
}
