// Giving commands from a console, and saying plainly what was refused.

import { useState } from "preact/hooks";
import { refusalOf } from "../api";
import { refusalText, words } from "../language";
import type { LiveTable } from "../live";
import type { Refusal, TableEvent, View } from "../shapes";

export type Command = Record<string, unknown> & { type: string };
/** What happened, or nothing where it was refused. */
export type Give = (command: Command) => Promise<TableEvent[] | null>;

export interface Giving {
  give: Give;
  /** Do anything else that may be refused likewise. */
  attempt: (what: () => Promise<unknown>) => Promise<boolean>;
  refusal: Refusal | null;
}

/** Give commands and keep the last refusal for showing. */
export function useGive(live: LiveTable): Giving {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const tried = async <T,>(what: () => Promise<T>): Promise<T | null> => {
    setRefusal(null);
    try {
      return await what();
    } catch (error) {
      setRefusal(refusalOf(error));
      return null;
    }
  };
  return {
    give: (command) => tried(async () => (await live.give(command)).events),
    attempt: async (what) => (await tried(async () => ({ done: await what() }))) !== null,
    refusal,
  };
}

export function Refusing({ refusal }: { refusal: Refusal | null }) {
  return (
    <div role="alert" class="refusing">
      {refusal ? (
        <p class="notice" data-reason={refusal.reason}>
          {refusalText(refusal)} {refusal.clause ? <span class="clause-number">{words.value.table.clause(refusal.clause)}</span> : null}
        </p>
      ) : null}
    </div>
  );
}

export function mayGive(view: View): (command: string) => boolean {
  return (command) => view.may.commands.includes(command);
}

/** Card codes as typed: "2c 10d, AH" or, for one that nobody has read, a dash. */
export function readCodes(text: string): (string | null)[] {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  return parts.map((each) => (/^(-|–|\?+)$/.test(each) ? null : each));
}
