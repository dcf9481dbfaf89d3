// Exports as other versions, settings and people's habits write them: read as they are meant, and what has no place is listed.
import { describe, expect, test } from "vitest";
import { readCsvRows } from "../../../../src/lib/formats/csv.ts";
import { IS_RESULT, NO_SUCH_FIELD } from "../../../../src/wire/runbook/importers/reading/left-out.ts";
import type { AskedReading } from "../../../../src/wire/runbook/runbook-format.ts";
import { readExport } from "../../../support/samples/export-reading.ts";
import { writeTable } from "../../../support/samples/export-samples.ts";
import { writeSheets } from "../../../support/samples/write-zip.ts";

const checks = (file: string | Uint8Array, asked?: Partial<AskedReading>) =>
  readExport(file, asked).file.sections.flatMap((section) =>
    section.checks.map(({ ref, title, instructions }) => [section.title, ref, title, instructions ?? ""]),
  );
const instructions = (file: string | Uint8Array, asked?: Partial<AskedReading>) =>
  readExport(file, asked).file.sections[0]!.checks[0]!.instructions;

describe("numbers of steps", () => {
  const table = (steps: string, expected: string) =>
    writeTable(
      [
        ["Title", "Steps", "Expected"],
        ["Pay", steps, expected],
      ],
      ",",
    );
  const TWO = "1. open\n   Expected: opened\n2. press\n   Expected: pressed";

  test.each([
    ["without a blank", "1.open\n2.press", "1.opened\n2.pressed", TWO],
    ["with a bracket behind the dot", "1.) open\n2.) press", "1.) opened\n2.) pressed", TWO],
    ["in words", "Step 1: open\nStep 2: press", "Step 1: opened\nStep 2: pressed", TWO],
    ["in words of another language", "Schritt 1 – open\nSchritt 2 – press", "1. opened\n2. pressed", TWO],
    ["of which one alone may be a name", "1.x is open", "ok", "1. 1.x is open\n   Expected: ok"],
    ["that are parts of an amount", "1.5 litres\n2.5 litres", "ok", "1. 1.5 litres\n   2.5 litres\n   Expected: ok"],
  ])("%s", (_what, steps, expected, told) => {
    expect(instructions(table(steps, expected))).toBe(told);
  });

  test("that rows of steps have themselves stand once", () => {
    const rows = (...steps: [string, string][]) =>
      writeTable([["ID", "Title", "Step", "Expected"], ...steps.map(([step, seen]) => ["7", "Pay", step, seen])], ",");
    expect(instructions(rows(["1. open", "1. opened"], ["2. press", "2. pressed"]))).toBe(TWO);
    expect(instructions(rows(["Step 1: open", "opened"], ["Step 2: press", "pressed"]))).toBe(TWO);
    expect(instructions(rows(["2. shelf", "opened"], ["1. shelf", ""]))).toBe(
      "1. 2. shelf\n   Expected: opened\n2. 1. shelf",
    );
  });
});

describe("TestRail", () => {
  test("an export without ids keeps its paths, and the names of several suites are listed nowhere else", () => {
    const file = writeTable(
      [
        ["Title", "Suite", "Section", "Section Depth", "Section Hierarchy", "Steps (Step)"],
        ["Log in", "Web", "SSO", "1", "Accounts > SSO", "open"],
        ["", "", "", "", "", "type"],
        ["Log in", "App", "SSO", "1", "Accounts > SSO", "touch"],
      ],
      ",",
    );
    expect(readExport(file)).toMatchObject({ format: "testrail", leftOut: [] });
    expect(checks(file)).toEqual([
      ["Web / Accounts / SSO", null, "Log in", "1. open\n2. type"],
      ["App / Accounts / SSO", null, "Log in", "touch"],
    ]);
  });

  const SCENARIOS = '[{"content":"Given a shop\\nWhen I pay"},{"content":"Given none"}]';
  const TOLD = "Given a shop\nWhen I pay\n\nGiven none";

  test("scenarios are instructions, as text or as the list that it keeps them in", () => {
    const table = (scenarios: string) =>
      writeTable(
        [
          ["ID", "Title", "Section Hierarchy", "BDD Scenarios"],
          ["C1", "Pay", "Cart", scenarios],
        ],
        ",",
      );
    expect(instructions(table(SCENARIOS))).toBe(`BDD Scenarios:\n${TOLD}`);
    expect(instructions(table("Given a shop"))).toBe("BDD Scenarios: Given a shop");
    expect(instructions(table('[{"content": broken'))).toBe('BDD Scenarios: [{"content": broken');
    const xml = `<suite><cases><case><id>C1</id><title>Pay</title><custom>
      <testrail_bdd_scenario>${SCENARIOS}</testrail_bdd_scenario></custom></case></cases></suite>`;
    expect(instructions(xml)).toBe(`Scenarios:\n${TOLD}`);
  });

  test("a run in XML has the cases of its tests, under their own ids", () => {
    const xml = `<run><id>R5</id><name>Sprint 12</name><sections><section><name>Cart</name><tests>
      <test><id>T1</id><title>Pay</title><caseid>C7</caseid><status>Passed</status></test>
      </tests></section></sections></run>`;
    expect(checks(xml)).toEqual([["Cart", "C7", "Pay", ""]]);
    const { leftOut } = readExport(xml);
    expect(leftOut.map(({ field }) => field)).toEqual(["id of a run", "run name", "id", "status"]);
    expect(leftOut.at(-1)!.why).toBe(IS_RESULT);
  });
});

describe("what came of tests", () => {
  const table = (...statuses: string[]) =>
    writeTable(
      [["ID", "Title", "Section", "Status", "Owner"], ...statuses.map((word) => ["7", "Pay", "Cart", word, "Ann"])],
      ",",
    );
  const whyOf = (file: string | Uint8Array, asked?: Partial<AskedReading>) =>
    Object.fromEntries(readExport(file, asked).leftOut.map(({ field, why }) => [field, why]));

  test("is listed with how the same file is sent as results: in a table of a tool, in any other, and in a spreadsheet", () => {
    expect(whyOf(table("Failed"))).toEqual({ Status: IS_RESULT, Owner: NO_SUCH_FIELD });
    const testrail = "ID,Title,Section Hierarchy,Case ID,Status\nT1,Pay,Cart,C7,Passed\n";
    expect(whyOf(testrail)).toMatchObject({ Status: IS_RESULT });
    const sheet = writeSheets({ Cases: readCsvRows(table("OK")).map((row) => row.map(({ text }) => text)) });
    expect(whyOf(sheet)).toMatchObject({ Status: IS_RESULT });
    expect(IS_RESULT).toBe(
      "it says what came of a test: send the same file as results, by `retest results upload`, `POST /api/v1/results/report`, or Add CI results on the runbook",
    );
  });

  test("is no status of the case itself, and nothing that stands in the instructions", () => {
    expect(whyOf(table("Draft", "Blocked"))).toMatchObject({ Status: NO_SUCH_FIELD });
    expect(whyOf(table("Passed"), { keepFields: true })).toEqual({});
  });

  test.each([
    ["results of TestLink (XML)", '<results><testcase external_id="S-1"><result>p</result></testcase></results>'],
    ["JUnit XML", "<testsuites><testsuite tests='1'><testcase name='a'/></testsuite></testsuites>"],
  ])("%s is no runbook, and says how it is sent", (label, xml) => {
    expect(() => readExport(xml)).toThrow(
      `This is no runbook: it says what came of tests (${label}). Send it as results, by \`retest results upload\``,
    );
  });
});

describe("TestLink", () => {
  test("steps that are one text, as versions before 1.9 have them, are instructions", () => {
    const xml = `<testcases><testcase name="Pay"><externalid>5</externalid>
      <steps><![CDATA[<p>1. open</p><p>2. press</p>]]></steps>
      <expectedresults><![CDATA[<p>1. opened</p><p>2. pressed</p>]]></expectedresults></testcase></testcases>`;
    expect(instructions(xml)).toBe("1. open\n   Expected: opened\n2. press\n   Expected: pressed");
    expect(readExport(xml).leftOut).toEqual([]);
  });
});

test("Zephyr Scale: headings of steps without the kind of script in front", () => {
  const file =
    "Key,Name,Objective,Folder,Step,Test Data,Expected Result\nS-T1,Pay,,/Cart,open,,opened\n,,,,press,a book,\n";
  expect(checks(file)).toEqual([["Cart", "S-T1", "Pay", "1. open\n   Expected: opened\n2. press\n   Data: a book"]]);
});

describe("Zephyr Squad", () => {
  test("an export of executions is known by the order of its steps, and its folder is a section", () => {
    const file = writeTable(
      [
        ["Cycle Name", "Issue Key", "Test Summary", "Project", "Folder Name", "OrderId", "Step", "Expected Result"],
        ["Ad hoc", "SHOP-7", "Pay", "SHOP", "Cart", "1", "open", "opened"],
        ["Ad hoc", "SHOP-7", "Pay", "SHOP", "Cart", "2", "press", ""],
      ],
      ",",
    );
    expect(readExport(file).format).toBe("zephyr");
    expect(checks(file)).toEqual([["SHOP / Cart", "SHOP-7", "Pay", "1. open\n   Expected: opened\n2. press"]]);
  });
});

describe("Xray", () => {
  test("steps that somebody has written as text into Jira's field are kept", () => {
    const file = (steps: string) =>
      writeTable(
        [
          ["Summary", "Issue key", "Custom field (Test Type)", "Custom field (Manual Test Steps)"],
          ["Pay", "SHOP-7", "Manual", steps],
        ],
        ",",
      );
    expect(instructions(file("1. open\n2. press"))).toBe("1. open\n2. press");
    expect(instructions(file('[{"fields":{"Action":"<p>open</p>"}}]'))).toBe("1. open");
    expect(() => readExport(file('[{"fields":{'))).toThrow("not the JSON that Xray writes");
  });

  test("comments of a feature stay with the steps that they stand between, and the last are not lost", () => {
    const feature = `# language: en
# Reviewed
Feature: Cart
  Background:
    Given a shop
  Scenario: Add
    # by hand
    When I add
  # of the next
  Scenario: Remove
    When I remove
    # not yet
`;
    expect(checks(feature)).toEqual([
      ["Cart", null, "Add", "Background:\nGiven a shop\n# by hand\nWhen I add"],
      ["Cart", null, "Remove", "of the next\n\nBackground:\nGiven a shop\nWhen I remove\n# not yet"],
    ]);
    expect(readExport(feature).leftOut.map(({ field }) => field)).toEqual(["comments above a feature"]);
  });
});

describe("Qase", () => {
  const json = (one: object) =>
    JSON.stringify({ suites: [{ title: "Cart", cases: [{ id: 7, title: "Pay", ...one }] }] });

  test("steps stand in the order of their positions, and HTML becomes text", () => {
    const steps = [
      { position: 2, action: "press", expected_result: "" },
      { position: 1, action: "<p>open</p>", expected_result: "<ul><li>opened</li></ul>" },
    ];
    expect(instructions(json({ steps }))).toBe("1. open\n   Expected: - opened\n2. press");
    const csv = writeTable(
      [
        ["v2.id", "title", "description", "steps_actions"],
        ["7", "Pay", "<p>Now</p>", '1. "<p>open</p>"\n2. "press"'],
      ],
      ",",
    );
    expect(instructions(csv)).toBe("Now\n\nSteps:\n1. open\n2. press");
  });

  test("fields of one's own and parameters keep their values beside their names", () => {
    const custom = {
      custom_fields: [{ title: "Team", value: "red" }],
      parameters: [{ title: "who", values: ["a", "b"] }],
    };
    expect(instructions(json(custom), { keepFields: true })).toBe("Parameters: who: a, b\n\ncustom_fields: Team: red");
  });
});

describe("nothing is lost in silence", () => {
  const listed = (file: string) => readExport(file).leftOut.map(({ field, why }) => `${field}: ${why}`);

  test("TestRail: a text of steps that says something else than the separate steps is listed", () => {
    const file = (text: string) =>
      writeTable(
        [
          ["ID", "Title", "Section Depth", "Steps", "Steps (Step)"],
          ["C1", "Pay", "0", text, "1. open\n2. press"],
        ],
        ",",
      );
    expect(listed(file("1. open\nExpected: opened\n2. press"))).toEqual([]);
    expect(listed(file("1. close"))).toEqual(["Steps: the case has separate steps, which count"]);
    expect(instructions(file("1. close"))).toBe("1. open\n2. press");
  });

  test("Qase: a case without a title is no suite, and what a suite's row says besides is listed", () => {
    const file = writeTable(
      [
        ["v2.id", "title", "description", "suite_id", "suite", "suite_without_cases"],
        ["", "", "All of it", "1", "Cart", "1"],
        ["7", "", "Now", "1", "Cart", ""],
      ],
      ",",
    );
    expect(checks(file)).toEqual([["Cart", "7", "7", "Now"]]);
    expect(listed(file)).toEqual([
      "suite_id of a suite: a section has only a title",
      "description of a suite: a section has only a title",
      "title: it is empty: the check is called as its id",
    ]);
  });

  test("Testpad: what stands in a line without a text", () => {
    expect(listed("Number,Indent,Text,Notes\n1,0,Pay,\n2,0,,ask Ann\n")).toEqual(["Notes: its line has no text"]);
  });

  test("a further section of a case", () => {
    const file = "ID,Title,Folder,Step\n7,Pay,Cart,open\n7,Pay,Shop > Cart,press\n";
    expect(listed(file)).toEqual(["section: a check is in one section"]);
    expect(instructions(file, { keepFields: true })).toBe("Steps:\n1. open\n2. press\n\nsection: Shop / Cart");
  });
});

describe("sections of a table", () => {
  const placed = (file: string) => checks(file).map(([section, , title]) => `${section}: ${title}`);

  test("that stand once, in the first row of their cases, count for the rows below", () => {
    const rows = "Login,1,A,x\n,,,y\n,2,B,x\nCart,3,C,x\n,4,D,x\nPay,5,E,x\n";
    expect(placed(`Module,ID,Title,Step\n${rows}`)).toEqual([
      ...["Login: A", "Login: B", "Cart: C", "Cart: D", "Pay: E"],
    ]);
  });

  test("that are repeated leave cases without one in none", () => {
    expect(placed("Module,ID,Title\nLogin,1,A\n,2,B\nLogin,3,C\n,4,D\n")).toEqual([
      ...["Login: A", "Login: C", "No section: B", "No section: D"],
    ]);
    expect(placed("Module,ID,Title\nLogin,1,A\n,2,B\n")).toEqual(["Login: A", "No section: B"]);
  });

  test("have the cases below a row of their own, until one names another", () => {
    expect(placed("Module,Title,Step\nLogin,,\n,A,x\n,B,x\nCart,C,x\n,D,x\n")).toEqual([
      ...["Login: A", "Login: B", "Cart: C", "No section: D"],
    ]);
    expect(placed("ID,Title,Step\nLogin,,\n1,A,x\n2,B,x\nCart & co,,\n3,C,x\nX4,,\n")).toEqual([
      ...["Login: A", "Login: B", "Cart & co: C", "Cart & co: X4"],
    ]);
  });
});

test.each([
  ["Testmo", "Case ID,Name,Folder,Steps (Step),Steps (Expected)\n7,Pay,Cart,open,opened\n"],
  ["Testiny", "id,title,folder,steps_text,expected_result_text\n7,Pay,Cart,open,opened\n"],
  ["Spira", "Test #,Test Name,Folder,Test Step #,Test Step Description,Expected Result\n7,Pay,Cart,1,open,opened\n"],
])("%s calls its columns so", (_tool, file) => {
  expect(checks(file)).toEqual([["Cart", "7", "Pay", "1. open\n   Expected: opened"]]);
});

test("a scenario of several lines is no section", () => {
  const file = 'allure_id,name,scenario,expected_result\n7,Pay,"1. open\n2. press",\n';
  expect(checks(file)).toEqual([["No section", "7", "Pay", "1. open\n2. press"]]);
});

test.each([
  [
    "beside their expectations",
    "Step 1,Expected 1,Step 2,Expected 2",
    "open,opened,press,",
    "1. open\n   Expected: opened\n2. press",
  ],
  [
    "named by their step",
    "Step 2,Step 1 Action,Step 1 Expected Result",
    "press,open,opened",
    "1. open\n   Expected: opened\n2. press",
  ],
  [
    "with one expectation",
    "Step 1,Step 2,Expected Result",
    "open,press,paid",
    "Steps:\n1. open\n2. press\n\nExpected result: paid",
  ],
])("columns of single steps, %s, are the steps in their order", (_what, names, cells, told) => {
  const file = `ID,Title,${names}\n7,Pay,${cells}\n`;
  expect(instructions(file)).toBe(told);
  expect(readExport(file).leftOut).toEqual([]);
  expect(readExport(file).columns.every(({ field }) => field !== null)).toBe(true);
});

test("columns of one name count together, and so do names with an (s)", () => {
  const file = "ID,Title,Step(s),Step(s),Expected Result(s),Comment,Comment\n1,A,one,two,seen,fine,or not\n";
  expect(readExport(file).leftOut).toEqual([]);
  expect(instructions(file)).toBe("Steps:\n1. one\n   two\n   Expected: seen\n\nfine\n\nor not");
});
