// Displays, terminals and card readers: added with a key that is told once, disabled at once.

import { useState } from "preact/hooks";
import { useAsked } from "../asked";
import { Refusing } from "../console/give";
import { Empty, Whichever } from "../parts/States";
import { pitWords } from "../words/pit";
import { fieldsOf, readTables, useSend } from "./send";
import type { DeviceLine } from "./shapes";

export function Devices() {
  const { devices: w, staff } = pitWords.value;
  const [turn, setTurn] = useState(0);
  const [told, setTold] = useState<{ name: string; key: string } | null>(null);
  const asked = useAsked<DeviceLine[]>("/devices", turn);
  const { send, refusal } = useSend();
  const again = (): void => setTurn(turn + 1);
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
  const turnOff = async (device: DeviceLine): Promise<void> => {
    if (await send(`/people/${device.name}/${device.disabled ? "enable" : "disable"}`, {})) again();
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
              <table class="console-table">
                <thead>
                  <tr>
                    <th scope="col">{staff.name}</th>
                    <th scope="col">{w.duty}</th>
                    <th scope="col">{staff.tables}</th>
                    <td />
                  </tr>
                </thead>
                <tbody>
                  {devices.map((each) => (
                    <tr key={each.name} data-device={each.name}>
                      <th scope="row">
                        {each.name} {each.disabled ? <span class="loss">{staff.disabled}</span> : null}
                      </th>
                      <td>{w.duties[each.duty] ?? each.duty}</td>
                      <td>{each.tables.join(" ")}</td>
                      <td class="acts">
                        <button type="button" class="button small" aria-label={each.disabled ? staff.enableOf(each.name) : staff.disableOf(each.name)} onClick={() => void turnOff(each)}>
                          {each.disabled ? staff.enable : staff.disable}
                        </button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ) : (
              <Empty title={w.none} why={w.noneWhy} />
            )
          }
        </Whichever>
      </section>
      <section class="panel" aria-label={w.add}>
        <h2>{w.add}</h2>
        <form class="form grid" onSubmit={(event) => void add(event)}>
          <label>
            {staff.name}
            <input name="name" required autocomplete="off" pattern="[a-z0-9][a-z0-9._\-]*" />
          </label>
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
          <label>
            {staff.tables}
            <input name="tables" autocomplete="off" />
          </label>
          <button type="submit" class="button strong">
            {w.add}
          </button>
          <p class="fine whole">{staff.tablesHint}.</p>
        </form>
      </section>
    </>
  );
}
