import { expect, test } from "vitest";
import { outlives } from "../../../../src/domain/access/key-end.ts";

test.each([
  ["ends before it", 10, 20, false],
  ["ends with it", 20, 20, false],
  ["ends after it", 21, 20, true],
  ["never ends", null, 20, true],
  ["ends, and the other never does", 10, null, false],
  ["never ends, as the other", null, null, false],
])("a key that %s", (_how, end, askerEnd, expected) => {
  expect(outlives(end, askerEnd)).toBe(expected);
});
