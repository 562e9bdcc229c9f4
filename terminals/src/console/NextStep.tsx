// The dealer's next step: what it is, why, by which clause, and the one thing to press or type.

import { useEffect, useRef } from "preact/hooks";
import { post } from "../api";
import { language, words } from "../language";
import { reasonOf } from "../parts/Announcer";
import type { Side, View } from "../shapes";
import type { Shown } from "../shown";
import { consoleWords } from "../words/console";
import { type Command, type Giving, mayGive, readCodes } from "./give";
import { Typed } from "./Typed";

/** Steps that are one command without anything to say. */
const PLAIN: Record<string, string> = {
  "open-betting": "open-betting",
  "close-betting": "close-betting",
  decrease: "ask-to-decrease",
  "announce-totals": "announce-totals",
  "announce-outcome": "announce-outcome",
  "pass-device": "give-up-device",
};

/** Steps that the guide below resolves: here it is only said that they are due. */
const GUIDED = ["answer-option", "reconstruct", "set-aside", "sort", "replace", "decide"];

export function NextStep({ view, shown, giving }: { view: View; shown: Shown; giving: Giving }) {
  const { table, side: names } = words.value;
  const w = consoleWords.value;
  const { step, clause, patrons } = view.prompt;
  const side = (view.prompt.side || "player") as Side;
  const drawer = step === "draw" ? patrons[0] : undefined;
  const turner = step === "expose" ? patrons[0] : undefined;
  const title = drawer
    ? w.drawsThemselves(drawer)
    : turner
      ? w.turnsThemselves(turner, names[side])
      : step === "draw"
        ? w.drawFor(names[side])
        : (w.step[step] ?? step);
  const own = w.whyOf(step, names[side], patrons[0] ?? "");
  const why = language.value === "en" ? own || view.prompt.why : step === "draw" ? reasonOf(view, shown) : own;
  return (
    <section class="next-step" aria-live="polite" data-step={step} data-side={view.prompt.side}>
      <p class="fine">{w.next}</p>
      <h2>{title}</h2>
      <p class="reason">
        {why} {clause ? <span class="clause-number">{table.clause(clause)}</span> : null}
      </p>
      <Control key={`${step}-${side}`} view={view} side={side} giving={giving} />
    </section>
  );
}

function Control({ view, side, giving }: { view: View; side: Side; giving: Giving }) {
  const { side: names } = words.value;
  const w = consoleWords.value;
  const may = mayGive(view);
  const { give } = giving;
  const { step, patrons } = view.prompt;
  const first = useRef<HTMLInputElement & HTMLButtonElement>(null);
  const dealt = (view.round?.player.length ?? 0) + (view.round?.banker.length ?? 0);
  // When the step changes, not when somebody stakes: a dealer may be typing elsewhere.
  useEffect(() => {
    if (!document.activeElement?.closest(".guide, .beside form")) first.current?.focus();
  }, [step, dealt]);
  const press = (text: string, command: Command, main = true) => (
    <button ref={main ? first : null} type="button" class={main ? "button strong" : "button"} disabled={!may(command.type)} onClick={() => void give(command)}>
      {text}
    </button>
  );
  const plain = PLAIN[step];
  if (plain) return press(step === "pass-device" ? w.takeDevice : (w.step[step] ?? step), { type: plain });
  const virtual = !!view.shoe?.commitment;
  const askShoe = (): void => void giving.attempt(() => post(`/tables/${encodeURIComponent(view.table)}/virtual-shoe`, {}));
  const fromShoe = (text: string, command: string) => (
    <button ref={first} type="button" class="button strong" data-action="virtual" disabled={!may(command)} onClick={() => askShoe()}>
      {text}
    </button>
  );
  switch (step) {
    case "draw":
      if (patrons.length) return <p class="fine">{w.drawsHint}</p>;
      if (virtual) return fromShoe(w.drawVirtual, "draw-card");
      return (
        <Typed
          label={w.card}
          hint={view.method === "B" ? w.cardHint : `${w.cardHint}. ${w.unread}`}
          text={w.step["draw"] ?? ""}
          off={!may("draw-card")}
          optional={view.method !== "B"}
          send={(card) => give(card ? { type: "draw-card", card } : { type: "draw-card" })}
          input={first}
        />
      );
    case "load-shoe":
      if (view.shoe) return press(w.retire, { type: "retire-shoe" });
      return (
        <Typed label={w.shoe} wide start={`shoe-${Date.now().toString(36)}`} text={w.loadTyped} off={!may("load-shoe")} send={(shoe) => give({ type: "load-shoe", shoe })} input={first}>
          <button type="button" class="button" data-action="virtual" disabled={!may("load-shoe")} onClick={() => askShoe()}>
            {w.loadVirtual}
          </button>
        </Typed>
      );
    case "burn":
      return virtual ? fromShoe(w.burnVirtual, "burn-cards") : <Burn off={!may("burn-cards")} giving={giving} />;
    case "pass":
      return press(w.passTo(names[side], patrons[0] ?? ""), { type: "pass-cards", side, patron: patrons[0] ?? "" });
    case "expose":
      if (patrons[0])
        return (
          <div class="choices">
            {press(w.handsBack(patrons[0]), { type: "refuse-cards", side, patron: patrons[0] }, false)}
            {press(w.away(patrons[0]), { type: "report", irregularity: "handler-absent", side }, false)}
          </div>
        );
      return (
        <Typed
          label={w.cards}
          hint={w.cardHint}
          text={w.turn(names[side])}
          off={!may("expose-cards")}
          optional
          send={(text) => give({ type: "expose-cards", side, cards: readCodes(text).filter(Boolean) })}
          input={first}
        />
      );
    case "choose-first":
      return (
        <div class="choices">
          {(["player", "banker"] as const).map((each) => press(w.first(names[each]), { type: "choose-first-revealed", side: each }, each === "player"))}
        </div>
      );
    case "open-table":
      return <p class="fine">{w.closedWhy}</p>;
    default:
      return GUIDED.includes(step) || view.may.commands.length ? null : <p class="fine">{w.notYours}</p>;
  }
}

function Burn({ off, giving }: { off: boolean; giving: Giving }) {
  const w = consoleWords.value;
  const send = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void giving.give({ type: "burn-cards", first: String(form.get("first")), count: Number(form.get("count")) });
  };
  return (
    <form class="typed" onSubmit={send}>
      <label>
        {w.card}
        <input name="first" required disabled={off} autocomplete="off" />
      </label>
      <label>
        {w.count}
        <input name="count" type="number" min="1" max="10" required disabled={off} />
      </label>
      <button type="submit" class="button strong" disabled={off}>
        {w.step["burn"]}
      </button>
    </form>
  );
}
