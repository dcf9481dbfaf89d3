// Spreadsheets with statuses as people keep them: merged cells, several sheets, and several columns.
import { expect, test } from "vitest";
import { casesOfReport, refusalOfReport } from "../../../support/samples/read-report.ts";
import { writeSheet, writeSheets, writeZip } from "../../../support/samples/write-zip.ts";

const HEADER = ["ID", "Title", "Status"];
const RUN = [HEADER, ["C1", "Add", "Passed"]];

const told = (file: Buffer) => casesOfReport(file).map(({ id, outcome }) => [id, outcome]);

/** A sheet with merged cells, of which only the first has its text. */
function merged(rows: readonly (readonly string[])[], ...ranges: string[]): Buffer {
  const cell = (text: string) => (text === "" ? "<c/>" : `<c t="inlineStr"><is><t>${text}</t></is></c>`);
  const sheet = rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("");
  const merges = ranges.map((range) => `<mergeCell ref="${range}"/>`).join("");
  return writeSheet(`<sheetData>${sheet}</sheetData><mergeCells>${merges}</mergeCells>`);
}

test("a status that is merged over several columns is refused where these contradict each other", () => {
  const sheet = (chrome: string, firefox: string) =>
    merged(
      [
        [...HEADER, ""],
        ["", "", "Chrome", "Firefox"],
        ["C1", "Add", chrome, firefox],
      ],
      ...["A1:A2", "B1:B2", "C1:D1"],
    );
  const refusal = "Several columns have statuses (C, D): keep one.";
  expect(refusalOfReport(sheet("Passed", "Failed"))).toBe(refusal);
  expect(refusalOfReport(sheet("Passed", ""))).toBe("");
  expect(told(sheet("", "Failed"))).toEqual([["C1", "failed"]]);
  expect(told(sheet("Passed", "Passed"))).toEqual([["C1", "passed"]]);
  const titled = [
    ["", "", "Chrome", "", "Firefox"],
    ["ID", "Title", "Status", "Note", "Status"],
    ["C1", "Add", "Passed", "", "Failed"],
  ];
  expect(refusalOfReport(merged(titled, "C1:D1"))).toBe("Several columns have statuses (C, E): keep one.");
});

test("rows whose id is merged are one case, of whose statuses the gravest counts", () => {
  const rows = [HEADER, ["C1", "Add", "Passed"], ["", "", "Failed"], ["C2", "Pay", "Passed"], ["C2", "Pay", "Failed"]];
  expect(told(merged(rows, "A2:A3", "B2:B3"))).toEqual([
    ["C1", "failed"],
    ["C2", "passed"],
    ["C2", "failed"],
  ]);
  const titles = merged(
    [
      ["Title", "Status"],
      ["Add", "Passed"],
      ["", "Blocked"],
    ],
    "A2:A3",
  );
  expect(casesOfReport(titles)).toMatchObject([{ name: "Add", outcome: "skipped", status: "Blocked", line: 2 }]);
  const cases = merged([HEADER, ["C1", "Add", "Passed"], ["C2", "", "Failed"]], "B2:B3");
  expect(casesOfReport(cases).map(({ id, name }) => [id, name])).toEqual([
    ["C1", "Add"],
    ["C2", "Add"],
  ]);
});

test("a merged title above the names of the columns is no section", () => {
  const rows = [["Regression for SHOP-1"], HEADER, ["C1", "Add", "Passed"], ["Cart"], ["C2", "Pay", "Passed"]];
  expect(casesOfReport(merged(rows, "A1:C1", "A4:C4")).map(({ suites }) => suites)).toEqual([[], ["Cart"]]);
});

test("beside the sheet with statuses none is left out that may have some, in words that only a mapping knows", () => {
  const refusal = 'Several sheets have statuses ("Run", "More"): send a file with one of them.';
  for (const word of ["NG", "✗", "Accepted"]) {
    expect(refusalOfReport(writeSheets({ Run: RUN, More: [HEADER, ["C2", "Pay", word]] }))).toBe(refusal);
  }
  for (const more of [
    ["C2", "Pay", "Untested"],
    ["C2", "Pay", ""],
    ["C1", "Add", "Draft"],
  ]) {
    expect(told(writeSheets({ Run: RUN, More: [HEADER, more] }))).toEqual([["C1", "passed"]]);
  }
  expect(told(writeSheets({ Run: RUN, More: [HEADER] }))).toEqual([["C1", "passed"]]);
});

test("a binary spreadsheet is to be saved as .xlsx or CSV", () => {
  expect(refusalOfReport(writeZip([{ name: "xl/workbook.bin", content: "x" }]))).toBe(
    "This spreadsheet is in another format than .xlsx: save it as .xlsx or CSV.",
  );
});
