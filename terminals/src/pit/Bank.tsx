// A table's bank: opener, fills, credits and closer with their counts; shifts; wagers against their edge.

import { useEffect, useState } from "preact/hooks";
import { newKey, useSender } from "../commands";
import { titleIn } from "../languages/current";
import { pitWords } from "../languages/pit";
import { showCents, showChange, typedCents } from "../money";
import { fieldsOf } from "../parts/forms";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Async } from "../parts/States";
import { at, useQuery } from "../query";
import type { CageCommand, View, Wager } from "../shapes";

const LOOK_MS = 2_000;
const SHIFT = [
  "shift",
  "opener",
  "fills",
  "credits",
  "closer",
  "drop",
  "handle",
  "variance",
  "win",
];
const METER = ["wager", "handle", "win", "hold", "edge", "expected", "difference"];

export function Bank({
  view,
  wagers,
  meters: has,
}: {
  view: View;
  wagers: readonly Wager[];
  meters: boolean;
}) {
  const { bankPart: w } = pitWords.value;
  const [turn, setTurn] = useState(0);
  const [notice, setNotice] = useState("");
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setTurn(turn + 1), LOOK_MS);
    return () => clearTimeout(timer);
  }, [waits, turn]);
  const { send, refusal } = useSender();
  const asked = useQuery(at("/tables/{table}/bank", { table: view.table }), turn);
  const meters = useQuery(
    has ? at("/meters", {}, { table: view.table }) : null,
    turn + view.finished.length,
  );
  const give = async (type: string, fields: Record<string, unknown>): Promise<boolean> => {
    setNotice("");
    const command = { type, table: view.table, ...fields } as CageCommand;
    const done = await send("/cage/commands", {}, command, newKey());
    if (!done) {
      setWaits(true); // a witness may confirm it: look again for a while
      return false;
    }
    setNotice(type === "close-bank" ? closedText(done[0]) : w.done);
    setTurn(turn + 1);
    return true;
  };
  return (
    <>
      <RefusalNotice refusal={refusal} />
      {notice ? (
        <p class="notice" role="status" data-notice>
          {notice}
        </p>
      ) : null}
      <Async query={asked}>
        {(bank) => (
          <>
            <section class="panel" aria-label={pitWords.value.bank}>
              <p class="bank-holds" data-balance={bank.balance_cents}>
                {bank.open ? (
                  <>
                    {w.holds} <b>{showCents(bank.balance_cents)}</b> · {w.box}{" "}
                    <b>{showCents(bank.drop_cents)}</b>
                  </>
                ) : (
                  w.notOpen
                )}
              </p>
              <div class="bank-acts">
                {bank.open ? (
                  <>
                    <Act type="fill-bank" text={w.fill} label={w.amount} give={give} />
                    <Act type="credit-bank" text={w.credit} label={w.amount} give={give} />
                    <Act
                      type="close-bank"
                      text={w.close}
                      label={w.closer}
                      hint={w.closerHint}
                      field="counted_cents"
                      optional={view.configuration?.funding !== "chips"}
                      give={give}
                    />
                  </>
                ) : (
                  <Act type="open-bank" text={w.open} label={w.opener} give={give} />
                )}
                {bank.drop_cents ? (
                  <Act
                    type="count-drop"
                    text={w.drop}
                    label={w.dropCounted}
                    field="counted_cents"
                    give={give}
                  />
                ) : null}
              </div>
            </section>
            <section class="panel" aria-label={w.shifts}>
              <h2>{w.shifts}</h2>
              <Rows columns={SHIFT} titles={w.column} rows={[...bank.shifts].reverse()} />
            </section>
          </>
        )}
      </Async>
      {has ? (
        <Async query={meters}>
          {(report) => (
            <section class="panel" aria-label={w.meters}>
              <h2>{w.meters}</h2>
              {report.rows.length ? (
                <Rows
                  columns={METER}
                  titles={w.meter}
                  rows={report.rows.map((row) => ({
                    ...row,
                    wager: titleIn(wagers, String(row.wager)),
                  }))}
                />
              ) : (
                <p class="fine">{w.noMeters}</p>
              )}
            </section>
          )}
        </Async>
      ) : null}
    </>
  );
}

/** What the count of a closer came to beside the books. */
function closedText(event: Record<string, unknown> | undefined): string {
  const { bankPart: w } = pitWords.value;
  const book = Number(event?.book_cents ?? 0);
  const difference = Number(event?.counted_cents ?? book) - book;
  return difference ? w.closed(showChange(difference)) : w.closedEven;
}

function Act({
  type,
  text,
  label,
  hint,
  field = "cents",
  optional = false,
  give,
}: {
  type: string;
  text: string;
  label: string;
  hint?: string;
  field?: string;
  optional?: boolean;
  give: (type: string, fields: Record<string, unknown>) => Promise<boolean>;
}) {
  const { bankPart: w } = pitWords.value;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { amount, witness } = fieldsOf(event, "amount", "witness");
    if (
      await give(type, { ...(amount || !optional ? { [field]: typedCents(amount) } : {}), witness })
    )
      form.reset();
  };
  return (
    <form class="form bank-form" data-act={type} onSubmit={(event) => void send(event)}>
      <label>
        {label}
        <input name="amount" inputMode="decimal" required={!optional} autocomplete="off" />
        {hint && optional ? <span class="fine">{hint}</span> : null}
      </label>
      <label>
        {w.witness}
        <input name="witness" required autocomplete="off" title={w.witnessHint} />
      </label>
      <button type="submit" class="button">
        {text}
      </button>
    </form>
  );
}

/** A report as a table; money with its sign where it is a difference. */
function Rows({
  columns,
  titles,
  rows,
}: {
  columns: readonly string[];
  titles: Record<string, string>;
  rows: readonly Record<string, string | number | null>[];
}) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={titles[columns[0] ?? ""]}>
      <table class="console-table">
        <thead>
          <tr>
            {columns.map((each, index) => (
              <th key={each} scope="col" class={index ? "number" : ""}>
                {titles[each]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((each, index) => {
                const cents = row[`${each}_cents`];
                const value = cents ?? row[each];
                const text = typeof cents === "number" ? showCents(cents) : String(value ?? "–");
                return index ? (
                  <td
                    key={each}
                    class={`number${String(value).startsWith("-") ? " loss" : ""}`}
                    data-column={each}
                  >
                    {text}
                  </td>
                ) : (
                  <th key={each} scope="row">
                    {text}
                  </th>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
