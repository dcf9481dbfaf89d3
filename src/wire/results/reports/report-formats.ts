// The formats of reports that are read, each with its name and how it is recognised by what a file begins with.

import { ARCHIVE, rootOf, startOf } from "./reading/first-bytes.ts";
import { isStatusTable } from "./table/table-columns.ts";

interface KnownFormat {
  /** The format's name for people. */
  label: string;
  /** `start` is at most `LOOKED_AT` characters, without a byte order mark and blanks in front. */
  recognises(start: string): boolean;
}

const MESSAGE =
  /^\{\s*"(?:meta|source|gherkinDocument|pickle|stepDefinition|hook|parameterType|undefinedParameterType|testRunStarted|testRunHook\w+|suggestion|parseError|attachment|externalAttachment)"\s*:\s*\{[^\n]*\}\s*(?:\n|$)/;
/** The results of tests that Jira knows by their keys. */
const XRAY = /^\{[\s\S]*?"(?:testExecutionKey|testKey|testInfo)"\s*:/;
const TAP = /^(?:TAP version \d+|1\.\.\d+(?:\s|$)|(?:not )?ok(?: \d+(?:\s|$)| -|$))/m;

/** Each has its folder beside this file, and its line in `report-readers.ts`. */
export const REPORT_FORMATS = {
  junit: { label: "JUnit XML", recognises: (start) => /^testsuites?$/.test(rootOf(start)) },
  trx: { label: "TRX", recognises: (start) => rootOf(start) === "TestRun" },
  nunit: { label: "NUnit XML", recognises: (start) => /^test-(?:run|results)$/.test(rootOf(start)) },
  "cucumber-messages": { label: "Cucumber messages", recognises: (start) => MESSAGE.test(start) },
  "cucumber-json": { label: "Cucumber JSON", recognises: (start) => start.startsWith("[") },
  xray: { label: "Xray JSON", recognises: (start) => XRAY.test(start) && !/"results"\s*:\s*\{/.test(start) },
  ctrf: { label: "CTRF", recognises: (start) => start.startsWith("{") },
  testrail: { label: "a run of TestRail (XML)", recognises: (start) => rootOf(start) === "run" },
  testlink: {
    label: "results of TestLink (XML)",
    recognises: (start) => rootOf(start) === "results" && /<testcase[\s>]/.test(start),
  },
  spreadsheet: {
    label: "a spreadsheet with statuses (.xlsx)",
    recognises: (start) => start.startsWith(ARCHIVE) && start.includes("xl/"),
  },
  table: { label: "a table with statuses (CSV)", recognises: isStatusTable },
  tap: { label: "TAP", recognises: (start) => !/^[<{[]/.test(start) && TAP.test(start) },
} as const satisfies Record<string, KnownFormat>;

export type RunFormat = keyof typeof REPORT_FORMATS;

const NAMES = Object.keys(REPORT_FORMATS) as RunFormat[];
const LABELS = NAMES.map((name) => REPORT_FORMATS[name].label);
export const ALL_FORMATS = `${LABELS.slice(0, -1).join(", ")} or ${LABELS.at(-1)}`;

/** The first format that knows the file by its first bytes; null for a file of none. */
export function recogniseReport(head: Uint8Array): RunFormat | null {
  const start = startOf(head);
  return NAMES.find((name) => REPORT_FORMATS[name].recognises(start)) ?? null;
}
