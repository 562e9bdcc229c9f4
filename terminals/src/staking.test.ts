import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { Refused } from "./api";
import type { LiveTable, Link } from "./live";
import type { TableEvent, View } from "./shapes";
import { seatOf, Staking } from "./staking";

/** A table of one patron that answers when it is told to: late, or with a no. */
class SlowTable {
  readonly view = signal<View | null>(null);
  readonly link = signal<Link>("live");
  readonly asked: { command: Record<string, unknown>; done: () => void; refuse: (reason: string) => void }[] = [];
  private stakes: View["round"] extends infer R ? (R extends { stakes: infer S } ? S : never) : never = [];
  private seq = 10;
  private ids = 0;

  constructor() {
    this.push();
  }

  give(command: Record<string, unknown>): Promise<{ events: TableEvent[]; seq: number }> {
    return new Promise((resolve, reject) => {
      this.asked.push({
        command,
        done: () => resolve({ events: [this.take(command)], seq: this.seq }),
        refuse: (reason) => reject(new Refused({ reason, sentence: reason, clause: null }, 409)),
      });
    });
  }

  /** Let the table answer everything, one after the other, pushing the view after each. */
  async settle(push = true): Promise<void> {
    for (let turn = 0; turn < 50 && this.asked.length; turn++) {
      this.asked.shift()?.done();
      if (push) this.push();
      await Promise.resolve().then(() => undefined);
      await new Promise((done) => setTimeout(done));
    }
  }

  push(open = true, number = 1): void {
    this.view.value = {
      seq: this.seq,
      round: { number, betting_open: open, stakes: [...this.stakes], player: [], banker: [], totals_announced: false, staked: {}, holders: {}, down: { player: [], banker: [] } },
      configuration: { positions: 8 },
      finished: [],
      me: { id: "guest-1", kind: "guest", position: "", credits: null },
      may: { commands: ["place-stake"], why: "" },
    } as unknown as View;
  }

  private take(command: Record<string, unknown>): TableEvent {
    this.seq++;
    const said = { at_ms: 0, said: null, seq: this.seq };
    if (command["type"] === "place-stake") {
      const stake = { id: ++this.ids, patron: "guest-1", wager: String(command["wager"]), position: Number(command["position"]), amount: String(command["amount"]) };
      this.stakes = [...this.stakes, stake];
      return { ...said, type: "stake-placed", fields: { ...stake, stake: stake.id } };
    }
    const id = command["stake"] as number;
    if (command["type"] === "withdraw-stake") {
      this.stakes = this.stakes.filter((each) => each.id !== id);
      return { ...said, type: "stake-withdrawn", fields: { stake: id, amount: "0.00" } };
    }
    this.stakes = this.stakes.map((each) => (each.id === id ? { ...each, amount: String(command["amount"]) } : each));
    return { ...said, type: "stake-changed", fields: { stake: id, amount: command["amount"] } };
  }

  held(): Record<string, string> {
    return Object.fromEntries(this.stakes.map((each) => [each.wager, each.amount]));
  }
}

function seated(): [SlowTable, Staking] {
  const table = new SlowTable();
  return [table, new Staking(table as unknown as LiveTable)];
}

describe("staking", () => {
  it("shows taps at once and sends them one command a wager at a time", async () => {
    const [table, staking] = seated();
    for (let tap = 0; tap < 5; tap++) staking.add("tie", 1000);
    staking.add("player", 500);
    expect(staking.shown.value).toEqual({ tie: 5000, player: 500 });
    expect(table.asked.map((each) => each.command["wager"])).toEqual(["tie", "player"]);
    await table.settle();
    expect(table.held()).toEqual({ tie: "50.00", player: "5.00" });
    expect(staking.unsure.value).toBe(false);
  });

  it("does not ask twice when the answer comes before the push", async () => {
    const [table, staking] = seated();
    staking.add("tie", 1000);
    await table.settle(false);
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
      expect(table.asked[0]?.command["position"]).toBe(((first - 1 + tries) % 8) + 1);
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
