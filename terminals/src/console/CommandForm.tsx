// A command that the table asks for: a button where all of it is known, else a form for the rest.

import type { RefObject } from "preact";
import { useContext } from "preact/hooks";
import { canGive, type TableSender } from "../commands";
import { consoleWords } from "../languages/console";
import { personName, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { readCodes } from "../parts/forms";
import type { AskedCommand, Side, TableCommand, View } from "../shapes";
import { Counting } from "./Counting";
import { Sources } from "./sources";

type Read = (text: string) => unknown;
type Focusable = (HTMLInputElement & HTMLButtonElement) | null;

/** What people type into a field, by its name; a field that is not here is filled in elsewhere. */
const READ: Record<string, Read> = {
  card: (text) => text,
  first: (text) => text,
  shoe: (text) => text,
  why: (text) => text,
  count: Number,
  cards: readCodes,
};

/** Whether this component can give the command: all of its fields can be typed or counted. */
export function isTypable({ fields }: AskedCommand): boolean {
  return fields.every(({ name }) => name in READ || name === "counts");
}

export function CommandForm({
  asked,
  view,
  sender,
  strong = true,
  focus = null,
}: {
  asked: AskedCommand;
  view: View;
  sender: TableSender;
  strong?: boolean;
  focus?: RefObject<Focusable> | null;
}) {
  const sources = useContext(Sources);
  const command = asked.command as unknown as TableCommand;
  const off = !canGive(view)(command.type);
  const text = textOf(asked, view, asked.from_shoe && sources.isVirtual);
  const kind = strong ? "button strong" : "button";
  const { fields } = asked;
  if (asked.from_shoe || !fields.length)
    return (
      <button
        ref={strong ? focus : null}
        type="button"
        class={kind}
        data-action={asked.from_shoe ? "virtual" : command.type}
        disabled={off}
        onClick={() =>
          asked.from_shoe ? void sources.supply(view, sender) : void sender.give(command)
        }
      >
        {text}
      </button>
    );
  if (fields.some(({ name }) => name === "counts"))
    return (
      <Counting
        decks={view.shoe?.decks ?? 0}
        send={(counts) => sender.give({ ...command, counts } as TableCommand)}
      />
    );
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const typed = new FormData(form);
    const filled = fields
      .map(({ name }) => [name, String(typed.get(name) ?? "").trim()] as const)
      .filter(([, value]) => value)
      .map(([name, value]) => [name, READ[name]?.(value)]);
    if (await sender.give({ ...command, ...Object.fromEntries(filled) })) form.reset();
  };
  const hint = hintOf(asked);
  return (
    <form
      class={command.type in WIDE ? "typed wide" : "typed"}
      onSubmit={(event) => void submit(event)}
    >
      {fields.map(({ name, required }, at) => (
        <label key={name}>
          {labelOf(command.type, name)}
          <input
            ref={strong && !at ? focus : null}
            name={name}
            inputmode={name === "count" ? "numeric" : "text"}
            defaultValue={name === "shoe" ? `shoe-${Date.now().toString(36)}` : ""}
            required={required}
            disabled={off}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
          />
        </label>
      ))}
      <button type="submit" class={kind} disabled={off}>
        {text}
      </button>
      {hint ? <p class="fine">{hint}</p> : null}
    </form>
  );
}

const WIDE = { "load-shoe": 1, reconstruct: 1, "set-aside": 1, "replace-missing": 1 };

function labelOf(type: string, field: string): string {
  const { guide, ...w } = consoleWords.value;
  const labels: Record<string, string> = {
    "reconstruct cards": guide.order,
    "set-aside cards": guide.aside,
    "replace-missing cards": guide.missing,
    cards: w.cards,
    card: w.card,
    first: w.card,
    count: w.count,
    shoe: w.shoe,
    why: guide.decideWhy,
  };
  return labels[`${type} ${field}`] ?? labels[field] ?? field;
}

function hintOf({ command, fields }: AskedCommand): string {
  const { guide, ...w } = consoleWords.value;
  const isOptional = fields.some(({ required }) => !required);
  const hints: Record<string, string> = {
    "draw-card": isOptional ? `${w.cardHint}. ${w.unread}` : w.cardHint,
    "expose-cards": w.cardHint,
    reconstruct: guide.orderHint,
    "set-aside": guide.orderHint,
  };
  return hints[command.type] ?? "";
}

/** What the button says. */
function textOf({ command }: AskedCommand, view: View, isVirtual: boolean): string {
  const { guide, ...w } = consoleWords.value;
  const side = words.value.side[command.side as Side] ?? "";
  const patron = personName(String(command.patron ?? view.prompt.patrons[0] ?? ""));
  const texts: Record<string, string | undefined> = {
    "load-shoe": isVirtual ? w.loadVirtual : w.loadTyped,
    "burn-cards": isVirtual ? w.burnVirtual : w.step.burn,
    "draw-card": isVirtual ? w.drawVirtual : w.step.draw,
    "retire-shoe": w.retire,
    "give-up-device": w.takeDevice,
    "ask-to-decrease": w.step.decrease,
    "pass-cards": w.passTo(side, patron),
    "choose-first-revealed": w.first(side),
    "expose-cards": w.turn(side),
    "refuse-cards": w.handsBack(patron),
    report: w.away(patron),
    reconstruct: guide.putInOrder,
    "set-aside": guide.setAside,
    "sort-cards": w.step.sort,
    "replace-missing": guide.replace,
  };
  return texts[command.type] ?? lookUp(w.step, command.type) ?? command.type;
}
