// Pasted text as checks: lists as people write them, cells as spreadsheets copy them.
import { describe, expect, test } from "vitest";
import { isSeveral, parsePasted } from "../../web/src/pages/runbook/parse-pasted.ts";

const read = (text: string) => parsePasted(text).map(({ title, instructions }) => [title, instructions ?? null]);
const titles = (text: string) => parsePasted(text).map(({ title }) => title);

describe("pasted text", () => {
  test.each([
    ["lines", "One\nTwo\r\nThree\rFour", ["One", "Two", "Three", "Four"]],
    ["blank lines and blanks around", "\n  One \n\n\t\n Two\n", ["One", "Two"]],
    ["bullets", "- One\n* Two\n• Three\n– Four", ["One", "Two", "Three", "Four"]],
    ["numbers and letters", "1. One\n2) Two\n10. Ten\na) First", ["One", "Two", "Ten", "First"]],
    ["boxes", "- [ ] One\n[x] Two\n☐ Three", ["One", "Two", "Three"]],
    [
      "what only looks like a number",
      "1.5 litres\n3 tries\n-5 degrees\n2FA by SMS",
      ["1.5 litres", "3 tries", "-5 degrees", "2FA by SMS"],
    ],
    ["a quotation at the beginning", '"Save" is shown\nNext', ['"Save" is shown', "Next"]],
  ])("%s", (_what, text, expected) => {
    expect(titles(text)).toEqual(expected);
  });

  test.each([
    [
      "two columns",
      "One\tFirst\nTwo\tSecond",
      [
        ["One", "First"],
        ["Two", "Second"],
      ],
    ],
    [
      "a cell with line breaks and quotes",
      'One\t"Open it.\r\nPress ""OK""."\nTwo\t',
      [
        ["One", 'Open it.\r\nPress "OK".'],
        ["Two", null],
      ],
    ],
    ["a title with a line break", '"One\nmore"\tHow', [["One more", "How"]]],
    ["more columns", "One\tFirst\tSecond\t\tThird", [["One", "First\nSecond\nThird"]]],
    [
      "a row without a title",
      "\tOnly this\nTwo",
      [
        ["Only this", null],
        ["Two", null],
      ],
    ],
  ])("cells: %s", (_what, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test("each knows its line in the text", () => {
    expect(parsePasted('One\n"Two\nand a half"\tx\n\nThree').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test("one line is left to the field it is pasted into", () => {
    expect([isSeveral("One"), isSeveral(" One \n"), isSeveral("One\nTwo"), isSeveral("One\tTwo")]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
