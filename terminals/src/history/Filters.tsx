// The filters of a table's history, and its export as a file.

import { useState } from "preact/hooks";
import { refusalOf } from "../http";
import { refusalText, wagerTitle, words } from "../languages/current";
import { at, useCached, useQuery } from "../query";
import type { Refusal } from "../shapes";
import { showDay } from "../times";
import { ALL, OUTCOMES, type Wanted } from "./roundQuery";
import { csv, everyRound, json } from "./roundsExport";

const FILES = {
  CSV: { type: "text/csv", ending: "csv", write: csv },
  JSON: { type: "application/json", ending: "json", write: json },
};

export function Filters({
  table,
  game,
  wanted,
  onChange,
}: {
  table: string;
  game: string | undefined;
  wanted: Wanted;
  onChange: (now: Wanted) => void;
}) {
  const w = words.value;
  const query = useQuery(at("/tables/{table}/shoes", { table: table }));
  const shoes = query.state === "ready" ? query.value : [];
  const wagers = useCached(game ? at("/games/{game}/wagers", { game }) : null) ?? [];
  const some = JSON.stringify(wanted) !== JSON.stringify(ALL);
  const day = (name: "from" | "to"): preact.JSX.Element => (
    <label>
      {w.history[name]}
      <input
        type="date"
        name={name}
        value={wanted[name]}
        onChange={(event) => onChange({ ...wanted, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <fieldset class="choice">
        <legend>{w.history.outcome}</legend>
        {["", ...OUTCOMES].map((each) => (
          <label key={each} class={each === wanted.outcome ? "chosen" : ""}>
            <input
              type="radio"
              name="outcome"
              checked={each === wanted.outcome}
              onChange={() => onChange({ ...wanted, outcome: each })}
            />
            {each === "" ? w.history.all : each === "void" ? w.history.void : w.side[each as "tie"]}
          </label>
        ))}
      </fieldset>
      <label>
        {w.history.wager}
        <select
          name="wager"
          value={wanted.wager}
          onChange={(event) => onChange({ ...wanted, wager: event.currentTarget.value })}
        >
          <option value="">{w.history.anyWager}</option>
          {wagers.map((wager) => (
            <option key={wager.id} value={wager.id}>
              {wagerTitle(wager)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {w.history.shoe}
        <select
          name="shoe"
          value={wanted.shoe?.shoe ?? ""}
          onChange={(event) =>
            onChange({
              ...wanted,
              shoe: shoes.find((each) => each.shoe === event.currentTarget.value) ?? null,
            })
          }
        >
          <option value="">{w.history.anyShoe}</option>
          {shoes.map((shoe) => (
            <option key={shoe.shoe} value={shoe.shoe}>
              {w.history.shoeOf(showDay(shoe.at_ms), shoe.first, shoe.last)}
            </option>
          ))}
        </select>
      </label>
      {day("from")}
      {day("to")}
      <div class="filter-actions">
        <button type="button" class="button small" disabled={!some} onClick={() => onChange(ALL)}>
          {w.history.reset}
        </button>
        <Export table={table} wanted={wanted} />
      </div>
    </form>
  );
}

function Export({ table, wanted }: { table: string; wanted: Wanted }) {
  const w = words.value.history;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const take = (kind: keyof typeof FILES): void => {
    setBusy(true);
    const file = FILES[kind];
    everyRound(table, wanted)
      .then((found) => {
        setRefusal(null);
        download(
          `${table}-rounds.${file.ending}`,
          new Blob([file.write(found, wanted, Date.now())], { type: file.type }),
        );
      })
      .catch((error: unknown) => setRefusal(refusalOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      {(Object.keys(FILES) as (keyof typeof FILES)[]).map((kind) => (
        <button
          key={kind}
          type="button"
          class="button small"
          disabled={busy}
          onClick={() => take(kind)}
        >
          {w.exportAs(kind)}
        </button>
      ))}
      <span role="status" class="fine">
        {busy ? w.exporting : refusal ? refusalText(refusal) : ""}
      </span>
    </>
  );
}

function download(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.target = "_blank"; // keeps the router from handling it
  link.click();
  URL.revokeObjectURL(link.href);
}
