// Who decides, and only those facts that this irregularity asks for.

import type { TableSender } from "../commands";
import { named } from "../commands";
import { consoleWords, placeTitle } from "../languages/console";
import { idOf, personName, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { typedCents } from "../money";
import type { Side, TableCommand, TableEvent, View, Wager, Winner } from "../shapes";
import type { Irregularity } from "../wire/api";
import { patronsOf } from "./Handling";
import { LateWithdrawal } from "./LateWithdrawal";
import { StakeFields } from "./StakeFields";
import type { Fact, Guide } from "./shapes";

const SHOWN = ["player", "banker", "tie"] as const;
const NOTED = [
  "report",
  "allow-first-card-withdrawal",
  "record-late-stake",
  "record-late-withdrawal",
];

/** The round that a display shows: the last one finished, or the first while it is in play. */
export function displayedRound(view: View): number {
  return view.finished.at(-1)?.number ?? view.round?.number ?? 0;
}

export function Facts({
  guide,
  view,
  wagers,
  sender,
  onDone,
}: {
  guide: Guide;
  view: View;
  wagers: readonly Wager[];
  sender: TableSender;
  onDone: (events: TableEvent[]) => void;
}) {
  const w = consoleWords.value.guide;
  const position = placeTitle(guide.position);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const done = await sender.give(commandOf(guide, view, form));
    if (done) onDone(done);
  };
  return (
    <>
      <p>{guide.yours ? w.you(position) : w.reportedTo(position)}</p>
      <p class="notice" data-outlook>
        {w.outlook(guide.yours ? (lookUp(w.remedy, guide.remedy) ?? w.outlookHeld) : w.outlookHeld)}
      </p>
      {guide.second ? <p class="notice">{w.second(placeTitle(guide.second))}</p> : null}
      <form class="form facts" data-command={guide.command} onSubmit={(event) => void send(event)}>
        {guide.facts.map((fact) => (
          <Asked key={fact.name} fact={fact} />
        ))}
        {guide.command === "correct-display" ? <Shown /> : null}
        {guide.command === "record-late-stake" ? <StakeFields view={view} wagers={wagers} /> : null}
        {guide.command === "record-late-withdrawal" ? (
          <LateWithdrawal view={view} wagers={wagers} />
        ) : null}
        {NOTED.includes(guide.command) ? (
          <label>
            {w.note}
            <input name="note" autocomplete="off" maxlength={200} />
          </label>
        ) : null}
        <button type="submit" class="button strong">
          {lookUp(w.doIt, guide.command) ?? w.report}
        </button>
      </form>
    </>
  );
}

function commandOf(guide: Guide, view: View, form: FormData): TableCommand {
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  switch (guide.command) {
    case "report":
      return {
        type: "report",
        irregularity: guide.irregularity as Irregularity,
        ...(text("side") ? { side: text("side") as Side } : {}),
        ...(text("patron") ? { patron: idOf(patronsOf(view), text("patron")) } : {}),
        ...(text("card") ? { card: text("card") } : {}),
        ...(text("place") ? { place: Number(text("place")) } : {}),
        reconstructable: text("reconstructable") === "yes",
        note: text("note"),
      };
    case "allow-first-card-withdrawal":
      return { type: guide.command, why: text("note") };
    case "correct-display":
      return { type: guide.command, round: displayedRound(view), shown: text("shown") as Winner };
    case "record-late-stake":
      return {
        type: guide.command,
        patron: idOf(patronsOf(view), text("patron")),
        wager: text("wager"),
        position: Number(text("position")),
        cents: typedCents(text("amount")),
        why: text("note"),
      };
    case "record-late-withdrawal":
      return {
        type: guide.command,
        stake: Number(text("stake")),
        cents: typedCents(text("amount")),
        why: text("note"),
      };
    default:
      return named(guide.command);
  }
}

/** What a display showed. */
export function Shown() {
  const { side: names } = words.value;
  return (
    <Radios
      legend={consoleWords.value.guide.shown}
      name="shown"
      choices={SHOWN.map((each) => [each, names[each]])}
    />
  );
}

function Asked({ fact }: { fact: Fact }) {
  const w = consoleWords.value.guide;
  const { side: names } = words.value;
  switch (fact.name) {
    case "side":
      return (
        <Radios
          legend={w.side}
          name="side"
          choices={fact.choices.map((each) => [each, names[each as "player"] ?? each])}
        />
      );
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
              <option key={each} value={personName(each)} />
            ))}
          </datalist>
        </label>
      );
    case "place":
      return (
        <label>
          {w.place}
          <input name="place" type="number" min="1" max="3" required={fact.required} />
        </label>
      );
    case "card":
      return (
        <label>
          {w.card}
          <input
            name="card"
            required={fact.required}
            autocomplete="off"
            autocapitalize="characters"
          />
        </label>
      );
    default:
      return null; // a fact that a newer server knows
  }
}

function Radios({
  legend,
  name,
  choices,
}: {
  legend: string;
  name: string;
  choices: (readonly [string, string])[];
}) {
  return (
    <fieldset class="radios">
      <legend>{legend}</legend>
      {choices.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} required checked={choices.length === 1} />{" "}
          {text}
        </label>
      ))}
    </fieldset>
  );
}
