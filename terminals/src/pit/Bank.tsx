// A table's bank: opener, fills, credits and closer with their counts; shifts; wagers against their edge.

import { useState } from "preact/hooks";
import { useAsked } from "../asked";
import { Refusing } from "../console/give";
import { titled } from "../console/Stakes";
import { readCents, showAmount, showChange, writeCents } from "../money";
import { Whichever } from "../parts/States";
import type { View, Wager } from "../shapes";
import { pitWords } from "../words/pit";
import { fieldsOf, newKey, useSend } from "./send";
import type { Bank as Held, Report } from "./shapes";

const SHIFT = ["shift", "opener", "fills", "credits", "closer", "drop", "handle", "variance", "win"];
const METER = ["wager", "handle", "win", "hold", "edge", "expected", "difference"];

export function Bank({ view, wagers, meters: has }: { view: View; wagers: readonly Wager[]; meters: boolean }) {
  const { bankPart: w } = pitWords.value;
  const [turn, setTurn] = useState(0);
  const [told, setTold] = useState("");
  const { send, refusal } = useSend();
  const path = encodeURIComponent(view.table);
  const asked = useAsked<Held>(`/tables/${path}/bank`, turn);
  const meters = useAsked<Report>(has ? `/meters?table=${path}` : null, turn + view.finished.length);
  const give = async (type: string, fields: Record<string, unknown>): Promise<boolean> => {
    setTold("");
    const done = await send<Record<string, string>[]>("/cage/commands", { type, table: view.table, ...fields }, newKey());
    if (!done) return false;
    setTold(type === "close-bank" ? closedText(done[0]) : w.done);
    setTurn(turn + 1);
    return true;
  };
  return (
    <>
      <Refusing refusal={refusal} />
      {told ? (
        <p class="notice" role="status" data-told>
          {told}
        </p>
      ) : null}
      <Whichever asked={asked}>
        {(bank) => (
          <>
            <section class="panel" aria-label={pitWords.value.bank}>
              <p class="bank-holds" data-balance={bank.balance}>
                {bank.open ? (
                  <>
                    {w.holds} <b>{showAmount(bank.balance)}</b> · {w.box} <b>{showAmount(bank.drop)}</b>
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
                    <Act type="close-bank" text={w.close} label={w.closer} hint={w.closerHint} field="counted" optional={view.configuration.funding !== "chips"} give={give} />
                  </>
                ) : (
                  <Act type="open-bank" text={w.open} label={w.opener} give={give} />
                )}
                {readCents(bank.drop) ? <Act type="count-drop" text={w.drop} label={w.dropCounted} field="counted" give={give} /> : null}
              </div>
            </section>
            <section class="panel" aria-label={w.shifts}>
              <h2>{w.shifts}</h2>
              <Rows columns={SHIFT} titles={w.column} rows={[...bank.shifts].reverse()} />
            </section>
          </>
        )}
      </Whichever>
      {has ? (
        <Whichever asked={meters}>
          {(report) => (
            <section class="panel" aria-label={w.meters}>
              <h2>{w.meters}</h2>
              {report.rows.length ? (
                <Rows columns={METER} titles={w.meter} rows={report.rows.map((row) => ({ ...row, wager: titled(wagers, String(row["wager"])) }))} />
              ) : (
                <p class="fine">{w.noMeters}</p>
              )}
            </section>
          )}
        </Whichever>
      ) : null}
    </>
  );
}

/** What the count of a closer came to beside the books. */
function closedText(event: Record<string, string> | undefined): string {
  const { bankPart: w } = pitWords.value;
  const counted = readCents(event?.["counted"] ?? event?.["book"] ?? "0") ?? 0;
  const difference = counted - (readCents(event?.["book"] ?? "0") ?? 0);
  return difference ? w.closed(showChange(writeCents(difference))) : w.closedEven;
}

function Act({ type, text, label, hint, field = "amount", optional = false, give }: {
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
    const { amount = "", witness } = fieldsOf(event);
    if (await give(type, { ...(amount || !optional ? { [field]: amount } : {}), witness })) form.reset();
  };
  return (
    <form class="form" data-act={type} onSubmit={(event) => void send(event)}>
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
function Rows({ columns, titles, rows }: { columns: readonly string[]; titles: Record<string, string>; rows: readonly Record<string, string | number | null>[] }) {
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
                const value = row[each];
                const text = typeof value === "string" && readCents(value) !== null ? showAmount(value) : String(value ?? "–");
                return index ? (
                  <td key={each} class={`number${String(value).startsWith("-") ? " loss" : ""}`} data-column={each}>
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
