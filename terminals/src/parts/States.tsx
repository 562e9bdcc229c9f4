// What a page shows when it has nothing else to show: waiting, empty, refused, away.

import type { ComponentChildren } from "preact";
import type { Asked } from "../asked";
import { refusalText, words } from "../language";
import type { Refusal } from "../shapes";

export function Waiting({ text }: { text?: string }) {
  return (
    <div class="state" role="status">
      <span class="spinner" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <p>{text ?? words.value.state.loading}</p>
    </div>
  );
}

export function Empty({ title, why, children }: {
  title: string;
  why?: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="state">
      <span class="state-mark" aria-hidden="true">
        ♤
      </span>
      <h2>{title}</h2>
      {why ? <p>{why}</p> : null}
      {children}
    </div>
  );
}

export function Failed({ refusal, again }: { refusal: Refusal; again?: () => void }) {
  const { state, table } = words.value;
  return (
    <div class="state failed" role="alert">
      <span class="state-mark" aria-hidden="true">
        !
      </span>
      <h2>{refusalText(refusal)}</h2>
      {refusal.reason === "away" ? <p>{state.awayWhy}</p> : null}
      {refusal.clause ? <p class="fine">{table.clause(refusal.clause)}</p> : null}
      {again ? (
        <button type="button" class="button" onClick={again}>
          {state.again}
        </button>
      ) : null}
    </div>
  );
}

/** Whatever came of asking: the content only where there is something. */
export function Whichever<T>({ asked, children }: {
  asked: Asked<T>;
  children: (value: T) => ComponentChildren;
}) {
  if (asked.state === "waiting") return <Waiting />;
  if (asked.state === "refused") return <Failed refusal={asked.refusal} again={asked.again} />;
  return <>{children(asked.value)}</>;
}
