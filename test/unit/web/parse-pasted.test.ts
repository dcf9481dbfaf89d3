// Pasted text as checks: lists as people write them, cells as spreadsheets copy them.
import { describe, expect, test } from "vitest";
import { isSeveral, leftOutText, parsePasted } from "../../../web/src/pages/runbook/editing/parse-pasted.ts";

const read = (text: string) => parsePasted(text).checks.map(({ title, instructions }) => [title, instructions ?? null]);
const titles = (text: string) => parsePasted(text).checks.map(({ title }) => title);

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
    expect(parsePasted('One\n"Two\nand a half"\tx\n\nThree').checks.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test.each([
    ["Title\tInstructions\nPay\tBy card", ["Title", "Instructions"], [["Pay", "By card"]]],
    [
      "\n TITLE \tsteps\tExpected Result\nPay\tOpen it\tIt opens",
      ["TITLE", "steps", "Expected Result"],
      [["Pay", "Open it\nIt opens"]],
    ],
    ["ID\tTest case\tDescription\nTC-1\tPay\tBy card", ["ID", "Test case", "Description"], [["Pay", "TC-1\nBy card"]]],
    [
      "Check\nPay by card\nPay by voucher",
      ["Check"],
      [
        ["Pay by card", null],
        ["Pay by voucher", null],
      ],
    ],
    [" title \r\nPay", ["title"], [["Pay", null]]],
    ["Check\tHow to test\t\nPay\tBy card", ["Check", "How to test"], [["Pay", "By card"]]],
  ])("a row that names the columns is no check, and says which column has the titles: %j", (text, header, expected) => {
    expect(read(text)).toEqual(expected);
    expect(parsePasted(text).header).toEqual(header);
  });

  test.each([
    ["a list of fields", "Title\nInstructions\nSteps"],
    ["nothing below it", "Title\tInstructions"],
    ["a line of a list that is only like a name", "Check:\nPay"],
    ["a word that a list may begin with", "Summary\nPay"],
    ["a name that no column has", "Title\tIs shown in bold\nSteps\tAre numbered"],
    ["no title among them", "Steps\tNotes\nOne\tTwo"],
  ])("what only looks like the names of columns stays a check: %s", (_what, text) => {
    const [first] = text.split(/[\t\n]/);
    expect([titles(text)[0], parsePasted(text).header]).toEqual([first, null]);
  });

  test("below the names of columns, rows without a title are left out, and their lines are named", () => {
    const one = parsePasted("Steps\tTitle\nOpen it\tPay\nPress OK\t\n\t\nLook\tRead");
    expect(one.checks.map(({ title }) => title)).toEqual(["Pay", "Read"]);
    expect(one.untitled).toEqual([3]);
    expect(leftOutText(one)).toBe(
      " The first row was left out: it names the columns (Steps, Title). Line 3 was left out, too: it has no title.",
    );
    const many = parsePasted(`Steps\tTitle\n${"x\t\n".repeat(6)}`);
    expect([many.checks, leftOutText(many)]).toEqual([
      [],
      " The first row was left out: it names the columns (Steps, Title). 6 rows were left out, too: they have no title (lines 2, 3, 4, 5, 6 and more).",
    ]);
    expect(leftOutText(parsePasted("Check\nPay"))).toBe(" The first row was left out: it names the column (Check).");
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
