import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { Refused } from "./http";
import type { Done, Link, LiveTable } from "./live";
import { writeCents } from "./money";
import type { Stake, View } from "./shapes";
import { StakeEditor, seatOf } from "./stakeEditor";

/** A table with one patron that answers on request: late, or with a refusal. */
class SlowTable {
  readonly view = signal<View | null>(null);
  readonly link = signal<Link>("live");
  readonly asked: {
    command: Record<string, unknown>;
    done: () => void;
    refuse: (reason: string) => void;
  }[] = [];
  private stakes: Stake[] = [];
  private seq = 10;
  private ids = 0;

  constructor() {
    this.push();
  }

  /** The answer carries the patron's own part, so it is shown before any push. */
  give(command: Record<string, unknown>): Promise<Done> {
    return new Promise((resolve, reject) => {
      this.asked.push({
        command,
        done: () => {
          this.take(command);
          this.push();
          resolve({ events: [], seq: this.seq });
        },
        refuse: (reason) => reject(new Refused({ reason, sentence: reason, clause: null }, 409)),
      });
    });
  }

  /** Let the table answer everything, one after the other. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 50 && this.asked.length; turn++) {
      this.asked.shift()?.done();
      await Promise.resolve().then(() => undefined);
      await new Promise((done) => setTimeout(done));
    }
  }

  push(open = true, number = 1): void {
    this.view.value = {
      seq: this.seq,
      round: {
        number,
        betting_open: open,
        stakes: [],
        player: [],
        banker: [],
        totals_announced: false,
        staked_cents: {},
        holders: {},
        down: { player: [], banker: [] },
      },
      configuration: { positions: 8 },
      finished: [],
      mine: {
        seq: this.seq,
        me: { id: "guest-1", kind: "guest", position: "", credits_cents: null },
        may: ["place-stake"],
        stakes: [...this.stakes],
        settled: [],
      },
    } as unknown as View;
  }

  private take(command: Record<string, unknown>): void {
    this.seq++;
    const cents = Number(command.cents);
    if (command.type === "place-stake") {
      const [wager, position] = [String(command.wager), Number(command.position)];
      const id = ++this.ids;
      this.stakes = [...this.stakes, { id, patron: "guest-1", wager, position, cents, order: id }];
    } else if (command.type === "withdraw-stake")
      this.stakes = this.stakes.filter((each) => each.id !== command.stake);
    else
      this.stakes = this.stakes.map((each) =>
        each.id === command.stake ? { ...each, cents } : each,
      );
  }

  held(): Record<string, string> {
    return Object.fromEntries(this.stakes.map((each) => [each.wager, writeCents(each.cents)]));
  }
}

function seated(): [SlowTable, StakeEditor] {
  const table = new SlowTable();
  return [table, new StakeEditor(table as unknown as LiveTable)];
}

describe("staking", () => {
  it("shows taps at once and sends them one command a wager at a time", async () => {
    const [table, staking] = seated();
    for (let tap = 0; tap < 5; tap++) staking.add("tie", 1000);
    staking.add("player", 500);
    expect(staking.shown.value).toEqual({ tie: 5000, player: 500 });
    expect(table.asked.map((each) => each.command.wager)).toEqual(["tie", "player"]);
    await table.settle();
    expect(table.held()).toEqual({ tie: "50.00", player: "5.00" });
    expect(staking.unsure.value).toBe(false);
  });

  it("does not ask twice when the answer comes before the push", async () => {
    const [table, staking] = seated();
    staking.add("tie", 1000);
    await table.settle();
    expect(table.asked).toEqual([]);
    expect(staking.shown.value).toEqual({ tie: 1000 });
    expect(table.held()).toEqual({ tie: "10.00" });
  });

  it("undoes, doubles and clears by what was shown", async () => {
    const [table, staking] = seated();
    staking.add("tie", 1000);
    staking.double();
    staking.undo();
    staking.add("player", 1000);
    await table.settle();
    expect(table.held()).toEqual({ tie: "10.00", player: "10.00" });
    staking.clear();
    await table.settle();
    expect(table.held()).toEqual({});
    staking.undo();
    await table.settle();
    expect(table.held()).toEqual({ tie: "10.00", player: "10.00" });
  });

  it("falls back to what is held where the table refuses, and says why", async () => {
    const [table, staking] = seated();
    staking.add("tie", 1000);
    await table.settle();
    staking.add("tie", 9_000_000);
    table.asked.shift()?.refuse("above-maximum");
    await new Promise((done) => setTimeout(done));
    expect(staking.shown.value).toEqual({ tie: 1000 });
    expect(staking.refusal.value?.refusal.reason).toBe("above-maximum");
    expect(table.asked).toEqual([]);
  });

  it("tries another position where an area is full, and no more of them than there are", async () => {
    const [table, staking] = seated();
    const first = staking.position.value;
    staking.add("tie", 1000);
    for (let tries = 1; tries < 8; tries++) {
      table.asked.shift()?.refuse("area-full");
      await new Promise((done) => setTimeout(done));
      expect(table.asked[0]?.command.position).toBe(((first - 1 + tries) % 8) + 1);
    }
    table.asked.shift()?.refuse("area-full");
    await new Promise((done) => setTimeout(done));
    expect(table.asked).toEqual([]);
    expect(staking.refusal.value?.refusal.reason).toBe("area-full");
  });

  it("forgets what was wanted when betting is over", () => {
    const [table, staking] = seated();
    staking.add("tie", 1000);
    table.push(false);
    expect(staking.shown.value).toEqual({});
    expect(staking.past.value).toEqual([]);
  });
});

describe("seats", () => {
  it("are spread, and the same for the same patron", () => {
    const places = Array.from({ length: 400 }, (_, at) => seatOf(`guest-${at}`, 8));
    expect(new Set(places)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    expect(seatOf("guest-5", 8)).toBe(seatOf("guest-5", 8));
    expect(seatOf("anybody", 0)).toBe(1);
  });
});

describe("a stake that the connection was lost over", () => {
  const lose = async (): Promise<[SlowTable, StakeEditor]> => {
    const table = new SlowTable();
    const staking = new StakeEditor(table as unknown as LiveTable);
    staking.add("tie", 1000);
    table.link.value = "lost";
    table.asked[0]?.refuse("away");
    await new Promise((done) => setTimeout(done));
    return [table, staking];
  };

  it("stays, marked, and is not sent again", async () => {
    const [table, staking] = await lose();
    expect(staking.unanswered.value).toEqual({ tie: 1000 });
    expect(staking.shown.value).toEqual({ tie: 1000 });
    expect(staking.refusal.value).toBeNull();
    expect(table.asked.length).toBe(1);
    staking.end();
  });

  it("is reported as not placed if the table does not hold it", async () => {
    const [table, staking] = await lose();
    table.link.value = "live";
    table.push();
    expect(staking.fates.value).toEqual([{ wager: "tie", cents: 1000, isTaken: false }]);
    expect(staking.shown.value).toEqual({});
    expect(staking.unanswered.value).toEqual({});
    staking.end();
  });

  it("is reported as placed if the table takes it after it came back", async () => {
    const [table, staking] = await lose();
    table.link.value = "live";
    table.push();
    expect(staking.fates.value).toEqual([{ wager: "tie", cents: 1000, isTaken: false }]);
    table.asked[0]?.done();
    expect(staking.fates.value).toEqual([{ wager: "tie", cents: 1000, isTaken: true }]);
    expect(staking.shown.value).toEqual({ tie: 1000 });
    staking.end();
  });

  it("is reported as placed if the table holds it", async () => {
    const [table, staking] = await lose();
    table.link.value = "live";
    table.asked[0]?.done();
    expect(staking.fates.value).toEqual([{ wager: "tie", cents: 1000, isTaken: true }]);
    expect(staking.shown.value).toEqual({ tie: 1000 });
    staking.add("tie", 500);
    expect(staking.fates.value).toEqual([]);
    staking.end();
  });
});
