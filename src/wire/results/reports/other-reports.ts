// What runners write that is no format of a report here, each with what makes the same runner write one.
import { ARCHIVE, rootOf, startOf } from "./reading/first-bytes.ts";

interface OtherReport {
  recognises(start: string): boolean;
  words: string;
}

const JUNIT_OPTION = "write JUnit XML instead, with";

const OTHER_REPORTS: readonly OtherReport[] = [
  {
    recognises: (start) =>
      /^\{[^\n]*"Action"\s*:\s*"(?:start|run|output|pass|fail|skip|pause|cont|build-\w+)"/.test(start),
    words: `This is what \`go test -json\` prints: ${JUNIT_OPTION} \`gotestsum --junitfile report.xml\`.`,
  },
  {
    recognises: (start) => /^\{\s*"num(?:Failed|Passed|Pending|RuntimeError|Total)\w+"\s*:/.test(start),
    words: `This is the JSON of Jest or Vitest: ${JUNIT_OPTION} \`jest --reporters=jest-junit\` or \`vitest --reporter=junit\`.`,
  },
  {
    recognises: (start) => /^\{\s*"config"\s*:\s*\{/.test(start),
    words: `This is the JSON of Playwright: ${JUNIT_OPTION} \`playwright test --reporter=junit\`.`,
  },
  {
    recognises: (start) => /^\{\s*"stats"\s*:\s*\{/.test(start),
    words: `This is the JSON of Mocha: ${JUNIT_OPTION} \`mocha --reporter mocha-junit-reporter\`.`,
  },
  {
    recognises: (start) =>
      /^\{\s*"version"\s*:\s*"[^"]*"\s*,\s*(?:"seed"\s*:\s*\d+\s*,\s*)?"examples"\s*:\s*\[/.test(start),
    words: `This is the JSON of RSpec: ${JUNIT_OPTION} \`rspec --format RspecJunitFormatter\`.`,
  },
  {
    recognises: (start) => /^\{\s*"created"\s*:\s*[\d.]+\s*,\s*"duration"\s*:/.test(start),
    words: `This is the JSON of pytest: ${JUNIT_OPTION} \`pytest --junitxml=report.xml\`.`,
  },
  {
    recognises: (start) => /^\{\s*"type"\s*:\s*"suite"\s*,\s*"event"\s*:/.test(start),
    words: `This is the JSON of \`cargo test\`: ${JUNIT_OPTION} \`cargo nextest run\`.`,
  },
  {
    recognises: (start) => /^\{\s*"protocolVersion"\s*:\s*"[^"]*"\s*,\s*"runnerVersion"\s*:/.test(start),
    words: `This is the JSON of Dart or Flutter: ${JUNIT_OPTION} \`flutter test --machine | tojunit\`.`,
  },
  {
    recognises: (start) => /^\{\s*"collection"\s*:\s*\{/.test(start),
    words: `This is the JSON of Newman: ${JUNIT_OPTION} \`newman run --reporters junit\`.`,
  },
  {
    recognises: (start) => /^\{/.test(start) && /"historyId"\s*:/.test(start) && !/"results"\s*:/.test(start),
    words: "This is a file of Allure's: send what the runner itself writes as JUnit XML.",
  },
  {
    recognises: (start) => rootOf(start) === "assemblies",
    words: "This is the XML of xUnit.net: write TRX instead, with `dotnet test --logger trx`.",
  },
  {
    recognises: (start) => rootOf(start) === "testng-results",
    words: "This is the XML of TestNG: send the JUnit XML that it writes beside it, in `junitreports`.",
  },
  {
    recognises: (start) => rootOf(start) === "robot",
    words: `This is the XML of Robot Framework: ${JUNIT_OPTION} \`robot --xunit report.xml\`.`,
  },
  {
    recognises: (start) => rootOf(start) === "testrun",
    words: "This is what IntelliJ and Eclipse export: send the JUnit XML that Gradle or Maven writes, `TEST-*.xml`.",
  },
  {
    recognises: (start) => rootOf(start) === "failsafe-summary",
    words: "This only counts the tests of Maven Failsafe: send the files `TEST-*.xml` beside it.",
  },
  {
    recognises: (start) => /^(?:suites?|sections)$/.test(rootOf(start)),
    words: "These are cases of TestRail, which have no statuses: export the run, as XML or CSV.",
  },
  {
    // What the first bytes of such a file are when they are read as text.
    recognises: (start) => start.startsWith("\ufffd\ufffd\u0011"),
    words:
      "This spreadsheet is in an old format (.xls), or protected by a password: save it as .xlsx without one, or as CSV.",
  },
  {
    recognises: (start) => start.startsWith(ARCHIVE) && !start.includes("xl/"),
    words:
      "This is an archive, or a spreadsheet in another format than .xlsx: unpack it, and send one report; save a spreadsheet as .xlsx or CSV.",
  },
];

/** What to send in its place; null for whatever is not known to be no report. */
export function insteadOfReport(head: Uint8Array): string | null {
  const start = startOf(head);
  return OTHER_REPORTS.find(({ recognises }) => recognises(start))?.words ?? null;
}
