// Spreadsheets of real programs mean what their tables mean as CSV.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readExport } from "../../../support/samples/export-reading.ts";
import { EXPORTS } from "../../../support/samples/export-samples.ts";

const WRITTEN = "test/samples/spreadsheets";
const programs = Object.keys(JSON.parse(readFileSync(`${WRITTEN}/versions.json`, "utf8")));
const MEANT = {
  testrail: `${EXPORTS}/testrail.csv`,
  qase: `${EXPORTS}/qase.csv`,
  own: `${WRITTEN}/own.csv`,
};
/** It writes formulas without their values. */
const OPENPYXL_FORMULA = { said: '="einlösen"&" und "&"zahlen"', meant: "einlösen und zahlen" };
/** It has no links that it could save. */
const DROPS_LINKS = ["gnumeric"];

const read = (file: string) => readExport(readFileSync(file), { keepFields: true });
const meaningOf = (file: string) => {
  const { format, file: runbook } = read(file);
  const sections = runbook.sections.map(({ title, checks }) => [title, checks.map(({ at, ...check }) => check)]);
  return JSON.stringify({ format, sections }, null, 1);
};

test("each program wrote each table", () => {
  const files = readdirSync(WRITTEN).filter((name) => name.endsWith(".xlsx"));
  const expected = Object.keys(MEANT).flatMap((table) => programs.map((program) => `${table}.${program}.xlsx`));
  expect(files).toEqual(expected.sort());
  expect(programs).toHaveLength(6);
});

describe.each(Object.entries(MEANT))("%s", (table, meant) => {
  test.each(programs)("as %s wrote it means what it means as CSV", (program) => {
    const { said, meant: worked } = OPENPYXL_FORMULA;
    const found = meaningOf(`${WRITTEN}/${table}.${program}.xlsx`);
    const isOpen = table === "own" && program === "openpyxl";
    expect(found.includes(JSON.stringify(said).slice(1, -1))).toBe(isOpen);
    expect(found.replace(JSON.stringify(said).slice(1, -1), worked)).toBe(meaningOf(meant));
  });
});

test.each(programs)(
  "what has no place in the table of %s is listed: the note, the link, the cover and the hidden sheet",
  (program) => {
    const { leftOut } = read(`${WRITTEN}/own.${program}.xlsx`);
    const link = DROPS_LINKS.includes(program) ? [] : [["link of a cell", [4]]];
    expect(leftOut.map(({ field, lines }) => [field, lines])).toEqual([
      ["comment of a cell", [4]],
      ...link,
      ["sheet Deckblatt", [1]],
      ["sheet Alt", [1]],
    ]);
  },
);
