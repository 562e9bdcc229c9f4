// The last rounds of a table, and correcting one: reversed and settled again, never edited.

import { useState } from "preact/hooks";
import type { TableSender } from "../commands";
import { SecondPerson } from "../console/SecondPerson";
import { pitWords } from "../languages/pit";
import { fieldsOf, readCards } from "../parts/forms";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Empty } from "../parts/States";
import type { View } from "../shapes";

export function Rounds({ view, sender }: { view: View; sender: TableSender }) {
  const { rounds: w } = pitWords.value;
  const [chosen, setChosen] = useState(0);
  const [done, setDone] = useState(0);
  const may = view.mine.may.includes("correct-round");
  const correct = async (number: number, event: Event): Promise<void> => {
    event.preventDefault();
    const { cards, why } = fieldsOf(event, "cards", "why");
    setDone(0);
    if (
      await sender.give({
        type: "correct-round",
        round: number,
        cards: readCards(cards),
        why,
      })
    ) {
      setDone(number);
      setChosen(0);
    }
  };
  return (
    <section class="panel" aria-label={w.title}>
      <h2>
        {w.title}
        <a class="end" href={`/history/${view.table}`}>
          {w.all}
        </a>
      </h2>
      <RefusalNotice refusal={sender.refusal} />
      <SecondPerson view={view} asked={sender.refusal?.reason === "approval-needed"} />
      {done ? (
        <p class="notice" role="status" data-corrected={done}>
          {w.done(done)}
        </p>
      ) : null}
      {view.finished.length ? (
        <ul class="rounds">
          {[...view.finished].reverse().map((each) => (
            <li key={each.number} data-round={each.number}>
              <b>#{each.number}</b>{" "}
              <span class="codes">{each.void ? pitWords.value.void : each.cards.join(" ")}</span>
              {may && !each.void ? (
                <button
                  type="button"
                  class="button small"
                  aria-label={w.correctOf(each.number)}
                  aria-expanded={chosen === each.number}
                  onClick={() => setChosen(chosen === each.number ? 0 : each.number)}
                >
                  {w.correct}
                </button>
              ) : null}
              {chosen === each.number ? (
                <form class="form" onSubmit={(event) => void correct(each.number, event)}>
                  <label>
                    {w.cards}
                    <input
                      name="cards"
                      defaultValue={each.cards.join(" ")}
                      required
                      autocomplete="off"
                    />
                    <span class="fine">{w.cardsHint}</span>
                  </label>
                  <label>
                    {w.why}
                    <input name="why" required autocomplete="off" />
                  </label>
                  <button type="submit" class="button strong">
                    {w.doIt}
                  </button>
                </form>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <Empty title={w.none} />
      )}
      <p class="fine">{w.voidHint}</p>
    </section>
  );
}
