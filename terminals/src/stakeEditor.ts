// Turns taps into commands: the wanted stakes are shown at once, each wager has at most one command in
// flight, and a refused stake falls back to what the table holds.

import { batch, computed, effect, signal } from "@preact/signals";
import { Refused, refusalOf } from "./http";
import type { LiveTable } from "./live";
import type { Refusal, Stake, TableCommand, View } from "./shapes";
import { type Amounts, doubled, put, same, step, sums } from "./stakes";

const ANOTHER_PLACE = ["area-full", "terminal-taken"]; // another position may be free

/** What became of a stake that the connection was lost over. */
export interface Fate {
  wager: string;
  cents: number;
  isTaken: boolean;
}

export class StakeEditor {
  /** This patron's stakes as the table holds them. */
  readonly held = computed<readonly Stake[]>(() => this.live.view.value?.mine.stakes ?? []);
  private readonly wanted = signal<Amounts | null>(null);
  readonly refusal = signal<{ refusal: Refusal; wager: string } | null>(null);
  /** What was wanted on wagers whose command the connection took with it. */
  readonly unanswered = signal<Amounts>({});
  /** What became of them, shown once the table is back. */
  readonly fates = signal<readonly Fate[]>([]);
  readonly past = signal<readonly Amounts[]>([]);
  readonly position = signal(0); // 0 until the table is loaded
  /** The amount shown on each wager: the wanted one, or else the held one. */
  readonly shown = computed<Amounts>(() => this.wanted.value ?? sums(this.held.value));
  readonly unsure = computed(() => !same(this.shown.value, sums(this.held.value)));
  /** This patron's stakes in the last round they played, for Repeat. */
  readonly before = computed<Amounts>(() => lastStakes(this.live.view.value));

  private round = 0;
  private unansweredRound = 0;
  private triedPlaces = 0;
  private readonly flying = new Set<string>();
  private readonly stop: () => void;

  constructor(private readonly live: LiveTable) {
    this.stop = effect(() => {
      const view = live.view.value;
      if (view) this.take(view);
    });
  }

  end(): void {
    this.stop();
  }

  get may(): boolean {
    return this.live.view.value?.mine.may.includes("place-stake") ?? false;
  }

  add(wager: string, cents: number): void {
    this.want(put(this.shown.value, wager, (this.shown.value[wager] ?? 0) + cents));
  }

  remove(wager: string): void {
    if (this.shown.value[wager]) this.want(put(this.shown.value, wager, 0));
  }

  clear(): void {
    if (Object.keys(this.shown.value).length) this.want({});
  }

  repeat(): void {
    if (Object.keys(this.before.value).length) this.want(this.before.value);
  }

  double(): void {
    if (Object.keys(this.shown.value).length) this.want(doubled(this.shown.value));
  }

  undo(): void {
    const last = this.past.value.at(-1);
    if (!last) return;
    batch(() => {
      this.past.value = this.past.value.slice(0, -1);
      this.wanted.value = last;
    });
    this.pump();
  }

  private want(amounts: Amounts): void {
    batch(() => {
      this.refusal.value = null;
      this.fates.value = [];
      this.past.value = [...this.past.value.slice(-49), this.shown.value];
      this.wanted.value = amounts;
    });
    this.triedPlaces = 0;
    this.pump();
  }

  private take(view: View): void {
    const number = view.round?.number ?? this.round;
    const open = view.round?.betting_open ?? false;
    if (this.live.link.peek() === "live") this.learnFates(view);
    batch(() => {
      if (number !== this.round || !view.round) this.refusal.value = null;
      if (number !== this.round || !open) {
        this.round = number;
        this.past.value = [];
        this.wanted.value = null;
      }
      const places = view.configuration?.positions ?? 1;
      const first = this.position.peek() || seatOf(view.mine.me.id, places);
      this.position.value = view.mine.stakes[0]?.position ?? first;
    });
    if (this.live.link.peek() !== "live") this.flying.clear();
    this.pump();
  }

  /** The table is back: what it holds, or settled, of the round in question says what became of it.
   *
   * A stake may still have been on its way when the table came back, so it is looked at again. */
  private learnFates(view: View): void {
    const missing = this.fates.peek().filter((each) => !each.isTaken);
    const asked = [
      ...Object.entries(this.unanswered.peek()),
      ...missing.map(({ wager, cents }) => [wager, cents] as const),
    ];
    if (!asked.length) return;
    const lines =
      view.round?.number === this.unansweredRound
        ? view.mine.stakes
        : view.mine.settled.find((each) => each.number === this.unansweredRound)?.lines;
    const held = sums((lines ?? []).map(({ wager, cents }) => ({ id: 0, wager, cents })));
    const fates = asked.map(([wager, cents]) => ({
      wager,
      cents,
      isTaken: (held[wager] ?? 0) === cents,
    }));
    if (missing.length === fates.length && !fates.some((each) => each.isTaken)) return;
    batch(() => {
      if (missing.length < fates.length) {
        this.unanswered.value = {};
        this.wanted.value = null;
        this.past.value = [];
      }
      this.fates.value = [...this.fates.peek().filter((each) => each.isTaken), ...fates];
    });
  }

  /** Send the next command of each wager that has none in flight. */
  private pump(): void {
    const wanted = this.wanted.peek();
    if (!wanted || Object.keys(this.unanswered.peek()).length) return;
    const wagers = new Set([...Object.keys(wanted), ...this.held.peek().map((each) => each.wager)]);
    for (const wager of wagers) {
      if (this.flying.has(wager)) continue;
      const who = {
        patron: this.live.view.peek()?.mine.me.id ?? "",
        position: this.position.peek(),
      };
      const command = step(wager, wanted[wager] ?? 0, this.held.peek(), who);
      if (command) void this.send(wager, command);
    }
    if (!this.flying.size && same(wanted, sums(this.held.peek()))) this.wanted.value = null;
  }

  private async send(wager: string, command: TableCommand): Promise<void> {
    this.flying.add(wager);
    try {
      await this.live.give(command);
    } catch (error) {
      this.refused(wager, error);
    } finally {
      this.flying.delete(wager);
    }
    this.pump();
  }

  private refused(wager: string, error: unknown): void {
    const refusal = refusalOf(error);
    if (refusal.reason === "away") {
      // No one knows whether the table took it: it stays, marked, until the table says so.
      const cents = this.wanted.value?.[wager] ?? 0;
      this.unansweredRound = this.round;
      this.unanswered.value = { ...this.unanswered.value, [wager]: cents };
      return;
    }
    const places = this.live.view.value?.configuration?.positions ?? 1;
    if (ANOTHER_PLACE.includes(refusal.reason) && ++this.triedPlaces < places) {
      this.position.value = (this.position.value % places) + 1;
      return;
    }
    if (!(error instanceof Refused)) console.error(error);
    batch(() => {
      const held = sums(this.held.value)[wager] ?? 0;
      if (this.wanted.value) this.wanted.value = put(this.wanted.value, wager, held);
      this.refusal.value = { refusal, wager };
    });
  }
}

function lastStakes(view: View | null): Amounts {
  const found: Record<string, number> = {};
  for (const line of view?.mine.settled.at(-1)?.lines ?? [])
    found[line.wager] = (found[line.wager] ?? 0) + line.cents;
  return found;
}

/** The position a patron tries first: spread evenly, and stable across reloads. */
export function seatOf(patron: string, positions: number): number {
  let sum = 0;
  for (const letter of patron) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return (sum % Math.max(1, positions)) + 1;
}
