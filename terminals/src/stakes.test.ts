import { describe, expect, it } from "vitest";
import { chips } from "./chips";
import { doubled, type Held, put, type StakeCommand, same, step, sums } from "./stakes";

const WHO = { patron: "guest-1", position: 3 };

/** A table that accepts everything: the stakes held after a command. */
function taken(held: Held[], command: StakeCommand): Held[] {
  if (command.type === "place-stake")
    return [...held, { id: 99, wager: command.wager, cents: command.cents }];
  if (command.type === "withdraw-stake") return held.filter(({ id }) => id !== command.stake);
  const { cents } = command;
  return held.map((each) => (each.id === command.stake ? { ...each, cents } : each));
}

describe("stakes", () => {
  it("needs no command where what is wanted is held", () => {
    expect(step("tie", 1000, [{ id: 1, wager: "tie", cents: 1000 }], WHO)).toBeNull();
    expect(step("tie", 0, [], WHO)).toBeNull();
  });

  it("places, changes and withdraws", () => {
    expect(step("tie", 1000, [], WHO)).toEqual({
      type: "place-stake",
      ...WHO,
      wager: "tie",
      cents: 1000,
    });
    const held = [{ id: 7, wager: "tie", cents: 1000 }];
    expect(step("tie", 2500, held, WHO)).toEqual({
      type: "change-stake",
      stake: 7,
      cents: 2500,
    });
    expect(step("tie", 0, held, WHO)).toEqual({ type: "withdraw-stake", stake: 7 });
  });

  it("comes from anything held to anything wanted, in few commands, whatever lies there", () => {
    let seed = 42;
    const chance = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let turn = 0; turn < 2000; turn++) {
      let held: Held[] = Array.from({ length: chance(4) }, (_, at) => ({
        id: at + 1,
        wager: "tie",
        cents: 100 * (1 + chance(9)),
      }));
      const wanted = 100 * chance(30);
      const stakes = held.length;
      let commands = 0;
      for (
        let command = step("tie", wanted, held, WHO);
        command;
        command = step("tie", wanted, held, WHO)
      ) {
        held = taken(held, command);
        expect(++commands).toBeLessThanOrEqual(stakes + 1);
      }
      expect(sums(held).tie ?? 0).toBe(wanted);
    }
  });

  it("offers chips from the least that is taken, six at most", () => {
    expect(chips(1000, 1_000_000)).toEqual([1000, 2500, 5000, 10_000, 50_000, 100_000]);
    expect(chips(50_000, 80_000)).toEqual([50_000]);
    expect(chips(300, 400)).toEqual([300]);
  });

  it("changes amounts without keeping nothing", () => {
    expect(put({ tie: 1000 }, "tie", 0)).toEqual({});
    expect(doubled({ tie: 1000, player: 500 })).toEqual({ tie: 2000, player: 1000 });
    expect(same({ tie: 0 }, {})).toBe(true);
    expect(same({ tie: 1 }, {})).toBe(false);
  });
});
