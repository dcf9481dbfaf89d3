// Whatever stands in the export of another tool stands in the runbook, or is listed: steps whose numbers have gaps, fields at every level.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readExport } from "../../../support/samples/export-reading.ts";
import { EXPORTS, writeTable } from "../../../support/samples/export-samples.ts";

const instructions = (file: string) => readExport(file).file.sections[0]!.checks[0]!.instructions;

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

/** A file with something unknown in one place, for each place there is. */
function withOddParts(name: string): [where: string, file: string][] {
  const text = readFileSync(`${EXPORTS}/${name}`, "utf8");
  if (name.endsWith(".json")) {
    // A priority is listed as a whole.
    return [...text.matchAll(/(?<!"priority":\s*)\{(?=\s*")/g)].map(({ index }) => [
      `line ${text.slice(0, index).split("\n").length}`,
      `${text.slice(0, index + 1)}"odd": "odd 1",${text.slice(index + 1)}`,
    ]);
  }
  const elements = [...text.matchAll(/<(?!br)(\w+)(?:[^<>]*[^<>/])?>(?=\s*<\w)/g)];
  return elements.flatMap(({ index, 0: tag, 1: element }): [string, string][] => {
    const end = index + tag.length;
    return [
      [`a child of ${element}`, `${text.slice(0, end)}<odd>odd 1</odd>${text.slice(end)}`],
      [`an attribute of ${element}`, `${text.slice(0, end - 1)} odd="odd 1">${text.slice(end)}`],
      [`a child of ${element} with attributes alone`, `${text.slice(0, end)}<odd name="odd 1"/>${text.slice(end)}`],
    ];
  });
}

describe.each(["testlink.xml", "testrail.xml", "zephyr-scale.xml", "qase.json", "xray-tests.json"])(
  "in %s nothing unknown is lost:",
  (name) => {
    test.each(withOddParts(name))("%s", (_where, file) => {
      const { leftOut, file: runbook } = readExport(file);
      const told = leftOut.some(({ field }) => /\bodd\b/.test(field)) || JSON.stringify(runbook).includes("odd 1");
      expect(told).toBe(true);
    });
  },
);

const fieldsOf = (file: string) => readExport(file).leftOut.map(({ field }) => field);

describe("known places that were passed over", () => {
  test("TestLink: how a step is executed, and what a suite has beside its details", () => {
    const file = `<testsuite name="S"><details/><keywords><keyword name="smoke"/></keywords><custom_fields><custom_field><name>a</name><value>b</value></custom_field></custom_fields>
      <requirements><requirement><doc_id>R1</doc_id></requirement></requirements><testcase name="T"><externalid>1</externalid><keywords><keyword name="k"><notes>why</notes></keyword></keywords>
      <steps><step><step_number>2</step_number><actions>press</actions><expectedresults/><execution_type>2</execution_type></step><step><step_number>1</step_number><actions>open</actions></step></steps></testcase></testsuite>`;
    expect(fieldsOf(file)).toEqual(
      expect.arrayContaining([
        "keywords of a suite",
        "custom_fields of a suite",
        "requirements of a suite",
        "execution_type of a step",
        "notes of a keyword",
      ]),
    );
    expect(instructions(file)).toBe("1. open\n2. press");
  });

  test("Zephyr: parameters and attachments that say it in attributes, and steps in the order of their numbers", () => {
    const file = `<project><testCases><testCase key="A-1"><name>T</name><parameters><parameter name="p" type="FREE_TEXT"/></parameters><attachments><attachment name="a.png"/></attachments>
      <testScript type="steps"><steps><step index="1"><description>press</description><attachments><attachment name="b.png"/></attachments></step><step index="0"><description>open</description></step></steps></testScript></testCase></testCases></project>`;
    expect(fieldsOf(file)).toEqual(["attachments of a step", "parameters", "attachments"]);
    expect(instructions(file)).toBe("1. open\n2. press");
  });

  test("Xray and Qase: what a step has beside its texts, and what stands beside the suites", () => {
    const step = {
      action: "open",
      attachments: [{ filename: "a.png", data: "aGVsbG8=" }],
      customFields: [{ id: "1", value: "x" }],
    };
    const xray = JSON.stringify({ tests: [{ fields: { summary: "T" }, steps: [step] }] });
    expect(fieldsOf(xray)).toEqual(["attachments of a step", "customFields of a step"]);
    const [kept] = readExport(xray, { keepFields: true }).file.sections[0]!.checks;
    expect(kept!.instructions).toBe("Steps: 1. open\n\nattachments of a step: a.png\n\ncustomFields of a step: x");
    const qase = {
      project: "SHOP",
      shared_steps: [{ title: "Sign in" }],
      suites: [
        { title: "S", parent_id: 7, cases: [{ title: "T", steps: [{ action: "open", shared_step_hash: "f00" }] }] },
      ],
    };
    expect(fieldsOf(JSON.stringify(qase))).toEqual([
      "project",
      "shared_steps",
      "parent_id of a suite",
      "shared_step_hash of a step",
    ]);
  });
});

describe("HTML in the cells of a table becomes text, and the items of its lists steps", () => {
  const list = (...items: string[]) => `<ol>${items.map((item) => `<li>${item}</li>`).join("")}</ol>`;
  const steps = "1. Open page\n   Expected: It&#039;s there\n2. Press".replace("&#039;", "'");

  test.each([
    ["TestRail", ["ID", "Title", "Section Depth", "Steps", "Expected Result"]],
    ["a table of no tool", ["ID", "Title", "Folder", "Steps", "Expected Result"]],
  ])("%s", (_tool, header) => {
    const row = ["C1", "Pay", "0", list("Open&nbsp;page", "Press"), list("It&#039;s there")];
    expect(instructions(writeTable([header, row], ","))).toBe(steps);
  });

  test("Azure DevOps, with a row for each step", () => {
    const rows = [
      ["ID", "Work Item Type", "Title", "Test Step", "Step Action", "Step Expected"],
      ["7", "Test Case", "Pay", "", "", ""],
      ["", "", "", "1", "<DIV><P>Open&nbsp;page</P></DIV>", "<P>It&#39;s there</P>"],
      ["", "", "", "2", "<DIV><P>Press</P></DIV>", ""],
    ];
    expect(instructions(writeTable(rows, ","))).toBe(steps);
  });
});

test("all names that HTML 4 has for characters are known, and elements inside a line leave no trace", () => {
  const file = `<testcases><testcase name="T"><summary><![CDATA[<p>&Omega;&frac12;&there4;&thetasym;&yuml;&spades;&alefsym;&lang; &unknown; <var>x</var> <q>y</q> <tt>z</tt> <dfn>d</dfn></p>]]></summary></testcase></testcases>`;
  expect(instructions(file)).toBe("Ω½∴ϑÿ♠ℵ\u2329 &unknown; x y z d");
});

describe("Xray", () => {
  test("preconditions and sets of tests among the tests make no checks; the tests have their texts", () => {
    const rows = [
      [
        "TCID",
        "Test Type",
        "Test Summary",
        "Action",
        "Precondition",
        "Issue Type",
        "Precondition Type",
        "Unstructured Definition",
      ],
      ["1", "Manual", "Login", "open", "P1", "", "", ""],
      ["2", "Generic", "Load", "", "P1;P2", "", "", "java -jar"],
      ["3", "Manual", "Other", "x", "P9", "", "", ""],
      ["P1", "", "An account", "", "", "precondition", "Manual", "do first"],
      ["P2", "", "A server", "", "", "Pre-Condition", "", ""],
      ["P3", "", "Unused", "", "", "precondition", "", ""],
      ["S1", "", "Smoke", "", "", "Test Set", "", ""],
    ];
    const { file, leftOut } = readExport(writeTable(rows, ";"), { type: "csv" });
    expect(file.sections[0]!.checks.map(({ title, instructions: text }) => [title, text])).toEqual([
      ["Login", "Preconditions:\nAn account\ndo first\n\nSteps: open"],
      ["Load", "Preconditions:\nAn account\ndo first\nA server\n\nUnstructured Definition: java -jar"],
      ["Other", "Preconditions: P9\n\nSteps: x"],
    ]);
    expect(leftOut.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["precondition", "test set", "Precondition Type of a precondition"]),
    );
  });

  test("a test's description is text, and the key that Xray goes by its ref", () => {
    const csv = writeTable(
      [
        ["Issue ID", "Test Type", "Test Summary", "Test Description"],
        ["1", "Manual", "Login", "How"],
      ],
      ",",
    );
    expect(instructions(csv)).toBe("How");
    const json = JSON.stringify([{ testtype: "Manual", update_key: "NIM-9", fields: { summary: "T" }, steps: [] }]);
    expect(readExport(json).file.sections[0]!.checks[0]!.ref).toBe("NIM-9");
    expect(fieldsOf(json)).not.toContain("update_key");
  });
});

describe("columns as common templates call them", () => {
  test.each([
    [["#", "Test Scenario", "Test Case Description", "Pre-Requisites", "Steps to Execute", "Expected Result"]],
    [["Issuekey", "Folder Name", "Test Cases", "Pre requisites", "Execution Steps", "Expected Results"]],
    [["Test Case No.", "Scenario", "Test Case", "Prerequisite", "Test Execution Steps", "Expected"]],
    [["ID", "Module", "Test Scenario", "Pre-requisites", "Steps to execute", "Expected"]],
  ])("%s", (header) => {
    const row = ["7", "Cart", "Pay", "A shop", "1. open\n2. press", "2. paid"];
    const { file, leftOut } = readExport(writeTable([header, row], ","), { type: "csv" });
    expect([file.sections[0]!.title, file.sections[0]!.checks[0]!.ref, file.sections[0]!.checks[0]!.title]).toEqual([
      "Cart",
      "7",
      "Pay",
    ]);
    expect(file.sections[0]!.checks[0]!.instructions).toBe(
      "Preconditions: A shop\n\nSteps:\n1. open\n2. press\n   Expected: paid",
    );
    expect(leftOut).toEqual([]);
  });

  test("a description of a test case is no title where there is one", () => {
    const csv = writeTable(
      [
        ["Title", "Test Case Description"],
        ["Pay", "By card"],
      ],
      ",",
    );
    expect(instructions(csv)).toBe("By card");
  });
});

describe("a stroke in the name of a section", () => {
  const titles = (...sections: string[]) => {
    const rows = [["Name", "Folder"], ...sections.map((section, i) => [`T${i}`, section])];
    return readExport(writeTable(rows, ","), { type: "csv" }).file.sections.map(({ title }) => title);
  };

  test("is a part of it where most have none", () => {
    expect(titles("I/O", "N/A", "/api/users", "Cart", "Pay", "Shop", "Search")).toContain("/api/users");
    expect(titles("I/O", "N/A", "I/O")).toEqual(["I/O", "N/A"]);
  });

  test("stands between the names of a path where most have one", () => {
    expect(titles("Shop/Cart", "Shop/Pay", "Home")).toEqual(["Shop / Cart", "Shop / Pay", "Home"]);
  });
});

test("Qase's JSON of cases without suites, and a lone suite of TestLink, are recognised", () => {
  const qase = JSON.stringify({ suites: [], cases: [{ id: 1, title: "Pay", steps: [{ action: "open" }] }] });
  expect(readExport(qase)).toMatchObject({
    format: "qase",
    file: { sections: [{ checks: [{ ref: "1", title: "Pay" }] }] },
  });
  const suite =
    '<testsuite name="S"><testsuite name="Login"><testcase name="Valid"><summary>How</summary></testcase></testsuite></testsuite>';
  expect(readExport(suite)).toMatchObject({ format: "testlink", file: { sections: [{ title: "S / Login" }] } });
});

test("an attached file of TestLink is named, and what is in it is no text", () => {
  const file = `<testcases><testcase name="T"><attachments><attachment><id>1</id><name>a.png</name><content>${"aGVsbG8".repeat(50)}</content></attachment></attachments></testcase></testcases>`;
  const [check] = readExport(file, { keepFields: true }).file.sections[0]!.checks;
  expect(check!.instructions).toBe("attachments: a.png");
  expect(fieldsOf(file)).toEqual(["attachments"]);
});

test("tags of examples are theirs, and not the next scenario's", () => {
  const file = `Feature: Cart
  Scenario Outline: Add
    Given <n> books
    @slow
    Examples:
      | n |
      | 1 |
  @TEST_A-2 @fast
  Scenario: Remove
    Given a book
`;
  const { leftOut } = readExport(file);
  expect(leftOut.map(({ field, count }) => [field, count])).toEqual([
    ["tags of examples", 1],
    ["tags", 1],
  ]);
  expect(readExport(file, { keepFields: true }).file.sections[0]!.checks[1]!.instructions).toContain("tags: @fast");
});

describe("ids that no ref keeps are listed", () => {
  const told = (file: string) => readExport(file).leftOut.map(({ field, why, lines }) => [field, why, lines]);

  test("Qase's CSV: each suite's once, a parent's that is in no row, and the milestone's", () => {
    const rows = [
      ["v2.id", "title", "milestone_id", "suite_id", "suite_parent_id", "suite", "suite_without_cases"],
      ["", "", "", "1", "", "Cart", "1"],
      ["", "", "", "2", "1", "Coupons", "1"],
      ["7", "Pay", "4", "2", "1", "Coupons", ""],
      ["8", "Add", "", "2", "1", "Coupons", ""],
      ["9", "Find", "", "3", "99", "Search", ""],
    ];
    expect(told(writeTable(rows, ","))).toEqual([
      ["suite_id of a suite", "a section has only a title", [2, 3, 6]],
      ["suite_parent_id of a suite", "the file has no such suite", [6]],
      ["milestone_id", "a check has no such field", [4]],
    ]);
  });

  test("TestRail's CSV: each suite's once, and how deep a section is where no path tells it", () => {
    const rows = [
      ["ID", "Title", "Suite ID", "Section", "Section Depth"],
      ["C1", "Pay", "S1", "Cart", "0"],
      ["C2", "Add", "S1", "Coupons", "1"],
    ];
    expect(told(writeTable(rows, ","))).toEqual([
      ["Suite ID of a suite", "an app has sections only", [2]],
      ["Section Depth", "a check has no such field", [2, 3]],
    ]);
    const paths = [...rows[0]!, "Section Hierarchy"];
    const file = writeTable([paths, ["C2", "Add", "", "Coupons", "1", "Cart > Coupons"]], ",");
    expect(told(file)).toEqual([]);
  });

  test.each([
    [
      "TestRail's XML",
      `<suite><id>S1</id><sections><section><id>3</id><name>Cart</name><cases><case><id>C1</id><title>Pay</title><custom>
        <steps_separated><step><index>1</index><content>open</content><shared_step_id>5</shared_step_id></step></steps_separated>
        </custom></case></cases></section></sections></suite>`,
      ["id of a suite", "id of a section", "shared_step_id of a step"],
    ],
    [
      "TestLink",
      `<testsuite id="3" name="S"><testcase internalid="7" name="T"><externalid>1</externalid></testcase></testsuite>`,
      ["id of a suite", "internalid"],
    ],
    [
      "Zephyr's XML",
      `<project><projectId>1</projectId><projectKey>A</projectKey><exportDate>2026-03-02</exportDate><testCases><testCase id="9" key="A-1"><name>T</name>
        <testScript><steps><step><description>open</description><testCaseKey>A-2</testCaseKey></step></steps></testScript></testCase></testCases></project>`,
      [
        ...["projectId of the project", "projectKey of the project", "exportDate of the project"],
        ...["testCaseKey of a step", "id"],
      ],
    ],
    [
      "Qase's JSON",
      JSON.stringify({ suites: [{ id: 3, title: "S", cases: [{ id: 1, title: "T", steps: [] }] }] }),
      ["id of a suite"],
    ],
    [
      "Xray's JSON",
      JSON.stringify([
        {
          key: "A-1",
          update_key: "A-2",
          fields: { summary: "T", project: { key: "A", id: "7" }, issuetype: { name: "Test" } },
          steps: [{ id: 5, action: "open" }],
        },
      ]),
      [...["update_key", "id of a step"], ...["key of the project", "id of the project", "name of the issuetype"]],
    ],
    [
      "Xray's table",
      writeTable(
        [
          ["Issue Key", "Test Type", "Test Summary", "Action", "Issue Type"],
          ["A-1", "", "Pay", "open", ""],
          ["A-2", "", "An account", "", "Precondition"],
        ],
        ",",
      ),
      ["precondition", "Issue Key of a precondition"],
    ],
    ["Testpad", "id,indent,text\n77,0,Pay\n", ["id"]],
  ])("%s", (_tool, file, fields) => {
    expect(fieldsOf(file).toSorted()).toEqual(fields.toSorted());
  });
});

test("the name of a suite that its id tells otherwise is listed, and the same path in other signs is not", () => {
  const qase = writeTable(
    [
      ["v2.id", "title", "suite_id", "suite", "suite_without_cases"],
      ["", "", "1", "Cart", "1"],
      ["7", "Pay", "1", "Basket", ""],
    ],
    ",",
  );
  expect(readExport(qase).leftOut).toContainEqual({
    field: "suite",
    why: "a check is in one section",
    count: 1,
    lines: [3],
  });
  const zephyr = writeTable(
    [
      ["Key", "Name", "Folder", "Objective"],
      ["A-1", "Pay", "/Cart/Coupons", ""],
    ],
    ",",
  );
  expect(fieldsOf(zephyr)).toEqual([]);
});

test("sections of TestRail's XML stand in suites and in each other without a list around them, too", () => {
  const cases = "<cases><case><id>C1</id><title>Pay</title></case></cases>";
  const file = `<suite><section><name>Cart</name><section><name>Coupons</name>${cases}</section></section></suite>`;
  expect(readExport(file).file.sections.map(({ title }) => title)).toEqual(["Cart / Coupons"]);
});

test("steps of Xray stand in the order of their places, and steps that are a text are kept", () => {
  const test = (steps: unknown) => JSON.stringify([{ fields: { summary: "T" }, steps }]);
  const two = [
    { index: 2, action: "press" },
    { index: 1, action: "open" },
  ];
  expect(instructions(test(two))).toBe("1. open\n2. press");
  expect(instructions(test("open it"))).toBe("open it");
});

test("a scenario in a rule has the background of its feature and of its rule, and a second tag of a test is listed", () => {
  const file = `Feature: Cart
  Background:
    Given a shop
  Rule: Coupons
    Background:
      Given a coupon
    @TEST_A-1 @TEST_A-2
    Scenario: Use it
      When it is used
  Rule: Books
    Scenario: Add one
      When it is added
`;
  const { file: runbook, leftOut } = readExport(file);
  expect(runbook.sections.flatMap(({ checks }) => checks.map((check) => check.instructions))).toEqual([
    "Background:\nGiven a shop\nBackground:\nGiven a coupon\nWhen it is used",
    "Background:\nGiven a shop\nWhen it is added",
  ]);
  expect(leftOut.map(({ field }) => field)).toEqual(["tags"]);
});

test("a ticked box of an outline is listed, and an empty one says nothing", () => {
  expect(fieldsOf("Cart\n- [x] add\n- [ ] remove\n")).toEqual(["box"]);
});
