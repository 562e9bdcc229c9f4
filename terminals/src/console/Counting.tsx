// Cards counted by rank and suit: what lies sorted on the table when a patron left with some.

import { useState } from "preact/hooks";
import { consoleWords } from "../languages/console";
import { words } from "../languages/current";
import { lookUp } from "../lookUp";

const RANKS = [..."A23456789TJQK"];
const SUITS = [..."SHDC"];
const GLYPHS: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };

export function Counting({
  decks,
  send,
}: {
  decks: number;
  send: (counts: Record<string, number>) => Promise<unknown>;
}) {
  const { guide: w } = consoleWords.value;
  const { cards } = words.value;
  const [counts, setCounts] = useState<Record<string, number>>({});
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const full = (): void =>
    setCounts(
      Object.fromEntries(RANKS.flatMap((rank) => SUITS.map((suit) => [rank + suit, decks]))),
    );
  const submit = (event: Event): void => {
    event.preventDefault();
    void send(counts);
  };
  return (
    <form class="counting" onSubmit={submit}>
      <p class="fine">{w.sort}</p>
      <div class="counting-scroll" tabIndex={0} role="group" aria-label={w.sort}>
        <table>
          <thead>
            <tr>
              <td />
              {RANKS.map((rank) => (
                <th key={rank} scope="col">
                  {rank === "T" ? "10" : rank}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SUITS.map((suit) => (
              <tr key={suit}>
                <th scope="row" class={`suit-${suit}`}>
                  <span aria-hidden="true">{GLYPHS[suit]}</span>
                  <span class="hidden">{lookUp(cards.suit, suit)}</span>
                </th>
                {RANKS.map((rank) => {
                  const code = rank + suit;
                  const name = cards.name(
                    lookUp(cards.rank, rank) ?? rank,
                    lookUp(cards.suit, suit) ?? suit,
                  );
                  return (
                    <td key={code}>
                      <input
                        type="number"
                        min="0"
                        max={decks}
                        aria-label={name}
                        data-code={code}
                        value={counts[code] ?? ""}
                        onInput={(event) =>
                          setCounts({ ...counts, [code]: Number(event.currentTarget.value) })
                        }
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="choices">
        <button type="button" class="button small" data-action="full" onClick={full}>
          {w.sortFull(decks)}
        </button>
        <span class="fine" role="status">
          {w.sorted(total)}
        </span>
        <button type="submit" class="button strong">
          {w.sortDone}
        </button>
      </div>
    </form>
  );
}
