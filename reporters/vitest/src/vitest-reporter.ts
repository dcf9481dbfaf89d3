// Records the results of a Vitest run while it goes on.
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from "vitest/node";
import type { ReporterOptions } from "../../core/src/reporter-settings.ts";
import { RunReporter } from "../../core/src/run-reporter.ts";
import { type CaseOutcome, CHECK_MARK, PLATFORMS_MARK } from "../../core/src/tested-case.ts";

export default class RetestVitestReporter implements Reporter {
  readonly #run: RunReporter;
  #say: (words: string) => void = console.log;
  #root = "";

  constructor(options: ReporterOptions = {}) {
    this.#run = new RunReporter(options);
  }

  onInit({ logger, config }: Vitest): void {
    this.#say = (words) => logger.log(words);
    this.#root = config.root;
  }

  onTestRunStart(): void {
    this.#run.begin(this.#say);
  }

  onTestCaseResult(test: TestCase): void {
    const outcome = outcomeOf(test);
    if (outcome === null) return;
    const marked = (type: string) => test.annotations().filter((note) => note.type === type);
    this.#run.tested({
      name: test.name,
      suites: suitesOf(test, this.#root),
      outcome,
      message: test.result().errors?.[0]?.message,
      tags: test.tags ?? [],
      checks: marked(CHECK_MARK).map(({ message }) => message),
      platforms: marked(PLATFORMS_MARK).flatMap(({ message }) => message.split(",").map((code) => code.trim())),
      project: test.project.name,
    });
  }

  async onTestRunEnd(): Promise<void> {
    if ((await this.#run.end(this.#say)) !== null) process.exitCode = 1;
  }
}

/** A test that is meant to fail, and does, says nothing of its check. */
function outcomeOf(test: TestCase): CaseOutcome | null {
  const { state } = test.result();
  if (state === "pending") return null;
  return test.options.fails === true && state === "passed" ? "skipped" : state;
}

/** Outermost first: the file, then what is described in it. */
function suitesOf(test: TestCase, root: string): string[] {
  const names: string[] = [];
  let around: TestSuite | TestModule = test.parent;
  for (; around.type === "suite"; around = around.parent) names.unshift(around.name);
  return [relative(root, around.moduleId), ...names];
}
