// What runners write that is no report here is told from one, with what to send in its place.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { insteadOfReport } from "../../../../src/wire/results/reports/other-reports.ts";
import { openReportReader } from "../../../../src/wire/results/reports/report-readers.ts";

test.each([
  [
    "go test -json",
    '{"Time":"2026-11-02T09:00:00Z","Action":"start","Package":"shop/cart"}\n{"Action":"run","Test":"TestAdds"}',
    "gotestsum --junitfile",
  ],
  ["jest --json", '{"numFailedTestSuites":0,"numTotalTests":3,"testResults":[]}', "jest --reporters=jest-junit"],
  ["vitest --reporter=json", '{"numTotalTestSuites":2,"numTotalTests":3,"testResults":[]}', "vitest --reporter=junit"],
  [
    "Playwright's JSON",
    '{\n  "config": {\n    "configFile": "a"\n  },\n  "suites": []\n}',
    "playwright test --reporter=junit",
  ],
  [
    "Mocha's JSON",
    '{\n  "stats": { "suites": 1, "tests": 3 },\n  "tests": []\n}',
    "mocha --reporter mocha-junit-reporter",
  ],
  [
    "RSpec's JSON",
    '{"version":"3.13.0","seed":12,"examples":[{"description":"adds"}]}',
    "rspec --format RspecJunitFormatter",
  ],
  ["pytest-json-report", '{"created": 1793610000.12, "duration": 0.1, "exitcode": 0}', "pytest --junitxml=report.xml"],
  ["cargo test", '{ "type": "suite", "event": "started", "test_count": 2 }\n{}', "cargo nextest run"],
  ["flutter test --machine", '{"protocolVersion":"0.1.1","runnerVersion":"1.25.8","pid":1}\n{}', "tojunit"],
  ["Newman's JSON", '{"collection":{"item":[]},"run":{}}', "newman run --reporters junit"],
  ["a result of Allure", '{"uuid":"5f","historyId":"9a","name":"Adds","status":"passed"}', "JUnit XML"],
  [
    "xUnit.net's XML",
    '﻿<?xml version="1.0"?><assemblies timestamp="1"><assembly/></assemblies>',
    "dotnet test --logger trx",
  ],
  ["TestNG's XML", '<?xml version="1.0"?><!-- run --><testng-results passed="1"/>', "junitreports"],
  ["Robot Framework's XML", '<?xml version="1.0"?>\n<robot generator="Robot 7.0"><suite/></robot>', "robot --xunit"],
  ["an export of IntelliJ", '<?xml version="1.0"?><testrun name="All in shop"><suite/></testrun>', "TEST-*.xml"],
  ["the summary of Maven Failsafe", '<?xml version="1.0"?><failsafe-summary result="255"/>', "TEST-*.xml"],
])("%s is told from a report, and how to make one", (_, text, instead) => {
  const reader = openReportReader(null);
  expect(() => {
    reader.feed(Buffer.from(text));
    reader.end();
  }).toThrow(instead);
});

test.each(["reports", "recorded-reports", "runner-reports", "runner-variants"])(
  "no report of %s is taken for such",
  (folder) => {
    const files = readdirSync(join("test/samples", folder)).filter(
      (name) => !/^(?:expected|versions)\.json$|\.md$/.test(name),
    );
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((name) => insteadOfReport(readFileSync(join("test/samples", folder, name))) !== null)).toEqual(
      [],
    );
  },
);
