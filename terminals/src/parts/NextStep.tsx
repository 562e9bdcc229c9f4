// The dealer's next step: what it is, why, by which clause, and the one thing to press or type.

import { useEffect, useRef, useState } from "preact/hooks";
import { refusalOf } from "../api";
import { refusalText, words } from "../language";
import type { LiveTable } from "../live";
import type { Refusal, Side, View } from "../shapes";

type Command = Record<string, unknown> & { type: string };
export type Give = (command: Command) => Promise<boolean>;

/** Give commands and keep the last refusal for showing. */
export function useGive(live: LiveTable): [Give, Refusal | null] {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const give: Give = async (command) => {
    setRefusal(null);
    try {
      await live.give(command);
      return true;
    } catch (error) {
      setRefusal(refusalOf(error));
      return false;
    }
  };
  return [give, refusal];
}

/** Steps that are one command without anything to say. */
const PLAIN: Record<string, string> = {
  "open-betting": "open-betting",
  "close-betting": "close-betting",
  decrease: "ask-to-decrease",
  "announce-totals": "announce-totals",
  "announce-outcome": "announce-outcome",
  "answer-option": "lapse-option",
};

export function NextStep({ view, reason, give }: { view: View; reason: string; give: Give }) {
  const { dealer: w, table, side: names } = words.value;
  const { step, clause } = view.prompt;
  const side = (view.prompt.side || "player") as Side;
  const title = step === "draw" ? w.drawFor(names[side]) : (w.step[step] ?? step);
  return (
    <section class="next-step" aria-live="polite" data-step={step}>
      <p class="fine">{w.next}</p>
      <h2>{title}</h2>
      <p class="reason">
        {reason} {clause ? <span class="clause-number">{table.clause(clause)}</span> : null}
      </p>
      <Control key={`${step}-${side}`} view={view} side={side} give={give} />
    </section>
  );
}

function Control({ view, side, give }: { view: View; side: Side; give: Give }) {
  const { dealer: w, side: names } = words.value;
  const may = (command: string): boolean => view.may.commands.includes(command);
  const { step, patrons } = view.prompt;
  const first = useRef<HTMLInputElement & HTMLButtonElement>(null);
  const dealt = (view.round?.player.length ?? 0) + (view.round?.banker.length ?? 0);
  // When the step changes, not when somebody stakes: a dealer may be typing elsewhere.
  useEffect(() => first.current?.focus(), [step, dealt]);
  const press = (text: string, command: Command, main = true) => (
    <button ref={main ? first : null} type="button" class={main ? "button strong" : "button"} disabled={!may(command.type)} onClick={() => void give(command)}>
      {text}
    </button>
  );
  const plain = PLAIN[step];
  if (plain) return press(step === "answer-option" ? w.lapse : (w.step[step] ?? step), { type: plain });
  switch (step) {
    case "draw":
      return <Typed label={w.card} hint={view.method === "B" ? w.cardHint : `${w.cardHint}. ${w.unread}`} text={w.step["draw"] ?? ""} off={!may("draw-card")} optional={view.method !== "B"} send={(card) => give(card ? { type: "draw-card", card } : { type: "draw-card" })} input={first} />;
    case "load-shoe":
      return <Typed label={w.shoe} start={`shoe-${Date.now().toString(36)}`} text={w.step["load-shoe"] ?? ""} off={!may("load-shoe")} send={(shoe) => give({ type: "load-shoe", shoe })} input={first} />;
    case "burn":
      return <Burn off={!may("burn-cards")} give={give} />;
    case "pass":
      return press(w.passTo(names[side], patrons[0] ?? ""), { type: "pass-cards", side, patron: patrons[0] ?? "" });
    case "expose":
      return (
        <Typed
          label={w.cards}
          hint={w.cardHint}
          text={w.turn(names[side])}
          off={!may("expose-cards")}
          optional
          send={(text) => give({ type: "expose-cards", side, cards: text.split(/[\s,]+/).filter(Boolean) })}
          input={first}
        />
      );
    case "choose-first":
      return (
        <div class="choices">
          {(["player", "banker"] as const).map((each) => press(w.first(names[each]), { type: "choose-first-revealed", side: each }, each === "player"))}
        </div>
      );
    default:
      return view.may.commands.length ? null : <p class="fine">{view.may.why || w.notYours}</p>;
  }
}

/** One thing to type or scan, then Enter; a scanner is a keyboard that types fast. */
function Typed({ label, hint, text, start = "", off, optional = false, send, input }: {
  label: string;
  hint?: string;
  text: string;
  start?: string;
  off: boolean;
  optional?: boolean;
  send: (value: string) => Promise<boolean>;
  input: { current: HTMLInputElement | null };
}) {
  const [value, setValue] = useState(start);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await send(value.trim())) setValue("");
  };
  return (
    <form class="typed" onSubmit={(event) => void submit(event)}>
      <label>
        {label}
        <input ref={input} value={value} required={!optional} disabled={off} autocomplete="off" autocapitalize="characters" onInput={(event) => setValue(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button strong" disabled={off}>
        {text}
      </button>
      {hint ? <p class="fine">{hint}</p> : null}
    </form>
  );
}

function Burn({ off, give }: { off: boolean; give: Give }) {
  const { dealer: w } = words.value;
  const send = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void give({ type: "burn-cards", first: String(form.get("first")), count: Number(form.get("count")) });
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

export function Refusing({ refusal }: { refusal: Refusal | null }) {
  return (
    <div role="alert">
      {refusal ? (
        <p class="notice">
          {refusalText(refusal)} {refusal.clause ? <span class="clause-number">{words.value.table.clause(refusal.clause)}</span> : null}
        </p>
      ) : null}
    </div>
  );
}
