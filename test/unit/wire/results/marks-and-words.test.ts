// What reports say of a case beside its name: tags of suites, words for outcomes, failures that belong to no case. None of it may turn a failure into a pass,
// or a case into another.
import { expect, test } from "vitest";
import { planResults } from "../../../../src/domain/results/plan-results.ts";
import { openReportReader } from "../../../../src/wire/results/reports/report-readers.ts";

const check = (ref: string, title: string) => ({
  ...{ id: `chk_${ref}`, ref, title, sectionId: "cart", notApplicable: [], inCycle: null },
});
const APP = {
  platforms: ["web"],
  sections: [{ id: "cart", ref: "CART", title: "The cart" }],
  checks: [
    ...[check("CART-1", "Adds an item"), check("CART-2", "Takes a coupon twice"), check("CART-3", "Rounds taxes")],
    ...[check("PAY-1", "Pays by card"), check("456", "Opens")],
  ],
};

/** `outcome ref`, for each case; an ambiguous one has the refs of all that it could mean. */
function told(report: string): string[] {
  const reader = openReportReader(null);
  reader.feed(Buffer.from(report));
  reader.end();
  return planResults(APP, reader.cases, []).cases.map(({ case: { outcome }, check: found, candidates, fate }) =>
    fate === "ambiguous"
      ? `ambiguous ${candidates.map(({ ref }) => ref).join(" ")}`
      : `${outcome} ${found?.ref ?? null}`,
  );
}

const nunit = (...categories: string[]) =>
  `<test-run><test-suite type="TestFixture" name="CartTests" classname="Shop.CartTests"><properties>
  ${categories.map((one) => `<property name="Category" value="${one}"/>`).join("")}</properties>
  <test-case name="CART_1_Adds" methodname="CART_1_Adds" result="Passed"/><test-case name="CART_2_Coupon" methodname="CART_2_Coupon" result="Failed"/>
  <test-case name="Opens" methodname="Opens" result="Passed"/></test-suite></test-run>`;
const junit = (tags: string) =>
  `<testsuite name="Cart"><properties><property name="tags" value="${tags}"/></properties><testcase name="CART_1_Adds"/>
  <testcase name="CART_2_Coupon"><failure/></testcase><testcase name="Shows"/></testsuite>`;

test("a tag of a suite says less than the ref in the name of a case, and means those without one", () => {
  expect(told(nunit("PAY-1", "Slow"))).toEqual(["passed CART-1", "failed CART-2", "passed 456"]);
  expect(told(junit("PAY-1"))).toEqual(["passed CART-1", "failed CART-2", "passed PAY-1"]);
});

test("of several tags of one suite that mean several checks, none decides alone", () => {
  const several = nunit("PAY-1", "CART-3").replaceAll("Opens", "Shows");
  expect(told(several)).toEqual(["passed CART-1", "failed CART-2", "ambiguous PAY-1 CART-3"]);
});

const outcomeOf = (attributes: string, inner = "") =>
  told(`<testsuite><testcase name="CART-1" ${attributes}>${inner}</testcase></testsuite>`)[0]!.split(" ")[0];

test.each([
  ...["CANCELED", "cancelled", "timeout", "timed_out", "TimedOut", "crashed", "fatal", "exception", "terminated", "KO"],
  ...["interrupted", "aborted", "unknown", "hook_error", "failed", "broken", "no such word", "✗"],
])("a case of JUnit XML whose status is %s has not passed", (word) => {
  expect([outcomeOf(`status="${word}"`), outcomeOf(`result="${word}"`)]).toEqual(["failed", "failed"]);
});

test.each([
  ...["blocked", "inconclusive", "not_run", "not run", "NOT-RUN", "todo", "untested", "pending", "skipped", "disabled"],
  ...["incomplete", "suppressed", "xfail", "deferred"],
])("a case of JUnit XML whose status is %s was not run", (word) => {
  expect([outcomeOf(`status="${word}"`), outcomeOf(`result="${word}"`)]).toEqual(["skipped", "skipped"]);
});

test.each(["", "run", "executed", "passed", "PASS", "Success", "ok", "completed", "done", "flaky"])(
  "a case of JUnit XML whose status is %s passes, unless it holds a failure",
  (word) => {
    expect([outcomeOf(`status="${word}"`), outcomeOf(`status="${word}"`, "<failure/>")]).toEqual(["passed", "failed"]);
  },
);

test("a status is told as the reason where nothing else says why", () => {
  const reader = openReportReader(null);
  reader.feed(Buffer.from('<testsuite><testcase name="a" status="CANCELED"/></testsuite>'));
  reader.end();
  expect(reader.cases[0]!.message).toBe("its status is CANCELED");
});

test("a directive of TAP needs no blank behind its sign, but then it is a word of its own", () => {
  const points = [
    "not ok 1 - CART-1 #TODO later",
    "not ok 2 - CART-2 #skip",
    "not ok 3 - CART-3 # TODO",
    "not ok 4 - CART-1 sorts #todo-lists",
  ];
  expect(told(["1..5", ...points, "not ok 5 - PAY-1 finds #skipper", ""].join("\n"))).toEqual([
    ...["skipped CART-1", "skipped CART-2", "skipped CART-3"],
    ...["failed CART-1", "failed PAY-1"],
  ]);
});

const failureOf = (report: string) => {
  const reader = openReportReader(null);
  reader.feed(Buffer.from(report));
  reader.end();
  return reader.cases.filter(({ outcome }) => outcome === "failed").map(({ name, message }) => [name, message]);
};

test("a process of TRX that died is a failed case beside the results that it had", () => {
  const trx = (outcome: string) =>
    `<TestRun><Results><UnitTestResult testId="t" testName="CART_1_Adds" outcome="Passed"/></Results><ResultSummary outcome="Failed"><RunInfos>
    <RunInfo outcome="${outcome}"><Text>The active test run was aborted. Reason: Test host process crashed</Text></RunInfo></RunInfos></ResultSummary></TestRun>`;
  const why = "The active test run was aborted. Reason: Test host process crashed";
  expect(told(trx("Error"))).toEqual(["passed CART-1", "failed null"]);
  expect(failureOf(trx("Error"))).toEqual([[why, why]]);
  expect(told(trx("Warning"))).toEqual(["passed CART-1"]);
});

test("a hook around a run of Cucumber that failed is a failed case, and so is a run that did not succeed for no reason told", () => {
  const run = (status: string, hook: string | null, success: boolean) =>
    [
      { meta: { protocolVersion: "27.0.0" } },
      { pickle: { id: "p", uri: "f", name: "CART-1 adds", tags: [] } },
      { testCase: { id: "c", pickleId: "p" } },
      { testCaseStarted: { id: "s", testCaseId: "c" } },
      { testStepFinished: { testCaseStartedId: "s", testStepResult: { status } } },
      { testCaseFinished: { testCaseStartedId: "s" } },
      ...(hook === null ? [] : [{ testRunHookFinished: { result: { status: hook, message: "no database" } } }]),
      { testRunFinished: { success } },
    ]
      .map((message) => `${JSON.stringify(message)}\n`)
      .join("");
  expect(failureOf(run("PASSED", "FAILED", false))).toEqual([["A hook of the run", "no database"]]);
  expect(failureOf(run("PASSED", "PASSED", false))).toEqual([["The run", "the run did not succeed"]]);
  expect(told(run("FAILED", null, false))).toEqual(["failed CART-1"]);
  expect(told(run("PENDING", null, false))).toEqual(["skipped CART-1"]);
  expect(told(run("PASSED", "PASSED", true))).toEqual(["passed CART-1"]);
});

test("a suite of NUnit that failed by itself is a failed case, unless one of its cases says so", () => {
  const suite = (attributes: string, inner = "", message = "TearDown : no database") =>
    `<test-run><test-suite type="Assembly" name="Shop.dll" result="Failed" site="Child"><test-suite name="CART_2_Tests" ${attributes}>
    <failure><message>${message}</message></failure>${inner}</test-suite></test-suite></test-run>`;
  const passed = '<test-case name="CART_1_Adds" result="Passed"/>';
  const failed = '<test-case name="CART_1_Adds" result="Failed"/>';
  const tearDown = suite('result="Failed" site="TearDown"', passed);
  expect(told(tearDown)).toEqual(["passed CART-1", "failed CART-2"]);
  expect(failureOf(tearDown)).toEqual([["CART_2_Tests", "TearDown : no database"]]);
  expect(failureOf(suite('result="Failed" label="Invalid"', "", "no file"))).toEqual([["CART_2_Tests", "no file"]]);
  expect(told(suite('result="Failed" site="SetUp"', failed))).toEqual(["failed CART-1"]);
  expect(told(suite('result="Failed" site="Child"', passed))).toEqual(["passed CART-1"]);
  expect(told(suite('result="Passed"', passed))).toEqual(["passed CART-1"]);
});

test.each(["test_id", "TestCaseId", "testcase", "case-id", "id", "TestRail_Case_ID", "testKey"])(
  "a tag that is nothing but a ref means it, also if that is a number: the property %s",
  (name) => {
    const report = (value: string) =>
      `<testsuite><testcase name="a"><properties><property name="${name}" value="${value}"/></properties></testcase></testsuite>`;
    expect(told(report("456"))).toEqual(["passed 456"]);
    expect(told(report("CART-1"))).toEqual(["passed CART-1"]);
    expect(told(report("version 456"))).toEqual(["passed null"]);
    const labels = { [name]: "CART-2" };
    expect(told(JSON.stringify({ results: { tests: [{ name: "a", status: "passed", labels }] } }))).toEqual([
      "passed CART-2",
    ]);
  },
);
