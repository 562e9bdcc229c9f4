// The player terminal: a seat at one table, or the reason why there is none.

import { useEffect, useMemo } from "preact/hooks";
import { words } from "../languages/current";
import { LiveTable } from "../live";
import { Credits } from "../parts/Credits";
import { Frame } from "../parts/Frame";
import { LinkBar, NoTable } from "../parts/Link";
import { Seat } from "../parts/Seat";
import { Empty, Waiting } from "../parts/States";
import { StakeEditor } from "../stakeEditor";

/** A table's socket and the stakes made over it, for as long as a page shows it. */
export function useTable(name: string): readonly [LiveTable, StakeEditor] {
  const [live, staking] = useMemo(() => {
    const made = new LiveTable(name);
    return [made, new StakeEditor(made)] as const;
  }, [name]);
  useEffect(
    () => () => {
      staking.end();
      live.end();
    },
    [live, staking],
  );
  return [live, staking];
}

export function Table({ of }: { of: string }) {
  const [live, staking] = useTable(of);
  const view = live.view.value;
  const ended = live.link.value === "signed-out" || live.link.value === "refused";
  return (
    <Frame
      wide
      game={view?.game}
      table={of}
      now="table"
      extra={ended ? null : <Credits live={live} me={view?.mine.me} />}
    >
      <LinkBar live={live} />
      {ended || (!view && live.link.value === "lost") ? (
        <NoTable live={live} table={of} />
      ) : view && !view.open ? (
        <Empty first title={words.value.table.closed} why={words.value.table.closedWhy}>
          <a class="button strong" href="/">
            {words.value.app.toLobby}
          </a>
        </Empty>
      ) : view ? (
        <Seat view={view} live={live} staking={staking} />
      ) : (
        <Waiting first text={words.value.state.connecting} />
      )}
    </Frame>
  );
}
