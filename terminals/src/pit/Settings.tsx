// What a table is set to, and setting it anew: what may not be changed now says why.

import { useState } from "preact/hooks";
import { useAsked } from "../asked";
import { type Giving, mayGive, Refusing } from "../console/give";
import { titled } from "../console/Stakes";
import { refusalText } from "../language";
import { Whichever } from "../parts/States";
import type { Refusal, View, Wager } from "../shapes";
import { placeTitle } from "../words/console";
import { pitWords } from "../words/pit";
import { OpenTable } from "./OpenTable";
import { fieldsOf } from "./send";
import type { Choice, Settings as Set_ } from "./shapes";

export function Settings({ view, wagers, giving }: { view: View; wagers: readonly Wager[]; giving: Giving }) {
  const { settings: w } = pitWords.value;
  const asked = useAsked<Set_>(`/tables/${encodeURIComponent(view.table)}/settings`, view.seq);
  if (!view.open)
    return (
      <section class="panel" aria-label={w.open}>
        <h2>{w.open}</h2>
        <OpenTable table={view.table} onDone={() => undefined} />
      </section>
    );
  return (
    <Whichever asked={asked}>
      {(settings) => <Form key={JSON.stringify(settings.configuration)} settings={settings} wagers={wagers} giving={giving} view={view} />}
    </Whichever>
  );
}

/** The one reason why nothing can be set now, where there is one. */
function forAll(settings: Set_): Refusal | null {
  const limits = settings.settings.find((each) => each.name === "limits");
  return limits?.choices[0]?.not_now ?? null;
}

function Form({ settings, wagers, giving, view }: { settings: Set_; wagers: readonly Wager[]; giving: Giving; view: View }) {
  const { settings: w } = pitWords.value;
  const [saved, setSaved] = useState(false);
  const { configuration } = settings;
  const limits = configuration.limits ?? {};
  const locked = forAll(settings);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { why = "", ...fields } = fieldsOf(event);
    setSaved(!!(await giving.give({ type: "change-configuration", configuration: changed(configuration, fields), why })));
  };
  return (
    <section class="panel" aria-label={pitWords.value.parts["settings"]}>
      {locked ? (
        <p class="notice" data-locked={locked.reason}>
          {w.notNow} {refusalText(locked)}
        </p>
      ) : null}
      <form class="form settings" onSubmit={(event) => void save(event)}>
        <fieldset class="limits">
          <legend>{w.limits}</legend>
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
                  <th scope="row">{titled(wagers, wager)}</th>
                  <td>
                    <input name={`min:${wager}`} inputMode="decimal" value={range.min} aria-label={`${titled(wagers, wager)}: ${w.min}`} required />
                  </td>
                  <td>
                    <input name={`max:${wager}`} inputMode="decimal" value={range.max} aria-label={`${titled(wagers, wager)}: ${w.max}`} required />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </fieldset>
        <div class="grid">
          {settings.settings
            .filter((each) => each.name !== "limits")
            .map((each) => (
              <Setting key={each.name} name={each.name} choices={each.choices} now={configuration[each.name]} locked={!!locked} />
            ))}
          <label>
            {w.why}
            <input name="why" autocomplete="off" />
          </label>
        </div>
        <div class="choices">
          <button type="submit" class="button strong" data-action="save">
            {w.save}
          </button>
          {mayGive(view)("close-table") ? (
            <button type="button" class="button" onClick={() => void giving.give({ type: "close-table" })}>
              {w.closeTable}
            </button>
          ) : null}
          {saved ? (
            <span role="status" class="resolved">
              {w.saved}
            </span>
          ) : null}
        </div>
        <Refusing refusal={giving.refusal} />
      </form>
    </section>
  );
}

function Setting({ name, choices, now, locked }: { name: string; choices: Choice[]; now: unknown; locked: boolean }) {
  const { settings: w } = pitWords.value;
  const title = (w as unknown as Record<string, string>)[name] ?? name;
  const free = choices.length === 1 && choices[0]?.value === "";
  const open = choices.filter((each) => each.yours && !each.not_now);
  const first = choices.find((each) => !each.yours) ?? choices[0];
  const why = open.length ? "" : first && !first.yours ? w.for(placeTitle(first.position)) : first?.not_now && !locked ? refusalText(first.not_now) : "";
  const off = !open.length && !locked;
  return (
    <label data-setting={name}>
      {title}
      {free ? (
        <input name={name} value={now === null || now === undefined ? "" : String(now)} disabled={off} autocomplete="off" inputMode="decimal" />
      ) : (
        <select name={name} disabled={off}>
          {choices.map((each) => (
            <option key={each.value} value={each.value} selected={each.value === String(now)} disabled={!locked && each.value !== String(now) && (!each.yours || !!each.not_now)}>
              {w.value[each.value] ?? each.value}
              {!each.yours ? ` (${w.for(placeTitle(each.position))})` : ""}
            </option>
          ))}
        </select>
      )}
      {why ? <span class="fine">{why}</span> : name === "differential" ? <span class="fine">{w.differentialHint}</span> : null}
    </label>
  );
}

const WHOLE = ["decks", "stakes_per_area", "rounds_after_cut"];
const NONE = ["differential", "approval"];

/** The configuration with what was typed; what is disabled is not in a form and stays. */
function changed(now: Set_["configuration"], fields: Record<string, string>): Record<string, unknown> {
  const limits = Object.fromEntries(
    Object.keys(now.limits ?? {}).map((wager) => [wager, { min: fields[`min:${wager}`], max: fields[`max:${wager}`] }]),
  );
  const rest = Object.entries(fields)
    .filter(([name]) => !name.includes(":"))
    .map(([name, value]) => [name, WHOLE.includes(name) ? Number(value) : NONE.includes(name) && !value ? null : value]);
  return { ...now, ...Object.fromEntries(rest), limits };
}
