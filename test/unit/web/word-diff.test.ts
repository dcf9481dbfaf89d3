// Wordings compared word by word.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordDiff } from "../../../web/src/pages/issues/history/word-diff.ts";

const said = (before: string, after: string) => wordDiff(before, after).map(({ kind, text }) => `${kind}: ${text}`);

describe("a comparison of wordings", () => {
  test("keeps what stayed, and gathers what changed into phrases", () => {
    expect(said("Seen twice on iOS", "Seen three times on iOS")).toEqual([
      "same: Seen ",
      "gone: twice",
      "new: three times",
      "same:  on iOS",
    ]);
    expect(said("same", "same")).toEqual(["same: same"]);
    expect(said("", "new")).toEqual(["new: new"]);
  });

  test("loses nothing of either wording", () => {
    const word = fc.constantFrom("a", "b", "c", " ", "\n", ".", "é", "字");
    const wording = fc.array(word, { maxLength: 60 }).map((words) => words.join(""));
    fc.assert(
      fc.property(wording, wording, (before, after) => {
        const parts = wordDiff(before, after);
        const without = (kind: string) => parts.filter((part) => part.kind !== kind).map((part) => part.text);
        expect(without("new").join("")).toBe(before);
        expect(without("gone").join("")).toBe(after);
      }),
    );
  });

  test("is quick for the longest texts there are", () => {
    const start = process.cpuUsage();
    wordDiff("a b ".repeat(1_000), "b c ".repeat(1_000));
    wordDiff("abc ".repeat(1_000), "abd ".repeat(1_000));
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000);
  });
});
