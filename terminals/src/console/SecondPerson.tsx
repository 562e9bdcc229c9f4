// A command that waits for a second person: how long still, and taking it back.

import { useEffect, useRef, useState } from "preact/hooks";
import { useSender } from "../commands";
import { consoleWords } from "../languages/console";
import { Asked } from "../pit/Asked";
import { at, usePolled } from "../query";
import type { View } from "../shapes";
import type { Approval } from "./shapes";

const LOOK_MS = 1_500;

/** What this person asked for at this table and no one has decided yet. */
export function SecondPerson({ view, asked }: { view: View; asked: boolean }) {
  const { guide: w } = consoleWords.value;
  const { value, refresh } = usePolled(asked ? at("/approvals") : null, LOOK_MS);
  const { send } = useSender();
  const mine =
    value?.filter((each) => each.asker === view.mine.me.id && each.table === view.table) ?? [];
  const waited = useRef<{ seq: number } | null>(null);
  const [refused, setRefused] = useState(false);
  const waiting = mine.length > 0;
  useEffect(() => {
    if (waiting) {
      waited.current ??= { seq: view.seq };
      setRefused(false);
    } else if (value && waited.current) {
      // What was approved has happened at the table by now; what was not, has not.
      setRefused(waited.current.seq === view.seq);
      waited.current = null;
    }
  }, [waiting, value]);
  useEffect(() => setRefused(false), [view.seq]);
  const decline = async (id: string): Promise<void> => {
    await send("/approvals/{request_id}/decline", { request_id: id }, {});
    refresh();
  };
  if (refused)
    return (
      <p class="notice" role="alert">
        {w.declined}
      </p>
    );
  return (
    <>
      {mine.map((each) => (
        <div key={each.id} class="notice second" role="status" data-request={each.id}>
          <strong>{w.waiting}</strong> <Asked request={each as Approval} />
          <span class="fine">
            {w.waitingFor(Math.max(0, Math.round((each.expires_ms - Date.now()) / 1000)))}
          </span>
          <button type="button" class="button small" onClick={() => void decline(each.id)}>
            {w.takeBack}
          </button>
        </div>
      ))}
    </>
  );
}
