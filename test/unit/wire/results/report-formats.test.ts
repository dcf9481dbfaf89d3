// Formats of reports: recognised by what they hold, read the same however they are cut into pieces, and refused in a sentence
// where they are not what they should be.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_CASES } from "../../../../src/domain/limits.ts";
import type { TestCase } from "../../../../src/domain/results/test-case.ts";
import { WrongRun } from "../../../../src/wire/results/reports/reading/report-reader.ts";
import { type RunFormat, recogniseReport } from "../../../../src/wire/results/reports/report-formats.ts";
import { openReportReader } from "../../../../src/wire/results/reports/report-readers.ts";

const FOLDER = join(import.meta.dirname, "../../../samples/runner-reports");
const FORMAT_OF: Record<string, RunFormat> = {
  "vstest.trx": "trx",
  "nunit3.xml": "nunit",
  "tap13.tap": "tap",
  "tap14.tap": "tap",
  "cucumber-messages.ndjson": "cucumber-messages",
  "cucumber.json": "cucumber-json",
  "ctrf-playwright.json": "ctrf",
};
const FILES = readdirSync(FOLDER).filter((name) => name !== "expected.json" && name !== "README.md");

function read(file: string | Buffer, size = 65_536, format: RunFormat | null = null): TestCase[] {
  const reader = openReportReader(format);
  const bytes = Buffer.from(file);
  for (let i = 0; i < bytes.length; i += size) reader.feed(Uint8Array.from(bytes.subarray(i, i + size)));
  reader.end();
  return reader.cases;
}

function refusalOf(file: string | Buffer, format: RunFormat | null = null): string {
  try {
    read(file, 65_536, format);
  } catch (error) {
    if (error instanceof WrongRun) return error.message;
    throw error;
  }
  return "";
}

const brief = (file: string) => read(file).map(({ name, outcome, message }) => [name, outcome, message]);

describe.each(FILES)("%s", (name) => {
  const bytes = readFileSync(join(FOLDER, name));

  test("is recognised by what it holds, and means the same however it is cut", () => {
    expect(recogniseReport(bytes)).toBe(FORMAT_OF[name] ?? "junit");
    const whole = read(bytes);
    for (const size of [1, 7, 100]) expect(read(bytes, size)).toEqual(whole);
    const marked = bytes[0] === 0xef ? bytes : Buffer.concat([Buffer.from("\ufeff"), bytes]);
    expect(read(marked)).toEqual(whole);
    expect(read(bytes.toString().replaceAll(/\r?\n/g, "\r\n"))).toHaveLength(whole.length);
  });

  test("in UTF-16 with its mark it means the same, in either order of bytes and however it is cut", () => {
    const whole = read(bytes);
    const little = Buffer.from(`\ufeff${bytes.toString().replace(/^\ufeff/, "")}`, "utf16le");
    for (const file of [little, Buffer.from(little).swap16()]) {
      expect(recogniseReport(file)).toBe(FORMAT_OF[name] ?? "junit");
      for (const size of [1, 7, 65_536]) expect(read(file, size)).toEqual(whole);
    }
    expect(refusalOf(little.subarray(0, -1))).toMatch(/UTF-16/);
    expect(refusalOf(little.subarray(2))).toBe("The file is not UTF-8 text: save it as UTF-8.");
  });

  test("in another encoding, or broken off, is refused in a sentence", () => {
    const text = bytes.toString();
    expect(refusalOf(Buffer.concat([bytes.subarray(0, 200), Buffer.from([0xe9, 0x20]), bytes.subarray(200)]))).toMatch(
      /UTF-8/,
    );
    for (const part of [0.3, 0.6, 0.9]) {
      const whole = text.slice(0, text.lastIndexOf("\n", text.trimEnd().length * part) + 1) || text.slice(0, 500);
      expect(refusalOf(whole)).not.toBe("");
    }
  });
});

test.each([
  ["prose", "# Reports of real runners\n\nok then, that is all\n"],
  ["a page of HTML", "<!doctype html><html><body>testsuite</body></html>"],
  ["YAML", "name: Shop\n"],
  ["a number", "12"],
  ["blanks", "  \n "],
])("%s is no report", (_what, file) => {
  expect(recogniseReport(Buffer.from(file))).toBeNull();
  expect(refusalOf(file)).toMatch(/^The file is no report that is known: send JUnit XML, .* or TAP\.$/);
});

const XML: [format: RunFormat, root: string, one: string][] = [
  ["junit", "testsuite", '<testcase name="a"/>'],
  ["nunit", "test-run", '<test-case name="a" result="Passed"/>'],
  ["trx", "TestRun", '<UnitTestResult testName="a" outcome="Passed"/>'],
];
test.each(XML)("%s: entities, depth and numbers are bounded", (format, root, one) => {
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><${root}>&b;</${root}>`;
  expect(refusalOf(laughs)).toMatch(/^line 1, column \d+: a document type is not accepted/);
  expect(refusalOf(`<!DOCTYPE x SYSTEM "file:///etc/passwd"><${root}/>`)).toMatch(/a document type is not accepted/);
  expect(refusalOf(`<${root}>${"<a>".repeat(200)}`)).toMatch(/nested more than 100 levels deep/);
  expect(refusalOf(`<${root}>${one.repeat(MAX_CASES + 1)}</${root}>`)).toMatch(/more than 20000 cases: split the file/);
  expect(refusalOf(`<${root}>\n${one}`)).toMatch(/^line 2, column \d+: unclosed tag/);
  expect(refusalOf(`<other>${one}</other>`, format)).toMatch(
    new RegExp(`begins with .*<${root}>.*, this file with <other>`),
  );
  expect(read(`<${root}>${one.replace('"a"', `"${"a".repeat(1_000_000)}"`)}</${root}>`)[0]!.name).toHaveLength(2_000);
});

describe("TRX", () => {
  test("a result without an outcome has failed, and rows within a result are no results of their own", () => {
    const file = `<TestRun><Results>
      <UnitTestResult testName="left out"><Output><ErrorInfo><Message>why</Message></ErrorInfo></Output></UnitTestResult>
      <UnitTestResult testName="rows" outcome="Failed"><InnerResults><UnitTestResult testName="rows (1)" outcome="Failed">
        <Output><ErrorInfo><Message>row 1</Message></ErrorInfo></Output></UnitTestResult></InnerResults></UnitTestResult>
      <UnitTestResult testName="unsure" outcome="Inconclusive"/><UnitTestResult testName="late" outcome="Timeout"/>
      </Results></TestRun>`;
    expect(brief(file)).toEqual([
      ["left out", "failed", "why"],
      ["rows", "failed", "row 1"],
      ["unsure", "skipped", null],
      ["late", "failed", null],
    ]);
  });

  test("categories, properties and the method of a test are joined to its result", () => {
    const [one] = read(`<TestRun><Results><UnitTestResult testId="1" testName="adds" outcome="Passed"/></Results>
      <TestDefinitions><UnitTest id="1"><TestCategory><TestCategoryItem TestCategory="CART-1"/></TestCategory>
      <Properties><Property><Key>retest.check</Key><Value>CART-2</Value></Property></Properties>
      <TestMethod className="Shop.Cart, Shop" name="CART_3_Adds"/></UnitTest></TestDefinitions></TestRun>`);
    expect(one).toMatchObject({ suites: ["Shop.Cart", "Cart", "CART_3_Adds"], tags: ["CART-1"], checks: ["CART-2"] });
  });
});

test("a suite of NUnit that failed by itself is a case, also without a name", () => {
  expect(brief('<test-run><test-suite result="Failed" label="Invalid"/></test-run>')).toEqual([
    ["A suite without a name", "failed", "the suite has failed"],
  ]);
});

test("NUnit 2 is read as well, and a word that nobody knows is no pass", () => {
  const file = `<test-results name="Shop.dll"><test-suite name="Cart"><categories><category name="CART-1"/></categories><results>
    <test-case name="Shop.Cart.Adds" executed="True" result="Success"/>
    <test-case name="Shop.Cart.Pays" executed="True" result="Failure"><failure><message>no</message></failure></test-case>
    <test-case name="Shop.Cart.Later" executed="False" result="Ignored"/>
    <test-case name="Shop.Cart.Odd" executed="True" result="Purple"/></results></test-suite></test-results>`;
  expect(brief(file)).toEqual([
    ["Shop.Cart.Adds", "passed", null],
    ["Shop.Cart.Pays", "failed", "no"],
    ["Shop.Cart.Later", "skipped", null],
    ["Shop.Cart.Odd", "failed", null],
  ]);
  expect(read(file)[0]).toMatchObject({ tags: [], suites: ["CART-1", "Cart"] });
});

describe("TAP", () => {
  test.each([
    ["no plan", "ok 1 - a\nok 2 - b\n", /no plan/],
    ["fewer points than planned", "1..3\nok 1 - a\nok 2 - b\n", /The plan is 1\.\.3, the file has 2 tests/],
    ["more points than planned", "1..1\nok 1 - a\nok 2 - b\n", /The plan is 1\.\.1, the file has 2 tests/],
    ["a number outside the plan", "1..2\nok 1 - a\nok 9 - b\n", /The plan is 1\.\.2/],
    ["a bail out", "1..2\nok 1 - a\nbail OUT! no disk\n", /^line 3: the run was given up \(Bail out!\): no disk\.$/],
    ["too many points", `1..1\n${"ok\n".repeat(MAX_CASES + 1)}`, /more than 20000 tests/],
  ])("%s is a run that can't be relied on", (_what, file, naming) => expect(refusalOf(file)).toMatch(naming));

  test("that skips everything has no cases", () =>
    expect(read("TAP version 13\n1..0 # skip no browser\n")).toEqual([]));

  test("a failed test whose subtests all passed has failed itself; skipped ones don't fail", () => {
    const sub = (verdict: string, inner: string) => `    ${inner} 1 - inner\n    1..1\n${verdict} - outer\n`;
    const file = `TAP version 14\n${sub("not ok 1", "ok")}${sub("ok 2", "ok")}not ok 3 - later # TODO\n${sub("not ok 4", "not ok").replace("- outer", "- outer # SKIP")}1..4\n`;
    expect(brief(file)).toEqual([
      ["inner", "passed", null],
      ["outer", "failed", null],
      ["inner", "passed", null],
      ["later", "skipped", null],
      ["inner", "skipped", null],
    ]);
  });

  test("what a test prints is not taken for its subtests, and explanations are read", () => {
    const file = `1..3\nhello\n    ok 1 - printed\nnot ok 1 - a\n  ---\n  error: |-\n    expected 1\n    got 2\n  ...\nok 2\nnot ok - c\n  ---\n  at: here\n  ...\n`;
    expect(brief(file)).toEqual([
      ["a", "failed", "expected 1\ngot 2"],
      ["", "passed", null],
      ["c", "failed", "at: here"],
    ]);
  });
});

describe("Cucumber", () => {
  const result = (status: string, error?: string) => ({ result: { status, error_message: error } });
  const json = (elements: object[]) => JSON.stringify([{ name: "Cart", tags: [{ name: "@CART-9" }], elements }]);

  test("a failed background or hook fails the scenario that only looks skipped", () => {
    const file = json([
      { type: "background", steps: [result("failed", "no shop")] },
      { type: "scenario", name: "a", steps: [result("skipped")] },
      { type: "scenario", name: "b", before: [result("failed", "no hook")], steps: [result("skipped")] },
      { type: "scenario", name: "c", steps: [{ ...result("passed"), after: [result("failed", "no step hook")] }] },
      { type: "scenario", name: "d", steps: [result("passed"), result("undefined")] },
      { type: "scenario", name: "e", steps: [] },
      { type: "background", steps: [result("passed")] },
      { type: "scenario", name: "f", steps: [result("passed")] },
    ]);
    expect(brief(file)).toEqual([
      ["a", "failed", "no shop"],
      ["b", "failed", "no hook"],
      ["c", "failed", "no step hook"],
      ["d", "failed", "a step is undefined"],
      ["e", "skipped", null],
      ["f", "passed", null],
    ]);
  });

  test("tags of the feature count as a suite, those of the scenario as its own", () => {
    const tags = [{ name: "@CART-9" }, { name: "@CART-1" }];
    const [one] = read(json([{ type: "scenario", name: "a", tags, steps: [result("passed")] }]));
    expect(one).toMatchObject({ suites: ["Cart", "@CART-9"], tags: ["@CART-1"] });
  });

  test.each([
    ["no list", "{}", "cucumber-json", /^Cucumber's JSON is a list of features/],
    ["a status that is none", '[{"elements":[{"steps":[{"result":{"status":1}}]}]}]', null, /elements\[0\]\.steps/],
    ["deep nesting", "[".repeat(100_000), null, /nested|line 1/],
    ["too many", json(Array.from({ length: MAX_CASES + 1 }, () => ({ name: "a" }))), null, /More than 20000 scenarios/],
    ["a run without an end", '{"meta":{}}\n', null, /^line \d: the run has no testRunFinished/],
    ["a line that is cut off", '{"meta":{}}\n{"pickle":{"id"', null, /^line 2, column/],
    ["a pickle without a name", '{"meta":{}}\n{"pickle":{"id":"1"}}\n', null, /^line 2: pickle\.name: /],
  ] as const)("%s is refused", (_what, file, format, naming) => expect(refusalOf(file, format)).toMatch(naming));

  test("what began and did not finish has failed", () => {
    const lines = [
      { meta: {} },
      { pickle: { id: "p", name: "a" } },
      { testCase: { id: "c", pickleId: "p" } },
      { testCaseStarted: { id: "s", testCaseId: "c" } },
      { testRunFinished: { success: false } },
    ];
    expect(brief(lines.map((line) => JSON.stringify(line)).join("\n"))).toEqual([["a", "failed", "it did not finish"]]);
  });
});

test("whatever the bytes are, they are read or refused, never anything else", () => {
  const token = fc.constantFrom(
    "<TestRun>",
    "<test-run>",
    "<UnitTestResult>",
    "</",
    ">",
    "[",
    "{",
    '"meta":{}',
    "}",
    "]",
    "ok 1 - a",
    "not ok",
    "\n",
    "    ",
    "  ---",
    "  ...",
    "1..2",
    "# skip",
    "é",
    "\u0000",
    "\\",
    ",",
    '"',
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
      expect(refusalOf(tokens.join(""))).toMatch(/^(.*\.)?$/s);
    }),
    { numRuns: 1_000 },
  );
});
