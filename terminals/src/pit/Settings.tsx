// What a table is set to, and setting it anew: what may not be changed now says why.

import { useState } from "preact/hooks";
import { canGive, type TableSender } from "../commands";
import { consoleWords, placeOf, placeTitle } from "../languages/console";
import { labelled, refusalText, titleIn } from "../languages/current";
import { pitWords } from "../languages/pit";
import { lookUp } from "../lookUp";
import { typedCents, writeCents } from "../money";
import { Confirm } from "../parts/Confirm";
import { allFieldsOf } from "../parts/forms";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Async } from "../parts/States";
import { at, useQuery } from "../query";
import type { Configuration, Refusal, View, Wager } from "../shapes";
import { OpenTable } from "./OpenTable";
import type { Settings as Answer, Choice, SettingName } from "./shapes";

type Settings_ = Answer["settings"];

export function Settings({
  view,
  wagers,
  sender,
}: {
  view: View;
  wagers: readonly Wager[];
  sender: TableSender;
}) {
  const { settings: w } = pitWords.value;
  const [saved, setSaved] = useState(false);
  const asked = useQuery(at("/tables/{table}/settings", { table: view.table }), view.seq);
  if (!view.open)
    return (
      <section class="panel" aria-label={w.open}>
        <h2>{w.open}</h2>
        <OpenTable table={view.table} onDone={() => undefined} />
      </section>
    );
  return (
    <Async query={asked}>
      {({ configuration, settings }) =>
        configuration ? (
          <Form
            key={JSON.stringify(configuration)}
            configuration={configuration}
            settings={settings}
            wagers={wagers}
            sender={sender}
            view={view}
            saved={saved}
            onSaved={setSaved}
          />
        ) : null
      }
    </Async>
  );
}

/** The one reason why nothing can be set now, where there is one. */
function forAll(settings: Settings_): Refusal | null {
  const limits = settings.find((each) => each.name === "limits");
  return limits?.choices[0]?.not_now ?? null;
}

function Form({
  configuration,
  settings,
  wagers,
  sender,
  view,
  saved,
  onSaved,
}: {
  configuration: Configuration;
  settings: Settings_;
  wagers: readonly Wager[];
  sender: TableSender;
  view: View;
  saved: boolean; // outlives the form, which is drawn anew with what was saved
  onSaved: (saved: boolean) => void;
}) {
  const { settings: w } = pitWords.value;
  const { limits } = configuration;
  const locked = forAll(settings);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { why = "", ...fields } = allFieldsOf(event);
    onSaved(
      !!(await sender.give({
        type: "change-configuration",
        configuration: changed(configuration, fields),
        why,
      })),
    );
  };
  return (
    <section class="panel" aria-label={pitWords.value.parts.settings}>
      {locked ? (
        <p class="notice" data-locked={locked.reason}>
          {w.notNow} {refusalText(locked)}
        </p>
      ) : null}
      <form
        class="form settings"
        onSubmit={(event) => void save(event)}
        onInput={() => onSaved(false)}
      >
        <fieldset class="limits" disabled={!!locked}>
          <legend>{w.title.limits}</legend>
          <table class="console-table">
            <thead>
              <tr>
                <td />
                <th scope="col">{w.min}</th>
                <th scope="col">{w.max}</th>
              </tr>
            </thead>
            <tbody>
              {Object.entries(limits).map(([wager, range]) => (
                <tr key={wager}>
                  <th scope="row">{titleIn(wagers, wager)}</th>
                  <td>
                    <input
                      name={`min:${wager}`}
                      inputMode="decimal"
                      defaultValue={writeCents(range.min_cents)}
                      aria-label={labelled(titleIn(wagers, wager), w.min)}
                      required
                    />
                  </td>
                  <td>
                    <input
                      name={`max:${wager}`}
                      inputMode="decimal"
                      defaultValue={writeCents(range.max_cents)}
                      aria-label={labelled(titleIn(wagers, wager), w.max)}
                      required
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </fieldset>
        <div class="grid">
          {settings
            .filter((each) => each.name !== "limits")
            .map((each) => (
              <Setting
                key={each.name}
                name={each.name}
                choices={each.choices}
                now={shown(configuration, each.name)}
                locked={!!locked}
              />
            ))}
          <label>
            {w.why}
            <input name="why" autocomplete="off" disabled={!!locked} />
          </label>
        </div>
        <div class="choices">
          <button type="submit" class="button strong" data-action="save" disabled={!!locked}>
            {w.save}
          </button>
          {canGive(view)("close-table") ? (
            <Confirm
              small={false}
              text={w.closeTable}
              question={consoleWords.value.sure["close-table"]}
              action="close-table"
              onSure={() => void sender.give({ type: "close-table" })}
            />
          ) : null}
          {saved ? (
            <span role="status" class="resolved">
              {w.saved}
            </span>
          ) : null}
        </div>
        <RefusalNotice refusal={sender.refusal} />
      </form>
    </section>
  );
}

/** Whether a choice cannot be made now; one that only needs a second person can be asked for. */
function isBarred(choice: Choice): boolean {
  return !!choice.not_now && choice.not_now.reason !== "approval-needed";
}

function Setting({
  name,
  choices,
  now,
  locked,
}: {
  name: SettingName;
  choices: Choice[];
  now: string;
  locked: boolean;
}) {
  const { settings: w } = pitWords.value;
  const title = w.title[name];
  const free = choices.length === 1 && choices[0]?.value === "";
  const open = choices.filter((each) => each.yours && !isBarred(each));
  const first = choices.find((each) => !each.yours) ?? choices[0];
  const why = open.length
    ? ""
    : first && !first.yours
      ? w.for(placeTitle(first.position))
      : first?.not_now && !locked
        ? refusalText(first.not_now)
        : "";
  const asks = open.some((each) => each.value !== now && each.not_now);
  const fine = why || (asks ? w.twoPeople : lookUp(w.hint, name));
  const off = !open.length || locked;
  return (
    <label data-setting={name}>
      {title}
      {free ? (
        <input
          name={name}
          defaultValue={now}
          disabled={off}
          autocomplete="off"
          inputMode="decimal"
        />
      ) : (
        <select name={name} disabled={off}>
          {choices.map((each) => (
            <option
              key={each.value}
              value={each.value}
              selected={each.value === now}
              disabled={!locked && each.value !== now && (!each.yours || isBarred(each))}
            >
              {name === "resolver"
                ? placeOf(Number(each.value))
                : (lookUp(w.value, each.value) ?? each.value)}
              {!each.yours ? ` (${w.for(placeTitle(each.position))})` : ""}
            </option>
          ))}
        </select>
      )}
      {fine ? <span class="fine">{fine}</span> : null}
    </label>
  );
}

const WHOLE = ["decks", "stakes_per_area", "rounds_after_cut", "resolver"];
const WHOLE_OR_EMPTY = ["betting_seconds", "rounds_an_hour"];
const MONEY = ["differential_cents", "approval_cents"]; // empty for none

/** A setting as it stands in its field. */
function shown(configuration: Configuration, name: string): string {
  const value = configuration[name as keyof Configuration];
  if (value === null) return "";
  return MONEY.includes(name) ? writeCents(Number(value)) : String(value);
}

/** What was typed into the field of a setting. */
function typed(name: string, text: string): string | number | null {
  if (WHOLE.includes(name)) return Number(text);
  if (WHOLE_OR_EMPTY.includes(name)) return text ? Number(text) : null;
  if (!MONEY.includes(name)) return text;
  return text ? typedCents(text) : null;
}

/** The configuration with what was typed; what is disabled is not in a form and stays. */
function changed(now: Configuration, fields: Record<string, string>): Configuration {
  const limits = Object.fromEntries(
    Object.keys(now.limits).map((wager) => [
      wager,
      {
        min_cents: typedCents(fields[`min:${wager}`] ?? ""),
        max_cents: typedCents(fields[`max:${wager}`] ?? ""),
      },
    ]),
  );
  const rest = Object.entries(fields)
    .filter(([name]) => !name.includes(":"))
    .map(([name, text]) => [name, typed(name, text)]);
  return { ...now, ...Object.fromEntries(rest), limits };
}
