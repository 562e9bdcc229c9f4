// The dealer's console: the next step and its reason, stakes, settlement, and irregularities to report.

import { useEffect, useMemo, useState } from "preact/hooks";
import { useOnce } from "../asked";
import { gameTitle, irregularityTitle, language, wagerTitle, words, wordsIn } from "../language";
import { LiveTable } from "../live";
import { showAmount } from "../money";
import { Announcer, reasonOf } from "../parts/Announcer";
import { Frame } from "../parts/Frame";
import { Hands } from "../parts/Hands";
import { LinkBar, NoTable } from "../parts/Link";
import { type Give, NextStep, Refusing, useGive } from "../parts/NextStep";
import { SignInForm } from "../parts/SignIn";
import { Waiting } from "../parts/States";
import { Correction } from "../parts/Turn";
import type { Game, View, Wager } from "../shapes";
import { shownOf } from "../shown";

const IRREGULARITIES = Object.keys(wordsIn("zh").irregularity);

export function Dealer({ of }: { of: string }) {
  const [turn, setTurn] = useState(0);
  const live = useMemo(() => new LiveTable(of), [of, turn]);
  useEffect(() => () => live.end(), [live]);
  const view = live.view.value;
  const { dealer: w } = words.value;
  const out = live.link.value === "signed-out" || live.refusal.value?.reason === "not-signed-in";
  const stranger = !!view && view.me.kind !== "staff";
  return (
    <Frame wide game={view?.game} table={of}>
      <LinkBar live={live} />
      {out || stranger ? (
        <div class="key-form">
          <h1>{w.title}</h1>
          <p class="fine">{w.staffOnly}</p>
          <SignInForm onDone={() => setTurn(turn + 1)} />
        </div>
      ) : live.link.value === "refused" || (!view && live.link.value === "lost") ? (
        <NoTable live={live} />
      ) : view ? (
        <Console view={view} live={live} />
      ) : (
        <Waiting first />
      )}
    </Frame>
  );
}

function Console({ view, live }: { view: View; live: LiveTable }) {
  const w = words.value;
  const game = useOnce<Game>(view.game ? `/games/${view.game}` : null);
  const wagers = useOnce<Wager[]>(view.game ? `/games/${view.game}/wagers` : null) ?? [];
  const shown = shownOf(view, live);
  const [give, refusal] = useGive(live);
  const others = Object.keys(w.dealer.commands).filter((each) => view.may.commands.includes(each));
  return (
    <div class="terminal console" data-phase={view.prompt.step}>
      <div class="play">
        <h1 class="table-title">
          {gameTitle({ id: view.game, title: game?.title ?? view.table })}: {w.dealer.title}
          <small>
            {view.me.id} {view.me.position}
            {view.shoe ? <span>{w.table.shoe(view.shoe.cards_left, view.shoe.decks)}</span> : null}
          </small>
        </h1>
        <Correction view={view} />
        <NextStep view={view} reason={language.value === "en" ? view.prompt.why : reasonOf(view, shown)} give={give} />
        <Refusing refusal={refusal} />
        <div class="stage">
          <Hands shown={shown} live={live} />
          <Announcer view={view} live={live} shown={shown} stakedCents={0} />
        </div>
        {others.length ? (
          <section class="panel" aria-label={w.dealer.other}>
            <h2>{w.dealer.other}</h2>
            <div class="choices">
              {others.map((each) => (
                <button key={each} type="button" class="button small" onClick={() => void give({ type: each })}>
                  {w.dealer.commands[each]}
                </button>
              ))}
            </div>
          </section>
        ) : null}
      </div>
      <aside class="beside" aria-label={w.dealer.stakes}>
        <Stakes view={view} wagers={wagers} give={give} />
        <Settlement view={view} wagers={wagers} />
        {view.may.commands.includes("report") ? <Irregular give={give} /> : null}
      </aside>
    </div>
  );
}

function Stakes({ view, wagers, give }: { view: View; wagers: readonly Wager[]; give: Give }) {
  const { dealer: w } = words.value;
  const titled = (id: string): string => wagerTitle(wagers.find((each) => each.id === id) ?? { id, title: id });
  const stakes = view.round?.stakes ?? [];
  const record = async (event: Event): Promise<void> => {
    event.preventDefault();
    const element = event.currentTarget as HTMLFormElement;
    const form = new FormData(element);
    const command = {
      type: "place-stake",
      patron: String(form.get("patron")).trim(),
      wager: String(form.get("wager")),
      position: Number(form.get("position")),
      amount: String(form.get("amount")).trim(),
      on_request: view.configuration.funding === "credits",
    };
    if (await give(command)) (element.elements.namedItem("amount") as HTMLInputElement).value = "";
  };
  return (
    <section class="panel" aria-label={w.stakes}>
      <h2>{w.stakes}</h2>
      {stakes.length ? (
        <table class="console-table">
          <thead>
            <tr>
              <th scope="col">{w.patron}</th>
              <th scope="col">{w.wager}</th>
              <th scope="col">{w.amount}</th>
            </tr>
          </thead>
          <tbody>
            {stakes.map((each) => (
              <tr key={each.id} data-stake={each.id}>
                <th scope="row">
                  {each.patron} <span class="fine">{each.position}</span>
                </th>
                <td>{titled(each.wager)}</td>
                <td>{showAmount(each.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p class="fine">{w.noStakes}</p>
      )}
      {view.may.commands.includes("place-stake") ? (
        <form class="form record" onSubmit={(event) => void record(event)}>
          <label>
            {w.patron}
            <input name="patron" required autocomplete="off" />
          </label>
          <label>
            {w.wager}
            <select name="wager">
              {wagers.map((each) => (
                <option key={each.id} value={each.id}>
                  {wagerTitle(each)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {w.position}
            <input name="position" type="number" min="1" max={view.configuration.positions ?? 1} value="1" required />
          </label>
          <label>
            {w.amount}
            <input name="amount" inputMode="decimal" required autocomplete="off" />
          </label>
          <button type="submit" class="button">
            {w.record}
          </button>
        </form>
      ) : null}
    </section>
  );
}

/** What is taken and paid, in the order the table settled it. */
function Settlement({ view, wagers }: { view: View; wagers: readonly Wager[] }) {
  const { dealer: w, table } = words.value;
  const last = view.finished.at(-1);
  if (!last?.lines.length) return null;
  const titled = (id: string): string => wagerTitle(wagers.find((each) => each.id === id) ?? { id, title: id });
  return (
    <section class="panel" aria-label={w.settlement(last.number)}>
      <h2>{w.settlement(last.number)}</h2>
      <ol class="settlement">
        {last.lines.map((line) => (
          <li key={line.stake} class={line.result} data-result={line.result}>
            <strong>{line.result === "lose" ? w.take : line.result === "win" ? w.pay : table.result[line.result]}</strong>
            <span>
              {line.patron} · {titled(line.wager)}
            </span>
            <b>{showAmount(line.result === "lose" ? line.amount : line.result === "win" ? line.profit : line.returned)}</b>
            <span class="clause-number">{line.clause}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Irregular({ give }: { give: Give }) {
  const { dealer: w, side: names } = words.value;
  const send = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const side = String(form.get("side"));
    void give({
      type: "report",
      irregularity: String(form.get("irregularity")),
      reconstructable: form.get("reconstructable") === "on",
      ...(side ? { side } : {}),
      patron: String(form.get("patron")).trim(),
      card: String(form.get("card")).trim(),
      note: String(form.get("note")).trim(),
    });
  };
  return (
    <details class="panel">
      <summary>{w.irregular}</summary>
      <form class="form record" onSubmit={send}>
        <label>
          {w.what}
          <select name="irregularity">
            {IRREGULARITIES.map((each) => (
              <option key={each} value={each}>
                {irregularityTitle(each)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {w.side}
          <select name="side">
            <option value="">{w.noSide}</option>
            <option value="player">{names.player}</option>
            <option value="banker">{names.banker}</option>
          </select>
        </label>
        <label>
          {w.patron}
          <input name="patron" autocomplete="off" />
        </label>
        <label>
          {w.card}
          <input name="card" autocomplete="off" />
        </label>
        <label class="whole">
          {w.note}
          <input name="note" autocomplete="off" />
        </label>
        <label class="tick">
          <input name="reconstructable" type="checkbox" /> {w.reconstructable}
        </label>
        <button type="submit" class="button">
          {w.report}
        </button>
      </form>
    </details>
  );
}
