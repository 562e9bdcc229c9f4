// The layout of a game: an area for every wager, with odds from the same data that settles stakes.

import { language, shortWhen, wagerTitle, words } from "../languages/current";
import { showCents, showChange } from "../money";
import type { PaidLine, Wager } from "../shapes";
import type { StakeEditor } from "../stakeEditor";
import type { Shown } from "../tableState";
import { Stack } from "./Stack";

const MAIN: readonly string[] = ["player", "tie", "banker"];
const GLYPH: Record<string, string> = { player: "闲", banker: "庄", tie: "和" };
const HALF = "1 to 2";

export interface FeltProps {
  wagers: readonly Wager[];
  staking: StakeEditor;
  shown: Shown;
  stakedCents: Readonly<Record<string, number>>;
  may: boolean;
  onTap: (wager: Wager) => void;
  onRemove: (wager: Wager) => void;
}

/** A patron's stake in play on an area; one that the table has not answered is marked. */
function Staked({ wager, cents, staking }: { wager: string; cents: number; staking: StakeEditor }) {
  const { table, seat } = words.value;
  const unanswered = staking.unanswered.value[wager] !== undefined;
  const kind = ["stake", staking.unsure.value ? "unsure" : "", unanswered ? "unanswered" : ""];
  return (
    <>
      <span class="hidden">{table.areaStake}</span>
      <span class={kind.filter(Boolean).join(" ")} key={cents}>
        <Stack cents={cents} />
        <b>{showCents(cents)}</b>
        {unanswered ? <small>{seat.unanswered}</small> : null}
      </span>
    </>
  );
}

/** How a patron's stakes on an area were settled: taken, paid in chips, or returned. */
function Settled({ lines }: { lines: readonly PaidLine[] }) {
  const { seat } = words.value;
  const [first] = lines;
  if (!first) return null;
  const cents = lines.reduce((sum, line) => sum + line.cents, 0);
  const net = lines.reduce((sum, line) => sum + line.profit_cents, 0);
  const note =
    first.result === "push" || first.result === "returned"
      ? seat.push
      : first.result === "win" && first.pays === HALF
        ? seat.halfPay
        : "";
  return (
    <span class={`settled ${first.result}`}>
      <span class="settled-stake">
        <Stack cents={cents} />
      </span>
      {net > 0 ? (
        <span class="settled-pay">
          <Stack cents={net} />
        </span>
      ) : null}
      <span class={net > 0 ? "net gain" : net < 0 ? "net loss" : "net"}>{showChange(net)}</span>
      {note ? <small class="settled-note">{note}</small> : null}
    </span>
  );
}

function Area({
  wager,
  staking,
  shown,
  stakedCents,
  may,
  onTap,
  onRemove,
}: FeltProps & { wager: Wager }) {
  const { table, odd } = words.value;
  const title = wagerTitle(wager);
  const stake = staking.shown.value[wager.id] ?? 0;
  const verdict = shown.verdicts.get(wager.id);
  const own = shown.over ? shown.lines.filter((line) => line.wager === wager.id) : [];
  const state = own[0]?.result ?? verdict?.result ?? "";
  const won = state === "win";
  const kind = [
    "area",
    `area-${wager.id}`,
    MAIN.includes(wager.id) ? "main" : "side",
    state,
    may ? "may" : "",
  ];
  const glyph = GLYPH[wager.id];
  return (
    <button
      type="button"
      class={kind.filter(Boolean).join(" ")}
      data-wager={wager.id}
      data-stake={stake}
      onClick={() => onTap(wager)}
      onKeyDown={(event) => {
        if (event.key === "Delete" || event.key === "Backspace") onRemove(wager);
      }}
    >
      <span class="area-title">
        {glyph ? (
          <span class="glyph" lang="zh-Hans">
            {glyph}
          </span>
        ) : null}
        {glyph === title ? null : <span>{title}</span>}
      </span>
      <span class="hidden">{won ? table.areaWins : table.areaPays}</span>
      <span class="area-odds">
        {wager.lines.map((line) => (
          <span
            key={line.pays + line.title}
            class={verdict?.pays === line.pays && won ? "paid" : ""}
          >
            {shortWhen(wager, line) ? <i>{shortWhen(wager, line)}</i> : null}
            <b data-pays={line.pays}>{odd(line.pays)}</b>
          </span>
        ))}
      </span>
      <span class="area-foot">
        {stake && !shown.over ? <Staked wager={wager.id} cents={stake} staking={staking} /> : null}
        {own.length ? <Settled lines={own} /> : null}
        {stakedCents[wager.id] ? (
          <small class="all">{table.allStakes(showCents(stakedCents[wager.id] ?? 0))}</small>
        ) : null}
      </span>
      {won ? (
        <span class="won-mark" aria-hidden="true">
          ★
        </span>
      ) : null}
    </button>
  );
}

export function Felt(props: FeltProps) {
  const sides = props.wagers.filter((each) => !MAIN.includes(each.id));
  const mains = MAIN.map((id) => props.wagers.find((each) => each.id === id)).filter(
    (each) => !!each,
  );
  return (
    <section
      role="group"
      class={`felt sides-${sides.length} ${props.may ? "open" : "shut"}`}
      aria-label={words.value.table.areas}
      data-language={language.value}
    >
      <div class="areas-side">
        {sides.map((wager) => (
          <Area key={wager.id} {...props} wager={wager} />
        ))}
      </div>
      <div class="areas-main">
        {mains.map((wager) => (
          <Area key={wager.id} {...props} wager={wager} />
        ))}
      </div>
    </section>
  );
}
