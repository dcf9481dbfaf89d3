// Reads the results that are sent to Xray, a test management tool: JSON with a list of tests, each with its key in Jira.
import * as z from "zod";
import { MAX_CASES } from "../../../../domain/limits.ts";
import { outcomeOfWord } from "../../../../domain/results/status-words.ts";
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { JsonReport } from "../reading/json-report.ts";
import { caseName, MAX_PROPERTIES, messageOf, WrongRun } from "../reading/report-reader.ts";

/** Asks only for fields that are used. */
const Run = z.object({
  info: z.object({ testEnvironments: z.array(z.string()).nullish() }).nullish(),
  tests: z.array(z.unknown()),
});
const Test = z.object({
  testKey: z.string().nullish(),
  testInfo: z.object({ summary: z.string().nullish(), labels: z.array(z.string()).nullish() }).nullish(),
  status: z.string(),
  comment: z.string().nullish(),
});

export class XrayResultsReader extends JsonReport {
  protected read(document: unknown): void {
    const run = Run.safeParse(document);
    if (!run.success) throw new WrongRun("Results for Xray are a JSON object with a list of tests.");
    const { info, tests } = run.data;
    if (tests.length > MAX_CASES) throw new WrongRun(`tests: more than ${MAX_CASES} tests: split the file.`);
    const projects = (info?.testEnvironments ?? []).slice(0, MAX_PROPERTIES).map(caseName);
    for (const [i, test] of tests.entries()) this.cases.push(caseOf(test, i, projects));
  }
}

/** The status of a test stands, whatever its iterations say. */
function caseOf(value: unknown, i: number, projects: string[]): TestCase {
  const read = Test.safeParse(value);
  if (!read.success) {
    const { path, message } = read.error.issues[0]!;
    throw new WrongRun(`tests[${i}]${path.map((step) => `.${String(step)}`).join("")}: ${message}.`);
  }
  const { testKey, testInfo, status, comment } = read.data;
  const word = caseName(status);
  const outcome = outcomeOfWord(word);
  const id = caseName(testKey ?? "");
  const name = caseName(testInfo?.summary ?? "") || id;
  if (name === "") throw new WrongRun(`tests[${i}]: it has neither a testKey nor a testInfo.summary.`);
  return {
    name,
    suites: [],
    outcome: outcome ?? "skipped",
    status: word,
    isUnknownStatus: outcome === null,
    ...(id === "" ? {} : { id }),
    checks: [],
    tags: [...(id === "" ? [] : [id]), ...(testInfo?.labels ?? []).slice(0, MAX_PROPERTIES).map(caseName)],
    platforms: [],
    projects,
    // A mapping may say that another word means failed, too.
    message: outcome === "passed" ? null : messageOf(comment ?? ""),
    line: null,
  };
}
