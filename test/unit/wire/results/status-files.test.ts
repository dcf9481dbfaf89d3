// Statuses of other test management tools in files that are no CSV: spreadsheets, and the XML of TestRail and TestLink.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MAX_CASES } from "../../../../src/domain/limits.ts";
import type { TestCase } from "../../../../src/domain/results/test-case.ts";
import { readCsvRows } from "../../../../src/lib/formats/csv.ts";
import { insteadOfReport } from "../../../../src/wire/results/reports/other-reports.ts";
import { recogniseReport } from "../../../../src/wire/results/reports/report-formats.ts";
import { casesOfReport, refusalOfReport } from "../../../support/samples/read-report.ts";
import { writeSheet, writeSheets, writeZip } from "../../../support/samples/write-zip.ts";

const sample = (file: string) => readFileSync(`test/samples/statuses/${file}`);
const rowsOf = (file: string) => readCsvRows(sample(file).toString()).map((row) => row.map(({ text }) => text));

const said = (cases: TestCase[]) => cases.map(({ id, name, outcome, message }) => [id, name, outcome, message]);

describe("spreadsheets", () => {
  test.each(["testrail-run.csv", "zephyr-executions.csv", "xray-runs.csv"])("%s as .xlsx means the same", (name) => {
    const file = writeSheets({ Run: rowsOf(name) });
    expect(recogniseReport(file)).toBe("spreadsheet");
    const plain = (cases: TestCase[]) => cases.map(({ line, ...one }) => one);
    expect(plain(casesOfReport(file))).toEqual(plain(casesOfReport(sample(name))));
    expect(casesOfReport(file).map(({ line }) => line)).toEqual(casesOfReport(file).map((_, i) => i + 2));
    expect(casesOfReport(file, 7)).toEqual(casesOfReport(file));
  });

  const statuses = [
    ["ID", "Title", "Status"],
    ["C1", "Add", "Passed"],
  ];
  const drafts = [
    ["ID", "Title", "Status"],
    ["C1", "Add", "Draft"],
  ];

  test("the sheet with statuses is read, behind covers and lists of cases whose status is none of a run", () => {
    const file = writeSheets({ About: [["Run of Monday"]], Cases: drafts, Empty: [], Run: statuses });
    expect(said(casesOfReport(file))).toEqual([["C1", "Add", "passed", null]]);
    expect(said(casesOfReport(writeSheets({ Cases: drafts })))).toEqual([["C1", "Add", "skipped", null]]);
  });

  test("of several sheets with statuses none is chosen, and a file without any is refused", () => {
    expect(refusalOfReport(writeSheets({ Monday: statuses, Tuesday: statuses }))).toBe(
      'Several sheets have statuses ("Monday", "Tuesday"): send a file with one of them.',
    );
    expect(refusalOfReport(writeSheets({ Cases: [["Title", "Section"]] }))).toBe(
      "No sheet has a column of statuses beside one of ids or titles in its first 20 rows.",
    );
    expect(refusalOfReport(writeSheets({ Empty: [] }))).toBe("The spreadsheet is empty.");
    expect(refusalOfReport(writeSheets({ Run: statuses.slice(0, 1) }))).toBe("The table has no cases.");
  });

  test("a row that is merged over all columns names the section of what follows", () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (...cells: string[]) => `<row>${cells.map(cell).join("")}</row>`;
    const rows = [row("ID", "Title", "Status"), row("Cart"), row("C1", "Add", "Passed")];
    const merged = '<mergeCells><mergeCell ref="A2:C2"/></mergeCells>';
    const file = writeSheet(`<sheetData>${rows.join("")}</sheetData>${merged}`);
    expect(casesOfReport(file)).toMatchObject([{ id: "C1", suites: ["Cart"], outcome: "passed", line: 3 }]);
  });

  test("what is no spreadsheet that is read says what to send instead", () => {
    const old = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2_000)]);
    const features = writeZip([{ name: "cart.feature", content: "Feature: Cart" }]);
    for (const [file, words] of [
      [old, /old format \(\.xls\), or protected by a password/],
      [features, /^This is an archive, .*: unpack it, and send one report/],
    ] as const) {
      expect(insteadOfReport(file)).toMatch(words);
      expect(refusalOfReport(file)).toMatch(words);
    }
    const links = { name: "xl/_rels/workbook.xml.rels", content: "<Relationships/>", isEncrypted: true };
    const secret = writeZip([{ name: "xl/workbook.xml", content: "<workbook/>" }, links]);
    expect(refusalOfReport(secret)).toBe("The file is protected by a password: save it without one.");
    expect(refusalOfReport(writeSheets({ Run: statuses }).subarray(0, -30))).toBe(
      "The archive is broken: make it again.",
    );
    expect(refusalOfReport(writeZip([{ name: "a/xl/b", content: "c" }]))).toMatch(/^The archive is no spreadsheet/);
  });

  test("what it unpacks to, its columns and its cases are bounded", () => {
    const bomb = { name: "xl/_rels/workbook.xml.rels", content: Buffer.alloc(40_000_000, 32) };
    expect(refusalOfReport(writeZip([{ name: "xl/workbook.xml", content: "<workbook/>" }, bomb]))).toBe(
      "The file unpacks to more than 33554432 bytes: split it.",
    );
    expect(refusalOfReport(writeSheet(`<row>${"<c><v>1</v></c>".repeat(20_000)}</row>`))).toMatch(
      /more than 16384 columns/,
    );
    const many = Array.from({ length: MAX_CASES + 1 }, () => ["C1", "Add", "Passed"]);
    expect(refusalOfReport(writeSheets({ Run: [["ID", "Title", "Status"], ...many] }))).toBe(
      `line ${MAX_CASES + 2}: more than ${MAX_CASES} cases: split the file.`,
    );
  });
});

describe("the XML of a run of TestRail", () => {
  test("means what its CSV means", () => {
    const bytes = sample("testrail-run.xml");
    expect(recogniseReport(bytes)).toBe("testrail");
    const cases = casesOfReport(bytes);
    const table = casesOfReport(sample("testrail-run.csv"));
    const plain = (all: TestCase[]) => all.map(({ line, suites, ...one }) => one);
    expect(plain(cases)).toEqual(plain(table));
    expect(cases.map(({ suites }) => suites.join(" > "))).toEqual(table.map(({ suites }) => suites.join("")));
    expect(cases.map(({ line }) => line)).toEqual([10, 24, 37, 43, 44]);
  });

  test("a test without a case's id has its own, and one without a status was not run", () => {
    expect(said(casesOfReport("<run><tests><test><id>T1</id><title>Pay</title></test></tests></run>"))).toEqual([
      ["T1", "Pay", "skipped", null],
    ]);
  });

  test("what is inside a field is part of its text, and no name of a section", () => {
    const test =
      "<test><title>Pay</title><status>Failed</status><comment>it <b>broke</b> <name>here</name></comment></test>";
    const cases = casesOfReport(`<run><section><name>Cart</name>${test}${test}</section></run>`);
    expect(said(cases)).toEqual(Array(2).fill([undefined, "Pay", "failed", "it broke here"]));
    expect(cases.map(({ suites }) => suites)).toEqual([["Cart"], ["Cart"]]);
  });

  test("a status of several elements, and a test without id and title, are refused", () => {
    const status = "<status><id>5</id><name>Failed</name></status>";
    expect(refusalOfReport(`<run><test><title>Pay</title>${status}</test></run>`)).toMatch(
      /a <status> has text alone, and no <id>\.$/,
    );
    expect(refusalOfReport("<run>\n<test><status>Failed</status></test></run>")).toMatch(
      /^line 2, column \d+: a <test> needs its caseid, id or title\.$/,
    );
  });

  test("a run without tests is refused, and an export of cases says that it has no statuses", () => {
    expect(refusalOfReport("<run><id>R1</id></run>")).toMatch(/the run has no tests\.$/);
    for (const file of ["<suite><id>S1</id></suite>", "<suites/>", "<sections/>"]) {
      expect(refusalOfReport(file)).toBe(
        "These are cases of TestRail, which have no statuses: export the run, as XML or CSV.",
      );
    }
  });
});

describe("TestLink's XML of results", () => {
  test("its letters are words, the ids that people know count, and its platform is a project that a mapping may name", () => {
    const bytes = sample("testlink-results.xml");
    expect(recogniseReport(bytes)).toBe("testlink");
    const cases = casesOfReport(bytes);
    expect(said(cases)).toEqual([
      ["SHOP-1", "SHOP-1", "passed", null],
      ["SHOP-2", "Use a coupon twice", "failed", "Taken twice"],
      ["SHOP-3", "SHOP-3", "skipped", null],
      ["SHOP-4", "SHOP-4", "skipped", null],
      ["SHOP-5", "SHOP-5", "skipped", "9"],
    ]);
    expect(cases.map(({ status }) => status)).toEqual(["Passed", "Failed", "Blocked", "Not run", "w"]);
    expect(cases.map(({ isUnknownStatus }) => isUnknownStatus)).toEqual([false, false, false, false, true]);
    expect(new Set(cases.map(({ projects }) => projects.join(",")))).toEqual(new Set(["Firefox"]));
    expect(cases.map(({ line }) => line)).toEqual([7, 13, 22, 23, 24]);
  });

  test("a case of which only the internal id is told is refused: it may be another's ref", () => {
    expect(refusalOfReport('<results>\n<testcase id="100"><result>p</result></testcase></results>')).toMatch(
      /^line 2, column \d+: a <testcase> needs its external_id or its name: TestLink's internal id \(100\) is known nowhere else\.$/,
    );
    expect(said(casesOfReport('<results><testcase id="1" name="Pay"><result>p</result></testcase></results>'))).toEqual(
      [[undefined, "Pay", "passed", null]],
    );
  });
});

describe("what a run of TestLink says of all its cases", () => {
  const one = '<testcase external_id="S-1"><result>p</result></testcase>';

  test("a platform may stand in its plan, and one of a second name is refused", () => {
    const [chrome, firefox] = ['<platform name="Chrome"/>', '<platform name="Firefox"/>'];
    for (const inside of [`<testplan>${chrome}${one}</testplan>`, one + chrome, chrome + one + chrome]) {
      expect(casesOfReport(`<results>${inside}</results>`).map(({ projects }) => projects)).toEqual([["Chrome"]]);
    }
    expect(refusalOfReport(`<results>${chrome}${one}${firefox}${one}</results>`)).toMatch(
      /the results are of several platforms \("Chrome" and "Firefox"\): send one file for each\.$/,
    );
  });

  test.each([
    ["elements", "it <b>broke</b> here"],
    ["HTML", "<![CDATA[<p>it <b>broke</b>&nbsp;here</p>]]>"],
  ])("notes keep the text of their %s", (_what, notes) => {
    const file = `<results><testcase external_id="S-1"><result>f</result><notes>${notes}</notes></testcase></results>`;
    expect(casesOfReport(file)[0]!.message?.replaceAll(/\s/g, " ")).toBe("it broke here");
  });
});

test.each(["UTF-16LE", "unicode"])(
  "a file in UTF-16 whose declaration says %s is read: its mark says what it is",
  (name) => {
    const xml = `<?xml version="1.0" encoding="${name}"?><run><test><title>Pay</title><status>Failed</status></test></run>`;
    expect(said(casesOfReport(Buffer.from(`\ufeff${xml}`, "utf16le")))).toEqual([[undefined, "Pay", "failed", null]]);
  },
);

test.each([
  ["testrail-run.xml", "run", "<test><id>T1</id></test>"],
  ["testlink-results.xml", "results", '<testcase name="a"></testcase>'],
])(
  "%s: however it is cut or encoded it means the same, and its entities, depth and numbers are bounded",
  (name, root, one) => {
    const bytes = sample(name);
    const whole = casesOfReport(bytes);
    for (const size of [1, 7, 100]) expect(casesOfReport(bytes, size)).toEqual(whole);
    const little = Buffer.from(`\ufeff${bytes}`, "utf16le");
    for (const file of [little, Buffer.from(little).swap16()]) {
      expect(recogniseReport(file)).toBe(recogniseReport(bytes));
      expect(casesOfReport(file, 7)).toEqual(whole);
    }
    expect(refusalOfReport(`<!DOCTYPE x [<!ENTITY a "ha">]><${root}>${one}</${root}>`)).toMatch(
      /a document type is not accepted/,
    );
    expect(refusalOfReport(`<${root}>${one}${"<a>".repeat(200)}`)).toMatch(/nested more than 100 levels deep/);
    expect(refusalOfReport(`<${root}>${one.repeat(MAX_CASES + 1)}</${root}>`)).toMatch(
      /more than 20000 cases: split the file/,
    );
    expect(refusalOfReport(`<${root}>\n${one}`)).toMatch(/^line 2, column \d+: unclosed tag/);
    expect(refusalOfReport(`<${root}>${one.replace(">", ` >${one}`)}</${root}>`)).toMatch(/is inside another/);
  },
);
