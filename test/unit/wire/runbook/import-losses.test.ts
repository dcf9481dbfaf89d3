// Whatever stands in the export of another tool stands in the runbook, or is listed: steps whose numbers have gaps, fields at every level.
import { describe, expect, test } from "vitest";
import { readRunbook } from "../../../../src/wire/runbook/read-runbook.ts";
import type { AskedReading } from "../../../../src/wire/runbook/runbook-format.ts";
import { writeTable } from "../../../support/samples/export-samples.ts";

const PLAIN: AskedReading = {
  type: null,
  format: null,
  refPrefix: "",
  keepFields: false,
  columns: null,
  guesses: false,
};

const read = (file: string, asked: Partial<AskedReading> = {}) => {
  const reading = readRunbook(Buffer.from(file), { ...PLAIN, ...asked });
  if ("wrong" in reading) throw new Error(reading.wrong);
  return reading;
};
const instructions = (file: string) => read(file).file.sections[0]!.checks[0]!.instructions;

describe("Qase's CSV", () => {
  const qase = (actions: string, results: string, data = "") =>
    writeTable(
      [
        ["v2.id", "title", "steps_actions", "steps_result", "steps_data", "suite"],
        ["7", "Pay", actions, results, data, "Cart"],
      ],
      ",",
    );

  test.each([
    [
      "a result of the second step alone",
      '1. "open"\n2. "close"',
      '2. "closed"',
      "",
      "1. open\n2. close\n   Expected: closed",
    ],
    ["a result that has no number", '1. "open"', "All is well", "", "Steps: 1. open\n\nExpected result: All is well"],
    ["data that have no number", '1. "open"', "", "a book", "Steps: 1. open\n\nData: a book"],
    ["data alone", "", "", "a book", "Data: a book"],
    ["a result of a step that is not described", '1. "open"', '2. "closed"', "", "1. open\n2. Expected: closed"],
    [
      "a quoted text of several lines that has numbers of its own",
      '1. "open\n2. the left one"\n2. "close"',
      '1. "a\n5. b"',
      "",
      "1. open\n   2. the left one\n   Expected: a\n   5. b\n2. close",
    ],
    ["quotes that do not close", '1. "Add" is pressed\n2. "close', "", "", '1. "Add" is pressed\n2. "close'],
  ])("keeps %s", (_what, actions, results, data, told) => {
    expect(instructions(qase(actions, results, data))).toBe(told);
  });
});

describe("numbered expectations of a table", () => {
  const table = (steps: string, expected: string) =>
    writeTable(
      [
        ["Title", "Steps", "Expected"],
        ["Pay", steps, expected],
      ],
      ",",
    );
  const THREE = "1. open\n2. press\n3. close";

  test.each([
    [
      "with a gap go to the steps of their numbers",
      "1. opened\n3. closed",
      "1. open\n   Expected: opened\n2. press\n3. close\n   Expected: closed",
    ],
    ["that begin later do, too", "2. pressed", "1. open\n2. press\n   Expected: pressed\n3. close"],
    [
      "whose numbers no step has stay one text",
      "4. closed",
      "Steps:\n1. open\n2. press\n3. close\n\nExpected result: 4. closed",
    ],
    [
      "of which each step has one may speak of numbers",
      "1. shows\n3. Berlin\n2. pressed\n3. closed",
      "1. open\n   Expected: shows\n   3. Berlin\n2. press\n   Expected: pressed\n3. close\n   Expected: closed",
    ],
  ])("%s", (_what, expected, told) => {
    expect(instructions(table(THREE, expected))).toBe(told);
  });
});
