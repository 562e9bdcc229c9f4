// Who works here: added, assigned, given another position, disabled at once.

import { useState } from "preact/hooks";
import { useAsked } from "../asked";
import { Refusing } from "../console/give";
import { Whichever } from "../parts/States";
import { consoleWords, placeTitle } from "../words/console";
import { pitWords } from "../words/pit";
import { Named, NameField, PeopleTable, TablesField, Turning } from "./People";
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
            <PeopleTable what={w.position}>
              {accounts.map((each) => (
                <Row key={each.name} account={each} send={sending.send} onDone={again} />
              ))}
            </PeopleTable>
          )}
        </Whichever>
      </section>
      <section class="panel" aria-label={w.add}>
        <h2>{w.add}</h2>
        <form class="form grid" onSubmit={(event) => void add(event)}>
          <NameField />
          <label>
            {w.password}
            <input name="password" type="password" required minlength={12} autocomplete="new-password" />
          </label>
          <Position />
          <TablesField />
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
  const turn = async (path: string): Promise<void> => {
    if (await send(path, {})) onDone();
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
        <Named name={account.name} disabled={account.disabled} />
        <td>{placeTitle(account.position)}</td>
        <td>{account.tables.join(" ")}</td>
        <td class="acts">
          <button type="button" class="button small" aria-label={w.changeOf(account.name)} aria-expanded={changing} onClick={() => setChanging(!changing)}>
            {w.change}
          </button>{" "}
          <Turning name={account.name} disabled={account.disabled} onTurn={(path) => void turn(path)} />
        </td>
      </tr>
      {changing ? (
        <tr>
          <td colSpan={4}>
            <form class="form grid" onSubmit={(event) => void change(event)}>
              <Position now={POSITIONS.indexOf(account.position) + 1} />
              <TablesField now={account.tables.join(" ")} />
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
