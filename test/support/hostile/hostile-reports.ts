// Reports that are made to harm whoever reads them, in every format: what is refused and in which words, and what is read.
import { deflateRawSync, gzipSync } from "node:zlib";
import { writeSheet, writeSheets, writeZip } from "../samples/write-zip.ts";

const many = (one: string, times = 100_000) => one.repeat(times);
const inUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const test1 = { name: "a", status: "passed" };
export const list = <One>(one: One, length = 100_000): One[] => Array.from({ length }, () => one);
const packed = Buffer.concat([Buffer.from("PK\u0003\u0004"), deflateRawSync(Buffer.alloc(20_000_000))]);
const links = { name: "xl/_rels/workbook.xml.rels", content: Buffer.alloc(40_000_000, 32) };
const bomb = writeZip([{ name: "xl/workbook.xml", content: "<workbook/>" }, links]);
const rows = (length: number) => [["ID", "Title", "Status"], ...list(["A-1", "Add", "Passed"], length)];
const [before, after] = ["<sheetData>", "</sheetData>"];

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
  ["a zip bomb that is no archive", packed, "This is an archive"],
  ["a spreadsheet of 40 MB in 40 KB", bomb, "unpacks to more than 33554432 bytes"],
  ["a spreadsheet of 20,001 cases", writeSheets({ Run: rows(20_001) }), "more than 20000 cases"],
  [
    "a spreadsheet with a row of 700,000 cells",
    writeSheet(`${before}<row>${many("<c><v>1</v></c>", 700_000)}</row>${after}`),
    "more than 16384 columns",
  ],
  ["a spreadsheet of 3 MB of blanks in 4 KB", writeSheet(`${before}${many(" ", 3_000_000)}${after}`), "is empty"],
  ["TestRail of 100,000 tests", `<run>${many("<test><id>T1</id></test>")}`, "more than 20000 cases"],
  ["TestRail of sections in sections", `<run>${many("<section><name>a</name>")}`, "nested more than 100 levels deep"],
  ["TestLink of 100,000 cases", `<results>${many('<testcase name="a"></testcase>')}`, "more than 20000 cases"],
  ["a gzip bomb", gzipSync(Buffer.alloc(20_000_000)), "The file is no report that is known"],
  ["NULs", Buffer.alloc(1_000_000), "not UTF-8 text"],
  ["UTF-16 without its mark", Buffer.from("TAP version 13\n1..1\nok - a\n", "utf16le"), "not UTF-8 text"],
  [
    "UTF-16 that ends in a letter",
    Buffer.from("\ufeff<testsuite/>", "utf16le").subarray(0, -1),
    "not whole UTF-16 text",
  ],
  ["halves of letters in UTF-16", Buffer.from("\ufeff\ud800\ud800", "utf16le"), "not whole UTF-16 text"],
  [
    "JUnit of 100,000 cases in UTF-16",
    inUtf16(`<testsuite>${many('<testcase name="a"/>')}</testsuite>`),
    "more than 20000 cases",
  ],
  ["an archive written as UTF-16", inUtf16(`PK\u0003\u0004${many("xl/", 1_000)}`), "The archive is broken"],
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
