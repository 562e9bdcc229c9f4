// Requests to the server: JSON in, JSON out; a refusal is thrown as `Refused`.

import { takeCurrency } from "./money";
import type { Refusal } from "./shapes";

export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status: number,
  ) {
    super(refusal.sentence);
  }
}

/** The server cannot be reached, or the answer is not from our server. */
export const AWAY: Refusal = {
  reason: "away",
  sentence: "The server cannot be reached.",
  clause: null,
};

/** Background reads must not keep an idle session alive (`activity.ts`). */
const BACKGROUND = { headers: { "punto-background": "1" } };

/** The body of the answer, and one of its headers if `header` names it. */
export async function getJson<T>(
  path: string,
  options: { signal?: AbortSignal | undefined; header?: string } = {},
): Promise<{ body: T; header: string | null }> {
  const { signal, header } = options;
  const answer = await request(path, signal ? { signal, ...BACKGROUND } : BACKGROUND);
  const found = header ? answer.headers.get(header) : null;
  return { body: await readJson<T>(answer), header: found };
}

export async function postJson<T>(path: string, body: unknown, key?: string): Promise<T> {
  return readJson<T>(await send(path, body, key));
}

/** For answers that are not JSON, such as pictures. */
export async function postForText(path: string, body: unknown): Promise<string> {
  const answer = await send(path, body);
  return answer.ok ? answer.text() : readJson(answer);
}

function send(path: string, body: unknown, key?: string): Promise<Response> {
  const headers = { "content-type": "application/json", "x-csrftoken": csrfToken() };
  return request(path, {
    method: "POST",
    headers: key ? { ...headers, "idempotency-key": key } : headers,
    body: JSON.stringify(body),
  });
}

async function request(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api/v1${path}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused(AWAY, 0);
  }
}

async function readJson<T>(answer: Response): Promise<T> {
  let body: unknown;
  try {
    body = await answer.json();
  } catch {
    throw new Refused(AWAY, answer.status);
  }
  if (!answer.ok) throw new Refused(body as Refusal, answer.status);
  takeCurrency(body);
  return body as T;
}

function csrfToken(): string {
  // Over TLS the cookie has the `__Host-` prefix, which binds it to this host.
  const found = /(?:^|; )(?:__Host-)?csrftoken=([^;]*)/.exec(document.cookie);
  return decodeURIComponent(found?.[1] ?? "");
}

/** The refusal to show for anything that was thrown. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  return { reason: "mistake", sentence: String(error), clause: null };
}
