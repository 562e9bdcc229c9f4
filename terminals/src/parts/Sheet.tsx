// A sheet over the page: what a wager pays and by which clause, and what it paid this reader.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useOnce } from "../asked";
import { describeWhen, language, wagerTitle, words } from "../language";
import { showAmount, showChange } from "../money";
import type { Clause, PaidLine, Range, Verdict, Wager } from "../shapes";

export function Sheet({ title, onClose, children }: {
  title: string;
  onClose: () => void;
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
      class="sheet"
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

/** A clause by its number, with its words once they are there. */
export function ClauseText({ game, clause }: { game: string; clause: string }) {
  const found = useOnce<Clause>(
    /^\d/.test(clause) ? `/games/${encodeURIComponent(game)}/clauses/${encodeURIComponent(clause)}` : null,
  );
  return (
    <p class="clause-text">
      <a class="clause-number" href={`/rules/${game}#c${clause}`}>
        {words.value.table.clause(clause)}
      </a>{" "}
      {language.value === "zh" ? found?.chinese : found?.summary}
    </p>
  );
}

export function WagerSheet({ game, wager, range, line, verdict, onClose }: {
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
            <dd>{showAmount(line.amount)}</dd>
            {line.pays ? <dt>{table.pays}</dt> : null}
            {line.pays ? <dd>{odd(line.pays)}</dd> : null}
            <dt>{table.profit}</dt>
            <dd>{showChange(line.profit)}</dd>
            <dt>{table.returned}</dt>
            <dd>{showAmount(line.returned)}</dd>
          </dl>
          <ClauseText game={game} clause={line.clause} />
        </section>
      ) : verdict ? (
        <section class={`paid-line ${verdict.result}`}>
          <strong>{table.result[verdict.result]}</strong>
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
              <td>{table.result["returned"]}</td>
              <td class="fine">{wager.pushes_by}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
      {range ? (
        <p class="fine">
          {table.limits}: {table.range(showAmount(range.min), showAmount(range.max))}
        </p>
      ) : null}
    </Sheet>
  );
}
