// The points of a table that was worked, and the right line beside one's own.

import { refusalText, said } from "../languages/current";
import { schoolWords } from "../languages/school";
import type { FinishedSituation, TurnView } from "../wire/api";
import { CardText } from "./CardText";
import { clauseTitle } from "./kinds";
import { Solutions } from "./Solutions";

export function Replay({ done }: { done: FinishedSituation }) {
  const w = schoolWords.value.replay;
  const isFull = done.got === done.of;
  return (
    <div class="replay" data-got={done.got} data-of={done.of}>
      {done.description ? <p class="description-text">{said(done.description)}</p> : null}
      <section class="panel">
        <h2>{w.points}</h2>
        <p class={`verdict ${isFull ? "is-right" : "is-wrong"}`}>{w.score(done.got, done.of)}</p>
        <Solutions
          parts={[]}
          marks={done.points.map(({ solution, is_right }) => ({ solution, isRight: is_right }))}
        />
      </section>
      <div class="lines-beside">
        <Line title={w.own} turns={done.own} />
        <Line title={w.right} turns={done.right} />
      </div>
    </div>
  );
}

function Line({ title, turns }: { title: string; turns: readonly TurnView[] }) {
  const w = schoolWords.value.replay;
  return (
    <section class="panel line">
      <h2>{title}</h2>
      {turns.length ? (
        <ol>
          {turns.map((turn, at) => (
            <li key={at} class={turn.refused ? "is-wrong" : ""}>
              <span class="line-text">
                <CardText text={said(turn.says)} />
              </span>
              {turn.clauses.length ? (
                <span class="clause-number">{turn.clauses.map(clauseTitle).join(", ")}</span>
              ) : null}
              {turn.refused ? (
                <p class="loss">
                  {w.refused}: {refusalText(turn.refused)}
                </p>
              ) : null}
            </li>
          ))}
        </ol>
      ) : (
        <p class="fine">{w.nothing}</p>
      )}
    </section>
  );
}
