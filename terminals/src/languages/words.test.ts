import { describe, expect, it } from "vitest";
import catalogue from "../../../src/punto/catalogues/zh.json";
import { PIPS, readCard } from "../cards/drawing";
import { ofTheCase } from "../console/DoneSoFar";
import { AWAY, refusalOf } from "../http";
import { waitMs } from "../live";
import { search } from "../pages/Rules";
import { readCodes, readTables } from "../parts/forms";
import { sealOf } from "../parts/Played";
import { lastColumns } from "../roads/Road";
import { readPath } from "../router";
import type { Clause, Place, Wager } from "../shapes";
import {
  clauseNumber,
  describeWhen,
  gameTitle,
  promptText,
  refusalText,
  shortWhen,
  wagerTitle,
} from "./current";
import { words as en } from "./en";
import { consoleWords as consoleEn } from "./en/console";
import { pitWords as pitEn } from "./en/pit";
import { words as zh } from "./zh";
import { consoleWords as consoleZh } from "./zh/console";
import { pitWords as pitZh } from "./zh/pit";
import { titles } from "./zh/titles";

/** Every name in a tree of words, functions and texts alike. */
function names(tree: object, path = ""): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "object"
      ? names((value ?? {}) as object, `${path}${name}.`)
      : [`${path}${name}`],
  );
}

const TIGER: Wager = {
  id: "tiger",
  title: "Tiger",
  lines: [
    {
      pays: "12 to 1",
      when: { winner: ["banker"], banker_total: [6], banker_cards: [2] },
      clause: "4.3",
      title: "",
    },
    {
      pays: "20 to 1",
      when: { winner: ["banker"], banker_total: [6], banker_cards: [3] },
      clause: "4.3",
      title: "",
    },
  ],
  pushes_when: null,
  pushes_by: "",
  loses_by: "1.1.13",
};

describe("words", () => {
  it("are all there in Chinese, those that differ by key too", () => {
    const had = new Set(names(zh));
    expect(names(en).filter((name) => !had.has(name))).toEqual([]);
    const said = [
      ...Object.values(titles.wager),
      ...Object.values(titles.game),
      ...Object.values(titles.irregularity),
    ];
    expect(said.filter((text) => !/[\u4e00-\u9fff]/.test(text))).toEqual([]);
    expect([Object.keys(titles.wager).length, Object.keys(titles.game).length]).toEqual([13, 5]);
  });

  it("of the consoles are all there in Chinese, and none is left in English", () => {
    for (const [one, other] of [
      [consoleEn, consoleZh],
      [pitEn, pitZh],
    ] as const) {
      expect(names(other).sort()).toEqual(names(one).sort());
      const texts = (tree: object): string[] =>
        Object.values(tree).flatMap((each: unknown) =>
          typeof each === "string" ? [each] : typeof each === "object" && each ? texts(each) : [],
        );
      expect(texts(other).filter((text) => !/[\u4e00-\u9fff]/.test(text))).toEqual([]);
    }
    expect(Object.keys(consoleEn.happened).sort()).toEqual(Object.keys(titles.irregularity).sort());
  });

  it("name a made-up game in Chinese after the game it is made from", () => {
    const game = {
      id: "test-tiger-d77302c9ed21",
      title: "TEST GAME Tiger Baccarat with Nine, Hand with a pair",
    };
    expect(gameTitle(game, "zh")).toBe("测试游戏：老虎百家乐，另设 Nine, Hand with a pair");
    expect(gameTitle(game, "en")).toBe(game.title);
    expect(gameTitle({ id: game.id, title: game.id }, "zh")).toBe("测试游戏：老虎百家乐");
    const newer = { id: "test-newer-d77302c9ed21", title: "TEST GAME Newer with Nine" };
    expect(gameTitle(newer, "zh")).toBe(newer.title);
    expect(gameTitle({ id: "tiger", title: "Tiger Baccarat" }, "zh")).toBe("老虎百家乐");
  });

  it("describe when a line pays in both languages", () => {
    expect(describeWhen(TIGER.lines[0]?.when ?? {}, "en")).toBe("Banker wins on 6, with 2 cards");
    expect(describeWhen({ winner: ["tie"], player_total: [6] }, "en")).toBe("Tie on 6");
    expect(describeWhen({ winner: ["banker"], banker_total: [1, 2, 3, 4, 5, 7, 8, 9] }, "en")).toBe(
      "Banker wins on any other total",
    );
    expect(describeWhen({ player_total: [7], banker_total: [6], cards: [5] }, "en")).toBe(
      "Player total 7, Banker total 6, 5 cards in all",
    );
    expect(describeWhen({ pairs: ["player", "banker"] }, "zh")).toBe("闲对 或 庄对");
    expect(describeWhen({ natural: ["tie"], pairs: ["none"] }, "en")).toBe("Tie natural, no pair");
  });

  it("print on the felt only what tells a line from the others", () => {
    expect(TIGER.lines.map((line) => shortWhen(TIGER, line, "en"))).toEqual(["2 cards", "3 cards"]);
    expect(TIGER.lines.map((line) => shortWhen(TIGER, line, "zh"))).toEqual(["2张牌", "3张牌"]);
    expect(wagerTitle({ id: "small-tiger", title: "Small Tiger" }, "zh")).toBe("小老虎");
    expect(zh.odd("0.95 to 1")).toBe("1赔0.95");
    expect(zh.odd("1 to 2")).toBe("赔半");
  });

  it("cite a clause by its number alone", () => {
    expect(clauseNumber("tiger 3.5.1")).toBe("3.5.1");
    expect(clauseNumber("dragon-tiger-no-commission 4.2")).toBe("4.2");
    expect(clauseNumber("reading who-decides")).toBe("reading who-decides");
  });

  it("show a refusal and a prompt in the reader's language, with the server's facts", () => {
    const refusal = {
      reason: "below-minimum",
      sentence: "The minimum on tie is 5.00.",
      chinese: "和的最低投注是 5.00。",
      clause: null,
    };
    expect(refusalText(refusal, "en")).toBe("The minimum on tie is 5.00.");
    expect(refusalText(refusal, "zh")).toBe("和的最低投注是 5.00。");
    expect(refusalText(AWAY, "en")).toBe("The server cannot be reached.");
    expect(refusalText(AWAY, "zh")).toBe("无法连接服务器。");
    const mistake = refusalOf(new Error("odd"));
    expect(refusalText(mistake, "en")).toBe("Error: odd");
    expect(refusalText(mistake, "zh")).toBe("出现故障：请呼叫服务人员。");
    const prompt = {
      step: "draw",
      why: "Player has 5 and draws on 0 to 5.",
      chinese: "闲 5 点，0 至 5 点补牌。",
      clause: "3.6",
      side: "player",
      patrons: [],
      commands: [],
    };
    expect(promptText(prompt, "en")).toBe(prompt.why);
    expect(promptText(prompt, "zh")).toBe(prompt.chinese);
  });

  it("name a thing as the server's Chinese sentences do", () => {
    const names = (of: string, titles: Record<string, string>) =>
      Object.entries(titles).map(([id, title]) => [`${of}: ${id}`, title]);
    const own = Object.fromEntries([
      ...names("wager", titles.wager),
      ...names("irregularity", titles.irregularity),
      ...Object.entries(consoleZh.places),
    ]);
    const server: Record<string, string> = catalogue;
    expect(Object.fromEntries(Object.keys(own).map((key) => [key, server[key]]))).toEqual(own);
  });
});

describe("where", () => {
  it("knows our addresses and no others", () => {
    expect(readPath("/")).toEqual({ page: "lobby" });
    expect(readPath("/how-to-play")).toEqual({ page: "how-to-play", of: "" });
    expect(readPath("/how-to-play/tiger")).toEqual({ page: "how-to-play", of: "tiger" });
    expect(readPath("/table/tiger%20one")).toEqual({ page: "table", of: "tiger one" });
    for (const path of ["/table", "/table/", "/tables/x", "/rules/a/b", "/table/%ff"])
      expect(readPath(path).page).toBe("nowhere");
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
    const places: Place[] = Array.from({ length: 30 }, (_, column) => [column, 0, "banker", 0]);
    const { shift, shown } = lastColumns(places, 12);
    expect([shift, shown.length, shown[0]?.[0]]).toEqual([18, 12, 18]);
    expect(lastColumns(places.slice(0, 3), 12)).toEqual({ shift: 0, shown: places.slice(0, 3) });
  });
});

describe("clauses", () => {
  const clause = (number: string, summary: string): Clause => ({
    clause: number,
    kind: "enforced",
    summary,
    chinese: "作废",
    enforced_by: [],
    tests: [],
    readings: [],
  });
  const all = [
    clause("4.3", "Tiger pays."),
    clause("4.3.1", "More."),
    clause("4.31", "Other."),
    clause("5.1", "A void round."),
  ];
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
    const event = (seq: number, type: string) => ({
      seq,
      at_ms: 0,
      by: "",
      type,
      fields: {},
      said: null,
    });
    const events = [
      "betting-opened",
      "card-drawn",
      "irregularity-reported",
      "card-drawn",
      "case-closed",
    ].map((type, seq) => event(seq, type));
    expect(ofTheCase(events, consoleEn.event).map((each) => each.type)).toEqual([
      "irregularity-reported",
      "case-closed",
    ]);
    expect(ofTheCase(events.slice(0, 2), consoleEn.event)).toEqual([]);
  });
  it("have an address for the pit and for each of its tables", () => {
    expect(readPath("/pit")).toEqual({ page: "pit", of: "" });
    expect(readPath("/pit/t1")).toEqual({ page: "pit", of: "t1" });
  });
});

describe("cards", () => {
  it("carry as many pips as they say", () => {
    for (const [rank, pips] of Object.entries(PIPS))
      expect(pips.length).toBe(rank === "A" ? 1 : rank === "T" ? 10 : Number(rank));
    expect(readCard("TH")).toEqual({ rank: "T", suit: "H" });
    expect(readCard("??")).toBeNull();
    expect(readCard("1S")).toBeNull();
  });
});
