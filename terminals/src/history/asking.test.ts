import { describe, expect, it } from "vitest";
import type { RoundLine } from "../shapes";
import { ALL, csv, json, queryOf } from "./asking";

const ROUND: RoundLine = {
  number: 3, at_ms: 0, void: false, cards: ["2C", "5D", "3H", "AH"], player: 5, banker: 6, corrected: false,
  winner: "banker", player_cards: ["2C", "3H"], banker_cards: ["5D", "AH"],
  lines: [
    { stake: 1, patron: "anna", wager: "banker", amount: "10.00", result: "win", pays: "1 to 1", profit: "10.00", returned: "20.00", clause: "4.1" },
    { stake: 2, patron: "anna", wager: "tie", amount: "5.00", result: "lose", pays: "", profit: "-5.00", returned: "0.00", clause: "3.1" },
  ],
  credits: { before: "100.00", after: "105.00" },
};

describe("rounds looked for", () => {
  it("are asked of the server, nothing is sifted here", () => {
    expect(queryOf(ALL, null, 20)).toBe("limit=20");
    expect(queryOf({ ...ALL, outcome: "tie", wager: "tiger" }, 40, 20)).toBe("limit=20&outcome=tie&wager=tiger&before=40");
    const shoe = { shoe: "s", at_ms: 0, first: 11, last: 30 };
    expect(queryOf({ ...ALL, shoe }, null, 20)).toBe("limit=20&first=11&before=31");
    expect(queryOf({ ...ALL, shoe }, 25, 20)).toBe("limit=20&first=11&before=25");
  });
  it("of a day are those between its two midnights, the reader's own", () => {
    const query = new URLSearchParams(queryOf({ ...ALL, from: "2026-03-29", to: "2026-03-29" }, null, 20));
    expect(new Date(Number(query.get("since_ms"))).getHours()).toBe(0);
    const hours = (Number(query.get("until_ms")) - Number(query.get("since_ms"))) / 3_600_000;
    expect([23, 24, 25]).toContain(hours); // a day is not always as long
    expect(queryOf({ ...ALL, from: "nonsense" }, null, 20)).toBe("limit=20");
  });
});

describe("rounds as a file", () => {
  it("are a line each, with what was staked and held", () => {
    const [head, line] = csv([ROUND]).split("\n");
    expect(head?.split(",").length).toBe(line?.split(",").length);
    expect(line).toBe("3,1970-01-01T00:00:00.000Z,banker,5,6,2C 3H,5D AH,,banker 10.00 win 10.00;tie 5.00 lose -5.00,100.00,105.00");
    expect(csv([{ ...ROUND, void: true, lines: [], credits: null }])).toContain(",void,");
  });
  it("are just what the server said", () => {
    expect(JSON.parse(json([ROUND]))).toEqual([ROUND]);
  });
});
