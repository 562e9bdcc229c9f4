// Beside the felt: the reader's last round, and the last rounds of the table.

import { wagerTitle, words } from "../languages/current";
import type { LiveTable } from "../live";
import { showCents, showChange } from "../money";
import type { PaidLine, Settled, Wager, Winner } from "../shapes";

export function WinnerMark({
  winner,
  isVoid = false,
}: {
  winner: Winner | null;
  isVoid?: boolean;
}) {
  return (
    <span class={`winner-mark ${isVoid ? "void" : (winner ?? "")}`} aria-hidden="true">
      {isVoid ? "∅" : winner && words.value.marks[winner]}
    </span>
  );
}

export function LastRounds({ live }: { live: LiveTable }) {
  const w = words.value;
  const rounds = live.board.value?.rounds ?? [];
  return (
    <section class="panel" aria-label={w.table.lastRounds}>
      <h2>{w.table.lastRounds}</h2>
      {rounds.length ? (
        <ol class="rounds-list">
          {rounds.map((round) => (
            <li key={round.number}>
              <WinnerMark winner={round.winner} isVoid={round.void} />
              <span class="fine">#{round.number}</span>
              <span>
                {round.void
                  ? w.table.void
                  : round.winner === "tie"
                    ? w.table.tie
                    : w.table.wins(w.side[round.winner ?? "tie"])}
              </span>
              <b>{round.void ? "" : `${round.player} : ${round.banker}`}</b>
            </li>
          ))}
        </ol>
      ) : (
        <p class="fine">{w.state.nothing}</p>
      )}
    </section>
  );
}

/** The last round that the reader had stakes in, each payment with its clause on tap. */
export function OwnRound({
  settled,
  wagers,
  onTap,
}: {
  settled: readonly Settled[];
  wagers: readonly Wager[];
  onTap: (wager: Wager, line: PaidLine) => void;
}) {
  const w = words.value;
  const last = settled.at(-1);
  if (!last) return null;
  const net = last.lines.reduce((sum, line) => sum + line.profit_cents, 0);
  return (
    <section class="panel own" aria-label={w.table.yourRound}>
      <h2>
        {w.table.yourRound} <span class="fine">#{last.number}</span>
        <b class={net > 0 ? "gain" : net < 0 ? "loss" : ""} data-net={net}>
          {showChange(net)}
        </b>
      </h2>
      <ul class="own-lines">
        {last.lines.map((line) => {
          const wager = wagers.find((each) => each.id === line.wager);
          return wager ? (
            <li key={line.stake}>
              <button type="button" onClick={() => onTap(wager, line)}>
                <span class={`result ${line.result}`}>{w.table.result[line.result]}</span>
                <span>{wagerTitle(wager)}</span>
                <span class="fine">{showCents(line.cents)}</span>
                <b>{showChange(line.profit_cents)}</b>
                <span class="clause-number">{w.table.clause(line.clause)}</span>
              </button>
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}
