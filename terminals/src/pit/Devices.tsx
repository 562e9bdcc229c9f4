// Displays, terminals and card readers: added with a key that is shown once, disabled at once.

import { useState } from "preact/hooks";
import { useSender } from "../commands";
import { pitWords } from "../languages/pit";
import { lookUp } from "../lookUp";
import { fieldsOf, readTables } from "../parts/forms";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Async, Empty } from "../parts/States";
import { at, useQuery } from "../query";
import type { Duty } from "../wire/api";
import type { TurnPath } from "./People";
import { Named, NameField, namedTables, PeopleTable, TablesField, Turning } from "./People";

export function Devices() {
  const { devices: w, staff } = pitWords.value;
  const [asking, setAsking] = useState(0);
  const [made, setMade] = useState<{ name: string; key: string; request: string } | null>(null);
  const asked = useQuery(at("/devices"), asking);
  const { send, refusal } = useSender();
  const again = (): void => setAsking(asking + 1);
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { name, duty, tables } = fieldsOf(event, "name", "duty", "tables");
    const made = await send(
      "/devices",
      {},
      {
        name,
        duty: duty as Duty,
        tables: readTables(tables),
      },
    );
    if (!made) return;
    form.reset();
    setMade(made);
    again();
  };
  const turn = async (path: TurnPath, name: string): Promise<void> => {
    if (await send(path, { name }, {})) again();
  };
  return (
    <>
      <RefusalNotice refusal={refusal} />
      {made ? (
        <p class="notice" role="status">
          {w.key(made.name)} <code data-key>{made.key}</code>
          {made.request ? <> {w.waits(made.request)}</> : null}
        </p>
      ) : null}
      <section class="panel" aria-label={pitWords.value.tabs.devices}>
        <Async query={asked}>
          {(devices) =>
            devices.length ? (
              <PeopleTable what={w.duty}>
                {devices.map((each) => (
                  <tr key={each.name} data-device={each.name}>
                    <Named name={each.name} disabled={each.disabled} />
                    <td>{lookUp(w.duties, each.duty) ?? each.duty}</td>
                    <td>{namedTables(each.tables)}</td>
                    <td class="acts">
                      <Turning
                        name={each.name}
                        disabled={each.disabled}
                        onTurn={(path) => void turn(path, each.name)}
                      />
                    </td>
                  </tr>
                ))}
              </PeopleTable>
            ) : (
              <Empty title={w.none} why={w.noneWhy} />
            )
          }
        </Async>
      </section>
      <section class="panel" aria-label={w.add}>
        <h2>{w.add}</h2>
        <form class="form grid" onSubmit={(event) => void add(event)}>
          <NameField />
          <label>
            {w.duty}
            <select name="duty">
              {Object.entries(w.duties).map(([duty, text]) => (
                <option key={duty} value={duty}>
                  {text}
                </option>
              ))}
            </select>
          </label>
          <TablesField />
          <button type="submit" class="button strong">
            {w.add}
          </button>
          <p class="fine whole">{staff.tablesHint}</p>
        </form>
      </section>
    </>
  );
}
