// Choosing a shoe: the number of decks, and cards removed by rank, tapped or typed.

import { refusalText, words } from "../languages/current";
import { lookUp } from "../lookUp";
import type { Refusal } from "../shapes";
import type { ShoeOdds } from "./shapes";

export interface Chosen {
  decks: number;
  gone: Readonly<Record<string, number>>;
  seen: string;
  known: string;
}

export function Shoe({
  chosen,
  decks,
  odds,
  refusal,
  onChange,
}: {
  chosen: Chosen;
  decks: readonly number[];
  odds: ShoeOdds;
  refusal: Refusal | null;
  onChange: (now: Chosen) => void;
}) {
  const w = words.value.odds;
  const taken =
    Object.values(chosen.gone).some(Boolean) ||
    chosen.seen.trim() !== "" ||
    chosen.known.trim() !== "";
  const move = (rank: string, by: number): void =>
    onChange({
      ...chosen,
      gone: { ...chosen.gone, [rank]: Math.max(0, (chosen.gone[rank] ?? 0) + by) },
    });
  return (
    <section class="panel shoe" aria-label={w.shoe}>
      <h2>
        {w.shoe}{" "}
        <span class="fine" data-cards={odds.cards}>
          {w.left(odds.cards)}
        </span>
      </h2>
      <fieldset class="choice">
        <legend>{w.decks}</legend>
        {decks.map((count) => (
          <label key={count} class={count === chosen.decks ? "chosen" : ""}>
            <input
              type="radio"
              name="decks"
              checked={count === chosen.decks}
              onChange={() => onChange({ ...chosen, decks: count })}
            />
            {count}
          </label>
        ))}
      </fieldset>
      <p class="fine">{w.tapHint}</p>
      <ul class="ranks">
        {odds.left.map(({ rank, cards: left }) => (
          <li key={rank} data-rank={rank}>
            <button type="button" class="rank" disabled={left === 0} onClick={() => move(rank, 1)}>
              <b>{rank === "T" ? "10" : rank}</b> <span>{left}</span>{" "}
              <span class="hidden">{w.takeOut}</span>
            </button>
            <button
              type="button"
              class="rank-back"
              disabled={!chosen.gone[rank]}
              onClick={() => move(rank, -1)}
            >
              −{chosen.gone[rank] || ""} <span class="hidden">{w.putBack(nameOf(rank))}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="shoe-typed">
        <label>
          {w.seen}
          <input
            type="text"
            value={chosen.seen}
            placeholder={w.seenHint}
            autocapitalize="characters"
            autocomplete="off"
            spellcheck={false}
            aria-invalid={refusal !== null}
            onInput={(event) => onChange({ ...chosen, seen: event.currentTarget.value })}
          />
        </label>
        <label>
          {w.known}
          <input
            type="text"
            name="known"
            value={chosen.known}
            placeholder={w.knownHint}
            aria-describedby="known-why"
            autocapitalize="characters"
            autocomplete="off"
            spellcheck={false}
            aria-invalid={refusal !== null}
            onInput={(event) => onChange({ ...chosen, known: event.currentTarget.value })}
          />
        </label>
        <button
          type="button"
          class="button small"
          disabled={!taken}
          onClick={() => onChange({ ...chosen, gone: {}, seen: "", known: "" })}
        >
          {w.full}
        </button>
      </div>
      <p class="fine" id="known-why">
        {w.knownWhy}
      </p>
      <p role="alert" class="loss">
        {refusal ? refusalText(refusal) : ""}
      </p>
    </section>
  );
}

function nameOf(rank: string): string {
  return lookUp(words.value.cards.rank, rank) ?? rank;
}
