// Opening a table: its game, how it stands, and one pair of limits for every wager to begin with.

import { useState } from "preact/hooks";
import { newKey, useSender } from "../commands";
import { gameTitle } from "../languages/current";
import { pitWords } from "../languages/pit";
import { lookUp } from "../lookUp";
import { typedCents } from "../money";
import { fieldsOf } from "../parts/forms";
import { RefusalNotice } from "../parts/RefusalNotice";
import { at, useCached } from "../query";
import type { CardSource, Funding } from "../wire/api";

export function OpenTable({ table, onDone }: { table?: string; onDone: () => void }) {
  const { settings: w } = pitWords.value;
  const games = useCached(at("/games")) ?? [];
  const [chosen, setChosen] = useState("");
  const { send, refusal } = useSender();
  const game = games.find((each) => each.id === chosen) ?? games[0];
  if (!game) return null;
  const layout = game.layouts[0];
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    const fields = fieldsOf(
      event,
      "table",
      "decks",
      "layout",
      "positions",
      "funding",
      "card_source",
      "min",
      "max",
    );
    const range = { min_cents: typedCents(fields.min), max_cents: typedCents(fields.max) };
    const configuration = {
      game: game.id,
      edition: game.edition,
      decks: Number(fields.decks),
      layout: fields.layout,
      positions: Number(fields.positions),
      limits: Object.fromEntries(game.wagers.map((wager) => [wager, range])),
      funding: fields.funding as Funding,
      card_source: fields.card_source as CardSource,
    };
    const name = table ?? fields.table;
    if (
      await send(
        "/tables/{table}/commands",
        { table: name },
        { type: "open-table", configuration },
        newKey(),
      )
    )
      onDone();
  };
  return (
    <form class="form grid" onSubmit={(event) => void open(event)}>
      {table ? null : (
        <label>
          {w.name}
          <input name="table" required autocomplete="off" pattern="[a-z0-9][a-z0-9_\-]*" />
        </label>
      )}
      <label>
        {w.game}
        <select name="game" onChange={(event) => setChosen(event.currentTarget.value)}>
          {games.map((each) => (
            <option key={each.id} value={each.id}>
              {gameTitle(each)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {w.layout}
        <select name="layout" key={game.id}>
          {game.layouts.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
        </select>
      </label>
      <label>
        {w.positions}
        <input
          key={game.id}
          name="positions"
          type="number"
          min="1"
          defaultValue={layout?.positions?.[1] ?? 8}
          required
        />
      </label>
      <label>
        {w.title.decks}
        <input
          name="decks"
          type="number"
          min={game.decks[0]}
          max={game.decks[1]}
          defaultValue="8"
          required
        />
      </label>
      <label>
        {w.min}
        <input name="min" inputMode="decimal" defaultValue="10" required />
      </label>
      <label>
        {w.max}
        <input name="max" inputMode="decimal" defaultValue="10000" required />
      </label>
      <label>
        {w.title.funding}
        <select name="funding">
          {["credits", "chips"].map((each) => (
            <option key={each} value={each}>
              {lookUp(w.value, each)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {w.title.card_source}
        <select name="card_source">
          {["physical", "sealed"].map((each) => (
            <option key={each} value={each}>
              {lookUp(w.value, each)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button strong">
        {w.open}
      </button>
      <RefusalNotice refusal={refusal} />
    </form>
  );
}
