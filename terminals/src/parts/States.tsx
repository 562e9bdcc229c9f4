// What a page shows when it has nothing else to show: waiting, empty, refused, away.

import type { ComponentChildren } from "preact";
import type { Asked } from "../asked";
import { refusalText, words } from "../language";
import type { Refusal } from "../shapes";

export function Waiting({ text, first = false }: { text?: string; first?: boolean }) {
  const Text = first ? "h1" : "p";
  return (
    <div class="state" role="status">
      <span class="spinner" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <Text class="waiting">{text ?? words.value.state.loading}</Text>
    </div>
  );
}

/** `first` where it is all there is on the page: its title is then the page's. */
export function Empty({ title, why, first = false, children }: {
  title: string;
  why?: string;
  first?: boolean;
  children?: ComponentChildren;
}) {
  const Title = first ? "h1" : "h2";
  return (
    <div class="state">
      <span class="state-mark" aria-hidden="true">
        ♤
      </span>
      <Title>{title}</Title>
      {why ? <p>{why}</p> : null}
      {children}
    </div>
  );
}

export function Failed({ refusal, again, first = false }: {
  refusal: Refusal;
  again?: () => void;
  first?: boolean;
}) {
  const Title = first ? "h1" : "h2";
  const { state, table } = words.value;
  return (
    <div class="state failed" role="alert">
      <span class="state-mark" aria-hidden="true">
        !
      </span>
      <Title>{refusalText(refusal)}</Title>
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
export function Whichever<T>({ asked, first = false, children }: {
  asked: Asked<T>;
  first?: boolean;
  children: (value: T) => ComponentChildren;
}) {
  if (asked.state === "waiting") return <Waiting first={first} />;
  if (asked.state === "refused") return <Failed refusal={asked.refusal} again={asked.again} first={first} />;
  return <>{children(asked.value)}</>;
}
