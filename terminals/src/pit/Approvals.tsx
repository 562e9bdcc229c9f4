// What waits for a second person: approve it, or decline it.

import { useState } from "preact/hooks";
import { Refusing } from "../console/give";
import { showAmount } from "../money";
import { Empty } from "../parts/States";
import type { Approval } from "../console/shapes";
import { happened } from "../words/console";
import { pitWords } from "../words/pit";
import { useSend } from "./send";

export function Approvals({ approvals, me, onDecided }: { approvals: readonly Approval[]; me: string; onDecided: () => void }) {
  const w = pitWords.value;
  const { send, refusal, busy } = useSend();
  const [told, setTold] = useState("");
  const decide = async (request: Approval, how: "approve" | "decline"): Promise<void> => {
    setTold("");
    const done = await send(`/approvals/${request.id}/${how}`, {});
    if (done) setTold(how === "approve" ? w.approvedNow : w.declinedNow);
    onDecided();
  };
  return (
    <>
      <Refusing refusal={refusal} />
      {told ? (
        <p class="notice" role="status" data-told>
          {told}
        </p>
      ) : null}
      {approvals.length ? (
        <ul class="alerts">
          {approvals.map((each) => (
            <li key={each.id} class="alert approval" data-request={each.id}>
              <div class="wide">
                <strong>{w.asks(each.asker, w.command[each.command.type] ?? each.command.type)}</strong>{" "}
                {each.table ? (
                  <a href={`/pit/${each.table}`} class="where">
                    {each.table}
                  </a>
                ) : null}{" "}
                {each.round ? w.round(each.round) : ""}
                <p class="fine">{detailsOf(each)}</p>
              </div>
              {each.asker === me ? (
                <span class="fine">{w.yourOwn}</span>
              ) : (
                <button type="button" class="button strong small" data-action="approve" disabled={busy} onClick={() => void decide(each, "approve")}>
                  {w.approve}
                </button>
              )}
              <button type="button" class="button small" data-action="decline" disabled={busy} onClick={() => void decide(each, "decline")}>
                {w.decline}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Empty title={w.noApprovals} why={w.noApprovalsWhy} />
      )}
    </>
  );
}

/** What the command says, and the money it is about. */
function detailsOf(request: Approval): string {
  const w = pitWords.value;
  const { command } = request;
  const amount = /about ([\d.]+):/.exec(request.sentence)?.[1];
  const cards = Array.isArray(command["cards"]) ? command["cards"].join(" ") : "";
  const said = [
    command["irregularity"] ? happened(String(command["irregularity"])) : "",
    cards,
    command["account"] ?? "",
    command["why"] ?? command["note"] ?? "",
    amount ? w.about(showAmount(amount)) : "",
  ];
  return said.filter(Boolean).join(" · ");
}
