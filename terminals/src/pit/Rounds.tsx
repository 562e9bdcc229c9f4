// The last rounds of a table, and correcting one: reversed and settled again, never edited.

import { useState } from "preact/hooks";
import { type Giving, readCodes, Refusing } from "../console/give";
import { SecondPerson } from "../console/SecondPerson";
import { Empty } from "../parts/States";
import type { Finished, View } from "../shapes";
import { pitWords } from "../words/pit";
import { fieldsOf } from "./send";

export function Rounds({ view, giving }: { view: View; giving: Giving }) {
  const { rounds: w } = pitWords.value;
  const [chosen, setChosen] = useState(0);
  const [done, setDone] = useState(0);
  const may = view.may.commands.includes("correct-round");
  const correct = async (round: Finished, event: Event): Promise<void> => {
    event.preventDefault();
    const { cards = "", why } = fieldsOf(event);
    setDone(0);
    if (await giving.give({ type: "correct-round", round: round.number, cards: readCodes(cards).filter(Boolean), why })) {
      setDone(round.number);
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
      <Refusing refusal={giving.refusal} />
      <SecondPerson view={view} asked={giving.refusal?.reason === "approval-needed"} />
      {done ? (
        <p class="notice" role="status" data-corrected={done}>
          {w.done(done)}
        </p>
      ) : null}
      {view.finished.length ? (
        <ul class="rounds">
          {[...view.finished].reverse().map((each) => (
            <li key={each.number} data-round={each.number}>
              <b>#{each.number}</b> <span class="codes">{each.void ? pitWords.value.void : each.cards.join(" ")}</span>
              {may && !each.void ? (
                <button type="button" class="button small" aria-label={w.correctOf(each.number)} aria-expanded={chosen === each.number} onClick={() => setChosen(chosen === each.number ? 0 : each.number)}>
                  {w.correct}
                </button>
              ) : null}
              {chosen === each.number ? (
                <form class="form" onSubmit={(event) => void correct(each, event)}>
                  <label>
                    {w.cards}
                    <input name="cards" value={each.cards.join(" ")} required autocomplete="off" />
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
