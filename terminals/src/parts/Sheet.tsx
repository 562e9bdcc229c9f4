// A dialog: what a wager pays and by which clause, and what it paid the reader.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { describeWhen, labelled, said, wagerTitle, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { showCents, showChange } from "../money";
import { at, useCached } from "../query";
import type { PaidLine, Range, Verdict, Wager } from "../shapes";

export function Sheet({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = sheet.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={sheet}
      class={wide ? "sheet wide" : "sheet"}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === sheet.current) onClose();
      }}
    >
      <div class="sheet-head">
        <h2>{title}</h2>
        <button type="button" class="icon" aria-label={words.value.table.close} onClick={onClose}>
          ✕
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** A clause's number, with its text once it is loaded. */
export function ClauseText({ game, clause }: { game: string; clause: string }) {
  const found = useCached(
    /^\d/.test(clause) ? at("/games/{game}/clauses/{clause}", { game, clause }) : null,
  );
  return (
    <p class="clause-text">
      <a class="clause-number" href={`/rules/${game}#c${clause}`}>
        {words.value.table.clause(clause)}
      </a>{" "}
      {found ? said({ english: found.summary, chinese: found.chinese }) : null}
    </p>
  );
}

export function WagerSheet({
  game,
  wager,
  range,
  line,
  verdict,
  onClose,
}: {
  game: string;
  wager: Wager;
  range: Range | undefined;
  line: PaidLine | undefined;
  verdict: Verdict | undefined;
  onClose: () => void;
}) {
  const { table, odd } = words.value;
  return (
    <Sheet title={wagerTitle(wager)} onClose={onClose}>
      {line ? (
        <section class={`paid-line ${line.result}`}>
          <strong>{table.result[line.result]}</strong>
          <dl>
            <dt>{table.stake}</dt>
            <dd>{showCents(line.cents)}</dd>
            {line.pays ? <dt>{table.pays}</dt> : null}
            {line.pays ? <dd>{odd(line.pays)}</dd> : null}
            <dt>{table.profit}</dt>
            <dd>{showChange(line.profit_cents)}</dd>
            <dt>{table.returned}</dt>
            <dd>{showCents(line.returned_cents)}</dd>
          </dl>
          <ClauseText game={game} clause={line.clause} />
        </section>
      ) : verdict ? (
        <section class={`paid-line ${verdict.result}`}>
          <strong>{lookUp(table.result, verdict.result)}</strong>
          <ClauseText game={game} clause={verdict.clause} />
        </section>
      ) : null}
      <table class="paytable">
        <tbody>
          {wager.lines.map((each) => (
            <tr key={each.pays + each.title}>
              <th scope="row">{describeWhen(each.when)}</th>
              <td>{odd(each.pays)}</td>
              <td class="fine">{each.clause}</td>
            </tr>
          ))}
          {wager.pushes_when ? (
            <tr>
              <th scope="row">{describeWhen(wager.pushes_when)}</th>
              <td>{table.result.returned}</td>
              <td class="fine">{wager.pushes_by}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
      {range ? (
        <p class="fine">
          {labelled(
            table.limits,
            table.range(showCents(range.min_cents), showCents(range.max_cents)),
          )}
        </p>
      ) : null}
    </Sheet>
  );
}
