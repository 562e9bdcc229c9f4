// A command that waits for a second person: how long still, and taking it back.

import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../api";
import { usePolled } from "../polled";
import type { View } from "../shapes";
import { consoleWords } from "../words/console";
import type { Approval } from "./shapes";

const LOOK_MS = 1_500;

/** What this person asked for at this table and nobody has decided yet. */
export function SecondPerson({ view, asked }: { view: View; asked: boolean }) {
  const { guide: w } = consoleWords.value;
  const { value, again } = usePolled<Approval[]>(asked ? "/approvals" : null, LOOK_MS);
  const mine = value?.filter((each) => each.asker === view.me.id && each.table === view.table) ?? [];
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
          <strong>{w.waiting}</strong>{" "}
          <span class="fine">{w.waitingFor(Math.max(0, Math.round((each.expires_ms - Date.now()) / 1000)))}</span>
          <button type="button" class="button small" onClick={() => void post(`/approvals/${each.id}/decline`, {}).finally(again)}>
            {w.takeBack}
          </button>
        </div>
      ))}
    </>
  );
}
