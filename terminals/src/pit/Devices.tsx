// Displays, terminals and card readers: added with a key that is told once, disabled at once.

import { useState } from "preact/hooks";
import { useAsked } from "../asked";
import { Refusing } from "../console/give";
import { Empty, Whichever } from "../parts/States";
import { pitWords } from "../words/pit";
import { Named, NameField, PeopleTable, TablesField, Turning } from "./People";
import { fieldsOf, readTables, useSend } from "./send";
import type { DeviceLine } from "./shapes";

export function Devices() {
  const { devices: w, staff } = pitWords.value;
  const [asking, setAsking] = useState(0);
  const [told, setTold] = useState<{ name: string; key: string } | null>(null);
  const asked = useAsked<DeviceLine[]>("/devices", asking);
  const { send, refusal } = useSend();
  const again = (): void => setAsking(asking + 1);
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { name, duty, tables } = fieldsOf(event);
    const made = await send<{ name: string; key: string }>("/devices", { name, duty, tables: readTables(tables ?? "") });
    if (!made) return;
    form.reset();
    setTold(made);
    again();
  };
  const turn = async (path: string): Promise<void> => {
    if (await send(path, {})) again();
  };
  return (
    <>
      <Refusing refusal={refusal} />
      {told ? (
        <p class="notice" role="status">
          {w.key(told.name)} <code data-key>{told.key}</code>
        </p>
      ) : null}
      <section class="panel" aria-label={pitWords.value.tabs["devices"]}>
        <Whichever asked={asked}>
          {(devices) =>
            devices.length ? (
              <PeopleTable what={w.duty}>
                {devices.map((each) => (
                  <tr key={each.name} data-device={each.name}>
                    <Named name={each.name} disabled={each.disabled} />
                    <td>{w.duties[each.duty] ?? each.duty}</td>
                    <td>{each.tables.join(" ")}</td>
                    <td class="acts">
                      <Turning name={each.name} disabled={each.disabled} onTurn={(path) => void turn(path)} />
                    </td>
                  </tr>
                ))}
              </PeopleTable>
            ) : (
              <Empty title={w.none} why={w.noneWhy} />
            )
          }
        </Whichever>
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
          <p class="fine whole">{staff.tablesHint}.</p>
        </form>
      </section>
    </>
  );
}
