// The layout of a game: an area for every wager, with odds from the same data that settles stakes.

import { language, shortWhen, wagerTitle, words } from "../languages/current";
import { showCents, showChange, showShort } from "../money";
import type { PaidLine, Wager } from "../shapes";
import type { StakeEditor } from "../stakeEditor";
import type { Shown } from "../tableState";

const MAIN: readonly string[] = ["player", "tie", "banker"];
const GLYPH: Record<string, string> = { player: "闲", banker: "庄", tie: "和" };

export interface FeltProps {
  wagers: readonly Wager[];
  staking: StakeEditor;
  shown: Shown;
  stakedCents: Readonly<Record<string, number>>;
  may: boolean;
  onTap: (wager: Wager) => void;
  onRemove: (wager: Wager) => void;
}

/** What a patron won or lost on a wager, in total. */
export function netOf(lines: readonly PaidLine[], wager: string): number | null {
  const own = lines.filter((line) => line.wager === wager);
  if (!own.length) return null;
  return own.reduce((sum, line) => sum + line.profit_cents, 0);
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
  const net = shown.over ? netOf(shown.lines, wager.id) : null;
  const own = shown.lines.find((line) => line.wager === wager.id);
  const state = own?.result ?? verdict?.result ?? "";
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
        {stake && !shown.over ? <span class="hidden">{table.areaStake}</span> : null}
        {stake && !shown.over ? (
          <span class={staking.unsure.value ? "stake unsure" : "stake"} key={stake}>
            {showShort(stake)}
          </span>
        ) : null}
        {net !== null ? (
          <span class={net > 0 ? "net gain" : net < 0 ? "net loss" : "net"}>{showChange(net)}</span>
        ) : null}
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
