// What a comment's plain text is shown as.
import { expect, test } from "vitest";
import { type Block, blocksOf, spansOf } from "../../../web/src/pages/issues/comments/comment-blocks.ts";

const text = (words: string): Block => ({ kind: "text", text: words });
const code = (words: string): Block => ({ kind: "code", text: words });
const list = (...items: string[]): Block => ({ kind: "list", isNumbered: false, start: 1, items });
const numbered = (start: number, ...items: string[]): Block => ({ kind: "list", isNumbered: true, start, items });

test.each<[string, string, Block[]]>([
  ["plain lines", "One\nTwo\n\nThree", [text("One\nTwo\n\nThree")]],
  [
    "a list with words around it",
    "Seen:\n- here\n* there\nOften.",
    [text("Seen:"), list("here", "there"), text("Often.")],
  ],
  ["numbers that begin anywhere", "3. three\n4) four", [numbered(3, "three", "four")]],
  ["numbers that don't count on", "1. one\n\n7. seven", [numbered(1, "one"), numbered(7, "seven")]],
  ["items with room between them", "- a\n\n- b", [list("a", "b")]],
  ["an item that goes on below", "- a\n  more\n- b", [list("a\nmore", "b")]],
  ["code, with lists and fences in it", "````\n- no item\n```\n````", [code("- no item\n```")]],
  ["code with the name of a language", "```json\n{}\n```\nafter", [code("{}"), text("after")]],
  ["a fence that is never closed", "```\nsay", [text("```\nsay")]],
  [
    "a dash, a number and a star within a line",
    "a - b\n-5 degrees\n2.5 is *more*",
    [text("a - b\n-5 degrees\n2.5 is *more*")],
  ],
  ["markup", "<b>x</b>", [text("<b>x</b>")]],
  ["nothing", "", []],
])("%s", (_what, given, blocks) => {
  expect(blocksOf(given)).toEqual(blocks);
});

test.each<[string, string, string]>([
  ["code within words", "tap `Pay` twice", "tap |Pay| twice"],
  ["a single sign", "it`s", "it`s"],
  ["signs within code", "``a`b``", "|a`b|"],
  ["two of them", "`a` and `b`", "|a| and |b|"],
  ["code is not across paragraphs", "`a\n\nb`", "`a\n\nb`"],
])("%s", (_what, given, shown) => {
  const spans = spansOf(given);
  expect(spans.map((span) => (span.kind === "code" ? `|${span.text}|` : span.text)).join("")).toBe(shown);
});

test("no text takes long to read", () => {
  for (const hard of [
    "`".repeat(4_000),
    "` ".repeat(2_000),
    "- ".repeat(2_000),
    "\n".repeat(4_000),
    "```\n".repeat(1_000),
  ]) {
    expect(JSON.stringify([blocksOf(hard), spansOf(hard)]).length).toBeLessThan(100_000);
  }
});
