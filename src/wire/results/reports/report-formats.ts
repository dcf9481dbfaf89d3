// The formats of reports that are read, each with its name and how it is recognised by what a file begins with, and what reads it.
import { ARCHIVE, rootOf, startOf } from "./reading/first-bytes.ts";
import type { RunReader } from "./reading/report-reader.ts";
import { isStatusTable } from "./table/table-columns.ts";

interface KnownFormat {
  /** The format's name for people. */
  label: string;
  /** How its files are called. */
  endings: readonly string[];
  /** `start` is at most `LOOKED_AT` characters, without a byte order mark and blanks in front. */
  recognises(start: string): boolean;
  /** Where another kind of file may begin alike, a runbook for one: what only this format has, if anything. */
  surely?(start: string): boolean;
  /** Loads what reads it. The command file and the interface recognise files and read none: their builds leave out every `read-*.ts`. */
  reader(): Promise<new () => RunReader>;
}

const MESSAGE =
  /^\{\s*"(?:meta|source|gherkinDocument|pickle|stepDefinition|hook|parameterType|undefinedParameterType|testRunStarted|testRunHook\w+|suggestion|parseError|attachment|externalAttachment)"\s*:\s*\{[^\n]*\}\s*(?:\n|$)/;
/** The results of tests that Jira knows by their keys. */
const XRAY = /^\{[\s\S]*?"(?:testExecutionKey|testKey|testInfo)"\s*:/;
const TAP = /^(?:TAP version \d+|1\.\.\d+(?:\s|$)|(?:not )?ok(?: \d+(?:\s|$)| -|$))/m;

const CTRF = /^\{\s*(?:"reportFormat"\s*:\s*"CTRF"|"results"\s*:\s*\{)/;

/** Each has its folder beside this file. */
export const REPORT_FORMATS = {
  junit: {
    label: "JUnit XML",
    endings: [".xml"],
    recognises: (start) => /^testsuites?$/.test(rootOf(start)),
    reader: async () => (await import("./junit/read-junit.ts")).JunitReader,
  },
  trx: {
    label: "TRX",
    endings: [".trx"],
    recognises: (start) => rootOf(start) === "TestRun",
    reader: async () => (await import("./trx/read-trx.ts")).TrxReader,
  },
  nunit: {
    label: "NUnit XML",
    endings: [".xml"],
    recognises: (start) => /^test-(?:run|results)$/.test(rootOf(start)),
    reader: async () => (await import("./nunit/read-nunit.ts")).NunitReader,
  },
  "cucumber-messages": {
    label: "Cucumber messages",
    endings: [".ndjson"],
    recognises: (start) => MESSAGE.test(start),
    reader: async () => (await import("./cucumber/read-cucumber-messages.ts")).CucumberMessagesReader,
  },
  "cucumber-json": {
    label: "Cucumber JSON",
    endings: [".json"],
    recognises: (start) => start.startsWith("["),
    surely: (start) => start.startsWith("[") && /"elements"\s*:/.test(start),
    reader: async () => (await import("./cucumber/read-cucumber-json.ts")).CucumberJsonReader,
  },
  xray: {
    label: "Xray JSON",
    endings: [".json"],
    recognises: (start) => XRAY.test(start) && !/"results"\s*:\s*\{/.test(start),
    surely: () => false,
    reader: async () => (await import("./xray/read-xray-results.ts")).XrayResultsReader,
  },
  ctrf: {
    label: "CTRF",
    endings: [".json"],
    recognises: (start) => start.startsWith("{"),
    surely: (start) => CTRF.test(start),
    reader: async () => (await import("./ctrf/read-ctrf.ts")).CtrfReader,
  },
  testrail: {
    label: "a run of TestRail (XML)",
    endings: [".xml"],
    recognises: (start) => rootOf(start) === "run",
    surely: () => false,
    reader: async () => (await import("./testrail/read-testrail-run.ts")).TestRailRunReader,
  },
  testlink: {
    label: "results of TestLink (XML)",
    endings: [".xml"],
    recognises: (start) => rootOf(start) === "results" && /<testcase[\s>]/.test(start),
    reader: async () => (await import("./testlink/read-testlink-results.ts")).TestLinkResultsReader,
  },
  spreadsheet: {
    label: "a spreadsheet with statuses (.xlsx)",
    endings: [".xlsx"],
    recognises: (start) => start.startsWith(ARCHIVE) && start.includes("xl/"),
    surely: () => false,
    reader: async () => (await import("./spreadsheet/read-status-sheet.ts")).StatusSheetReader,
  },
  table: {
    label: "a table with statuses (CSV)",
    endings: [".csv", ".tsv"],
    recognises: isStatusTable,
    surely: () => false,
    reader: async () => (await import("./table/read-table.ts")).StatusTableReader,
  },
  tap: {
    label: "TAP",
    endings: [".tap", ".txt"],
    recognises: (start) => !/^[<{[]/.test(start) && TAP.test(start),
    reader: async () => (await import("./tap/read-tap.ts")).TapReader,
  },
} as const satisfies Record<string, KnownFormat>;

export type RunFormat = keyof typeof REPORT_FORMATS;

const NAMES = Object.keys(REPORT_FORMATS) as RunFormat[];
const FORMATS: readonly KnownFormat[] = Object.values(REPORT_FORMATS);
const LABELS = FORMATS.map(({ label }) => label);
export const ALL_FORMATS = `${LABELS.slice(0, -1).join(", ")} or ${LABELS.at(-1)}`;
export const ALL_ENDINGS = [...new Set(FORMATS.flatMap(({ endings }) => endings))];

/** The first format that knows the file by its first bytes; null for a file of none. */
export function recogniseReport(head: Uint8Array): RunFormat | null {
  const start = startOf(head);
  return NAMES.find((name) => REPORT_FORMATS[name].recognises(start)) ?? null;
}

/** Whether what a file begins with is a report's and can't be a runbook's. */
export function isSurelyReport(start: string): boolean {
  return FORMATS.some(({ recognises, surely = recognises }) => surely(start));
}
