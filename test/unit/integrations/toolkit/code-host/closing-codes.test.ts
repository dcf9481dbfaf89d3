// Which issues a merged change says it fixes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closingCodes } from "../../../../../src/integrations/toolkit/code-host/closing-codes.ts";

function codes(change: { title?: string; description?: string; branch?: string }): string[] {
  const all = { title: "", description: "", branch: "", ...change };
  return closingCodes(all).map(({ prefix, number }) => `${prefix}-${number}`);
}

describe("in a title or description", () => {
  test.each([
    ["Fixes NIM-42", ["NIM-42"]],
    ["fix: NIM-42 the list crashes", ["NIM-42"]],
    ["Guard the index (resolves NIM-7)", ["NIM-7"]],
    ["RESOLVED: nim-8!", ["NIM-8"]],
    ["**Closes:** NIM-9", ["NIM-9"]],
    ["Closes [NIM-4](https://retest.example/issues/iss_1), and more", ["NIM-4"]],
    ["Fixes NIM-1, fixes NIM-2", ["NIM-1", "NIM-2"]],
    ["Fixes NIM-1 closes QA-2", ["NIM-1", "QA-2"]],
    ["Fixes NIM-1. Fixed NIM-1.", ["NIM-1"]],
    ["Fixes\tNIM-3\r", ["NIM-3"]],
    ["Fixes NIM-9999999999", ["NIM-9999999999"]],
  ])("%j closes %j", (text, expected) => {
    expect(codes({ title: text })).toEqual(expected);
    expect(codes({ description: `About it.\n${text}\nThanks!` })).toEqual(expected);
  });

  test.each([
    ["Fixes NIM-1, NIM-2 and NIM-3", ["NIM-1", "NIM-2", "NIM-3"]],
    ["Fixes NIM-1,NIM-2.", ["NIM-1", "NIM-2"]],
    ["Fixes NIM-1 & NIM-2", ["NIM-1", "NIM-2"]],
    ["Fixes NIM-1, NIM-2, closes NIM-3", ["NIM-1", "NIM-2", "NIM-3"]],
    ["Fixes NIM-1, NIM-2 is still open", ["NIM-1"]],
    ["Fixes NIM-1 and NIM-2 comes next", ["NIM-1"]],
    ["Fixes NIM-1 and more", ["NIM-1"]],
  ])("a list counts where it ends the sentence: %j closes %j", (text, expected) => {
    expect(codes({ title: text })).toEqual(expected);
  });

  test.each([
    "NIM-42",
    "See NIM-42",
    "prefix NIM-42",
    "Fixes the crash of NIM-42",
    "Fixes NIM-42x",
    "Fixes NIM-42.5",
    "Fixes NIM-42/list",
    "Fixes NIM-42-beta",
    "Fixes https://retest.example/NIM-42",
    "https://example.com/?fixes NIM-42#fragment/NIM-42 https://x/fixes/NIM-42",
    "Fixes NIM-0",
    "Fixes NIM-042",
    "Fixes NIM-12345678901",
    "Fixes N-1",
    "Fixes NIMBUS-1",
    "Fixes #42",
    "Does not fix NIM-42",
    "This doesn't fix NIM-42",
    "Partly fixes NIM-42",
    "Fixes, NIM-42",
    "Fixes",
    "",
  ])("%j closes nothing", (text) => {
    expect(codes({ title: text, description: text })).toEqual([]);
  });

  test.each([
    "<!-- Say which issue it closes: Fixes NIM-42 -->",
    "<!-- Fixes NIM-42",
    "```\nFixes NIM-42\n```",
    "~~~\nFixes NIM-42",
    "> Fixes NIM-42",
    "Write `Fixes NIM-42` in the description.",
    "Fixes <!-- here --> NIM-42",
  ])("what a description does not say itself closes nothing: %j", (description) => {
    expect(codes({ description })).toEqual([]);
    expect(codes({ description: `Closes NIM-1\n\n${description}` })).toEqual(["NIM-1"]);
  });
});

describe("in the name of a branch", () => {
  test.each([
    ["fix/NIM-42", ["NIM-42"]],
    ["fix/NIM-42-note-list", ["NIM-42"]],
    ["mara/fixes-nim-42", ["NIM-42"]],
    ["close_NIM-1.resolve-NIM-2", ["NIM-1", "NIM-2"]],
    ["NIM-42", []],
    ["feature/NIM-42", []],
    ["hotfix/NIM-42", []],
    ["fix/NIM_42", []],
    ["fix/NIM-42b", []],
    ["fix/the-NIM-42", []],
  ])("%j closes %j", (branch, expected) => {
    expect(codes({ branch })).toEqual(expected);
  });

  test("a change that takes another back closes nothing by that one's name", () => {
    expect(codes({ title: 'Revert "Fixes NIM-42"', branch: "revert-482-fix/NIM-42" })).toEqual([]);
    expect(codes({ title: "Fixes NIM-42", branch: "revert-482-fix/NIM-42" })).toEqual([]);
    expect(codes({ title: 'Revert "Fixes NIM-42"', description: "Fixes NIM-43" })).toEqual(["NIM-43"]);
  });
});

const word = fc.constantFrom(
  "Fixes",
  "close:",
  "NIM-1",
  "nim-22",
  "not",
  ",",
  "and",
  "`",
  "<!--",
  "-->",
  "\n",
  ">",
  "a",
  "-",
);
const anything = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(word, { maxLength: 30 }).map((words) => words.join(" ")),
);

test("whatever is said, only codes that stand there are found, each once", () => {
  fc.assert(
    fc.property(anything, anything, anything, (title, description, branch) => {
      const found = codes({ title, description, branch });
      const all = `${title}\n${description}\n${branch}`.toUpperCase();
      expect(new Set(found).size).toBe(found.length);
      for (const code of found) expect(all).toContain(code);
    }),
    { numRuns: 2_000 },
  );
});

test("a sentence that says it is found in whatever other lines stand around it", () => {
  const keyword = fc.constantFrom(
    "close",
    "Closes",
    "CLOSED",
    "fix",
    "Fixes",
    "fixed:",
    "resolve",
    "Resolves:",
    "resolved",
  );
  const line = fc.string().map((text) => text.replaceAll(/[`<>~\n-]/g, ""));
  fc.assert(
    fc.property(fc.array(line), keyword, fc.integer({ min: 1, max: 9_999_999 }), (lines, verb, number) => {
      const description = [...lines, `${verb} QA-${number}`, ...lines].join("\n");
      expect(codes({ description })).toContain(`QA-${number}`);
    }),
  );
});

test("after a thousand mentions nothing more is looked for: in one line, in many, and in a list", () => {
  const last = "\nFixes NIM-2";
  for (const [one, few] of [
    ["Fixes NIM-1 ", 900],
    ["Fixes NIM-1\n", 900],
    ["Fixes NIM-1, NIM-1.\n", 400],
  ] as const) {
    expect(codes({ description: one.repeat(few) + last })).toEqual(["NIM-1", "NIM-2"]);
    expect(codes({ description: one.repeat(1_100) + last })).toEqual(["NIM-1"]);
  }
  expect(codes({ description: `Fixes ${"NIM-1, ".repeat(30_000)}NIM-2` })).toEqual(["NIM-1"]);
});

test("a code through which the end of what is looked at goes is no other issue's", () => {
  const upTo = (length: number, text: string) => `${"x ".repeat(length)}`.slice(0, length - text.length) + text;
  expect(codes({ title: `${upTo(1_024, " Fixes NIM-12")}34` })).toEqual([]);
  expect(codes({ description: `${upTo(262_144, " Fixes NIM-12")}34` })).toEqual([]);
  expect(codes({ branch: `${"x".repeat(1_014)}/fix-NIM-1234` })).toEqual([]);
  expect(codes({ title: `Fixes NIM-1 ${"x".repeat(2_000)}` })).toEqual(["NIM-1"]);
});

test.each(["`", "<!--", "Fixes ", "Fixes NIM-1, ", "NIM-1,", "-", "((((", "fix/", "\n", "> ", "```\n"])(
  "a description made of %j alone is read in one pass",
  (piece) => {
    expect(codes({ description: piece.repeat(4_000_000 / piece.length) }).length).toBeLessThan(2);
  },
);
