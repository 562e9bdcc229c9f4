// One round, event by event: what was said, which card went where, by which clause, and its proof.

import { useState } from "preact/hooks";
import { useAsked, useOnce } from "../asked";
import { CardRow } from "../cards/Card";
import { irregularityTitle, said, wagerTitle, words } from "../language";
import { showAmount, showChange } from "../money";
import type { PaidLine, Played as PlayedShape, TableEvent, Wager } from "../shapes";
import { Whichever } from "./States";

export function Played({ table, number, game }: { table: string; number: number; game: string | undefined }) {
  const asked = useAsked<PlayedShape>(`/tables/${encodeURIComponent(table)}/rounds/${number}`);
  const wagers = useOnce<Wager[]>(game ? `/games/${game}/wagers` : null) ?? [];
  const titleOf = (id: string): string => wagerTitle(wagers.find((each) => each.id === id) ?? { id, title: id });
  return (
    <div class="played">
      <Whichever asked={asked}>
        {(played) => (
          <>
            <ol class="events">
              {played.events.map((event) => (
                <EventLine key={`${event.seq}-${event.type}`} event={event} game={game} titleOf={titleOf} />
              ))}
            </ol>
            <Credits around={played.credits} />
            <Proof proof={played.shoe} />
          </>
        )}
      </Whichever>
    </div>
  );
}

type TitleOf = (wager: string) => string;

function EventLine({ event, game, titleOf }: { event: TableEvent; game: string | undefined; titleOf: TitleOf }) {
  const w = words.value;
  const { fields } = event;
  const clause = typeof fields["clause"] === "string" ? fields["clause"] : "";
  const time = new Date(event.at_ms).toLocaleTimeString([], { hour12: false });
  return (
    <li class={`event ${event.type}`}>
      <time class="fine">{time}</time>
      <div>
        <strong>{w.events[event.type] ?? event.type}</strong> <Detail event={event} titleOf={titleOf} />
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
  const side = fields["side"] as "player" | "banker" | undefined;
  if (type === "card-drawn")
    return (
      <>
        {side ? w.side[side] : ""} <CardRow codes={[fields["card"] as string | null]} />
      </>
    );
  if (type === "cards-exposed")
    return (
      <>
        {side ? w.side[side] : ""} <CardRow codes={fields["cards"] as (string | null)[]} />
      </>
    );
  if (type.startsWith("stake-"))
    return (
      <>
        {titleOf(String(fields["wager"]))} {showAmount(String(fields["amount"]))}
      </>
    );
  if (type === "irregularity-reported" || type === "case-opened") return <>{irregularityTitle(String(fields["irregularity"]))}</>;
  const lines = fields["lines"] as PaidLine[] | undefined;
  if (!lines?.length) return null;
  return (
    <ul class="event-lines">
      {lines.map((line) => (
        <li key={line.stake}>
          {titleOf(line.wager)} {showAmount(line.amount)}: {w.table.result[line.result]} <b>{showChange(line.profit)}</b>{" "}
          <span class="clause-number">{line.clause}</span>
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
        {w.credits} {w.before}
      </dt>
      <dd data-before={around.before}>{showAmount(around.before)}</dd>
      <dt>
        {w.credits} {w.after}
      </dt>
      <dd data-after={around.after}>{showAmount(around.after)}</dd>
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
          {proof.order.length ? (
            <>
              <p>{w.opened}</p>
              <p>
                {w.salt}: <code>{proof.salt}</code>
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

/** The seal again, from the salt and the order: by the browser, not by the server. */
export async function sealOf(order: readonly string[], salt: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${salt}:${order.join(" ")}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function Check({ proof }: { proof: NonNullable<PlayedShape["shoe"]> }) {
  const w = words.value.history;
  const [found, setFound] = useState<boolean | null>(null);
  if (!globalThis.crypto?.subtle) return null; // browsers keep it from pages without TLS
  const check = (): void => {
    void sealOf(proof.order, proof.salt).then((seal) => setFound(seal === proof.commitment));
  };
  return (
    <p role="status">
      <button type="button" class="button small" onClick={check}>
        {w.check}
      </button>{" "}
      {found === null ? null : found ? <strong class="gain">✓ {w.checked}</strong> : <strong class="loss">✕ {w.broken}</strong>}
    </p>
  );
}
