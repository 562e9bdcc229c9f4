// What the lists of staff and of devices have in common.

import type { ComponentChildren } from "preact";
import { pitWords } from "../languages/pit";
import { Confirm } from "../parts/Confirm";

/** A list of names, what each is, their tables, and what may be done. */
export function PeopleTable({ what, children }: { what: string; children: ComponentChildren }) {
  const { staff: w } = pitWords.value;
  return (
    <table class="console-table">
      <thead>
        <tr>
          <th scope="col">{w.name}</th>
          <th scope="col">{what}</th>
          <th scope="col">{w.tables}</th>
          <td />
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function Named({ name, disabled }: { name: string; disabled: boolean }) {
  return (
    <th scope="row">
      {name} {disabled ? <span class="loss">{pitWords.value.staff.disabled}</span> : null}
    </th>
  );
}

export type TurnPath = "/people/{name}/disable" | "/people/{name}/enable";

/** Disable an account at once, or enable it again. */
export function Turning({
  name,
  disabled,
  onTurn,
}: {
  name: string;
  disabled: boolean;
  onTurn: (path: TurnPath) => void;
}) {
  const { staff: w } = pitWords.value;
  return disabled ? (
    <button
      type="button"
      class="button small"
      aria-label={w.enableOf(name)}
      onClick={() => onTurn("/people/{name}/enable")}
    >
      {w.enable}
    </button>
  ) : (
    <Confirm
      text={w.disable}
      label={w.disableOf(name)}
      question={w.disableSure(name)}
      action="disable"
      onSure={() => onTurn("/people/{name}/disable")}
    />
  );
}

export function NameField() {
  return (
    <label>
      {pitWords.value.staff.name}
      <input name="name" required autocomplete="off" pattern="[a-z0-9][a-z0-9._\-]*" />
    </label>
  );
}

export function TablesField({ now = "" }: { now?: string }) {
  return (
    <label>
      {pitWords.value.staff.tables}
      <input name="tables" defaultValue={now} autocomplete="off" />
    </label>
  );
}

/** The tables of someone, in words where it is all of them. */
export function namedTables(tables: readonly string[]): string {
  const { allTables } = pitWords.value.luck;
  return tables.map((each) => (each === "*" ? allTables : each)).join(" · ");
}
