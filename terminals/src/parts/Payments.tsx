// The results of a patron's stakes for screen readers: the total, then each wager.

import { titleIn, words } from "../languages/current";
import { showCents, showChange } from "../money";
import type { PaidLine, Wager } from "../shapes";

export function paymentsText(lines: readonly PaidLine[], wagers: readonly Wager[]): string {
  if (!lines.length || !wagers.length) return "";
  const { player, table } = words.value;
  const net = lines.reduce((sum, line) => sum + line.profit_cents, 0);
  const sum =
    net > 0 ? player.won(showCents(net)) : net < 0 ? player.lost(showCents(-net)) : player.even;
  const each = lines.map((line) =>
    player.line(
      titleIn(wagers, line.wager),
      table.result[line.result] ?? line.result,
      showChange(line.profit_cents),
    ),
  );
  return [sum, ...each].join(" ");
}

export function Payments({
  lines,
  wagers,
}: {
  lines: readonly PaidLine[];
  wagers: readonly Wager[];
}) {
  return (
    <p class="hidden payments" role="status">
      {paymentsText(lines, wagers)}
    </p>
  );
}
