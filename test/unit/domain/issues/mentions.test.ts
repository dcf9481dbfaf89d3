// Who a text mentions.
import { expect, test } from "vitest";
import { mentionsIn } from "../../../../src/domain/issues/mentions.ts";

const PEOPLE = ["Ann", "Ann Lee", "Zoë Müller", "🐞 Bug", "O'Neil", "Ann"].map((name, n) => ({ id: `per_${n}`, name }));

test.each<[string, string, string[]]>([
  ["a name behind the sign", "Look, @Zoë Müller!", ["per_2"]],
  ["whatever the letters' size and form", "@zoe\u0308 mu\u0308ller", ["per_2"]],
  ["the longest name that fits", "@Ann Lee, see", ["per_1"]],
  ["all people of one name", "(@ann)", ["per_0", "per_5"]],
  ["in the order in which they stand, once each", "@O'Neil @Ann Lee @O'Neil", ["per_4", "per_1"]],
  ["a name that begins with a picture", "@🐞 Bug", ["per_3"]],
  ["two names without a space between", "@Ann Lee@O'Neil", ["per_1"]],
  ["no part of a longer word", "@Anna @Ann_1 @Ann2", []],
  ["no e-mail address", "zoe@Ann.example, é@Ann", []],
  ["nobody who is not known", "@Nobody", []],
  ["no name without the sign", "Ann", []],
  ["the sign alone", "@ @@ @", []],
  ["a shorter name where the longer one is only begun", "@Ann Leeds", ["per_0", "per_5"]],
])("%s", (_what, text, ids) => {
  expect(mentionsIn(text, PEOPLE).map(({ id }) => id)).toEqual(ids);
});

test("a name is read once, however often the sign stands in the text", () => {
  let reads = 0;
  const people = Array.from({ length: 100 }, (_, n) => ({
    id: `per_${n}`,
    get name() {
      reads++;
      return `Somebody ${n}`;
    },
  }));
  expect(mentionsIn("@Somebody 7 ".repeat(300), people).map(({ id }) => id)).toEqual(["per_7"]);
  // Once to be looked for, and again of those who are mentioned.
  expect(reads).toBeLessThanOrEqual(100 + 300);
});
