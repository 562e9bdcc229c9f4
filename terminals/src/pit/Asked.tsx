// What a request for approval would do, in full: the cards asked for with winner and totals beside
// those that stand, and every other value in words.

import { CardRow } from "../cards/Card";
import type { Approval } from "../console/shapes";
import { words } from "../languages/current";
import { pitWords } from "../languages/pit";
import { at, useQuery } from "../query";
import { describe } from "./describe";
import { Changes } from "./Events";

const SAID = ["type", "cards", "round"]; // shown elsewhere in the list

export function Asked({ request }: { request: Approval }) {
  const { command, table, round } = request;
  const cards = Array.isArray(command.cards) ? command.cards.map(String) : [];
  const rest = Object.fromEntries(
    Object.entries(command).filter(
      ([name, value]) => !SAID.includes(name) && value !== null && value !== "" && value !== false,
    ),
  );
  const w = pitWords.value.records;
  return (
    <>
      {cards.length && table ? (
        <dl class="changes dealt">
          {command.type === "correct-round" ? (
            <div>
              <dt>{w.now}</dt>
              <dd>
                <Played table={table} round={Number(command.round ?? round)} />
              </dd>
            </div>
          ) : null}
          <div>
            <dt>{w.asked}</dt>
            <dd>
              <Dealt table={table} cards={cards} />
            </dd>
          </div>
        </dl>
      ) : null}
      <Changes rows={describe(null, rest)} />
    </>
  );
}

/** A round as it stands in the books. */
function Played({ table, round }: { table: string; round: number }) {
  const found = useQuery(at("/tables/{table}/rounds/{number}", { table, number: round }));
  if (found.state !== "ready") return null;
  const settled = found.value.events.filter((each) => each.type === "round-settled").at(-1);
  return <Dealt table={table} cards={(settled?.fields.cards as string[] | undefined) ?? []} />;
}

/** Cards in the order dealt, with the winner and totals that the law gives them. */
function Dealt({ table, cards }: { table: string; cards: readonly string[] }) {
  const { side } = words.value;
  const w = pitWords.value.records;
  const seen = useQuery(at("/tables/{table}", { table }));
  const shown = seen.state === "ready" ? seen.value.table : null;
  const game = shown ? `${shown.game}@${shown.edition}` : "";
  const law = useQuery(
    game ? at("/games/{game}/hands", { game }, { cards: cards.join(" ") }) : null,
  );
  const read = law.state === "ready" ? law.value : null;
  return (
    <span data-dealt={cards.join(" ")} data-outcome={read?.outcome ?? ""}>
      <CardRow codes={cards} />{" "}
      {read?.outcome ? (
        <b>{w.winner(side[read.outcome], read.player.total, read.banker.total)}</b>
      ) : null}
    </span>
  );
}
