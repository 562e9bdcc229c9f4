import { describe, expect, it } from "vitest";
import { fillIn } from "../query";
import { ALL, searchOf, type Wanted } from "./roundQuery";

const queryOf = (wanted: Wanted, before: number | null, limit: number): string =>
  fillIn("", {}, searchOf(wanted, before, limit)).slice(1);

describe("rounds looked for", () => {
  it("are filtered by the server, not by the page", () => {
    expect(queryOf(ALL, null, 20)).toBe("limit=20");
    expect(queryOf({ ...ALL, outcome: "tie", wager: "tiger" }, 40, 20)).toBe(
      "limit=20&outcome=tie&wager=tiger&before=40",
    );
    const shoe = { shoe: "s", at_ms: 0, first: 11, last: 30 };
    expect(queryOf({ ...ALL, shoe }, null, 20)).toBe("limit=20&first=11&before=31");
    expect(queryOf({ ...ALL, shoe }, 25, 20)).toBe("limit=20&first=11&before=25");
  });
  it("of a day are those between its two midnights, the reader's own", () => {
    const query = new URLSearchParams(
      queryOf({ ...ALL, from: "2026-03-29", to: "2026-03-29" }, null, 20),
    );
    expect(new Date(Number(query.get("since_ms"))).getHours()).toBe(0);
    const hours = (Number(query.get("until_ms")) - Number(query.get("since_ms"))) / 3_600_000;
    expect([23, 24, 25]).toContain(hours); // daylight saving time
    expect(queryOf({ ...ALL, from: "nonsense" }, null, 20)).toBe("limit=20");
  });
});
