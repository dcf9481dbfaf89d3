// Issue codes: the prefix of an app and the number of an issue.
import { describe, expect, test } from "vitest";
import { isPrefix, issueCode, prefixesFor } from "../../../../src/domain/issues/issue-code.ts";

/** The first prefix for a name that is not taken. */
function prefixFor(name: string, isTaken: (prefix: string) => boolean = () => false): string {
  for (const prefix of prefixesFor(name)) if (!isTaken(prefix)) return prefix;
  throw new Error("all are taken");
}

test("a code is the app's prefix, a dash and the number", () => {
  expect(issueCode("PAY", 12)).toBe("PAY-12");
});

describe("a prefix is 2 to 5 capitals", () => {
  test.each(["AB", "ABC", "ABCDE", "ZZ"])("%s is one", (text) => expect(isPrefix(text)).toBe(true));
  test.each(["", "A", "ABCDEF", "ab", "Ab", "A1", "A-B", "ÄB", " AB", "AB\n", "ＡＢ"])("%j is none", (text) => {
    expect(isPrefix(text)).toBe(false);
  });
});

describe("a prefix derived from the app's name", () => {
  const NAMES: [name: string, prefix: string][] = [
    ["Shop Front", "SF"],
    ["The Very Long Name Of App", "TVLNO"],
    ["Checkout", "CHE"],
    ["Go", "GO"],
    ["Élan vital", "EV"],
    ["Ünïcödé", "UNI"],
    ["web-shop", "WS"],
    ["app_2_go", "AG"],
    ["ﬁnance", "FIN"],
  ];
  test.each(NAMES)("%j gives %s", (name, prefix) => expect(prefixFor(name)).toBe(prefix));

  test.each(["", "7", "日本語", "🙂", "Q", "2048", "ß", "\u0301", "x".repeat(200), "ＡＢＣ", "Ω"])(
    "%j gives 2 to 5 capitals too",
    (name) => expect(isPrefix(prefixFor(name))).toBe(true),
  );

  test("the first choice that is taken gives way to another that still reads like the name", () => {
    expect(prefixFor("Shop Front", (prefix) => prefix === "SF")).toBe("SHO");
  });

  test.each(["Shop Front", "Go", "日本語"])("a thousand apps called %j all get prefixes of their own", (name) => {
    const taken = new Set<string>();
    for (let i = 0; i < 1_000; i++) taken.add(prefixFor(name, (prefix) => taken.has(prefix)));
    expect(taken.size).toBe(1_000);
    expect([...taken].every(isPrefix)).toBe(true);
  });

  test("where everything that reads like the name is taken, another name begins elsewhere", () => {
    const unlike = (prefix: string) => prefix.startsWith("AP");
    const found = new Set(Array.from({ length: 500 }, (_, n) => prefixFor(`App ${n}`, unlike)));
    expect(found.size).toBe(500);
  });
});
