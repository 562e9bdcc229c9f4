// Requests to the server: JSON in, JSON out, and a refusal thrown as the one it is.

import type { Refusal } from "./shapes";

export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status: number,
  ) {
    super(refusal.sentence);
  }
}

/** The server cannot be reached, or answers nothing that is ours. */
export const AWAY: Refusal = { reason: "away", sentence: "The server cannot be reached.", clause: null };

/** What pages read, they read by themselves: nobody stays signed in by it (`here.ts`). */
const LOOKS_ON = { headers: { "punto-looks-on": "1" } };

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return read<T>(await reach(path, signal ? { signal, ...LOOKS_ON } : LOOKS_ON));
}

/** A page of something, and the header that says where the next begins. */
export async function getPage<T>(path: string, name: string): Promise<{ body: T; header: string | null }> {
  const answer = await reach(path, LOOKS_ON);
  return { body: await read<T>(answer), header: answer.headers.get(name) };
}

/** With a key it is a command: sent again under the same key, it is done once. */
export async function post<T>(path: string, body: unknown, key?: string): Promise<T> {
  return read<T>(await send(path, body, key));
}

/** For what is answered by no JSON: a picture. */
export async function postForText(path: string, body: unknown): Promise<string> {
  const answer = await send(path, body);
  return answer.ok ? answer.text() : read(answer);
}

function send(path: string, body: unknown, key?: string): Promise<Response> {
  const headers = { "content-type": "application/json", "x-csrftoken": forgeryToken() };
  return reach(path, {
    method: "POST",
    headers: key ? { ...headers, "idempotency-key": key } : headers,
    body: JSON.stringify(body),
  });
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api/v1${path}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused(AWAY, 0);
  }
}

async function read<T>(answer: Response): Promise<T> {
  let body: unknown;
  try {
    body = await answer.json();
  } catch {
    throw new Refused(AWAY, answer.status);
  }
  if (!answer.ok) throw new Refused(body as Refusal, answer.status);
  return body as T;
}

function forgeryToken(): string {
  const found = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  return found ? decodeURIComponent(found.slice("csrftoken=".length)) : "";
}

/** A refusal to show, whatever was thrown. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  return { reason: "mistake", sentence: String(error), clause: null };
}
