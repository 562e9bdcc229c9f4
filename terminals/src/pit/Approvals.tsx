// What waits for a second person: approve it, or decline it.

import { useState } from "preact/hooks";
import { useSender } from "../commands";
import type { Approval } from "../console/shapes";
import { happened } from "../languages/console";
import { pitWords } from "../languages/pit";
import { lookUp } from "../lookUp";
import { showCents } from "../money";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Empty } from "../parts/States";

export function Approvals({
  approvals,
  me,
  onDecided,
}: {
  approvals: readonly Approval[];
  me: string;
  onDecided: () => void;
}) {
  const w = pitWords.value;
  const { send, refusal, isBusy } = useSender();
  const [notice, setNotice] = useState("");
  const decide = async (request: Approval, how: "approve" | "decline"): Promise<void> => {
    setNotice("");
    const done = await send(`/approvals/{request_id}/${how}`, { request_id: request.id }, {});
    if (done) setNotice(how === "approve" ? w.approvedNow : w.declinedNow);
    onDecided();
  };
  return (
    <>
      <RefusalNotice refusal={refusal} />
      {notice ? (
        <p class="notice" role="status" data-notice>
          {notice}
        </p>
      ) : null}
      {approvals.length ? (
        <ul class="alerts">
          {approvals.map((each) => (
            <li key={each.id} class="alert approval" data-request={each.id}>
              <div class="wide">
                <strong>
                  {w.asks(each.asker, lookUp(w.command, each.command.type) ?? each.command.type)}
                </strong>{" "}
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
                <button
                  type="button"
                  class="button strong small"
                  data-action="approve"
                  disabled={isBusy}
                  onClick={() => void decide(each, "approve")}
                >
                  {w.approve}
                </button>
              )}
              <button
                type="button"
                class="button small"
                data-action="decline"
                disabled={isBusy}
                onClick={() => void decide(each, "decline")}
              >
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
  const { command, amount_cents: amount } = request;
  const cards = Array.isArray(command.cards) ? command.cards.join(" ") : "";
  const said = [
    command.irregularity ? happened(String(command.irregularity)) : "",
    cards,
    command.account ?? "",
    command.why ?? command.note ?? "",
    amount === null ? "" : w.about(showCents(amount)),
  ];
  return said.filter(Boolean).join(" · ");
}
