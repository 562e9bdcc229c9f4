// What waits for a second person: approve it, or decline it.

import { useState } from "preact/hooks";
import { useSender } from "../commands";
import type { Approval } from "../console/shapes";
import { personName } from "../languages/current";
import { pitWords } from "../languages/pit";
import { showCents } from "../money";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Empty } from "../parts/States";
import { Asked } from "./Asked";
import { commandText } from "./describe";

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
                <strong>{w.asks(personName(each.asker), commandText(each.command.type))}</strong>{" "}
                {each.table ? (
                  <a href={`/pit/${each.table}`} class="where">
                    {each.table}
                  </a>
                ) : null}{" "}
                {each.round ? w.round(each.round) : ""}
                {each.amount_cents === null ? null : (
                  <p class="fine">{w.about(showCents(each.amount_cents))}</p>
                )}
                <Asked request={each} />
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
