// What a file is: by its content first, by its name where the content says nothing.
import { expect, test } from "vitest";
import { recogniseReport } from "../../../src/wire/results/reports/report-formats.ts";
import { recogniseFile } from "../../../web/src/components/import/recognise-file.ts";

const seen = async (name: string, content: string) => {
  const found = await recogniseFile(new File([content], name));
  return found.kind === "other" ? found.words : found.kind;
};

test.each([
  ["a runbook in YAML", "shop.yaml", "name: Shop\nplatforms:\n  - code: web\n", "runbook"],
  ["a runbook in JSON", "shop.json", '{"name":"Shop","platforms":[],"sections":[]}', "runbook"],
  ["a runbook in CSV", "shop.csv", "section,check\nCart,Add\n", "runbook"],
  ["a YAML runbook that is called a text", "shop.txt", "sections:\n  - title: Cart\n", "runbook"],
  ["a JUnit report", "junit.xml", '<?xml version="1.0"?>\n<testsuites></testsuites>', "report"],
  ["a JUnit report by another name", "report.txt", "<testsuite name='a'/>", "report"],
  ["a TRX report", "a.trx", "\ufeff<TestRun id='1'/>", "report"],
  ["an NUnit report", "TestResult.xml", "<test-run id='0'></test-run>", "report"],
  ["Cucumber's JSON", "cucumber.json", '[{"uri":"a.feature","elements":[]}]', "report"],
  ["Cucumber's messages", "run.ndjson", '{"meta":{}}\n', "report"],
  ["TAP", "run.tap", "TAP version 13\n1..1\nok 1 - a\n", "report"],
  ["TestRail's XML", "suite.xml", '<?xml version="1.0"?>\n<suite><id>S1</id></suite>', "runbook"],
  ["TestLink's XML", "all.xml", '<testsuite id="" name=""><node_order/></testsuite>', "runbook"],
  ["Zephyr's XML", "atm.xml", "<project><testCases/></project>", "runbook"],
  ["a run of TestRail", "run.xml", '<?xml version="1.0"?>\n<run><id>R1</id></run>', "runbook"],
  [
    "results of TestLink",
    "results.xml",
    '<results><testcase external_id="S-1"><result>p</result></testcase></results>',
    "report",
  ],
  ["Qase's JSON", "qase.json", '{"suites":[{"id":1,"cases":[]}]}', "runbook"],
  ["Xray's JSON", "tests.json", '[{"fields":{"summary":"a"}}]', "runbook"],
  [
    "Xray's JSON with its tests inside",
    "tests.json",
    '{"tests":[{"testtype":"Manual","fields":{"summary":"a"}}]}',
    "runbook",
  ],
  ["Xray's JSON of results", "run.json", '{"tests":[{"testKey":"A-1","status":"PASSED"}]}', "report"],
  ["Qase's JSON of cases without suites", "qase.json", '{"cases":[{"id":1,"title":"a"}]}', "runbook"],
  [
    "a lone suite of TestLink",
    "suite.xml",
    '<testsuite name="S"><testcase name="T"><summary>x</summary></testcase></testsuite>',
    "runbook",
  ],
  ["a zip of features", "features.zip", "PK\u0003\u0004\u0000cart.featureabc", "runbook"],
  ["an outline", "script.txt", "Cart\n\tadd an item\n", "runbook"],
  ["a spreadsheet", "shop.xlsx", "PK\u0003\u0004abc", "runbook"],
  ["a feature", "cart.feature", "Feature: Cart\n", "runbook"],
  ["a CTRF report", "ctrf.json", '{"results":{"tool":{"name":"jest"},"tests":[]}}', "report"],
  ["CTRF whose tests have platforms", "a.json", '{"results":{"tests":[{"extra":{"platforms":["web"]}}]}}', "report"],
  ["CTRF that says so first", "a.json", '{"reportFormat":"CTRF","extra":{"sections":[]},"results":{}}', "report"],
  ["TAP without numbers", "run.txt", "ok - a\nnot ok - b\n1..2\n", "report"],
  ["TAP with its plan last", "run.txt", "ok a\nok b\n1..2\n", "report"],
  ["TAP that skips everything", "run.txt", "1..0 # SKIP no database\n", "report"],
])("%s", async (_what, name, content, expected) => {
  expect(await seen(name, content)).toBe(expected);
});

test.each([
  ["another spreadsheet", "shop.ods", "PK\u0003\u0004abc", /save it as .xlsx or CSV/],
  ["an archive", "reports.zip", "PK\u0003\u0004abc", /zip archive/],
  ["a picture", "screen.png", "\u0089PNG", /belong to an issue/],
  ["another XML", "feed.xml", "<rss></rss>", /neither/],
  ["another JSON", "package.json", '{"version":"1"}', /neither/],
  ["something binary", "a.bin", "a\u0000b", /neither/],
  ["nothing", "empty.csv", "", /empty/],
])("%s gets a plain sentence", async (_what, name, content, words) => {
  expect(await seen(name, content)).toMatch(words);
});

test.each([
  "ok - a",
  "ok",
  "ok 1",
  "ok 1 a",
  "not ok 3",
  "okay",
  "ok a",
  "1..2",
  "1..0 # SKIP",
  "1..x",
  "TAP version 14",
  "not okay",
])("the interface and the server agree whether %s is TAP", async (line) => {
  const byServer = recogniseReport(Buffer.from(`${line}\n`)) === "tap";
  expect((await seen("run.log", `${line}\n`)) === "report").toBe(byServer);
});
