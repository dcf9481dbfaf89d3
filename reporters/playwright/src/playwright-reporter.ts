// Records the results of a Playwright run while it goes on.
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import type { ReporterOptions } from "../../core/src/reporter-settings.ts";
import { RunReporter } from "../../core/src/run-reporter.ts";
import { type CaseOutcome, CHECK_MARK, PLATFORMS_MARK, type TestedCase } from "../../core/src/tested-case.ts";

export default class RetestPlaywrightReporter implements Reporter {
  readonly #run: RunReporter;
  /** Tests that failed and are to be tried again, if the run goes on. */
  readonly #undecided = new Map<string, TestedCase>();

  constructor(options: ReporterOptions = {}) {
    this.#run = new RunReporter(options);
  }

  /** Leaves the terminal to the reporter that shows the run. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(): void {
    this.#run.begin(console.log);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const tested = testedCase(test, result);
    const isFinal = tested.outcome !== "failed" || result.retry >= test.retries;
    this.#undecided.delete(test.id);
    if (isFinal) this.#run.tested(tested);
    else this.#undecided.set(test.id, tested);
  }

  async onEnd(): Promise<{ status?: FullResult["status"] } | undefined> {
    for (const tested of this.#undecided.values()) this.#run.tested(tested);
    return (await this.#run.end(console.log)) === null ? undefined : { status: "failed" };
  }
}

function testedCase(test: TestCase, result: TestResult): TestedCase {
  const [, project, ...path] = test.titlePath();
  const annotations = [...test.annotations, ...(result.annotations ?? [])];
  const marked = (type: string) => [
    ...new Set(annotations.filter((note) => note.type === type).map(({ description = "" }) => description)),
  ];
  const outcome = outcomeOf(test, result);
  const isSurprise = outcome === "failed" && result.status === "passed";
  return {
    name: test.title,
    suites: path.slice(0, -1),
    outcome,
    message: isSurprise ? "It was expected to fail, and passed." : result.error?.message,
    tags: test.tags,
    checks: marked(CHECK_MARK),
    platforms: marked(PLATFORMS_MARK).flatMap((codes) => codes.split(",").map((code) => code.trim())),
    project,
  };
}

/** A test that is meant to fail, and does, says nothing of its check. */
function outcomeOf({ expectedStatus }: TestCase, { status }: TestResult): CaseOutcome {
  if (status === "skipped" || status === "interrupted") return "skipped";
  if (expectedStatus === "passed") return status === "passed" ? "passed" : "failed";
  return status === "passed" ? "failed" : "skipped";
}
