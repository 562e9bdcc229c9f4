import { describe, expect, it } from "vitest";
import { ANY, canJoin, stateOf, wanted } from "./hall";
import type { LobbyTable } from "./shapes";

function table(name: string, changes: Partial<LobbyTable> = {}): LobbyTable {
  return {
    table: name,
    open: true,
    game: "tiger",
    title: "Tiger",
    edition: "v8",
    currency: { code: "SGD", digits: 2 },
    limits: { player: { min_cents: 1000, max_cents: 100_000 } },
    positions: 8,
    seated: 1,
    step: "draw",
    round: 1,
    betting_open: false,
    betting_ms_left: null,
    dealt_by: "software",
    has_dealer: true,
    has_shoe: true,
    statistics: { rounds: 0, player: 0, banker: 0, tie: 0, player_pair: 0, banker_pair: 0 },
    last: null,
    big_road: [],
    ...changes,
  };
}

describe("the state of a table in the lobby", () => {
  it("is honest about what is missing", () => {
    expect(stateOf(table("a", { open: false }))).toBe("closed");
    expect(stateOf(table("a", { has_dealer: false, betting_open: true }))).toBe("no-dealer");
    expect(stateOf(table("a", { has_shoe: false }))).toBe("no-shoe");
    expect(stateOf(table("a", { seated: 0 }))).toBe("waiting");
    expect(stateOf(table("a", { seated: 0, dealt_by: "staff" }))).toBe("playing");
    expect(stateOf(table("a", { betting_open: true }))).toBe("betting");
  });

  it("lets nobody join where nobody deals", () => {
    expect(canJoin(table("a"))).toBe(true);
    expect(canJoin(table("a", { has_dealer: false }))).toBe(false);
    expect(canJoin(table("a", { open: false }))).toBe(false);
  });
});

describe("which tables are shown", () => {
  const high = table("high", { limits: { tie: { min_cents: 50_000, max_cents: 90_000 } } });
  const other = table("other", { game: "no-commission", seated: 5 });
  const empty = table("empty", { seated: 0 });
  const all = [high, other, empty];
  const names = (...asked: Parameters<typeof wanted>): string[] =>
    wanted(...asked).map((each) => each.table);

  it("filters by game, stake, state and favourites", () => {
    const none = new Set<string>();
    expect(names(all, { ...ANY, game: "tiger" }, none)).toEqual(["high", "empty"]);
    expect(names(all, { ...ANY, stake: 1000 }, none)).toEqual(["other", "empty"]);
    expect(names(all, { ...ANY, state: "waiting" }, none)).toEqual(["empty"]);
    expect(names(all, { ...ANY, state: "playing" }, none)).toEqual(["other", "high"]);
    expect(names(all, { ...ANY, favourites: true }, new Set(["high"]))).toEqual(["high"]);
  });

  it("sorts, favourites first", () => {
    expect(names(all, { ...ANY, order: "high" }, new Set())[0]).toBe("high");
    expect(names(all, { ...ANY, order: "low" }, new Set()).at(-1)).toBe("high");
    expect(names(all, { ...ANY, order: "busy" }, new Set())[0]).toBe("other");
    expect(names(all, { ...ANY, order: "busy" }, new Set(["empty"]))[0]).toBe("empty");
  });
});
