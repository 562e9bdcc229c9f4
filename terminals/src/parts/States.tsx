// Placeholders of a page without content: loading, empty, refused or offline.

import type { ComponentChildren } from "preact";
import { refusalText, words } from "../languages/current";
import type { QueryState } from "../query";
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

/** With `first` it is the only content, and its title is the page's. */
export function Empty({
  title,
  why,
  first = false,
  children,
}: {
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

export function Failed({
  refusal,
  again,
  first = false,
}: {
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

/** A query's content, or the placeholder for its state. */
export function Async<T>({
  query,
  first = false,
  children,
}: {
  query: QueryState<T>;
  first?: boolean;
  children: (value: T) => ComponentChildren;
}) {
  if (query.state === "loading") return <Waiting first={first} />;
  if (query.state === "refused")
    return <Failed refusal={query.refusal} again={query.retry} first={first} />;
  return <>{children(query.value)}</>;
}
