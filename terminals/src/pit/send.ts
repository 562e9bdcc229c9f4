// Asking the server to do something from the pit: done, or the refusal to show.

import { useState } from "preact/hooks";
import { post, refusalOf } from "../api";
import type { Refusal } from "../shapes";

/** A name for a command, so that it is done once. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

export interface Sending {
  send: <T>(path: string, body: unknown, key?: string) => Promise<T | null>;
  refusal: Refusal | null;
  busy: boolean;
}

export function useSend(): Sending {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async <T,>(path: string, body: unknown, key?: string): Promise<T | null> => {
    setRefusal(null);
    setBusy(true);
    try {
      return await post<T>(path, body, key);
    } catch (error) {
      setRefusal(refusalOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { send, refusal, busy };
}

/** The fields of a form as trimmed texts. */
export function fieldsOf(event: Event): Record<string, string> {
  const form = new FormData(event.currentTarget as HTMLFormElement);
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()]));
}

/** Tables as typed: "t1, t2" or "*". */
export function readTables(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
