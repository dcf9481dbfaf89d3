// The word that somebody probably meant.
import { expect, test } from "vitest";
import { didYouMean, nearestWord, suggestion } from "../../../../src/lib/text/did-you-mean.ts";

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

test("of several that come near the nearest is taken, the first of equals", () => {
  expect(nearestWord("pay-9", ["PAY-10", "PAY-2", "PAY-1"])).toBe("PAY-2");
});

test("what is meant is said within a sentence, or as one; where nothing comes near, what is given, or nothing", () => {
  expect(didYouMean("andriod", ["ios", "android"], "expected a platform")).toBe('did you mean "android"?');
  expect(didYouMean("tv", ["ios", "android"], "expected a platform")).toBe("expected a platform");
  expect(suggestion("andriod", ["ios", "android"])).toBe(' Did you mean "android"?');
  expect(suggestion("tv", ["ios", "android"])).toBe("");
});

test("only so many words are looked at, and none that is longer than can be shown", () => {
  const many = Array.from({ length: 100_000 }, (_, i) => (i === 50_000 ? "word" : `other ${i}`));
  expect(nearestWord("word", many)).toBeUndefined();
  expect(nearestWord("x".repeat(60), ["x".repeat(61)])).toBeUndefined();
});
