// Who has the cards of each hand, and the device: offered, held, handed back, turned by the dealer.

import { useState } from "preact/hooks";
import { canGive, type Give, named } from "../commands";
import { consoleWords } from "../languages/console";
import { idOf, personName, words } from "../languages/current";
import type { Side, View } from "../shapes";

const SIDES = ["player", "banker"] as const;

/** The cards that the prompt asks to be passed, and to whom. */
function passedTo(view: View): Record<string, unknown> | undefined {
  return view.prompt.commands.find(({ command }) => command.type === "pass-cards")?.command;
}

/** Patrons with a stake in this round, each once. */
export function patronsOf(view: View): string[] {
  return [...new Set((view.round?.stakes ?? []).map((each) => each.patron))];
}

export function Handling({ view, give }: { view: View; give: Give }) {
  const w = consoleWords.value;
  if (!view.round?.handled) return null;
  return (
    <section class="panel handling" aria-label={w.hands}>
      <h2>{w.hands}</h2>
      <ul>
        {SIDES.map((side) => (
          <Hand key={side} view={view} side={side} give={give} />
        ))}
      </ul>
      <Naming view={view} give={give} />
      {view.device || canGive(view)("give-device") ? <Device view={view} give={give} /> : null}
    </section>
  );
}

function Hand({ view, side, give }: { view: View; side: Side; give: Give }) {
  const { side: names } = words.value;
  const w = consoleWords.value;
  const may = canGive(view);
  const cards = view.round?.[side] ?? [];
  const down = cards.includes("??");
  const held = view.round?.holders[side] ?? "";
  const passed = passedTo(view);
  const offered = passed?.side === side ? String(passed.patron) : "";
  const where = !cards.length
    ? w.with.none
    : !down
      ? w.with.open
      : offered
        ? w.with.offered(personName(offered))
        : held
          ? w.with.held(personName(held))
          : view.device
            ? w.with.held(personName(view.device))
            : w.with.dealer;
  const dealt = (view.round?.player.length ?? 0) + (view.round?.banker.length ?? 0) >= 4;
  return (
    <li data-hand={side} data-holder={held}>
      <b class={side}>{names[side]}</b> <span data-where>{where}</span>
      {down && dealt && !view.case ? (
        <span class="choices">
          {(offered || held) && may("refuse-cards") ? (
            <button
              type="button"
              class="button small"
              data-action="refuse"
              onClick={() => void give({ type: "refuse-cards", side, patron: offered || held })}
            >
              {offered ? w.notTaken(personName(offered)) : w.handsBack(personName(held))}
            </button>
          ) : null}
          {held && may("report") ? (
            <button
              type="button"
              class="button small"
              data-action="away"
              onClick={() => void give({ type: "report", irregularity: "handler-absent", side })}
            >
              {w.away(personName(held))}
            </button>
          ) : null}
        </span>
      ) : null}
    </li>
  );
}

/** Cards given to someone else than the table asks for. */
function Naming({ view, give }: { view: View; give: Give }) {
  const { side: names } = words.value;
  const w = consoleWords.value;
  const may = canGive(view);
  const ways = [
    ...(may("pass-cards") && !passedTo(view) ? [["pass-cards", w.giveTo] as const] : []),
    ...(may("choose-handler") ? [["choose-handler", w.chooseHandler] as const] : []),
    ...(may("allow-squeezing") ? [["allow-squeezing", w.allowSqueezing] as const] : []),
  ];
  const dealt = (view.round?.player.length ?? 0) + (view.round?.banker.length ?? 0) >= 4;
  if (!ways.length || !dealt) return null;
  const send = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const type = String(form.get("way"));
    const why = String(form.get("why") ?? "").trim();
    const side = String(form.get("side"));
    const patron = idOf(patronsOf(view), String(form.get("patron")));
    void give(named(type, { side, patron, ...(type === "pass-cards" ? {} : { why }) }));
  };
  return (
    <details>
      <summary>{w.giveTo} …</summary>
      <form class="form record" onSubmit={send}>
        <label>
          {w.other}
          <select name="way">
            {ways.map(([way, text]) => (
              <option key={way} value={way}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label>
          {w.guide.side}
          <select name="side">
            {SIDES.map((side) => (
              <option key={side} value={side}>
                {names[side]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {w.patron}
          <input name="patron" required autocomplete="off" list="patrons" />
        </label>
        <label>
          {w.reason}
          <input name="why" autocomplete="off" />
        </label>
        <button type="submit" class="button">
          {w.give}
        </button>
      </form>
    </details>
  );
}

function Device({ view, give }: { view: View; give: Give }) {
  const w = consoleWords.value;
  const may = canGive(view);
  const [leave, setLeave] = useState(false);
  const started = (view.round?.player.length ?? 0) > 0;
  const send = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const patron = idOf(patronsOf(view), String(form.get("patron")));
    void give({
      type: "give-device",
      patron,
      without_stake: leave,
      why: String(form.get("why") ?? ""),
    });
  };
  return (
    <div class="device" data-device={view.device}>
      <p>
        <b>{w.device}</b> {w.deviceWith(personName(view.device))}
      </p>
      {view.device && may("give-up-device") ? (
        <button
          type="button"
          class="button small"
          onClick={() => void give({ type: "give-up-device" })}
        >
          {w.takeDevice}
        </button>
      ) : null}
      {!view.device && !started && may("give-device") ? (
        <form class="form record" onSubmit={send}>
          <label class="whole">
            {w.giveDevice}
            <input name="patron" required autocomplete="off" list="patrons" />
          </label>
          <label class="tick">
            <input
              type="checkbox"
              checked={leave}
              onChange={(event) => setLeave(event.currentTarget.checked)}
            />{" "}
            {w.withoutStake}
          </label>
          {leave ? (
            <label class="whole">
              {w.reason}
              <input name="why" required autocomplete="off" />
            </label>
          ) : null}
          <button type="submit" class="button">
            {w.give}
          </button>
        </form>
      ) : null}
    </div>
  );
}
