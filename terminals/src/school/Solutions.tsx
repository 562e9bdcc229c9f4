// Marks: each part right or wrong, the right answer, why, and the clauses it rests on.

import { labelled, said } from "../languages/current";
import { schoolWords } from "../languages/school";
import { showCents } from "../money";
import type { PartView, SolutionView } from "../wire/api";
import { CardText } from "./CardText";
import { clauseTitle } from "./kinds";

/** An answer as people read it; an amount is in minor units. */
function Reads({ form, solution }: { form: string; solution: SolutionView }) {
  const { none } = schoolWords.value.drill;
  if (form === "amount") return <>{showCents(Number(solution.right[0] ?? 0))}</>;
  if (form === "chips") return <>{solution.right.join("  ") || none}</>;
  return (
    <>{solution.reads.map((each) => said(each)).join(form === "order" ? " → " : ", ") || none}</>
  );
}

export interface Marked {
  solution: SolutionView;
  isRight: boolean;
  /** What was answered, as people read it; where it is not known, it is not shown. */
  given?: string;
  /** The topic of what this part examines, where it is not the question's. */
  topic?: string;
}

/** What was answered, as people read it: by the choices of its part, or as an amount. */
export function givenText(part: PartView | undefined, given: readonly string[]): string {
  if (!part) return "";
  if (!given.length) return schoolWords.value.drill.none;
  if (part.form === "amount") return showCents(Number(given[0]));
  const reads = given.map((each) => {
    const choice = part.choices.find(({ value }) => value === each);
    return choice ? said(choice.says) : each;
  });
  return reads.join(part.form === "order" ? " → " : ", ");
}

export function Solutions({
  parts,
  marks,
}: {
  parts: readonly PartView[];
  marks: readonly Marked[];
}) {
  const w = schoolWords.value.drill;
  const cited = new Map(
    marks
      .filter((each) => !each.isRight || marks.length < 3)
      .flatMap(({ solution }) => solution.clauses)
      .map((each) => [each.clause, each.says] as const),
  );
  const reasons = new Set(
    marks.flatMap(({ solution }) => (solution.why ? [said(solution.why)] : [])),
  );
  return (
    <div class="solutions">
      <ul class="solution-parts">
        {marks.map(({ solution, isRight, given, topic }) => {
          const form = parts.find((each) => each.name === solution.part)?.form ?? "lines";
          return (
            <li key={solution.part} class={isRight ? "is-right" : "is-wrong"} data-right={isRight}>
              <span class="verdict-mark" aria-hidden="true">
                {isRight ? "✓" : "✗"}
              </span>
              <span class="hidden">{isRight ? w.right : w.wrong}</span>
              <span>
                {said(solution.title)}
                {form === "lines" ? null : (
                  <>
                    {": "}
                    <b>
                      <Reads form={form} solution={solution} />
                    </b>
                    {given && !isRight ? (
                      <span class="fine"> · {labelled(w.yours, given)}</span>
                    ) : null}
                  </>
                )}
                {topic ? <span class="fine"> · {topic}</span> : null}
              </span>
            </li>
          );
        })}
      </ul>
      {[...reasons].map((each) => (
        <p key={each} class="because">
          <CardText text={each} />
        </p>
      ))}
      {[...cited].map(([clause, says]) => (
        <blockquote key={clause} class="says">
          <span class="clause-number">{clauseTitle(clause)}</span> {said(says)}
        </blockquote>
      ))}
    </div>
  );
}
