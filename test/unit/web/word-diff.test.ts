// Wordings compared word by word.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { wordDiff } from "../../../web/src/pages/issues/history/word-diff.ts";
import { expectLinear } from "../../support/machine/linear-time.ts";

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

  test("looks each pair of words up once, in a table of at most four million", () => {
    const cells: number[] = [];
    vi.stubGlobal(
      "Uint16Array",
      class extends Uint16Array {
        constructor(length: number) {
          super(length);
          cells.push(length);
        }
      },
    );
    try {
      for (const words of [10, 999, 1_000, 1_001, 4_000]) wordDiff("abc ".repeat(words), "abd ".repeat(words));
    } finally {
      vi.unstubAllGlobals();
    }
    expect(cells).toEqual([20 ** 2, 1_998 ** 2, 2_000 ** 2]);
  });

  test.each([
    ["a b ", "b c "],
    ["abc ", "abd "],
  ])("takes linear time for texts that are too long for the table: %j, %j", async (before, after) => {
    const parts = wordDiff(before.repeat(1_001), after.repeat(1_001));
    expect(parts.map(({ kind }) => kind)).toEqual(["gone", "new", "same"]);
    await expectLinear(1_100_000, (size) => {
      const [old, fresh] = [before.repeat(size / 4), after.repeat(size / 4)];
      return () => wordDiff(old, fresh);
    });
  });
});
