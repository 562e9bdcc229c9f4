// Commands: everything that pages have the server do, over a table's socket or by POST.

import { useState } from "preact/hooks";
import { postForText as forText, postJson, refusalOf } from "./http";
import type { TableFeed } from "./live";
import { fillIn, type Parameters } from "./query";
import type { Refusal, TableCommand, TableEvent, View } from "./shapes";
import type { Bodies, PostAnswers } from "./wire/api";

type Body<Path> = Path extends keyof Bodies ? Bodies[Path] : Record<never, never>;

/** An idempotency key: a command repeated under the same key is done once. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

/** Post to a path of the API; with a key, a repeat is not done twice. */
export function post<Path extends keyof PostAnswers>(
  path: Path,
  names: Parameters<Path>[0],
  body: Body<Path>,
  key?: string,
): Promise<PostAnswers[Path]> {
  return postJson(fillIn(path, names ?? {}), body, key);
}

/** For answers that are not JSON, such as pictures. */
export function postForText<Path extends keyof PostAnswers>(
  path: Path,
  body: Body<Path>,
): Promise<string> {
  return forText(path, body);
}

/** Sends something; resolves to the answer, or to null if it was refused. */
export type Attempt = <T>(send: () => Promise<T>) => Promise<T | null>;
/** Sends the table a command; resolves to its events, or to null if it was refused. */
export type Give = (command: TableCommand) => Promise<TableEvent[] | null>;

/** Posts to the API; resolves to the answer, or to null if it was refused. */
export type Send = <Path extends keyof PostAnswers>(
  path: Path,
  names: Parameters<Path>[0],
  body: Body<Path>,
  key?: string,
) => Promise<PostAnswers[Path] | null>;

export interface Sender {
  attempt: Attempt;
  send: Send;
  /** The last refusal, until something else is sent. */
  refusal: Refusal | null;
  isBusy: boolean;
}

export interface TableSender extends Sender {
  give: Give;
}

/** Send requests that may be refused, with the last refusal to show. */
export function useSender(): Sender {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt: Attempt = async (send) => {
    setRefusal(null);
    setBusy(true);
    try {
      return await send();
    } catch (error) {
      setRefusal(refusalOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  const send: Send = (...request) => attempt(() => post(...request));
  return { attempt, send, refusal, isBusy };
}

/** The same with commands to a table. */
export function useTableSender(live: TableFeed): TableSender {
  const sender = useSender();
  const give: Give = (command) => sender.attempt(async () => (await live.give(command)).events);
  return { ...sender, give };
}

/** A command that the server named, such as the remedy of a case. */
export function named(type: string, fields: Record<string, unknown> = {}): TableCommand {
  return { type, ...fields } as TableCommand;
}

/** Whether the person may give a command now, as the server says. */
export function canGive(view: View): (command: string) => boolean {
  return (command) => view.mine.may.includes(command);
}
