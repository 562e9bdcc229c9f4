import { describe, expect, it } from "vitest";
import { words as en } from "./en";
import { accountWords as accountEn } from "./en/account";
import { consoleWords as consoleEn } from "./en/console";
import { pitWords as pitEn } from "./en/pit";
import glossary from "./glossary.json";
import { words as zh } from "./zh";
import { accountWords as accountZh } from "./zh/account";
import { consoleWords as consoleZh } from "./zh/console";
import { pitWords as pitZh } from "./zh/pit";

/** What a word says: a text as it stands, a function as it is written. */
function leaves(tree: object, path = ""): [name: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]) => {
    if (typeof value === "object") return leaves((value ?? {}) as object, `${path}${name}.`);
    return [[`${path}${name}`, String(value)] as [string, string]];
  });
}

const ENGLISH = leaves({ en, account: accountEn, console: consoleEn, pit: pitEn });
const CHINESE = new Map(leaves({ en: zh, account: accountZh, console: consoleZh, pit: pitZh }));
const SOURCES: Record<string, string> = import.meta.glob("./zh/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The texts of a source file, without what is put into them. */
function literals(source: string): string[] {
  const code = source.replace(/^\s*\/\/.*$/gm, "");
  const found = code.match(/"(?:[^"\\]|\\.)*"|`[^`]*`/g) ?? [];
  return found.map((text) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, "·"));
}

describe("the glossary", () => {
  it("has one Chinese term where the English words have the term", () => {
    const amiss: string[] = [];
    for (const { english, chinese } of glossary) {
      const term = new RegExp(`\\b${english}(?!\\w)`, "i");
      for (const [name, text] of english ? ENGLISH : []) {
        const said = CHINESE.get(name) ?? "";
        if (term.test(text) && !chinese.some((each) => said.includes(each)))
          amiss.push(`${name}: ${said} should say ${chinese.join(" or ")} for ${english}`);
      }
    }
    expect(amiss).toEqual([]);
  });

  it("keeps the wrong Chinese terms out", () => {
    const all = Object.values(SOURCES).flatMap(literals);
    expect(all.length).toBeGreaterThan(800);
    for (const { never } of glossary)
      for (const wrong of never) expect(all.filter((text) => text.includes(wrong))).toEqual([]);
  });

  it("has full-width punctuation inside Chinese", () => {
    const all = Object.values(SOURCES).flatMap(literals);
    const half = /[一-鿿][,;:!?()]|[,;:!?()][一-鿿]|[一-鿿] ?(…|\.\.\.)$|%[一-鿿] | %/;
    expect(all.filter((text) => half.test(text))).toEqual([]);
  });

  it("says what people on a floor say", () => {
    expect(consoleEn.step["open-betting"]).toBe("Open betting");
    expect(pitEn.settings.save).toBe("Save settings");
    expect(en.table.allStakes("100")).toBe("Table total 100");
    expect(en.refusal.notEnough).toBe("Not enough credits. Buy in or get new play credits.");
    expect(en.table.takeBack).toBe("Remove bet");
    expect(en.phase["load-shoe"]).toBe("Preparing the shoe");
    expect(pitEn.noAlerts).toBe("No open alerts");
    expect(en.cashier.once).toContain("shown only once");
    expect(pitEn.settings.title.stakes_per_area).toBe("Max bets per spot");
    expect(en.player.corrected(5, "+475")).toBe("Round 5 corrected: +475");
    expect(en.table.waiting).toBe("Next round soon");
    expect(zh.player.corrected(5, "+475")).toBe("第 5 局已更正：+475");
    expect(zh.odd("1 to 2")).toBe("赔半");
    expect(zh.when.short.total("6")).toBe("6点赢");
  });
});
