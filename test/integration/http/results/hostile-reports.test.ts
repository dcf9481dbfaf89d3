// Reports that are made to harm whoever reads them, in every format: each gets a declared answer, and nobody else waits for it.
import { deflateRawSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { expectError, withoutPause } from "../../../support/checks/expect-refusal.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const many = (one: string, times = 100_000) => one.repeat(times);
const test1 = { name: "a", status: "passed" };
const list = <One>(one: One, length = 100_000): One[] => Array.from({ length }, () => one);
const bomb = Buffer.concat([Buffer.from("PK\u0003\u0004"), deflateRawSync(Buffer.alloc(20_000_000))]);

const REFUSED: [what: string, file: string | Buffer, naming: string][] = [
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

const READ: [what: string, file: string, cases: number][] = [
  ["NULs and halves of letters in names", '{"results":{"tests":[{"name":"\\u0000a\\ud800","status":"failed"}]}}', 1],
  ["a NUL that a test has printed", "1..1\nnot ok - a\u0000b\n# why\u0000\n", 1],
  ["a failure of megabytes", `1..1\nnot ok - a\n${many("# because\n", 500_000)}`, 1],
  ["a line of megabytes", `1..1\nok - ${many("# ", 2_000_000)}\n`, 1],
  ["one place tried 20,000 times", JSON.stringify([{ elements: list({ id: "a", line: 1, steps: [] }, 20_000) }]), 1],
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let id: string;
  beforeAll(async () => {
    const refs = list("A1".repeat(25), 150).map((ref, i) => `${ref}-${i}`);
    const sections = [{ title: "All", checks: refs.map((ref) => ({ ref, title: `Title of ${ref}` })) }];
    ({ id } = await world.app({ sections }));
  });
  const send = (file: string | Buffer) =>
    world.call(world.tester, "POST", `/results/report?app=${id}`, file, { "content-type": "application/octet-stream" });

  test.each(REFUSED)("%s is refused in a sentence", async (_what, file, naming) => {
    expectError(await withoutPause(() => send(file), { limitMs: 150 }), 400, "invalid_request", naming);
  });

  test.each(READ)("%s: read, and no harm done", async (_what, file, cases) => {
    const { status, body } = await withoutPause(() => send(file), { limitMs: 150 });
    expect(status).toBe(200);
    expect(body.data.counts.cases).toBe(cases);
  });

  test("a small report whose names look like refs of a small runbook is held against it without a pause", async () => {
    const cases = many('<testcase name="A1"/>', 100);
    const suites = `<testsuite name="${"A1".repeat(900)}">${cases}</testsuite>`;
    const { body } = await withoutPause(() => send(suites));
    expect(body.data.counts).toMatchObject({ cases: 100, unmatched: 100 });
  });
});
