import { describe, expect, it } from "vitest";
import { version } from "../../package.json";
import type { RoundLine } from "../shapes";
import { ALL, type Wanted } from "./roundQuery";
import { csv, json } from "./roundsExport";

const ROUND: RoundLine = {
  number: 3,
  at_ms: 0,
  void: false,
  cards: ["2C", "5D", "3H", "AH"],
  player: 5,
  banker: 6,
  corrected: false,
  winner: "banker",
  player_cards: ["2C", "3H"],
  banker_cards: ["5D", "AH"],
  lines: [
    {
      stake: 1,
      patron: "anna",
      wager: "banker",
      cents: 1000,
      result: "win",
      pays: "1 to 1",
      profit_cents: 1000,
      returned_cents: 2000,
      clause: "4.1",
      limit_clause: "",
    },
    {
      stake: 2,
      patron: "anna",
      wager: "tie",
      cents: 500,
      result: "lose",
      pays: "",
      profit_cents: -500,
      returned_cents: 0,
      clause: "3.1",
      limit_clause: "",
    },
  ],
  credits: { before_cents: 10_000, after_cents: 10_500 },
};

describe("rounds as a file", () => {
  it("are a line each, with what was staked and held", () => {
    const [head, line] = csv([ROUND], ALL, 0)
      .split("\n")
      .filter((each) => !each.startsWith("# "));
    expect(head?.split(",").length).toBe(line?.split(",").length);
    expect(line).toBe(
      "3,1970-01-01T00:00:00.000Z,banker,5,6,2C 3H,5D AH,,banker 10.00 win 10.00;tie 5.00 lose -5.00,100.00,105.00",
    );
    expect(csv([{ ...ROUND, void: true, lines: [], credits: null }], ALL, 0)).toContain(",void,");
  });
  it("say version, period, time zone and when they were made", () => {
    const above = (wanted: Wanted) => csv([ROUND], wanted, 86_400_000).split("\nround,")[0];
    expect(above(ALL)?.split("\n")).toEqual([
      "# report: Rounds",
      `# version: Punto ${version}`,
      "# since: the first round",
      "# until: when it was made",
      "# time zone: UTC",
      "# made: 1970-01-02T00:00:00.000Z",
    ]);
    const shoe = { shoe: "s", at_ms: 0, first: 11, last: 30 };
    const some = { outcome: "tie", wager: "banker", from: "2026-03-01", to: "2026-03-01", shoe };
    const since = new Date(2026, 2, 1).toISOString();
    const until = new Date(2026, 2, 2).toISOString();
    const parts = ["outcome: tie", "wager: banker", "shoe: rounds 11 to 30"];
    for (const each of [`since: ${since}`, `until: ${until}`, ...parts]) {
      expect(above(some)).toContain(`\n# ${each}\n`);
    }
  });
  it("are just what the server said", () => {
    expect(JSON.parse(json([ROUND]))).toEqual([ROUND]);
  });
});
