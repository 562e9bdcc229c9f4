// The page of the pit's console: all tables, or one of them.

import { Frame } from "../parts/Frame";
import { Overview } from "../pit/Overview";
import { TablePage } from "../pit/TablePage";
import "../styles/console.css";
import "../styles/pit.css";

export function Pit({ of }: { of: string }) {
  return of ? (
    <Frame wide table={of}>
      <TablePage key={of} of={of} />
    </Frame>
  ) : (
    <Frame wide>
      <Overview />
    </Frame>
  );
}
