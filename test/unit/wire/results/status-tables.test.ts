// Tables with a status for each case, as test management tools export their runs: what each row means, and what is refused.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planResults } from "../../../../src/domain/results/plan-results.ts";
import type { TestCase } from "../../../../src/domain/results/test-case.ts";
import { columnLetters } from "../../../../src/lib/formats/merged-cells.ts";
import { readRunMap } from "../../../../src/wire/results/read-run-map.ts";
import { recogniseReport } from "../../../../src/wire/results/reports/report-formats.ts";
import { openReportReader } from "../../../../src/wire/results/reports/report-readers.ts";
import { casesOfReport, refusalOfReport } from "../../../support/samples/read-report.ts";

const FOLDER = join(import.meta.dirname, "../../../samples/statuses");
const sample = (file: string) => readFileSync(join(FOLDER, file));

const said = (cases: TestCase[]) => cases.map(({ tags, outcome }) => [...tags, outcome]);

describe("each row means what its tool meant", () => {
  test("TestRail: the case's id and not the test's, why it failed, and words of one's own", () => {
    const cases = casesOfReport(sample("testrail-run.csv"));
    expect(said(cases)).toEqual([
      ["C101", "passed"],
      ["C102", "failed"],
      ["C103", "skipped"],
      ["C104", "skipped"],
      ["C105", "skipped"],
    ]);
    expect(cases[1]).toMatchObject({ name: "Use a coupon twice", suites: ["Cart > Coupons"], line: 3 });
    expect(cases[1]!.message).toBe("Taken twice,\nand paid once");
    expect(cases.filter(({ isUnknownStatus }) => isUnknownStatus).map(({ status }) => status)).toEqual([
      "Works on my machine",
    ]);
  });

  test.each(["zephyr-executions.csv", "xray-runs.csv"])("%s: the run's status and not the issue's", (file) => {
    const wanted = [
      ["SHOP-1", "passed"],
      ["SHOP-2", "failed"],
      ["SHOP-3", "skipped"],
    ];
    expect(said(casesOfReport(sample(file)))).toEqual(wanted);
  });

  test.each(["testrail-run.csv", "zephyr-executions.csv", "xray-runs.csv"])(
    "%s means the same however it is cut, marked, or ended",
    (file) => {
      const bytes = sample(file);
      expect(recogniseReport(bytes)).toBe("table");
      const whole = casesOfReport(bytes);
      for (const size of [1, 7, 100]) expect(casesOfReport(bytes, size)).toEqual(whole);
      expect(casesOfReport(Buffer.concat([Buffer.from("\ufeff"), bytes]))).toEqual(whole);
      expect(said(casesOfReport(bytes.toString().replaceAll("\n", "\r\n")))).toEqual(said(whole));
      const little = Buffer.from(`\ufeff${bytes}`, "utf16le");
      for (const file16 of [little, Buffer.from(little).swap16()]) {
        expect(recogniseReport(file16)).toBe("table");
        for (const size of [1, 7, 65_536]) expect(casesOfReport(file16, size)).toEqual(whole);
      }
      expect(refusalOfReport(Buffer.concat([bytes, Buffer.from([0xe9, 0x20])]))).toMatch(/UTF-8/);
    },
  );
});

describe("held against a runbook", () => {
  const check = (ref: string, title: string) => ({
    ...{ id: `chk_${ref}`, ref, title, sectionId: "s", notApplicable: [], inCycle: null },
  });
  const app = {
    platforms: ["web", "ios"],
    sections: [{ id: "s", ref: "S", title: "Shop" }],
    checks: [check("C101", "Add an item"), check("C102", "Use a coupon twice"), check("C105", "Sends a receipt")],
  };
  const plan = (map: string) =>
    planResults(app, casesOfReport(sample("testrail-run.csv")), ["web"], readRunMap(Buffer.from(map)));

  test("statuses become results on the platforms that were named, and a word that nobody knows is told", () => {
    const { results, cases } = plan("");
    expect(results.map(({ checkId, platform, outcome }) => [checkId, platform, outcome])).toEqual([
      ["chk_C101", "web", "passed"],
      ["chk_C102", "web", "failed"],
    ]);
    expect(cases.at(-1)).toMatchObject({ fate: "skipped", check: { ref: "C105" } });
    expect(cases.at(-1)!.why).toBe('its status "Works on my machine" is not known: a mapping can say what it means');
  });

  test("a mapping says what such a word means", () => {
    expect(plan('statuses: {"Works on*": failed}').results.at(-1)).toMatchObject({
      checkId: "chk_C105",
      outcome: "failed",
    });
    const wide = readRunMap(Buffer.from('\ufeffstatuses: {"Works on*": failed}', "utf16le"));
    expect(wide).toEqual(readRunMap(Buffer.from('statuses: {"Works on*": failed}')));
    expect(() => plan("statuses: {Works: maybe}")).toThrow("map, line 1, column 19: expected passed, failed, skipped.");
  });

  test("a mapping counts for words that are known, too, and keeps why something failed", () => {
    const cases = casesOfReport("Key,Title,Status,Comment,Defects\nC101,Add an item,Blocked,,BUG-7\n");
    const { results } = planResults(app, cases, ["web"], readRunMap(Buffer.from("statuses: {Blocked: failed}")));
    expect(results).toEqual([
      expect.objectContaining({ checkId: "chk_C101", outcome: "failed", note: "Add an item: BUG-7" }),
    ]);
  });

  test("an id counts before refs in the title, and may be a number", () => {
    const numbered = { ...app, checks: [...app.checks, check("7", "Pays")] };
    const cases = casesOfReport("Case ID,Title,Status\nC101,Add an item (see C102),Failed\n7,Renamed since,Passed\n");
    expect(planResults(numbered, cases, ["web"]).results.map(({ checkId }) => checkId)).toEqual(["chk_C101", "chk_7"]);
  });

  test("signs are words that nobody knows, and an empty cell was not run", () => {
    const cases = casesOfReport("Title,Status\nAdd an item,❌\nUse a coupon twice,\n");
    expect(planResults(app, cases, ["web"]).cases.map(({ why }) => why)).toEqual([
      'its status "❌" is not known: a mapping can say what it means',
      "it was not run",
    ]);
  });

  test("a table whose first column has no name is read in its columns", () => {
    expect(said(casesOfReport("\tCase ID\tStatus\n0\tC101\tPassed\n"))).toEqual([["C101", "passed"]]);
  });

  test("a case without an id is found by its title", () => {
    const cases = casesOfReport("Title,Status\nAdd an item,Passed\n");
    expect(planResults(app, cases, []).results.map(({ checkId }) => checkId)).toEqual(["chk_C101", "chk_C101"]);
  });
});

describe("columns as tools and people call them", () => {
  const told = (file: string) => {
    expect(recogniseReport(Buffer.from(file))).toBe("table");
    return casesOfReport(file).map(({ id, name, outcome }) => [id ?? null, name, outcome]);
  };

  test("of several that may be the status the first counts in which something passed or failed", () => {
    expect(told("ID,Title,Status,Result\n1,Add,Approved,Passed\n2,Pay,Draft,Failed\n")).toEqual([
      ["1", "Add", "passed"],
      ["2", "Pay", "failed"],
    ]);
    expect(told("ID,Title,Status,Result\n1,Add,Works,\n")).toEqual([["1", "Add", "skipped"]]);
    expect(casesOfReport("ID,Title,Status,Result\n1,Add,Works,To do\n")[0]).toMatchObject({ status: "Works" });
  });

  test("columns of one name count like one if they agree, and are refused if they don't", () => {
    expect(told("ID,Title,Status,Owner,Status\n1,Add,Ready,ann,Passed\n")).toEqual([["1", "Add", "passed"]]);
    expect(told("ID,Title,Status,Status\n1,Add,Passed,OK\n")).toEqual([["1", "Add", "passed"]]);
    for (const row of ["Passed,Failed", "Passed,\n2,Pay,,Failed", "Failed,Passed"]) {
      expect(refusalOfReport(`ID,Title,Status,status\n1,Add,${row}\n`)).toBe(
        "Several columns have statuses (C, D): keep one.",
      );
    }
  });

  test("a column has letters beyond the twenty-sixth", () => {
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
  });

  test("a row without id and title counts for the case above, of whose statuses the gravest is told", () => {
    const file = "ID,Title,Status,Comment\n1,Add,Passed,fine\n,,Failed,Step 2 broke\n,,Passed,\n,,,\n2,Pay,Passed,\n";
    expect(told(file)).toEqual([
      ["1", "Add", "failed"],
      ["2", "Pay", "passed"],
    ]);
    expect(casesOfReport(file)[0]).toMatchObject({ message: "Step 2 broke", line: 2 });
    expect(told("ID,Title,Status\n,,Failed\n1,Add,\n,,Passed\n")).toEqual([["1", "Add", "passed"]]);
    expect(told("ID,Title,Status\n1,Add,Passed\n,,Blocked\n")).toEqual([["1", "Add", "skipped"]]);
    expect(casesOfReport("ID,Title,Status\n1,Add,Passed\n,,NG\n,,Blocked\n")).toMatchObject([
      { status: "NG", outcome: "skipped" },
    ]);
  });

  test("the names of columns may stand in the first 20 rows, and no further down", () => {
    const below = (rows: number) => `${"a,b,c\n".repeat(rows)}ID,Title,Status\n1,Add,Passed\n`;
    expect(told(below(19))).toEqual([["1", "Add", "passed"]]);
    expect(recogniseReport(Buffer.from(below(20)))).toBeNull();
    const reader = openReportReader("table");
    reader.feed(Buffer.from(below(20)));
    expect(() => reader.end()).toThrow(
      "The table has no column of statuses, or none of ids or titles: looked for in its first 20 rows.",
    );
  });

  test.each([
    ["a checklist", "TC ID,Test Case,Pass/Fail,Remarks\n1,Add,Pass,\n"],
    ["a title above the columns", "Run of Monday,,\n,,\nID,Title,Status\n1,Add,Passed\n"],
    ["a line that says the separator", "sep=;\nID;Title;Status\n1;Add;Passed\n"],
    ["another language", "ID;Testfall;Ergebnis\n1;Add;Bestanden\n"],
  ])("%s is read", (_what, file) => {
    expect(told(file)).toEqual([["1", "Add", "passed"]]);
  });

  test("the numbers of an outline's lines are no ids", () => {
    expect(told("Number,Indent,Text,Result\n1,0,Cart,\n2,1,Add,pass\n")).toEqual([
      [null, "Cart", "skipped"],
      [null, "Add", "passed"],
    ]);
  });
});

test.each([
  ["a runbook", "section,ref,title,instructions\nCart,C1,Add,\n"],
  ["cases without statuses", "ID,Title,Section\nC1,Add,Cart\n"],
  ["statuses without names", "Status,Owner\nPassed,Ann\n"],
  ["prose with commas", "Status, as they say, is passed\n"],
])("%s is no table of statuses", (_what, file) => {
  expect(recogniseReport(Buffer.from(file))).toBeNull();
});

test("tables that are broken, empty or too long are refused in a sentence", () => {
  expect(refusalOfReport('Title,Status\n"Add,Passed\n')).toMatch(/^line 2, column 1: /);
  expect(refusalOfReport("Title,Status\n")).toBe("The table has no cases.");
  expect(refusalOfReport(`Title,Status\n${"a,Passed\n".repeat(20_001)}`)).toMatch(
    /more than 20000 cases: split the file/,
  );
});
