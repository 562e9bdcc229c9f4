// The dealer's next step: what it is, why, by which clause, and the one thing to press or type.

import { useEffect, useRef } from "preact/hooks";
import { canGive, type TableSender } from "../commands";
import { commit, useReveal } from "../contribution";
import { consoleWords } from "../languages/console";
import { personName, promptText, words } from "../languages/current";
import type { Side, View } from "../shapes";
import { CommandForm, isTypable } from "./CommandForm";

export function NextStep({ view, sender }: { view: View; sender: TableSender }) {
  const { table, side: names } = words.value;
  const w = consoleWords.value;
  const { step, clause, patrons } = view.prompt;
  const side = view.prompt.side ? names[view.prompt.side as Side] : "";
  const title = w.titleOf(step, side, personName(patrons[0] ?? ""));
  return (
    <section class="next-step" aria-live="polite" data-step={step} data-side={view.prompt.side}>
      <p class="fine">{w.next}</p>
      <h2>{title}</h2>
      <p class="reason">
        {promptText(view.prompt)}{" "}
        {clause ? <span class="clause-number">{table.clause(clause)}</span> : null}
      </p>
      <Control key={`${step}-${view.prompt.side}`} view={view} sender={sender} />
    </section>
  );
}

function Control({ view, sender }: { view: View; sender: TableSender }) {
  const w = consoleWords.value;
  const may = canGive(view);
  const { step, commands, patrons } = view.prompt;
  const first = useRef<HTMLInputElement & HTMLButtonElement>(null);
  const dealt = (view.round?.player.length ?? 0) + (view.round?.banker.length ?? 0);
  // When the step changes, not when someone stakes: a dealer may be typing elsewhere.
  useEffect(() => {
    if (!document.activeElement?.closest(".guide, .beside form")) first.current?.focus();
  }, [step, dealt]);
  const seal = view.shoe?.commitment ?? "";
  useReveal(may("reveal-contribution"), seal, (command) => void sender.give(command));
  if (view.case) return null; // the guide below resolves it
  const own = commands.filter((each) => each.giver === "staff");
  const shown = own.filter(isTypable);
  const asksForCut = own.some((each) => each.command.type === "contribute");
  const isTheirs = patrons.length > 0 || commands.some((each) => each.giver === "device");
  return (
    <div class="choices">
      {shown.map((each) => (
        <CommandForm
          key={JSON.stringify([each.command, each.from_shoe])}
          asked={each}
          view={view}
          sender={sender}
          strong={each === commands[0]}
          focus={first}
        />
      ))}
      {may("contribute") ? (
        <button
          ref={asksForCut ? first : null}
          type="button"
          class={asksForCut ? "button strong" : "button"}
          onClick={() => void sender.give(commit(seal))}
        >
          {w.step.contribute}
        </button>
      ) : null}
      {!own.length && isTheirs ? <p class="fine">{w.drawsHint}</p> : null}
      {!view.open ? <p class="fine">{w.closedWhy}</p> : null}
      {view.open && !view.mine.may.length ? <p class="fine">{w.notYours}</p> : null}
    </div>
  );
}
