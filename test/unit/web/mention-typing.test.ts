// The mention that is being typed, and those that are shown.
import { expect, test } from "vitest";
import { mentionAt, splitMentions, withMention } from "../../../web/src/pages/issues/comments/mention-typing.ts";

const PEOPLE = ["Ann", "Ann Lee", "Zoë", "Lee (QA)"].map((name) => ({ id: name, name }));
const offered = (text: string) => mentionAt(text, text.length, PEOPLE)?.people.map(({ name }) => name) ?? null;

test.each<[string, string[] | null]>([
  ["@", ["Ann", "Ann Lee", "Zoë", "Lee (QA)"]],
  ["See @an", ["Ann", "Ann Lee"]],
  ["(@Ann L", ["Ann Lee"]],
  ["@lee", ["Lee (QA)", "Ann Lee"]],
  ["@Ann Lee said", null],
  ["ann@an", null],
  ["@ ann", null],
  ["@Zoë\n", null],
  ["none", null],
])("%j offers %j", (text, names) => {
  expect(offered(text)).toEqual(names);
});

test("the name takes the place of what was typed of it", () => {
  expect(withMention("Hi @zo, look", 6, 3, "Zoë")).toEqual({ text: "Hi @Zoë , look", caret: 8 });
  expect(withMention("@an please", 3, 0, "Ann Lee")).toEqual({ text: "@Ann Lee please", caret: 9 });
});

test("names stand apart, the longest first, and no part of a word does", () => {
  const shown = (text: string) =>
    splitMentions(text, ["Ann", "Ann Lee", "Lee (QA)"]).map((part) => (part.isName ? `[${part.text}]` : part.text));
  expect(shown("@Ann Lee, @ann and @Lee (QA)").join("")).toBe("[@Ann Lee], [@ann] and [@Lee (QA)]");
  expect(shown("@Anna").join("")).toBe("@Anna");
  expect(splitMentions("x", [])).toEqual([{ text: "x", isName: false }]);
});
