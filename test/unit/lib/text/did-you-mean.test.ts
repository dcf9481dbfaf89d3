// The word that somebody probably meant.
import { expect, test } from "vitest";
import { nearestWord } from "../../../../src/lib/text/did-you-mean.ts";

const KNOWN = ["ref", "title", "checks", "instructions", "not_applicable"];

test.each([
  ["tilte", "title"],
  ["tittle", "title"],
  ["Title", "title"],
  ["check", "checks"],
  ["instuctions", "instructions"],
  ["notapplicable", "not_applicable"],
  ["reference", undefined],
  ["colour", undefined],
  ["", undefined],
  ["t".repeat(100_000), undefined],
])("%.20s is taken for %s", (word, meant) => {
  expect(nearestWord(word, KNOWN)).toBe(meant);
});
