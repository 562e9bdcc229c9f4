// Who works here: added, assigned, given another position, disabled at once.

import { useState } from "preact/hooks";
import { useAsked } from "../asked";
import { Refusing } from "../console/give";
import { Whichever } from "../parts/States";
import { consoleWords, placeTitle } from "../words/console";
import { pitWords } from "../words/pit";
import { fieldsOf, readTables, useSend } from "./send";
import type { Account } from "./shapes";

/** Positions by the number the server takes, lowest first. */
const POSITIONS = ["Dealer", "Pit Supervisor", "Pit Manager", "Gaming Shift Manager", "Assistant Casino Manager"];

export function Staff() {
  const { staff: w } = pitWords.value;
  const [turn, setTurn] = useState(0);
  const asked = useAsked<Account[]>("/staff", turn);
  const sending = useSend();
  const again = (): void => setTurn(turn + 1);
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { name, password, position, tables } = fieldsOf(event);
    const body = { name, password, position: Number(position), tables: readTables(tables ?? "") };
    if (await sending.send("/staff", body)) {
      form.reset();
      again();
    }
  };
  return (
    <>
      <Refusing refusal={sending.refusal} />
      <section class="panel" aria-label={pitWords.value.tabs["staff"]}>
        <Whichever asked={asked}>
          {(accounts) => (
            <table class="console-table">
              <thead>
                <tr>
                  <th scope="col">{w.name}</th>
                  <th scope="col">{w.position}</th>
                  <th scope="col">{w.tables}</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {accounts.map((each) => (
                  <Row key={each.name} account={each} send={sending.send} onDone={again} />
                ))}
              </tbody>
            </table>
          )}
        </Whichever>
      </section>
      <section class="panel" aria-label={w.add}>
        <h2>{w.add}</h2>
        <form class="form grid" onSubmit={(event) => void add(event)}>
          <label>
            {w.name}
            <input name="name" required autocomplete="off" pattern="[a-z0-9][a-z0-9._\-]*" />
          </label>
          <label>
            {w.password}
            <input name="password" type="password" required minlength={12} autocomplete="new-password" />
          </label>
          <Position />
          <label>
            {w.tables}
            <input name="tables" autocomplete="off" />
          </label>
          <button type="submit" class="button strong">
            {w.add}
          </button>
          <p class="fine whole">
            {w.passwordHint}. {w.tablesHint}.
          </p>
        </form>
      </section>
    </>
  );
}

function Position({ now = 1 }: { now?: number }) {
  return (
    <label>
      {pitWords.value.staff.position}
      <select name="position">
        {POSITIONS.map((each, index) => (
          <option key={each} value={index + 1} selected={index + 1 === now}>
            {consoleWords.value.places[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Row({ account, send, onDone }: { account: Account; send: ReturnType<typeof useSend>["send"]; onDone: () => void }) {
  const { staff: w } = pitWords.value;
  const [changing, setChanging] = useState(false);
  const turn = async (how: "disable" | "enable"): Promise<void> => {
    if (await send(`/people/${account.name}/${how}`, {})) onDone();
  };
  const change = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { position, tables, password } = fieldsOf(event);
    const body = { position: Number(position), tables: readTables(tables ?? "") };
    if (!(await send(`/staff/${account.name}`, body))) return;
    if (password && !(await send(`/people/${account.name}/password`, { password }))) return;
    setChanging(false);
    onDone();
  };
  return (
    <>
      <tr data-person={account.name} data-disabled={account.disabled}>
        <th scope="row">
          {account.name} {account.disabled ? <span class="loss">{w.disabled}</span> : null}
        </th>
        <td>{placeTitle(account.position)}</td>
        <td>{account.tables.join(" ")}</td>
        <td class="acts">
          <button type="button" class="button small" aria-label={w.changeOf(account.name)} aria-expanded={changing} onClick={() => setChanging(!changing)}>
            {w.change}
          </button>{" "}
          <button type="button" class="button small" aria-label={account.disabled ? w.enableOf(account.name) : w.disableOf(account.name)} onClick={() => void turn(account.disabled ? "enable" : "disable")}>
            {account.disabled ? w.enable : w.disable}
          </button>
        </td>
      </tr>
      {changing ? (
        <tr>
          <td colSpan={4}>
            <form class="form grid" onSubmit={(event) => void change(event)}>
              <Position now={POSITIONS.indexOf(account.position) + 1} />
              <label>
                {w.tables}
                <input name="tables" value={account.tables.join(" ")} autocomplete="off" />
              </label>
              <label>
                {w.newPassword}
                <input name="password" type="password" minlength={12} autocomplete="new-password" />
              </label>
              <button type="submit" class="button">
                {w.save}
              </button>
            </form>
          </td>
        </tr>
      ) : null}
    </>
  );
}
