// Up to four tables on one screen, each with a seat of its own.

import { useEffect, useState } from "preact/hooks";
import { words } from "../languages/current";
import type { LiveTable } from "../live";
import { Credits } from "../parts/Credits";
import { Frame } from "../parts/Frame";
import { LinkBar, NoTable } from "../parts/Link";
import { Seat } from "../parts/Seat";
import { Waiting } from "../parts/States";
import { useTable } from "./Table";

const TABLES_MAX = 4;

/** The tables that an address names together: "/table/one+two". */
export function tablesOf(of: string): string[] {
  return [...new Set(of.split("+").filter(Boolean))].slice(0, TABLES_MAX);
}

export function Several({ of }: { of: string }) {
  const tables = tablesOf(of);
  const [first, setFirst] = useState<LiveTable | null>(null);
  return (
    <Frame
      wide
      now="table"
      extra={first ? <Credits live={first} me={first.view.value?.mine.me} /> : null}
    >
      <h1 class="hidden">{words.value.seat.hall.together}</h1>
      <div class={`several several-${tables.length > 2 ? 4 : tables.length}`}>
        {tables.map((table, at) => (
          <One key={table} of={table} onLive={at === 0 ? setFirst : undefined} />
        ))}
      </div>
    </Frame>
  );
}

function One({ of, onLive }: { of: string; onLive: ((live: LiveTable) => void) | undefined }) {
  const [live, staking] = useTable(of);
  useEffect(() => onLive?.(live), [live]);
  const view = live.view.value;
  const ended = live.link.value === "signed-out" || live.link.value === "refused";
  return (
    <section class="several-seat" aria-label={of}>
      <LinkBar live={live} />
      {ended || (!view && live.link.value === "lost") ? (
        <NoTable live={live} table={of} />
      ) : view?.open ? (
        <Seat view={view} live={live} staking={staking} compact />
      ) : view ? (
        <p class="state">{words.value.table.closed}</p>
      ) : (
        <Waiting text={words.value.state.connecting} />
      )}
    </section>
  );
}
