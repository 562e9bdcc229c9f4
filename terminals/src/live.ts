// A table as it happens: one socket, which comes back by itself and goes on where it was.

import { batch, signal } from "@preact/signals";
import { AWAY, get, Refused } from "./api";
import { lying } from "./shown";
import type { BendFrame, BoardFrame, Frame, Me, Refusal, Said, TableEvent, View } from "./shapes";

/** How the socket stands: on its way for the first time, live, lost, or ended for a reason. */
export type Link = "connecting" | "live" | "lost" | "signed-out" | "refused";

const SIGNED_OUT = 4401;
const NOT_ALLOWED = 4403;
const HERE_MS = 20_000; // how often a person who does something is told of
const ELSEWHERE_MS = 150; // after credits moved at another table of the same browser

interface Waiting {
  done: (events: TableEvent[], seq: number) => void;
  refused: (why: Refused) => void;
}

/** How long to wait before the next try; longer each time, never the same for all. */
export function waitMs(tries: number, chance: number = Math.random()): number {
  return Math.round(Math.min(8_000, 400 * 2 ** Math.min(tries, 6)) * (0.6 + 0.4 * chance));
}

export class LiveTable {
  readonly view = signal<View | null>(null);
  readonly credits = signal<string | null>(null);
  readonly link = signal<Link>("connecting");
  readonly refusal = signal<Refusal | null>(null);
  readonly said = signal<{ said: Said; seq: number; type: string } | null>(null);
  /** When betting ends, by this machine's own steady clock. */
  readonly deadline = signal<number | null>(null);
  /** The cards last seen in play: they lie on the table until the next round is called. */
  readonly lastHands = signal<{ player: string[]; banker: string[] } | null>(null);
  /** Roads and last rounds, told whenever they change. */
  readonly board = signal<BoardFrame | null>(null);
  /** How cards are bent that others squeeze, by hand and place. */
  readonly bends = signal<ReadonlyMap<string, BendFrame>>(new Map());
  /** Whether stakes may be withdrawn one by one, where an option was offered while we looked on. */
  readonly singly = signal(false);

  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private number = 0;
  private hereAt = 0;
  private ended = false;
  private readonly waiting = new Map<string, Waiting>();
  private readonly run = crypto.getRandomValues(new Uint32Array(2)).join("-");
  private readonly wake = (): void => {
    if (this.link.value === "lost") this.open();
  };
  private readonly active = (): void => this.tellHere();
  // A table tells what moves there; one who plays at two of them in one browser is told by both.
  private readonly elsewhere = new BroadcastChannel("punto.credits");

  constructor(private readonly table: string) {
    addEventListener("online", this.wake);
    addEventListener("pointerdown", this.active);
    addEventListener("keydown", this.active);
    let asking = 0;
    this.elsewhere.onmessage = () => {
      clearTimeout(asking);
      asking = window.setTimeout(() => void this.askCredits(), ELSEWHERE_MS);
    };
    this.open();
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    removeEventListener("pointerdown", this.active);
    removeEventListener("keydown", this.active);
    this.elsewhere.close();
    this.socket?.close();
  }

  private async askCredits(): Promise<void> {
    try {
      this.credits.value = (await get<Me>("/me")).credits;
    } catch {
      // The socket says what is wrong.
    }
  }

  /** Credits moved at the cage, which no table tells of. */
  async creditsMoved(): Promise<void> {
    await this.askCredits();
    this.elsewhere.postMessage(0);
  }

  /** Try at once, because somebody asked to. */
  again(): void {
    this.tries = 0;
    this.ended = false;
    this.open();
  }

  /** Give a command; what happened, or the refusal thrown. */
  give(command: Record<string, unknown>): Promise<{ events: TableEvent[]; seq: number }> {
    return new Promise((resolve, reject) => {
      const socket = this.socket;
      if (!socket || socket.readyState !== WebSocket.OPEN) {
        reject(new Refused(AWAY, 0));
        return;
      }
      const id = `${this.run}-${++this.number}`;
      this.waiting.set(id, {
        done: (events, seq) => resolve({ events, seq }),
        refused: reject,
      });
      socket.send(JSON.stringify({ type: "give", id, command }));
    });
  }

  /** Say how a card is bent; lost where the connection is, for nothing hangs on it. */
  bend(message: BendFrame): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    clearTimeout(this.timer);
    this.socket?.close();
    const seq = this.view.value?.seq;
    const after = seq === undefined ? "" : `&after=${seq}`;
    const secure = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/v1/tables/${encodeURIComponent(this.table)}/live?bends=true&board=true${after}`;
    const socket = new WebSocket(`${secure}://${location.host}${path}`);
    this.socket = socket;
    socket.onmessage = (message: MessageEvent<string>) => {
      if (socket === this.socket) this.hear(JSON.parse(message.data) as Frame);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.closed(event.code);
    };
  }

  private closed(code: number): void {
    for (const each of this.waiting.values()) each.refused(new Refused(AWAY, 0));
    this.waiting.clear();
    if (this.ended) return;
    if (code === SIGNED_OUT) this.link.value = "signed-out";
    else if (code === NOT_ALLOWED) this.link.value = "refused";
    else {
      this.link.value = "lost";
      this.timer = window.setTimeout(() => this.open(), waitMs(this.tries++));
    }
  }

  private hear(frame: Frame): void {
    if (frame.type === "answer") {
      this.answer(frame);
      return;
    }
    if (frame.type === "bend") {
      this.bends.value = new Map(this.bends.value).set(`${frame.side}-${frame.card}`, frame);
      return;
    }
    if (frame.type === "board") {
      if (frame.seq >= (this.board.value?.seq ?? 0)) this.board.value = frame;
      return;
    }
    batch(() => {
      this.tries = 0;
      this.link.value = "live";
      this.refusal.value = null;
      const { view } = frame;
      this.view.value = view;
      if (view.me.credits !== null && view.me.credits !== this.credits.value) {
        this.credits.value = view.me.credits;
        this.elsewhere.postMessage(view.seq);
      }
      const left = view.betting_ms_left;
      this.deadline.value = left === null ? null : performance.now() + left;
      if (view.round && view.round.player.length)
        this.lastHands.value = lying(view.round);
      else if (view.round) this.lastHands.value = null;
      this.forgetBends(view);
      for (const event of frame.events) this.happened(event);
    });
  }

  /** A card that was turned up is bent no longer. */
  private forgetBends({ round }: View): void {
    const kept = [...this.bends.value].filter(([, { side, card }]) => round?.down[side].includes(card));
    if (kept.length < this.bends.value.size) this.bends.value = new Map(kept);
  }

  private happened(event: TableEvent): void {
    if (event.said) this.said.value = { said: event.said, seq: event.seq, type: event.type };
    if (event.type === "option-offered") this.singly.value = event.fields["option"] === "withdraw-any";
  }

  private answer(frame: Extract<Frame, { type: "answer" }>): void {
    const waiting = frame.id === null ? undefined : this.waiting.get(frame.id);
    if (!waiting) {
      if (frame.refused) this.refusal.value = frame.refused;
      return;
    }
    this.waiting.delete(frame.id as string);
    if (frame.refused) waiting.refused(new Refused(frame.refused, 409));
    else {
      const done = frame.done as { seq: number; events: TableEvent[] };
      waiting.done(done.events, done.seq);
    }
  }

  private tellHere(): void {
    const now = performance.now();
    if (now - this.hereAt < HERE_MS || this.socket?.readyState !== WebSocket.OPEN) return;
    this.hereAt = now;
    this.socket.send('{"type":"here"}');
  }
}
