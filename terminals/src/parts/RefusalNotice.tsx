// A refusal next to what was refused: its sentence and clause, announced when it appears.

import { refusalText, words } from "../languages/current";
import type { Refusal } from "../shapes";

export function RefusalNotice({ refusal }: { refusal: Refusal | null }) {
  const { clause } = words.value.table;
  return (
    <div role="alert" class="refusing">
      {refusal ? (
        <p class="notice" data-reason={refusal.reason}>
          {refusalText(refusal)}{" "}
          {refusal.clause ? <span class="clause-number">{clause(refusal.clause)}</span> : null}
        </p>
      ) : null}
    </div>
  );
}
