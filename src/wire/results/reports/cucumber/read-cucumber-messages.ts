// Reads Cucumber's messages: a JSON object on each line, one for everything that happens in a run.
import * as z from "zod";
import { MAX_CASES } from "../../../../domain/limits.ts";
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { parseReport } from "../reading/json-report.ts";
import { caseName, MAX_PROPERTIES, messageOf, type RunReader, WrongRun } from "../reading/report-reader.ts";
import { NO_STEPS, outcomeOfScenario, reasonOf, type ScenarioStatus, withStep } from "./step-statuses.ts";

const LINE_END = 0x0a;
const BLANK = /^\s*$/;

/** How something ended, and why: as a message, or as newer ones say it. */
const reason = {
  message: z.string().nullish(),
  exception: z.object({ type: z.string().nullish(), message: z.string().nullish() }).nullish(),
};
const Result = z.object({ status: z.string(), ...reason });
const tags = z.array(z.object({ name: z.string() })).nullish();
const Rule = z.object({
  name: z.string(),
  tags,
  children: z.array(z.object({ scenario: z.object({ id: z.string() }).nullish() })).nullish(),
});
/** Asks only for fields that are used: the messages grow from version to version. */
const Message = z.object({
  gherkinDocument: z
    .object({
      uri: z.string().nullish(),
      feature: z
        .object({ name: z.string(), tags, children: z.array(z.object({ rule: Rule.nullish() })).nullish() })
        .nullish(),
    })
    .optional(),
  pickle: z
    .object({
      id: z.string(),
      uri: z.string().nullish(),
      name: z.string(),
      tags,
      astNodeIds: z.array(z.string()).nullish(),
    })
    .optional(),
  parseError: z
    .object({ source: z.object({ uri: z.string().nullish() }).nullish(), message: z.string().nullish() })
    .optional(),
  testCase: z.object({ id: z.string(), pickleId: z.string() }).optional(),
  testCaseStarted: z.object({ id: z.string(), testCaseId: z.string() }).optional(),
  testStepFinished: z
    .object({
      testCaseStartedId: z.string(),
      // Older ones say here whether the scenario is tried again.
      testStepResult: Result.extend({ willBeRetried: z.boolean().nullish() }),
    })
    .optional(),
  testCaseFinished: z.object({ testCaseStartedId: z.string(), willBeRetried: z.boolean().nullish() }).optional(),
  testRunHookFinished: z.object({ result: Result.nullish() }).optional(),
  testRunFinished: z.object({ success: z.boolean().nullish(), ...reason }).optional(),
});

type Told = z.infer<typeof Message>;

interface Attempt {
  testCaseId: string;
  status: ScenarioStatus;
  willBeRetried: boolean;
  line: number;
}

interface Names {
  name: string;
  tags: string[];
}

interface Pickle extends Names {
  uri: string;
  /** The rule that it stands in within its feature; null for none. */
  rule: Names | null;
}

const NO_NAMES: Names = { name: "", tags: [] };

export class CucumberMessagesReader implements RunReader {
  readonly cases: TestCase[] = [];
  private pieces: Uint8Array[] = [];
  private line = 1;
  private hasEnded = false;
  /** Whether anything explains why the run did not succeed. */
  private hasTrouble = false;
  private readonly features = new Map<string, Names>();
  /** Rules under the ids of their scenarios. */
  private readonly rules = new Map<string, Names>();
  private readonly pickles = new Map<string, Pickle>();
  private readonly pickleIds = new Map<string, string>();
  private readonly attempts = new Map<string, Attempt>();

  feed(bytes: Uint8Array): void {
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      this.pieces.push(bytes.subarray(from, end));
      this.readLine();
      from = end + 1;
    }
    // A copy: whoever feeds may use its bytes again.
    if (from < bytes.length) this.pieces.push(bytes.slice(from));
  }

  end(): void {
    this.readLine();
    if (!this.hasEnded)
      throw new WrongRun(`line ${this.line - 1}: the run has no testRunFinished: the file is not whole.`);
  }

  private readLine(): void {
    const bytes = Buffer.concat(this.pieces);
    this.pieces = [];
    const line = this.line++;
    if (bytes.length < 100 && BLANK.test(bytes.toString("latin1"))) return;
    const message = Message.safeParse(parseReport(bytes, line));
    if (!message.success) {
      const { path, message: why } = message.error.issues[0]!;
      throw new WrongRun(`line ${line}: ${z.core.toDotPath(path) || "the message"}: ${why}.`);
    }
    this.take(message.data, line);
  }

  private take(message: Told, line: number): void {
    const { gherkinDocument: document, pickle, testCase, testCaseStarted: started } = message;
    if (document?.feature != null) this.takeFeature(document.uri ?? "", document.feature);
    if (pickle !== undefined) {
      const rule = (pickle.astNodeIds ?? []).map((id) => this.rules.get(id)).find((one) => one !== undefined) ?? null;
      this.pickles.set(pickle.id, { ...namesOf(pickle), uri: pickle.uri ?? "", rule });
    }
    if (testCase !== undefined) this.pickleIds.set(testCase.id, testCase.pickleId);
    if (started !== undefined) {
      if (this.attempts.size > MAX_CASES)
        throw new WrongRun(`line ${line}: more than ${MAX_CASES} scenarios run at once.`);
      this.attempts.set(started.id, { testCaseId: started.testCaseId, status: NO_STEPS, willBeRetried: false, line });
    }
    const { testStepFinished: step, testCaseFinished: finished } = message;
    const attempt = step === undefined ? undefined : this.attempts.get(step.testCaseStartedId);
    if (attempt !== undefined) {
      const result = step!.testStepResult;
      attempt.willBeRetried ||= result.willBeRetried === true;
      attempt.status = withStep(attempt.status, result.status, whyOf(result));
    }
    if (finished !== undefined) this.finish(finished.testCaseStartedId, finished.willBeRetried === true);
    if (message.testRunHookFinished?.result != null) this.takeRunHook(message.testRunHookFinished.result, line);
    if (message.parseError !== undefined) this.takeParseError(message.parseError, line);
    if (message.testRunFinished !== undefined) this.endRun(message.testRunFinished, line);
  }

  private takeFeature(uri: string, feature: NonNullable<NonNullable<Told["gherkinDocument"]>["feature"]>): void {
    this.features.set(uri, namesOf(feature));
    for (const { rule } of feature.children ?? []) {
      for (const { scenario } of rule?.children ?? [])
        if (scenario != null) this.rules.set(scenario.id, namesOf(rule!));
    }
  }

  /** A file of which no scenario could be read is a case of its own: nothing else tells what was not run. */
  private takeParseError({ source, message }: NonNullable<Told["parseError"]>, line: number): void {
    this.pushRunFailure(caseName(source?.uri ?? "") || "A feature", message || "it can't be read", line);
  }

  private finish(id: string, willBeRetried: boolean): void {
    const attempt = this.attempts.get(id);
    this.attempts.delete(id);
    if (attempt !== undefined && !willBeRetried && !attempt.willBeRetried) this.push(attempt);
  }

  /** A hook around the whole run that failed is a case of its own: it belongs to no scenario. */
  private takeRunHook(result: z.infer<typeof Result>, line: number): void {
    const so = withStep(NO_STEPS, result.status, whyOf(result));
    if (outcomeOfScenario(so) === "failed") this.pushRunFailure("A hook of the run", reasonOf(so), line);
  }

  private pushRunFailure(name: string, why: string, line: number): void {
    if (this.cases.length >= MAX_CASES) throw new WrongRun(`More than ${MAX_CASES} scenarios: split the file.`);
    this.hasTrouble = true;
    const own = { name, suites: [], outcome: "failed" as const, message: messageOf(why), line };
    this.cases.push({ ...own, checks: [], tags: [], platforms: [], projects: [] });
  }

  /** What began and did not finish has failed, and so has the run if it says so and nothing in it explains why. */
  private endRun(finished: NonNullable<Told["testRunFinished"]>, line: number): void {
    this.hasEnded = true;
    for (const attempt of this.attempts.values()) {
      this.push({ ...attempt, status: { worst: "failed", message: attempt.status.message ?? "it did not finish" } });
    }
    this.attempts.clear();
    if (finished.success !== false || this.hasTrouble) return;
    this.pushRunFailure("The run", whyOf(finished) ?? "the run did not succeed", line);
  }

  private push({ testCaseId, status, line }: Attempt): void {
    if (this.cases.length >= MAX_CASES) throw new WrongRun(`More than ${MAX_CASES} scenarios: split the file.`);
    const pickle = this.pickles.get(this.pickleIds.get(testCaseId) ?? "");
    if (pickle === undefined) throw new WrongRun(`line ${line}: the scenario of this test case is not in the file.`);
    const feature = this.features.get(pickle.uri) ?? NO_NAMES;
    const rule = pickle.rule ?? NO_NAMES;
    const outcome = outcomeOfScenario(status);
    // A strict run does not succeed with steps that are pending, either.
    if (outcome === "failed" || status.worst === "pending") this.hasTrouble = true;
    this.cases.push({
      name: pickle.name,
      suites: [...new Set([feature, rule].flatMap(({ name, tags }) => [name, ...tags]))].filter(
        (suite) => suite !== "",
      ),
      outcome,
      checks: [],
      tags: pickle.tags.filter((tag) => !feature.tags.includes(tag) && !rule.tags.includes(tag)),
      platforms: [],
      projects: [],
      message: outcome === "failed" ? messageOf(reasonOf(status)) : null,
      line,
    });
  }
}

/** The reason; null where none is given. */
function whyOf({ message, exception }: Pick<z.infer<typeof Result>, "message" | "exception">): string | null {
  const told = [exception?.type, exception?.message].filter((part) => part != null && part !== "").join(": ");
  return messageOf(message || told);
}

function namesOf(one: { name: string; tags?: { name: string }[] | null | undefined }): Names {
  const names = (one.tags ?? []).slice(0, MAX_PROPERTIES).map(({ name }) => caseName(name));
  return { name: caseName(one.name), tags: [...new Set(names)] };
}
