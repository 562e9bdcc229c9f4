// A live table: one socket, which reconnects on its own and continues after the last event.

import { batch, computed, signal } from "@preact/signals";
import { type Correction, nextCorrection } from "./corrections";
import { AWAY, Refused } from "./http";
import { takeCurrency } from "./money";
import { at, get } from "./query";
import type {
  Answer,
  BendFrame,
  BoardFrame,
  Frame,
  Mine,
  Push,
  Refusal,
  Said,
  Table,
  TableCommand,
  TableEvent,
  View,
} from "./shapes";
import { lying } from "./tableState";

/** The state of the connection. */
export type Link = "connecting" | "live" | "lost" | "signed-out" | "refused";

const SIGNED_OUT = 4401;
const NOT_ALLOWED = 4403;
const HERE_MS = 20_000; // how often activity is reported
const ELSEWHERE_MS = 150; // after credits moved at another table of the same browser

const SILENT_MS = 4_000; // the server sends something every two seconds: after this it is lost
const CHECK_MS = 500; // how often that is checked

interface Waiting {
  done: (done: Done) => void;
  refused: (why: Refused) => void;
}

/** The answer to a command that was done: its events, and the number of the last one. */
export interface Done {
  events: TableEvent[];
  seq: number;
}

/** Exponential backoff with jitter for the next attempt to connect. */
export function waitMs(tries: number, chance: number = Math.random()): number {
  return Math.round(Math.min(8_000, 400 * 2 ** Math.min(tries, 6)) * (0.6 + 0.4 * chance));
}

/** What the components of a table need of it; a practice table has one without a socket. */
export type TableFeed = Pick<
  LiveTable,
  "lastHands" | "said" | "corrected" | "deadline" | "bends" | "give"
>;

export class LiveTable {
  /** The two documents as last sent; events are never applied here. */
  readonly view = computed<View | null>(() => {
    const [table, mine] = [this.table.value, this.mine.value];
    return table && mine && { ...table, mine };
  });
  private readonly table = signal<Table | null>(null);
  readonly mine = signal<Mine | null>(null);
  readonly credits = signal<number | null>(null);
  readonly link = signal<Link>("connecting");
  readonly refusal = signal<Refusal | null>(null);
  readonly said = signal<{ said: Said; seq: number; type: string } | null>(null);
  /** What the last correction changed for the reader. */
  readonly corrected = signal<Correction | null>(null);
  /** When betting ends, by the browser's monotonic clock. */
  readonly deadline = signal<number | null>(null);
  /** The cards last in play, shown until the next round. */
  readonly lastHands = signal<{ player: string[]; banker: string[] } | null>(null);
  /** Roads and last rounds, sent whenever they change. */
  readonly board = signal<BoardFrame | null>(null);
  /** Bends of cards that others squeeze, by hand and place. */
  readonly bends = signal<ReadonlyMap<string, BendFrame>>(new Map());
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private number = 0;
  private hereAt = 0;
  private receivedAt = 0;
  private readonly checking: number;
  private ended = false;
  private readonly waiting = new Map<string, Waiting>();
  private readonly run = crypto.getRandomValues(new Uint32Array(2)).join("-");
  private readonly wake = (): void => {
    if (this.link.value === "lost") this.open();
  };
  private readonly active = (): void => this.sendHere();
  // A socket only reports credits moved at its own table, so tabs of one browser notify each other.
  private readonly elsewhere = new BroadcastChannel("punto.credits");

  constructor(private readonly name: string) {
    addEventListener("online", this.wake);
    addEventListener("pointerdown", this.active);
    addEventListener("keydown", this.active);
    let refreshing = 0;
    this.elsewhere.onmessage = () => {
      clearTimeout(refreshing);
      refreshing = window.setTimeout(() => void this.refreshCredits(), ELSEWHERE_MS);
    };
    this.checking = window.setInterval(() => this.checkSilence(), CHECK_MS);
    this.open();
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.checking);
    removeEventListener("online", this.wake);
    removeEventListener("pointerdown", this.active);
    removeEventListener("keydown", this.active);
    this.elsewhere.close();
    this.socket?.close();
  }

  private async refreshCredits(): Promise<void> {
    try {
      this.credits.value = (await get(at("/me"))).credits_cents;
    } catch {
      // The socket's own state shows what is wrong.
    }
  }

  /** Call after credits moved at the cage, which no table reports. */
  async creditsMoved(): Promise<void> {
    await this.refreshCredits();
    this.elsewhere.postMessage(0);
  }

  /** Reconnect at once, at the reader's request. */
  again(): void {
    this.tries = 0;
    this.ended = false;
    this.open();
  }

  /** Send a command; resolves once it is done and `mine` is updated, throws its refusal. */
  give(command: TableCommand): Promise<Done> {
    return new Promise((resolve, reject) => {
      const socket = this.socket;
      if (!socket || socket.readyState !== WebSocket.OPEN) {
        reject(new Refused(AWAY, 0));
        return;
      }
      const id = `${this.run}-${++this.number}`;
      this.waiting.set(id, { done: resolve, refused: reject });
      socket.send(JSON.stringify({ type: "give", id, command }));
    });
  }

  /** Send how a card is bent; dropped without a connection, as nothing depends on it. */
  bend(message: BendFrame): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    clearTimeout(this.timer);
    this.socket?.close();
    const seq = this.view.value?.seq;
    const after = seq === undefined ? "" : `&after=${seq}`;
    const secure = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/v1/tables/${encodeURIComponent(this.name)}/live?bends=true&board=true${after}`;
    const socket = new WebSocket(`${secure}://${location.host}${path}`);
    this.socket = socket;
    this.receivedAt = performance.now();
    socket.onmessage = (message: MessageEvent<string>) => {
      if (socket !== this.socket) return;
      this.receivedAt = performance.now();
      this.receive(JSON.parse(message.data) as Frame);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.closed(event.code);
    };
  }

  private closed(code: number): void {
    this.socket = null;
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

  /** Treat a silent connection as lost, even if the browser still has it open. */
  private checkSilence(): void {
    const socket = this.socket;
    if (!socket || performance.now() - this.receivedAt < SILENT_MS) return;
    this.closed(0);
    socket.close();
  }

  private receive(frame: Frame): void {
    if (frame.type === "push") batch(() => this.show(frame));
    else if (frame.type === "answer") this.answer(frame);
    else if (frame.type === "bend")
      this.bends.value = new Map(this.bends.value).set(`${frame.side}-${frame.card}`, frame);
    else if (frame.type === "board" && frame.seq >= (this.board.value?.seq ?? 0))
      this.board.value = frame;
  }

  private show({ table, mine }: Push): void {
    this.tries = 0;
    this.link.value = "live";
    this.refusal.value = null;
    takeCurrency(table);
    if (mine) this.own(mine);
    if (!table) return;
    this.table.value = table;
    const left = table.betting_ms_left;
    this.deadline.value = left === null ? null : performance.now() + left;
    if (table.round?.player.length) this.lastHands.value = lying(table.round);
    else if (table.round) this.lastHands.value = null;
    this.forgetBends(table);
    for (const { said, seq, type } of table.events) if (said) this.said.value = { said, seq, type };
  }

  /** Take the reader's own part if it is newer: an answer may arrive before an older push. */
  private own(mine: Mine): void {
    const { credits_cents } = mine.me;
    if (mine.seq >= (this.mine.value?.seq ?? 0)) {
      const before = this.mine.value?.settled ?? [];
      this.corrected.value = nextCorrection(this.corrected.value, before, mine.settled);
      this.mine.value = mine;
    }
    if (credits_cents === null || credits_cents === this.credits.value) return;
    this.credits.value = credits_cents;
    this.elsewhere.postMessage(mine.seq);
  }

  /** Drop the bends of cards that no longer lie face down. */
  private forgetBends({ round }: Table): void {
    const current = [...this.bends.value].filter(([, { side, card }]) =>
      round?.down[side].includes(card),
    );
    if (current.length < this.bends.value.size) this.bends.value = new Map(current);
  }

  private answer({ id, done, refused, mine }: Answer): void {
    const waiting = id === null ? undefined : this.waiting.get(id);
    if (mine) batch(() => this.own(mine));
    if (!waiting || id === null) {
      if (refused) this.refusal.value = refused;
      return;
    }
    this.waiting.delete(id);
    if (done) waiting.done(done);
    else if (refused) waiting.refused(new Refused(refused, 409));
  }

  private sendHere(): void {
    const now = performance.now();
    if (now - this.hereAt < HERE_MS || this.socket?.readyState !== WebSocket.OPEN) return;
    this.hereAt = now;
    this.socket.send('{"type":"here"}');
  }
}
