// Who decides, and only those facts that this irregularity asks for.

import { useState } from "preact/hooks";
import { post } from "../api";
import { words } from "../language";
import type { TableEvent, View } from "../shapes";
import { consoleWords, placeTitle } from "../words/console";
import type { Giving } from "./give";
import type { Fact, Guide } from "./shapes";

const SHOWN = ["player", "banker", "tie"] as const;

export function Facts({ guide, view, giving, onDone }: {
  guide: Guide;
  view: View;
  giving: Giving;
  onDone: (events: TableEvent[]) => void;
}) {
  const w = consoleWords.value.guide;
  const { side: names } = words.value;
  const position = placeTitle(guide.position);
  const [called, setCalled] = useState(false);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const done = await giving.give(commandOf(guide, view, form));
    if (done) onDone(done);
  };
  const call = async (): Promise<void> => {
    const body = { irregularity: guide.irregularity, note: "" };
    setCalled(await giving.attempt(() => post(`/tables/${encodeURIComponent(view.table)}/calls`, body)));
  };
  return (
    <>
      <p>{guide.yours ? w.you(position) : w.notYou(position)}</p>
      {guide.second ? <p class="notice">{w.second(placeTitle(guide.second))}</p> : null}
      {guide.yours ? (
        <form class="form facts" onSubmit={(event) => void send(event)}>
          {guide.facts.map((fact) => (
            <Asked key={fact.name} fact={fact} />
          ))}
          {guide.command === "correct-display" ? (
            <Radios legend={w.shown} name="shown" choices={SHOWN.map((each) => [each, names[each]])} />
          ) : null}
          {guide.command === "report" || guide.command === "allow-first-card-withdrawal" ? (
            <label>
              {w.note}
              <input name="note" autocomplete="off" maxlength={200} />
            </label>
          ) : null}
          <button type="submit" class="button strong">
            {w.doIt[guide.command] ?? w.report}
          </button>
        </form>
      ) : called ? (
        <p class="notice" role="status">
          {consoleWords.value.called}
        </p>
      ) : (
        <button type="button" class="button strong" data-action="call" onClick={() => void call()}>
          {w.call(position)}
        </button>
      )}
    </>
  );
}

function commandOf(guide: Guide, view: View, form: FormData): { type: string } & Record<string, unknown> {
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  switch (guide.command) {
    case "report":
      return {
        type: "report",
        irregularity: guide.irregularity,
        ...(text("side") ? { side: text("side") } : {}),
        ...(text("patron") ? { patron: text("patron") } : {}),
        ...(text("card") ? { card: text("card") } : {}),
        reconstructable: text("reconstructable") === "yes",
        note: text("note"),
      };
    case "allow-first-card-withdrawal":
      return { type: guide.command, why: text("note") };
    case "correct-display":
      return { type: guide.command, round: view.finished.at(-1)?.number ?? 0, shown: text("shown") };
    default:
      return { type: guide.command };
  }
}

function Asked({ fact }: { fact: Fact }) {
  const w = consoleWords.value.guide;
  const { side: names } = words.value;
  switch (fact.name) {
    case "side":
      return <Radios legend={w.side} name="side" choices={fact.choices.map((each) => [each, names[each as "player"] ?? each])} />;
    case "reconstructable":
      return (
        <Radios
          legend={w.reconstructable}
          name="reconstructable"
          choices={[
            ["yes", w.yes],
            ["no", w.no],
          ]}
        />
      );
    case "patron":
      return (
        <label>
          {w.patron}
          <input name="patron" required={fact.required} autocomplete="off" list="guide-patrons" />
          <datalist id="guide-patrons">
            {fact.choices.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </label>
      );
    case "card":
      return (
        <label>
          {w.card}
          <input name="card" required={fact.required} autocomplete="off" autocapitalize="characters" />
        </label>
      );
  }
}

function Radios({ legend, name, choices }: { legend: string; name: string; choices: (readonly [string, string])[] }) {
  return (
    <fieldset class="radios">
      <legend>{legend}</legend>
      {choices.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} required checked={choices.length === 1} /> {text}
        </label>
      ))}
    </fieldset>
  );
}
