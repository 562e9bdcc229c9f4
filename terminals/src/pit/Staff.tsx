// Who works here: added, assigned, given another position, disabled at once.

import { useState } from "preact/hooks";
import type { Send } from "../commands";
import { useSender } from "../commands";
import { consoleWords, placeTitle } from "../languages/console";
import { pitWords } from "../languages/pit";
import { lookUp } from "../lookUp";
import { fieldsOf, readTables } from "../parts/forms";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Async } from "../parts/States";
import { at, useQuery } from "../query";
import type { AssignmentRequest, Position } from "../wire/api";
import type { TurnPath } from "./People";
import { Named, NameField, namedTables, PeopleTable, TablesField, Turning } from "./People";
import type { Account } from "./shapes";

/** Positions by the number the server takes, lowest first. */
const POSITIONS = [
  "Dealer",
  "Pit Supervisor",
  "Pit Manager",
  "Gaming Shift Manager",
  "Assistant Casino Manager",
];

export function Staff() {
  const { staff: w } = pitWords.value;
  const [turn, setTurn] = useState(0);
  const asked = useQuery(at("/staff"), turn);
  const sending = useSender();
  const [saved, setSaved] = useState("");
  const again = (name: string): void => {
    setSaved(name);
    setTurn(turn + 1);
  };
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { name, password, ...place } = fieldsOf(event, "name", "password", "position", "tables");
    const body = { name, password, ...placeOf(place) };
    if (await sending.send("/staff", {}, body)) {
      form.reset();
      again(name);
    }
  };
  return (
    <>
      <RefusalNotice refusal={sending.refusal} />
      {saved && !sending.refusal ? (
        <p class="notice" role="status" data-saved={saved}>
          {w.saved(saved)}
        </p>
      ) : null}
      <section class="panel" aria-label={pitWords.value.tabs.staff}>
        <Async query={asked}>
          {(accounts) => (
            <PeopleTable what={w.position}>
              {accounts.map((each) => (
                <Row
                  key={each.name}
                  account={each}
                  send={sending.send}
                  onDone={() => again(each.name)}
                />
              ))}
            </PeopleTable>
          )}
        </Async>
      </section>
      <section class="panel" aria-label={w.add}>
        <h2>{w.add}</h2>
        <form class="form grid" onSubmit={(event) => void add(event)}>
          <NameField />
          <label>
            {w.password}
            <input
              name="password"
              type="password"
              required
              minlength={12}
              autocomplete="new-password"
            />
          </label>
          <PositionField />
          <TablesField />
          <button type="submit" class="button strong">
            {w.add}
          </button>
          <p class="fine whole">
            {w.passwordHint} {w.tablesHint}
          </p>
        </form>
      </section>
    </>
  );
}

function PositionField({ now = 1 }: { now?: number }) {
  return (
    <label>
      {pitWords.value.staff.position}
      <select name="position">
        {POSITIONS.map((each, index) => (
          <option key={each} value={index + 1} selected={index + 1 === now}>
            {lookUp(consoleWords.value.places, each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function placeOf({ position, tables }: { position: string; tables: string }): AssignmentRequest {
  return { position: Number(position) as Position, tables: readTables(tables) };
}

function Row({ account, send, onDone }: { account: Account; send: Send; onDone: () => void }) {
  const { staff: w } = pitWords.value;
  const [changing, setChanging] = useState(false);
  const turn = async (path: TurnPath): Promise<void> => {
    if (await send(path, { name: account.name }, {})) onDone();
  };
  const change = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { password, ...place } = fieldsOf(event, "position", "tables", "password");
    const { name } = account;
    if (!(await send("/staff/{name}", { name }, placeOf(place)))) return;
    if (password && !(await send("/people/{name}/password", { name }, { password }))) return;
    setChanging(false);
    onDone();
  };
  return (
    <>
      <tr data-person={account.name} data-disabled={account.disabled}>
        <Named name={account.name} disabled={account.disabled} />
        <td>{placeTitle(account.position)}</td>
        <td>{namedTables(account.tables)}</td>
        <td class="acts">
          <button
            type="button"
            class="button small"
            aria-label={w.changeOf(account.name)}
            aria-expanded={changing}
            onClick={() => setChanging(!changing)}
          >
            {w.change}
          </button>{" "}
          <Turning
            name={account.name}
            disabled={account.disabled}
            onTurn={(path) => void turn(path)}
          />
        </td>
      </tr>
      {changing ? (
        <tr>
          <td colSpan={4}>
            <form class="form grid" onSubmit={(event) => void change(event)}>
              <PositionField now={POSITIONS.indexOf(account.position) + 1} />
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
