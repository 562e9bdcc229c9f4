// The pit's tables at once: phase, who deals, stakes, last outcome, and a mark where one is held.

import { happened, placeTitle } from "../languages/console";
import { gameTitle, words } from "../languages/current";
import { pitWords } from "../languages/pit";
import { lookUp } from "../lookUp";
import { showCents, showChange } from "../money";
import { WinnerMark } from "../parts/Panels";
import { Empty } from "../parts/States";
import { OpenTable } from "./OpenTable";
import type { PitTable, Significant } from "./shapes";

export function Tables({
  tables,
  alerts,
  onOpened,
}: {
  tables: readonly PitTable[];
  alerts: readonly Significant[];
  onOpened: () => void;
}) {
  const w = pitWords.value;
  return (
    <>
      {tables.length ? (
        <ul class="pit-tables">
          {tables.map((each) => (
            <TableCard
              key={each.table}
              table={each}
              alerts={alerts.filter((alert) => alert.table === each.table).length}
            />
          ))}
        </ul>
      ) : (
        <Empty title={w.noTables} why={w.noTablesWhy} />
      )}
      <details class="panel">
        <summary>{w.settings.openNew}</summary>
        <OpenTable onDone={onOpened} />
      </details>
    </>
  );
}

function TableCard({ table, alerts }: { table: PitTable; alerts: number }) {
  const { phase } = words.value;
  const w = pitWords.value;
  const { held, last } = table;
  return (
    <li
      class={`pit-table${held ? " held" : ""}${table.open ? "" : " closed"}`}
      data-table={table.table}
      data-step={table.step}
    >
      <div class="pit-table-head">
        <h2>
          {table.table}{" "}
          <small>{table.game ? gameTitle({ id: table.game, title: table.title }) : ""}</small>
        </h2>
        <span class={table.betting_open ? "phase open" : "phase"}>
          {table.halted ? "!" : table.open ? lookUp(phase, table.step) : w.closed}
        </span>
      </div>
      {table.halted ? <p class="notice">{w.halted}</p> : null}
      {held ? (
        <p class="notice" data-held={held.irregularity}>
          <strong>{w.held(happened(held.irregularity))}</strong> ·{" "}
          {w.waitsFor(placeTitle(held.position))}
        </p>
      ) : null}
      <dl>
        <dt>{w.dealer}</dt>
        <dd>
          {table.position
            ? `${table.dealer} · ${placeTitle(table.position)}`
            : table.dealer || w.nobody}
        </dd>
        <dt>{w.staked}</dt>
        <dd data-staked={table.staked_cents}>
          {showCents(table.staked_cents)} <span class="fine">{w.stakes(table.stakes)}</span>
        </dd>
        <dt>{w.last}</dt>
        <dd>
          {last ? (
            <>
              <WinnerMark winner={last.outcome} isVoid={last.void} /> #{last.number}{" "}
              <span class="hidden">
                {last.void ? w.void : words.value.side[last.outcome ?? "tie"]}
              </span>
              <b>{showChange(last.win_cents)}</b>
            </>
          ) : (
            w.noRound
          )}
        </dd>
        <dt>{w.shoe}</dt>
        <dd>
          {table.cards_left === null ? w.noShoe : w.cards(table.cards_left)}{" "}
          {table.cut_card_out ? <span class="cut">{w.cut}</span> : null}
        </dd>
        <dt>{w.bank}</dt>
        <dd>{table.bank_open ? showCents(table.bank_cents) : w.bankClosed}</dd>
      </dl>
      <div class="pit-table-foot">
        <a
          class="button strong small"
          href={`/pit/${table.table}`}
          aria-label={w.manageOf(table.table)}
        >
          {w.manage}
        </a>
        <a
          class="button small"
          href={`/dealer/${table.table}`}
          aria-label={w.consoleOf(table.table)}
        >
          {w.console}
        </a>
        {alerts ? (
          <a class="alert-mark" href="/pit#alerts" data-alerts={alerts}>
            ⚠ {w.alertsAt(alerts)}
          </a>
        ) : null}
      </div>
    </li>
  );
}
