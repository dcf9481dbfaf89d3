// Reports that are made to harm whoever reads them, in every format: what is refused and in which words, and what is read.
import { deflateRawSync, gzipSync } from "node:zlib";

const many = (one: string, times = 100_000) => one.repeat(times);
const test1 = { name: "a", status: "passed" };
export const list = <One>(one: One, length = 100_000): One[] => Array.from({ length }, () => one);
const bomb = Buffer.concat([Buffer.from("PK\u0003\u0004"), deflateRawSync(Buffer.alloc(20_000_000))]);

export const REFUSED_REPORTS: [what: string, file: string | Buffer, naming: string][] = [
  ["JUnit of 100,000 cases", `<testsuite>${many('<testcase name="a"/>')}</testsuite>`, "more than 20000 cases"],
  ["JUnit of 100,000 suites with errors", `<testsuite>${many('<testsuite name="a" errors="1"/>')}`, "more than 20000"],
  ["JUnit of a million bad characters", `<testsuite name="${many("&#0;", 1_000_000)}"/>`, "malformed character entity"],
  ["TRX of 100,000 results", `<TestRun>${many('<UnitTestResult testName="a"/>')}`, "more than 20000 cases"],
  ["NUnit of 100,000 cases", `<test-run>${many('<test-case name="a"/>')}`, "more than 20000 cases"],
  ["TRX nested without an end", `<TestRun>${many("<Results>", 500_000)}`, "nested more than 100 levels deep"],
  ["CTRF of 100,000 tests", JSON.stringify({ results: { tests: list(test1) } }), "more than 20000 tests"],
  [
    "Xray of 100,000 tests",
    JSON.stringify({ tests: list({ testKey: "A-1", status: "PASS" }) }),
    "more than 20000 tests",
  ],
  ["Xray without statuses", '{"tests":[{"testKey":"A-1"}]}', "tests[0].status: "],
  ["lists in lists", many("[", 2_000_000), "nested more than 512 levels deep"],
  ["objects in objects", many('{"a":', 1_000_000), "nested more than 512 levels deep"],
  ["messages without an end", `{"meta":{}}\n${many('{"pickle":{"id":"1","name":"a"}}\n')}`, "no testRunFinished"],
  ["TAP of 100,000 points", `1..100000\n${many("ok\n")}`, "more than 20000 tests"],
  ["TAP of braces in braces", `1..1\n${many("ok - a {\n    ok - b {\n", 500)}`, "The plan is 1..1"],
  ["a table of 100,000 rows", `Title,Status\n${many("a,Passed\n")}`, "more than 20000 cases"],
  ["a cell without an end", `Title,Status\n"${many("a\n", 1_000_000)}`, "line 2, column 1"],
  ["a zip bomb", bomb, "The file is no report that is known"],
  ["a gzip bomb", gzipSync(Buffer.alloc(20_000_000)), "The file is no report that is known"],
  ["NULs", Buffer.alloc(1_000_000), "not UTF-8 text"],
  ["UTF-16", Buffer.from("\ufeffTAP version 13\n1..1\nok - a\n", "utf16le"), "not UTF-8 text"],
  ["UTF-16 the other way round", Buffer.from("\ufeff<testsuite/>", "utf16le").swap16(), "not UTF-8 text"],
];

export const READ_REPORTS: [what: string, file: string, cases: number][] = [
  ["NULs and halves of letters in names", '{"results":{"tests":[{"name":"\\u0000a\\ud800","status":"failed"}]}}', 1],
  ["a NUL that a test has printed", "1..1\nnot ok - a\u0000b\n# why\u0000\n", 1],
  ["a failure of megabytes", `1..1\nnot ok - a\n${many("# because\n", 500_000)}`, 1],
  ["a line of megabytes", `1..1\nok - ${many("# ", 2_000_000)}\n`, 1],
  ["one place tried 20,000 times", JSON.stringify([{ elements: list({ id: "a", line: 1, steps: [] }, 20_000) }]), 1],
];

/** A small one whose names look like refs of the runbook below, and nearly are. */
export const LIKE_REFS = `<testsuite name="${"A1".repeat(900)}">${many('<testcase name="A1"/>', 100)}</testsuite>`;
export const HOSTILE_RUNBOOK = [
  {
    title: "All",
    checks: list("A1".repeat(25), 150).map((start, i) => ({ ref: `${start}-${i}`, title: `Title of ${start}-${i}` })),
  },
];
