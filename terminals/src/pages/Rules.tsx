// Every clause of a game in our words, with a search; for engineers also with what enforces it.

import { useEffect, useMemo, useState } from "preact/hooks";
import { describeWhen, gameTitle, said, wagerTitle, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { Frame } from "../parts/Frame";
import { Games } from "../parts/Games";
import { useMost } from "../parts/later";
import { Async, Empty } from "../parts/States";
import { at, useCached, useQuery } from "../query";
import type { Clause, Wager } from "../shapes";

const AT_FIRST = 12; // clauses rendered first: more than fit on a phone's screen

const KINDS = ["all", "enforced", "recorded", "informative"] as const;

/** The clauses that match a search: every word is in the number or in what is shown of it. */
export function search(
  clauses: readonly Clause[],
  text: string,
  kind: string,
  forEngineers = false,
): Clause[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return clauses.filter((each) => {
    if (kind !== "all" && each.kind !== kind) return false;
    const said = [
      each.clause,
      each.summary,
      each.chinese,
      ...(forEngineers ? each.enforced_by : []),
      ...each.readings.flatMap((one) => [one.answer, one.chinese]),
    ]
      .join(" ")
      .toLowerCase();
    return wanted.every((word) =>
      /^\d[\d.]*$/.test(word)
        ? each.clause === word || each.clause.startsWith(`${word.replace(/\.$/, "")}.`)
        : said.includes(word),
    );
  });
}

export function Rules({ of }: { of: string }) {
  return <RulesOf game={of} />;
}

/** The same with the code that enforces each clause, and the tests that show it. */
export function EngineerRules({ of }: { of: string }) {
  return <RulesOf game={of} forEngineers />;
}

function RulesOf({ game: of, forEngineers = false }: { game: string; forEngineers?: boolean }) {
  const w = words.value;
  const game = useQuery(at("/games/{game}", { game: of }));
  const clauses = useQuery(at("/games/{game}/clauses", { game: of }));
  const wagers = useCached(at("/games/{game}/wagers", { game: of })) ?? [];
  return (
    <Frame game={of} now="rules">
      <Async query={game} first>
        {(found) => (
          <article class="sheet-page">
            <Games page="rules" now={of} />
            <h1>
              {gameTitle(found)} <small>{w.app.rules}</small>
            </h1>
            <p>
              {w.rules.lead}{" "}
              <span class="fine">{w.rules.edition(found.edition, found.effective)}</span>
            </p>
            <p class="links">
              <a href={`/how-to-play/${of}`}>{w.app["how-to-play"]}</a>
              <a class="fine" href={forEngineers ? `/rules/${of}` : `/clauses/${of}`}>
                {forEngineers ? w.rules.forPlayers : w.rules.forEngineers}
              </a>
            </p>
            <Paytable wagers={wagers} />
            <Async query={clauses}>
              {(value) => <Clauses clauses={value} forEngineers={forEngineers} />}
            </Async>
          </article>
        )}
      </Async>
    </Frame>
  );
}

function Paytable({ wagers }: { wagers: readonly Wager[] }) {
  const w = words.value;
  return (
    <details class="panel" open>
      <summary>{w.rules.paytable}</summary>
      <table class="paytable">
        <tbody>
          {wagers.flatMap((wager) =>
            wager.lines.map((line) => (
              <tr key={wager.id + line.pays} data-wager={wager.id}>
                <th scope="row">{wagerTitle(wager)}</th>
                <td>{describeWhen(line.when)}</td>
                <td data-pays={line.pays}>{w.odd(line.pays)}</td>
                <td class="fine">{line.clause}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </details>
  );
}

function Clauses({ clauses, forEngineers }: { clauses: readonly Clause[]; forEngineers: boolean }) {
  const w = words.value.rules;
  const [text, setText] = useState("");
  const [kind, setKind] = useState<string>("all");
  const found = useMemo(
    () => search(clauses, text, kind, forEngineers),
    [clauses, text, kind, forEngineers],
  );
  const most = useMost(AT_FIRST);
  const [aimed] = useState(() => decodeURIComponent(location.hash.slice(2)));
  useEffect(() => {
    if (!aimed) return;
    // Again whenever the page's height changes, because content above is still loading, until the
    // reader scrolls.
    const watch = new ResizeObserver(() =>
      document.getElementById(`c${aimed}`)?.scrollIntoView({ block: "center" }),
    );
    watch.observe(document.body);
    const stop = (): void => watch.disconnect();
    for (const each of ["wheel", "touchstart", "pointerdown", "keydown"])
      addEventListener(each, stop, { once: true, passive: true });
    return stop;
  }, [aimed]);
  return (
    <>
      <div class="filters">
        <label>
          {w.search}
          <input
            type="search"
            value={text}
            placeholder={w.placeholder}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <fieldset class="choice">
          <legend>{w.kind}</legend>
          {KINDS.map((each) => (
            <label key={each} class={each === kind ? "chosen" : ""}>
              <input
                type="radio"
                name="kind"
                checked={each === kind}
                onChange={() => setKind(each)}
              />
              {w.kinds[each]}
            </label>
          ))}
        </fieldset>
        <p class="fine" role="status">
          {w.found(found.length, clauses.length)}
        </p>
      </div>
      {found.length ? (
        <ol class="clauses">
          {found.slice(0, most).map((each) => (
            <ClauseItem
              key={each.clause}
              clause={each}
              aimed={each.clause === aimed}
              forEngineers={forEngineers}
            />
          ))}
        </ol>
      ) : (
        <Empty title={w.none} />
      )}
    </>
  );
}

function ClauseItem({
  clause,
  aimed,
  forEngineers,
}: {
  clause: Clause;
  aimed: boolean;
  forEngineers: boolean;
}) {
  const w = words.value.rules;
  const depth = clause.clause.split(".").length;
  return (
    <li
      class={`clause depth-${Math.min(depth, 4)}${aimed ? " aimed" : ""}`}
      id={`c${clause.clause}`}
    >
      <b class="clause-number">{clause.clause}</b>
      <div>
        <p>{said({ english: clause.summary, chinese: clause.chinese })}</p>
        {clause.readings.map((each) => (
          <p key={each.id} class="reading">
            <strong>{w.reading}:</strong> {said({ english: each.answer, chinese: each.chinese })}
          </p>
        ))}
        <p class="fine">
          <span class={`kind ${clause.kind}`}>{lookUp(w.kinds, clause.kind)}</span>
          {forEngineers && clause.enforced_by.length ? (
            <code>{clause.enforced_by.join(", ")}</code>
          ) : null}
        </p>
        {forEngineers && clause.tests.length ? <Tests names={clause.tests} /> : null}
      </div>
    </li>
  );
}

/** The tests that show a clause, listed on demand. */
function Tests({ names }: { names: readonly string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="fine clause-tests" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.value.rules.tests(names.length)}</summary>
      {open ? (
        <ul>
          {names.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      ) : null}
    </details>
  );
}
