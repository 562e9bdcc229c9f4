// One round, event by event: announcements, cards, clauses, and the shoe's proof.

import { useState } from "preact/hooks";
import { CardRow } from "../cards/Card";
import { dealtOrder, recall, recallTaken, sha256 } from "../contribution";
import { irregularityTitle, labelled, said, titleIn, words } from "../languages/current";
import { lookUp } from "../lookUp";
import { showCents, showChange } from "../money";
import { at, useCached, useQuery } from "../query";
import { creditsTitle } from "../session";
import type { PaidLine, Played as PlayedShape, TableEvent } from "../shapes";
import { showSeconds } from "../times";
import { Async } from "./States";

export function Played({
  table,
  number,
  game,
}: {
  table: string;
  number: number;
  game: string | undefined;
}) {
  const query = useQuery(at("/tables/{table}/rounds/{number}", { table, number }));
  const wagers = useCached(game ? at("/games/{game}/wagers", { game }) : null) ?? [];
  const titleOf = (id: string): string => titleIn(wagers, id);
  return (
    <div class="played">
      <Async query={query}>
        {(played) => (
          <>
            <ol class="events">
              {played.events.map((event) => (
                <EventLine
                  key={`${event.seq}-${event.type}`}
                  event={event}
                  game={game}
                  titleOf={titleOf}
                />
              ))}
            </ol>
            <Credits around={played.credits} />
            <Proof proof={played.shoe} />
          </>
        )}
      </Async>
    </div>
  );
}

type TitleOf = (wager: string) => string;

function EventLine({
  event,
  game,
  titleOf,
}: {
  event: TableEvent;
  game: string | undefined;
  titleOf: TitleOf;
}) {
  const w = words.value;
  const { fields } = event;
  const clause = typeof fields.clause === "string" ? fields.clause : "";
  const time = showSeconds(event.at_ms);
  return (
    <li class={`event ${event.type}`}>
      <time class="fine">{time}</time>
      <div>
        <strong>{lookUp(w.events, event.type) ?? event.type}</strong>{" "}
        <Detail event={event} titleOf={titleOf} />
        {event.said ? <span class="said">“{said(event.said)}”</span> : null}
      </div>
      {clause ? (
        game ? (
          <a class="clause-number" href={`/rules/${game}#c${clause}`}>
            {clause}
          </a>
        ) : (
          <span class="clause-number">{clause}</span>
        )
      ) : null}
    </li>
  );
}

function Detail({ event, titleOf }: { event: TableEvent; titleOf: TitleOf }) {
  const w = words.value;
  const { fields, type } = event;
  const side = fields.side as "player" | "banker" | undefined;
  if (type === "card-drawn")
    return (
      <>
        {side ? w.side[side] : ""} <CardRow codes={[fields.card as string | null]} />
      </>
    );
  if (type === "cards-exposed")
    return (
      <>
        {side ? w.side[side] : ""} <CardRow codes={fields.cards as (string | null)[]} />
      </>
    );
  if (type.startsWith("stake-"))
    return (
      <>
        {titleOf(String(fields.wager))} {showCents(Number(fields.cents))}
      </>
    );
  if (type === "irregularity-reported" || type === "case-opened")
    return <>{irregularityTitle(String(fields.irregularity))}</>;
  const lines = fields.lines as PaidLine[] | undefined;
  if (!lines?.length) return null;
  return (
    <ul class="event-lines">
      {lines.map((line) => (
        <li key={line.stake}>
          {labelled(
            `${titleOf(line.wager)} ${showCents(line.cents)}`,
            w.table.result[line.result] ?? line.result,
          )}{" "}
          <b>{showChange(line.profit_cents)}</b> <span class="clause-number">{line.clause}</span>
        </li>
      ))}
    </ul>
  );
}

function Credits({ around }: { around: PlayedShape["credits"] }) {
  const w = words.value.history;
  if (!around) return null;
  return (
    <dl class="credits-around">
      <dt>
        {creditsTitle()} {w.before}
      </dt>
      <dd data-before={around.before_cents}>{showCents(around.before_cents)}</dd>
      <dt>
        {creditsTitle()} {w.after}
      </dt>
      <dd data-after={around.after_cents}>{showCents(around.after_cents)}</dd>
    </dl>
  );
}

function Proof({ proof }: { proof: PlayedShape["shoe"] }) {
  const w = words.value.history;
  if (!proof) return null;
  return (
    <section class="proof" aria-label={w.proof}>
      <h2>{w.proof}</h2>
      {proof.commitment ? (
        <>
          <p>
            {w.sealed} <code>{proof.commitment}</code>
          </p>
          {proof.contributions.length ? (
            <details open>
              <summary>{w.contributions}</summary>
              <ol class="contributions">
                {proof.contributions.map((each) => (
                  <li key={each.digest}>
                    <code>{each.value || each.digest}</code> {each.value ? null : w.withheld}{" "}
                    {each.mine || recall(proof.commitment) === each.value ? (
                      <strong>{w.mine}</strong>
                    ) : null}
                  </li>
                ))}
              </ol>
            </details>
          ) : null}
          {proof.order.length ? (
            <>
              <p>{w.opened}</p>
              <p>
                {labelled(w.salt, "")}
                <code>{proof.salt}</code>
              </p>
              <Check proof={proof} />
              <details>
                <summary>{w.order}</summary>
                <code class="order">{proof.order.join(" ")}</code>
              </details>
            </>
          ) : (
            <p class="fine">{w.sealedLater}</p>
          )}
        </>
      ) : (
        <p class="fine">{w.unsealed}</p>
      )}
    </section>
  );
}

/** Recompute the seal from salt and order in the browser, independently of the server. */
export function sealOf(order: readonly string[], salt: string): string {
  return sha256(`${salt}:${order.join(" ")}`);
}

function Check({ proof }: { proof: NonNullable<PlayedShape["shoe"]> }) {
  const w = words.value.history;
  const [found, setFound] = useState<boolean | null>(null);
  const [mixed, setMixed] = useState<boolean | null>(null);
  const check = (): void => {
    setFound(sealOf(proof.order, proof.salt) === proof.commitment);
    if (!proof.takes_contributions) return;
    const values = proof.contributions.map((each) => each.value);
    const own = recallTaken(proof.commitment);
    const held = proof.contributions.every((each) => sha256(each.value) === each.digest);
    const due = dealtOrder(proof.order, proof.commitment, proof.shoe, values);
    const used = own === undefined || values.includes(own);
    setMixed(held && used && proof.cards.every((card, at) => card === "??" || card === due[at]));
  };
  return (
    <p role="status">
      <button type="button" class="button small" onClick={check}>
        {w.check}
      </button>{" "}
      {found === null ? null : found ? (
        <strong class="gain">✓ {w.checked}</strong>
      ) : (
        <strong class="loss">✕ {w.broken}</strong>
      )}{" "}
      {mixed === null ? null : mixed ? (
        <strong class="gain">✓ {w.mixed}</strong>
      ) : (
        <strong class="loss">✕ {w.notMixed}</strong>
      )}
    </p>
  );
}
