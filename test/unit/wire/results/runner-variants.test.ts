// Reports of many runners in all their ways: whatever they put around names, outcomes, set-up, attempts and rows of data, each case finds its
// check and means what it meant.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planResults } from "../../../../src/domain/results/plan-results.ts";
import type { CaseOutcome, TestCase } from "../../../../src/domain/results/test-case.ts";
import { readRunMap } from "../../../../src/wire/results/read-run-map.ts";
import { recogniseReport } from "../../../../src/wire/results/reports/report-formats.ts";
import { openReportReader } from "../../../../src/wire/results/reports/report-readers.ts";

interface Expected {
  format: string;
  cases: [outcome: CaseOutcome, ref: string | null, name: string][];
}

const FOLDER = join(import.meta.dirname, "../../../samples/runner-variants");
const EXPECTED: Record<string, Expected> = JSON.parse(readFileSync(join(FOLDER, "expected.json"), "utf8"));
const check = (ref: string, title: string) => ({
  ...{ id: `chk_${ref}`, ref, title, sectionId: "cart", notApplicable: [], inCycle: null },
});
const APP = {
  platforms: ["web", "ios", "android"],
  sections: [{ id: "cart", ref: "CART", title: "The cart" }],
  checks: [
    ...[check("CART-1", "Adds an item"), check("CART-2", "Takes a coupon twice"), check("CART-3", "Rounds taxes")],
    ...[check("CART-4", "Shows the total"), check("CART-5", "Empties the cart"), check("CART-9", "Opens the cart")],
    ...[check("PAY-1", "Pays by card"), check("17", "Refunds a payment")],
  ],
};

function read(bytes: Buffer, size = bytes.length): TestCase[] {
  const reader = openReportReader(null);
  for (let i = 0; i < bytes.length; i += size) reader.feed(Uint8Array.from(bytes.subarray(i, i + size)));
  reader.end();
  return reader.cases;
}

const sample = (file: string) => readFileSync(join(FOLDER, file));
const messages = (file: string) => Object.fromEntries(read(sample(file)).map(({ name, message }) => [name, message]));

test("every report is expected to mean something", () => {
  const files = readdirSync(FOLDER).filter((name) => !["expected.json", "README.md"].includes(name));
  expect(files.sort()).toEqual(Object.keys(EXPECTED).sort());
});

test.each(Object.entries(EXPECTED))("%s is read as it is meant, however it is cut", (file, { format, cases }) => {
  const bytes = sample(file);
  expect(recogniseReport(bytes)).toBe(format);
  const whole = read(bytes);
  const plan = planResults(APP, whole, []).cases;
  expect(plan.map(({ case: one, check: found }) => [one.outcome, found?.ref ?? null, one.name])).toEqual(cases);
  expect(plan.map(({ fate }) => fate)).toEqual(
    cases.map(([outcome, ref]) => (outcome === "skipped" ? "skipped" : ref === null ? "unmatched" : "recorded")),
  );
  for (const size of [1, 7]) expect(read(bytes, size)).toEqual(whole);
});

test("why something failed is found where its runner tells it", () => {
  expect(messages("vitest.tap")["Takes a coupon twice"]).toBe("expected 1 to be 2 // Object.is equality");
  expect(messages("node-test-nested.tap")["Takes a coupon twice"]).toMatch(/^Expected values .*:\n\n1 !== 2$/s);
  expect(messages("bats-diagnostics.tap")["CART-2 takes a coupon twice"]).toMatch(
    /^\(in test file cart\.bats, line 2\)/,
  );
  expect(messages("tape.tap")["CART-2 takes a coupon twice"]).toMatch(/^should be strictly equal: .*expected: 2/s);
  expect(messages("newman-errors.xml")["Cart / CART-2 takes a coupon twice"]).toContain("ECONNREFUSED");
  expect(messages("suite-error.xml")["t_CART-1_t"]).toBe("Dubious, test returned 255 (wstat 65280, 0xff00)");
  expect(messages("behave.json")["shows the total"]).toBe("the scenario is hook_error");
  expect(messages("messages-parse-error.ndjson")["features/coupon.feature"]).toMatch(/^\(1:1\): expected: #EOF/);
  expect(messages("messages-rules.ndjson")["Takes a coupon twice"]).toBe("AssertionError: 1 is not 2");
  expect(messages("controls.xml")["CART-1 adds"]).toBe("red and bold&#x0; green");
});

test("platforms are those of the case, else what a mapping says of its project, device or environment", () => {
  const map = readRunMap(
    Buffer.from("platforms: {chromium*: web, 'Mobile *': ios, 'iPhone *': ios, iOS: ios, 'Chrome *': web}"),
  );
  const platforms = (file: string) =>
    planResults(APP, read(sample(file)), [], map).cases.map((one) => one.platforms.join(" "));
  expect(platforms("ctrf-platforms.json").slice(0, 2)).toEqual(["ios", "web android"]);
  expect(platforms("ctrf-variants.json").at(-1)).toBe("web");
  expect(platforms("playwright-projects.xml")).toEqual(["web", "web", "ios", ""]);
  expect(platforms("karma.xml").slice(0, 2)).toEqual(["web", "web"]);
  expect(platforms("xray-cloud.json")[0]).toBe("ios");
});

test("a case that says in a word that nobody ran it, or that a step is missing, has not passed", () => {
  const report = (status: string) => Buffer.from(`<testsuite><testcase name="a" status="${status}"/></testsuite>`);
  const outcomes = (...words: string[]) => words.map((word) => read(report(word))[0]!.outcome);
  expect(outcomes("untested", "Ignored", "notrun")).toEqual(["skipped", "skipped", "skipped"]);
  expect(outcomes("undefined", "hook_error", "panicked", "Broken")).toEqual(["failed", "failed", "failed", "failed"]);
  expect(outcomes("run", "passed", "completed")).toEqual(["passed", "passed", "passed"]);
});

test("a suite that failed stands for itself only if no case in it says so, nor that it was tried again", () => {
  const names = (inner: string) =>
    read(Buffer.from(`<testsuite name="s" errors="1">${inner}</testsuite>`)).map(
      ({ name, outcome }) => `${name} ${outcome}`,
    );
  expect(names('<testcase name="a"/>')).toEqual(["a passed", "s failed"]);
  expect(names('<testcase name="a"><error/></testcase>')).toEqual(["a failed"]);
  expect(names('<testcase name="a"><flakyError/></testcase>')).toEqual(["a passed"]);
  expect(names('<testsuite name="t" errors="1"><testcase name="a"/></testsuite>')).toEqual(["a passed", "t failed"]);
});

test("a suite that counts failures has failed if it has no cases; with cases, these say it", () => {
  const report = (suites: string) => Buffer.from(`<testsuites failures="1">${suites}</testsuites>`);
  const names = (suites: string) => read(report(suites)).map(({ name, outcome }) => `${name} ${outcome}`);
  expect(names('<testsuite name="s" failures="1"/>')).toEqual(["s failed"]);
  expect(names('<testsuite name="s" failures="1"><testsuite name="t" failures="1"/></testsuite>')).toEqual([
    "t failed",
  ]);
  expect(names('<testsuite name="s" failures="1"><testcase name="a"/></testsuite>')).toEqual(["a passed"]);
  expect(names('<testsuite name="s" failures="0"/><testsuite failures="1"/>')).toEqual([
    "A suite without a name failed",
  ]);
});

test.each(["qase_id", "QaseID", "allure.id", "test_case_key", "testCaseKey", "tms"])(
  "the property %s names a check",
  (name) => {
    const properties = `<properties><property name="${name}" value="17"/></properties>`;
    const file = Buffer.from(`<testsuite name="a"><testcase name="x">${properties}</testcase></testsuite>`);
    expect(planResults(APP, read(file), []).cases.map(({ check: found }) => found?.ref)).toEqual(["17"]);
  },
);

test("a test of Xray's that has neither a key nor a summary is refused with its place", () => {
  const sent = { testExecutionKey: "SHOP-9", tests: [{ testKey: "SHOP-1", status: "PASS" }, { status: "PASS" }] };
  expect(() => read(Buffer.from(JSON.stringify(sent)))).toThrow(
    "tests[1]: it has neither a testKey nor a testInfo.summary.",
  );
});
