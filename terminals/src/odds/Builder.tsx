// The builder of custom wagers: pay lines with conditions, validated by the server.

import { useState } from "preact/hooks";
import { refusalOf } from "../http";
import { describeWhen, labelled, refusalText, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { at, useCached } from "../query";
import type { Refusal } from "../shapes";
import { type Draft, FIRST, LINES_MAX, OWN_MAX, wagerOf, withValue } from "./draft";
import type { Condition, OwnWager, When } from "./shapes";

export function Builder({
  own,
  onPrice,
}: {
  own: readonly OwnWager[];
  onPrice: (wager: OwnWager) => Promise<void>; // throws the refusal of an invalid wager
}) {
  const w = words.value.odds.own;
  const known = useCached(at("/conditions")) ?? [];
  const [draft, setDraft] = useState<Draft>(FIRST);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const line = (at: number, now: Partial<Draft["lines"][number]>): void =>
    setDraft({
      ...draft,
      lines: draft.lines.map((each, n) => (n === at ? { ...each, ...now } : each)),
    });
  const price = (event: Event): void => {
    event.preventDefault();
    setBusy(true);
    onPrice(wagerOf(draft, own))
      .then(() => {
        setRefusal(null);
        setDraft(FIRST);
      })
      .catch((error: unknown) => setRefusal(refusalOf(error)))
      .finally(() => setBusy(false));
  };
  const full = own.length >= OWN_MAX;
  return (
    <section class="panel builder" aria-label={w.title}>
      <h2>{w.title}</h2>
      <p>{w.lead}</p>
      <form class="form" onSubmit={price}>
        <label>
          {w.name}
          <input
            name="name"
            required
            maxLength={60}
            placeholder={w.namePlaceholder}
            value={draft.name}
            onInput={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
        </label>
        {draft.lines.map((each, at) => (
          <fieldset key={`${own.length}-${at}`} class="builder-line" data-line={at + 1}>
            <legend>{w.line(at + 1)}</legend>
            <label class="builder-pays">
              {w.pays}
              <input
                required
                maxLength={24}
                value={each.pays}
                onInput={(event) => line(at, { pays: event.currentTarget.value })}
              />
            </label>
            <Conditions when={each.when} known={known} onChange={(when) => line(at, { when })} />
            {draft.lines.length > 1 ? (
              <button
                type="button"
                class="button small"
                onClick={() =>
                  setDraft({ ...draft, lines: draft.lines.filter((_, n) => n !== at) })
                }
              >
                {w.dropLine(at + 1)}
              </button>
            ) : null}
          </fieldset>
        ))}
        {draft.push ? (
          <fieldset class="builder-line" data-line="push">
            <legend>{w.push}</legend>
            <Conditions
              when={draft.push}
              known={known}
              onChange={(push) => setDraft({ ...draft, push })}
            />
            <button
              type="button"
              class="button small"
              onClick={() => setDraft({ ...draft, push: null })}
            >
              {w.dropPush}
            </button>
          </fieldset>
        ) : null}
        <div class="builder-actions">
          <button
            type="button"
            class="button small"
            disabled={draft.lines.length >= LINES_MAX}
            onClick={() =>
              setDraft({ ...draft, lines: [...draft.lines, { pays: "1 to 1", when: {} }] })
            }
          >
            {w.addLine}
          </button>
          {draft.push ? null : (
            <button
              type="button"
              class="button small"
              onClick={() => setDraft({ ...draft, push: {} })}
            >
              {w.addPush}
            </button>
          )}
          <button type="submit" class="button strong" disabled={busy || full}>
            {w.price}
          </button>
        </div>
        <p role="alert" class="loss">
          {full ? w.enough : refusal ? refusalText(refusal) : ""}
        </p>
      </form>
    </section>
  );
}

function Conditions({
  when,
  known,
  onChange,
}: {
  when: When;
  known: readonly Condition[];
  onChange: (now: When) => void;
}) {
  const { own } = words.value.odds;
  const [opened, setOpened] = useState<string[]>(() => Object.keys(when));
  const open = known.filter((each) => opened.includes(each.name) || when[each.name]);
  const rest = known.filter((each) => !open.includes(each));
  const nameOf = (field: string): string => lookUp(own.fields, field) ?? field;
  return (
    <div class="conditions">
      <p class="fine">
        {Object.keys(when).length ? labelled(own.when, describeWhen(when)) : own.none}
      </p>
      {open.map((field) => (
        <fieldset key={field.name} class="choice" data-field={field.name}>
          <legend>{nameOf(field.name)}</legend>
          {field.values.map((value) => {
            const on = when[field.name]?.includes(value) ?? false;
            return (
              <label key={value} class={on ? "chosen" : ""}>
                <input
                  type="checkbox"
                  checked={on}
                  onChange={() => onChange(withValue(when, field.name, value, field.values))}
                />
                {valueText(field.name, value)}
              </label>
            );
          })}
          <button
            type="button"
            class="drop"
            aria-label={own.dropCondition(nameOf(field.name))}
            onClick={() => {
              setOpened(opened.filter((each) => each !== field.name));
              const { [field.name]: _, ...others } = when;
              onChange(others);
            }}
          >
            ✕
          </button>
        </fieldset>
      ))}
      {rest.length ? (
        <select
          aria-label={own.addCondition}
          value=""
          onChange={(event) => setOpened([...opened, event.currentTarget.value])}
        >
          <option value="">{own.addCondition}</option>
          {rest.map((field) => (
            <option key={field.name} value={field.name}>
              {nameOf(field.name)}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  );
}

function valueText(field: string, value: string | number): string {
  const { side, odds } = words.value;
  if (field === "pairs") return lookUp(odds.own.pairs, String(value)) ?? String(value);
  return typeof value === "number" ? String(value) : (side[value as "tie"] ?? value);
}
