// Numbers of spreadsheets as people see them.
import { expect, test } from "vitest";
import { formatOfCode, formatOfNumber, numberText } from "../../../../src/lib/formats/cell-numbers.ts";

const shown = (said: string, format: number | string, is1904 = false) =>
  numberText(said, typeof format === "string" ? formatOfCode(format) : formatOfNumber(format), is1904);

test.each([
  ["45366", 14, "2024-03-15"],
  ["45366.75", 22, "2024-03-15 18:00"],
  ["45366.999999", 22, "2024-03-16 00:00"],
  ["0.5", 20, "12:00"],
  ["0.500011574", 21, "12:00:01"],
  ["1.25", 46, "30:00"],
  ["45366", "dd/mm/yyyy", "2024-03-15"],
  ["45366", '[$-409]mmmm\\ d", "yyyy;@', "2024-03-15"],
  ["45366.5", "yyyy\\-mm\\-dd\\ h:mm AM/PM", "2024-03-15 12:00"],
  ["1.5", "[h]:mm", "36:00"],
  ["45366", "mmm", "2024-03-15"],
  ["1", 14, "1900-01-01"],
  ["61", 14, "1900-03-01"],
  ["-1", 14, "-1"],
  ["99999999", 14, "99999999"],
  ["0.255", 10, "25.5%"],
  ["7", '"TC-"000', "TC-007"],
  ["7", "0000", "0007"],
  ["7.5", "0000", "7.5"],
  ["7", "General", "7"],
  ["7", '#,##0.00 "days"', "7"],
  ["7", "[Red]0.0", "7"],
])("%s in the format %s is %s", (said, format, text) => {
  expect(shown(said, format)).toBe(text);
});

test("days that are counted from 1904 are four years later", () => {
  expect(shown("0", 14, true)).toBe("1904-01-01");
  expect(shown("43904.25", 22, true)).toBe("2024-03-15 06:00");
});

test.each([
  ["7.0", "7"],
  ["1.0E3", "1000"],
  ["0.10000000000000001", "0.1"],
  ["12345678901234567", "12345678901234567"],
  ["1E21", "1E21"],
  ["-0.5", "-0.5"],
  ["", ""],
  ["seven", "seven"],
  ["0x10", "0x10"],
])("%s without a format is %s", (said, text) => {
  expect(shown(said, 0)).toBe(text);
});
