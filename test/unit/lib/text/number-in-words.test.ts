// Numbers in sentences.
import { expect, test } from "vitest";
import { numberInWords } from "../../../../src/lib/text/number-in-words.ts";

test("a number up to ten is a word, a larger one has digits", () => {
  expect([0, 1, 5, 10].map(numberInWords)).toEqual(["no", "one", "five", "ten"]);
  expect([11, 1_200].map(numberInWords)).toEqual(["11", "1,200"]);
});
