// Records the results of a Jest run while it goes on.
import { relative } from "node:path";
import type { ReporterOptions } from "../../core/src/reporter-settings.ts";
import { RunReporter } from "../../core/src/run-reporter.ts";
import type { CaseOutcome } from "../../core/src/tested-case.ts";

/** The part of Jest's own types that is read. */
interface JestTest {
  path: string;
  context: { config: { rootDir: string; displayName?: { name: string } } };
}

interface JestCase {
  title: string;
  fullName: string;
  ancestorTitles: string[];
  status: string;
  /** Whether the test is expected to fail. */
  failing?: boolean;
  failureMessages?: string[] | null;
}

interface RunningFile {
  /** How often each name was reported. */
  told: Map<string, number>;
  hasFailed: boolean;
}

export default class RetestJestReporter {
  readonly #run: RunReporter;
  /** Files that are running. */
  readonly #files = new Map<string, RunningFile>();
  #shortfall: string | null = null;

  constructor(_config: unknown, options: ReporterOptions = {}) {
    this.#run = new RunReporter(options);
  }

  onRunStart(): void {
    this.#run.begin(say);
  }

  /** What has failed may be tried again, which shows only when its file is done; until then the rest of the file waits, too. */
  onTestCaseResult(test: JestTest, one: JestCase): void {
    const file = this.#files.get(test.path) ?? { told: new Map(), hasFailed: false };
    this.#files.set(test.path, file);
    file.hasFailed ||= one.status === "failed";
    if (file.hasFailed || one.status !== "passed") return;
    file.told.set(one.fullName, (file.told.get(one.fullName) ?? 0) + 1);
    this.#tell(test, one);
  }

  onTestResult(test: JestTest, { testResults }: { testResults: JestCase[] }): void {
    const told = this.#files.get(test.path)?.told;
    this.#files.delete(test.path);
    for (const one of testResults) {
      const before = one.status === "passed" ? (told?.get(one.fullName) ?? 0) : 0;
      if (before > 0) told!.set(one.fullName, before - 1);
      else this.#tell(test, one);
    }
  }

  async onRunComplete(): Promise<void> {
    this.#shortfall = await this.#run.end(say);
  }

  /** Jest fails a run whose reporter has an error. */
  getLastError(): Error | undefined {
    return this.#shortfall === null ? undefined : new Error(this.#shortfall);
  }

  #tell({ path, context }: JestTest, one: JestCase): void {
    const { rootDir, displayName } = context.config;
    this.#run.tested({
      name: one.title,
      suites: [relative(rootDir, path), ...one.ancestorTitles],
      outcome: outcomeOf(one),
      message: one.failureMessages?.[0] ?? undefined,
      project: displayName?.name,
    });
  }
}

/** Writes where Jest itself reports on a run. */
function say(words: string): void {
  process.stderr.write(`${words}\n`);
}

/** A test that is meant to fail, and does, says nothing of its check. */
function outcomeOf({ status, failing }: JestCase): CaseOutcome {
  if (status === "failed") return "failed";
  return status === "passed" && failing !== true ? "passed" : "skipped";
}
