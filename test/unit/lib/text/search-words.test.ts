// Words as a search compares them.
import { describe, expect, test } from "vitest";
import { askedWords, wordsOf } from "../../../../src/lib/text/search-words.ts";
import { expectLinear } from "../../../support/machine/linear-time.ts";

describe("the words of a text", () => {
  test.each([
    [
      "are runs of letters and digits, in small letters, each once",
      "Login, LOGIN: it's v2.0!",
      ["login", "it", "s", "v2", "0"],
    ],
    ["have no accents", "Crème ÀÉ e\u0301", ["creme", "ae", "e"]],
    ["meet in spite of special letters", "Straße ΟΔΟΣ İı ﬁ", ["strasse", "οδοσ", "ii", "fi"]],
    ["keep the vowel signs that are part of a letter", "हिन्दी", ["हिन्दी"]],
    ["are single characters and pairs where no space is written", "東京駅", ["東", "京", "東京", "駅", "京駅"]],
    ["are cut between scripts", "v東京b", ["v", "東", "京", "東京", "b"]],
    ["may be emoji", "a🔥b👍🏽 ❤\ufe0f", ["a", "🔥", "b", "👍", "❤"]],
    ["are none in a text of signs", "*** --- § \u0301", []],
  ])("%s", (_sentence, text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test("are cut at 64 characters, between characters", () => {
    expect(wordsOf("a".repeat(100))).toEqual(["a".repeat(64)]);
    const [word] = wordsOf(`a${"𝒳\u{10400}".repeat(50)}`);
    expect(word!.isWellFormed()).toBe(true);
  });

  test.each(["é", "a ", "東", "\u0301"])("of a long text of %j are found in linear time", async (unit) => {
    await expectLinear(100_000, (size) => {
      const text = unit.repeat(size / unit.length);
      return () => wordsOf(text);
    });
  });
});

describe("what a search asks for", () => {
  test.each([
    ["whole words, the last unfinished", "The log", { whole: ["the"], start: "log" }],
    [
      "pairs of characters where no space is written, none unfinished",
      "新東京",
      { whole: ["新東", "東京"], start: null },
    ],
    ["a single character as it stands", "京", { whole: ["京"], start: null }],
    ["each script in its own way", "log 東京 in", { whole: ["log", "東京"], start: "in" }],
    ["nothing", "***", { whole: [], start: null }],
  ])("%s", (_sentence, text, asked) => {
    expect(askedWords(text)).toEqual(asked);
  });
});
