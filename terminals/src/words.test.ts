import { describe, expect, it } from "vitest";
import { clauseNumber, describeWhen, refusalText, shortWhen, wagerTitle } from "./language";
import { readPath } from "./router";
import { waitMs } from "./live";
import { lastColumns } from "./roads/Road";
import { search } from "./pages/Rules";
import { sealOf } from "./parts/Played";
import { PIPS, readCard } from "./cards/drawing";
import type { Clause, Place, Wager } from "./shapes";
import { en } from "./words/en";
import { zh } from "./words/zh";
import { en as consoleEn } from "./words/console.en";
import { zh as consoleZh } from "./words/console.zh";
import { en as pitEn } from "./words/pit.en";
import { zh as pitZh } from "./words/pit.zh";
import { ofTheCase } from "./console/DoneSoFar";
import { readCodes } from "./console/give";
import { readTables } from "./pit/send";

/** Every name in a tree of words, functions and texts alike. */
function names(tree: object, path = ""): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "object" ? names(value as object, `${path}${name}.`) : [`${path}${name}`],
  );
}

const TIGER: Wager = {
  id: "tiger",
  title: "Tiger",
  lines: [
    { pays: "12 to 1", when: { winner: ["banker"], banker_total: [6], banker_cards: [2] }, clause: "4.3", title: "" },
    { pays: "20 to 1", when: { winner: ["banker"], banker_total: [6], banker_cards: [3] }, clause: "4.3", title: "" },
  ],
  pushes_when: null,
  pushes_by: "",
  loses_by: "1.1.13",
};

describe("words", () => {
  it("are all there in Chinese, those that differ by key too", () => {
    const had = new Set(names(zh));
    expect(names(en).filter((name) => !had.has(name))).toEqual([]);
    const told = [...Object.values(zh.wager), ...Object.values(zh.game), ...Object.values(zh.refusal), ...Object.values(zh.irregularity)];
    expect(told.filter((text) => !/[\u4e00-\u9fff]/.test(text))).toEqual([]);
    expect([Object.keys(zh.wager).length, Object.keys(zh.game).length]).toEqual([13, 5]);
  });

  it("of the consoles are all there in Chinese, and none is left in English", () => {
    for (const [one, other] of [[consoleEn, consoleZh], [pitEn, pitZh]] as const) {
      expect(names(other).sort()).toEqual(names(one).sort());
      const texts = (tree: object): string[] => Object.values(tree).flatMap((each: unknown) => (typeof each === "string" ? [each] : typeof each === "object" && each ? texts(each) : []));
      expect(texts(other).filter((text) => !/[\u4e00-\u9fff]/.test(text))).toEqual([]);
    }
    expect(Object.keys(consoleEn.happened).sort()).toEqual(Object.keys(zh.irregularity).sort());
  });

  it("describe when a line pays in both languages", () => {
    expect(describeWhen(TIGER.lines[0]!.when, "en")).toBe("Banker wins on 6, with 2 cards");
    expect(describeWhen({ winner: ["tie"], player_total: [6] }, "en")).toBe("Tie on 6");
    expect(describeWhen({ winner: ["banker"], banker_total: [1, 2, 3, 4, 5, 7, 8, 9] }, "en")).toBe("Banker wins on any other total");
    expect(describeWhen({ player_total: [7], banker_total: [6], cards: [5] }, "en")).toBe("Player total 7, Banker total 6, 5 cards in all");
    expect(describeWhen({ pairs: ["player", "banker"] }, "zh")).toBe("闲对 或 庄对");
    expect(describeWhen({ natural: ["tie"], pairs: ["none"] }, "en")).toBe("Tie natural, no pair");
  });

  it("print on the felt only what tells a line from the others", () => {
    expect(TIGER.lines.map((line) => shortWhen(TIGER, line, "en"))).toEqual(["2 cards", "3 cards"]);
    expect(TIGER.lines.map((line) => shortWhen(TIGER, line, "zh"))).toEqual(["2张牌", "3张牌"]);
    expect(wagerTitle({ id: "small-tiger", title: "Small Tiger" }, "zh")).toBe("小老虎");
    expect(zh.odd("0.95 to 1")).toBe("1赔0.95");
    expect(zh.odd("1 to 2")).toBe("2赔1");
  });

  it("cite a clause by its number alone", () => {
    expect(clauseNumber("tiger 3.5.1")).toBe("3.5.1");
    expect(clauseNumber("dragon-tiger-no-commission 4.2")).toBe("4.2");
    expect(clauseNumber("reading staff-in-older-games")).toBe("reading staff-in-older-games");
  });

  it("tell a refusal in the reader's language, or as the server said it", () => {
    const refusal = { reason: "below-minimum", sentence: "Too little.", clause: null };
    expect(refusalText(refusal, "en")).toBe("Too little.");
    expect(refusalText(refusal, "zh")).toBe("低于本投注的最低限额。");
    expect(refusalText({ ...refusal, reason: "never-heard-of" }, "zh")).toBe("Too little.");
  });
});

describe("where", () => {
  it("knows our addresses and no others", () => {
    expect(readPath("/")).toEqual({ page: "lobby" });
    expect(readPath("/table/tiger%20one")).toEqual({ page: "table", of: "tiger one" });
    for (const path of ["/table", "/table/", "/tables/x", "/rules/a/b", "/table/%ff"]) expect(readPath(path).page).toBe("nowhere");
  });
});

describe("a lost connection", () => {
  it("is tried again later and later, never all at once, never too late", () => {
    expect(waitMs(0, 0)).toBeLessThan(waitMs(3, 0));
    for (let tries = 0; tries < 40; tries++) expect(waitMs(tries, 1)).toBeLessThanOrEqual(8000);
    expect(waitMs(2, 0)).not.toBe(waitMs(2, 1));
  });
});

describe("roads", () => {
  it("show their last columns", () => {
    const places: Place[] = Array.from({ length: 30 }, (_, column) => [column, 0, "B", 0]);
    const { shift, shown } = lastColumns(places, 12);
    expect([shift, shown.length, shown[0]?.[0]]).toEqual([18, 12, 18]);
    expect(lastColumns(places.slice(0, 3), 12)).toEqual({ shift: 0, shown: places.slice(0, 3) });
  });
});

describe("clauses", () => {
  const clause = (number: string, summary: string): Clause => ({ clause: number, kind: "enforced", summary, chinese: "作废", enforced_by: [], tests: [], readings: [] });
  const all = [clause("4.3", "Tiger pays."), clause("4.3.1", "More."), clause("4.31", "Other."), clause("5.1", "A void round.")];
  it("are found by number with what is under it, and by words", () => {
    expect(search(all, "4.3", "all").map((each) => each.clause)).toEqual(["4.3", "4.3.1"]);
    expect(search(all, "void ROUND", "all").map((each) => each.clause)).toEqual(["5.1"]);
    expect(search(all, "作废", "all").length).toBe(4);
    expect(search(all, "", "recorded")).toEqual([]);
  });
});

describe("history", () => {
  it("checks a seal as the server makes it", async () => {
    expect((await sealOf(["AS", "KD"], "salt")).slice(0, 8)).toBe("7eb30119");
  });
});

describe("consoles", () => {
  it("read cards as they are typed, a dash for one that nobody has read", () => {
    expect(readCodes(" 2c, 10D  -  ah ??")).toEqual(["2c", "10D", null, "ah", null]);
    expect(readCodes("")).toEqual([]);
    expect(readTables("t1, t2  *")).toEqual(["t1", "t2", "*"]);
  });
  it("tell what was done from the report on", () => {
    const event = (seq: number, type: string) => ({ seq, at_ms: 0, type, fields: {}, said: null });
    const events = ["betting-opened", "card-drawn", "irregularity-reported", "card-drawn", "case-closed"].map((type, seq) => event(seq, type));
    expect(ofTheCase(events, consoleEn.event).map((each) => each.type)).toEqual(["irregularity-reported", "case-closed"]);
    expect(ofTheCase(events.slice(0, 2), consoleEn.event)).toEqual([]);
  });
  it("have an address for the pit and for each of its tables", () => {
    expect(readPath("/pit")).toEqual({ page: "pit", of: "" });
    expect(readPath("/pit/t1")).toEqual({ page: "pit", of: "t1" });
  });
});

describe("cards", () => {
  it("carry as many pips as they say", () => {
    for (const [rank, pips] of Object.entries(PIPS)) expect(pips.length).toBe(rank === "A" ? 1 : rank === "T" ? 10 : Number(rank));
    expect(readCard("TH")).toEqual({ rank: "T", suit: "H" });
    expect(readCard("??")).toBeNull();
    expect(readCard("1S")).toBeNull();
  });
});
