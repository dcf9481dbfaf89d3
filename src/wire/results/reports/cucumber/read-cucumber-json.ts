// Reads Cucumber's JSON: a list of features with their scenarios.
import * as z from "zod";
import { MAX_CASES } from "../../../../domain/limits.ts";
import { JsonReport } from "../reading/json-report.ts";
import { caseName, MAX_PROPERTIES, messageOf, WrongRun } from "../reading/report-reader.ts";
import { NO_STEPS, outcomeOfScenario, reasonOf, type ScenarioStatus, withStep } from "./step-statuses.ts";

/** Asks only for fields that are used: each tool that writes this adds others. */
const Result = z.object({
  status: z.string().nullish(),
  error_message: z.union([z.string(), z.array(z.string())]).nullish(),
});
const Hook = z.object({ result: Result.nullish() });
const Step = Hook.extend({ before: z.array(Hook).nullish(), after: z.array(Hook).nullish() });
const Tag = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);
/** A text or a number: it is only compared. */
const Place = z.union([z.string(), z.number()]).nullish();
const Element = z.object({
  type: z.string().nullish(),
  keyword: z.string().nullish(),
  name: z.string().nullish(),
  id: Place,
  line: Place,
  /** Behave's: what its hooks did stands nowhere else. */
  status: z.string().nullish(),
  tags: z.array(Tag).nullish(),
  before: z.array(Hook).nullish(),
  after: z.array(Hook).nullish(),
  steps: z.array(Step).nullish(),
});
const Feature = z.object({
  name: z.string().nullish(),
  tags: z.array(Tag).nullish(),
  elements: z.array(Element).nullish(),
});
const Features = z.array(Feature);

export class CucumberJsonReader extends JsonReport {
  protected read(document: unknown): void {
    const features = Features.safeParse(document);
    if (!features.success) {
      const { path, message } = features.error.issues[0]!;
      throw new WrongRun(`Cucumber's JSON is a list of features: ${z.core.toDotPath(path) || "the file"}: ${message}.`);
    }
    for (const feature of features.data) this.readFeature(feature);
  }

  private readFeature({ name, tags, elements }: z.infer<typeof Feature>): void {
    const inherited = new Set(tags);
    // A background stands before the scenarios it belongs to, with its own steps: if it fails, they only look skipped.
    let background = NO_STEPS;
    const attempts = new Map<string, number>();
    for (const element of elements ?? []) {
      const status = statusOf(element, background);
      background = element.type === "background" ? status : NO_STEPS;
      if (element.type === "background") continue;
      if (this.cases.length >= MAX_CASES) throw new WrongRun(`More than ${MAX_CASES} scenarios: split the file.`);
      const outcome = outcomeOfScenario(status);
      const own = (element.tags ?? []).filter((tag) => !inherited.has(tag));
      const around = [name ?? "", ...[...inherited].slice(0, MAX_PROPERTIES)];
      const place = placeOf(element);
      const earlier = place === null ? undefined : attempts.get(place);
      if (place !== null) attempts.set(place, earlier ?? this.cases.length);
      this.cases.splice(earlier ?? this.cases.length, 1, {
        name: caseName(element.name ?? ""),
        suites: [...new Set(around.map(caseName))].filter((suite) => suite !== ""),
        outcome,
        checks: [],
        tags: [...new Set(own.slice(0, MAX_PROPERTIES).map(caseName))],
        platforms: [],
        projects: [],
        message: outcome === "failed" ? messageOf(reasonOf(status)) : null,
        line: null,
      });
    }
  }
}

/** Cucumber for Ruby repeats a scenario that it tries again: the last attempt counts. Rows of an outline may have one place. */
function placeOf({ id, line, keyword }: z.infer<typeof Element>): string | null {
  return id == null || line == null || /outline|template/i.test(keyword ?? "") ? null : `${line} ${id}`;
}

function statusOf(
  { before, steps, after, status: told }: z.infer<typeof Element>,
  background: ScenarioStatus,
): ScenarioStatus {
  const hooks = (steps ?? []).flatMap((step) => [...(step.before ?? []), step, ...(step.after ?? [])]);
  let status = NO_STEPS;
  // A background alone runs nothing of the scenario, but may fail it.
  for (const { result } of [...(before ?? []), ...hooks, ...(after ?? [])]) {
    if (result?.status != null)
      status = withStep(status, result.status, [result.error_message ?? []].flat().join("\n") || null);
  }
  if (told != null && /^(?:failed|error|\w+_error)$/i.test(told) && outcomeOfScenario(status) !== "failed") {
    status = withStep(status, told, `the scenario is ${told}`);
  }
  return outcomeOfScenario(background) === "passed" ? status : withStep(status, background.worst, background.message);
}
