// Reads a CTRF report: JSON with the tests of a run below `results.tests`.
import * as z from "zod";
import { MAX_CASES } from "../../../../domain/limits.ts";
import {
  type CaseOutcome,
  CHECK_PROPERTY,
  isTagProperty,
  PLATFORMS_PROPERTY,
  type TestCase,
} from "../../../../domain/results/test-case.ts";
import { JsonReport } from "../reading/json-report.ts";
import { caseName, MAX_PROPERTIES, messageOf, namesIn, WrongRun } from "../reading/report-reader.ts";

/** Asks only for fields that are used: the format grows, and reporters add to it. */
const Report = z.object({ results: z.object({ tests: z.array(z.unknown()) }) });
const Test = z.object({
  name: z.string(),
  status: z.enum(["passed", "failed", "skipped", "pending", "other"]),
  suite: z.union([z.string(), z.array(z.string())]).nullish(),
  message: z.string().nullish(),
  trace: z.string().nullish(),
  filePath: z.unknown().optional(),
  tags: z.array(z.unknown()).nullish(),
  labels: z.unknown().optional(),
  extra: z.unknown().optional(),
  browser: z.unknown().optional(),
  device: z.unknown().optional(),
});

export class CtrfReader extends JsonReport {
  protected read(document: unknown): void {
    const report = Report.safeParse(document);
    if (!report.success) {
      throw new WrongRun("A CTRF report is a JSON object with its tests as a list below results.tests.");
    }
    const { tests } = report.data.results;
    if (tests.length > MAX_CASES) throw new WrongRun(`results.tests: more than ${MAX_CASES} tests: split the file.`);
    for (const [i, test] of tests.entries()) this.cases.push(caseOf(test, i));
  }
}

function caseOf(value: unknown, i: number): TestCase {
  const read = Test.safeParse(value);
  if (!read.success) {
    const { path, message } = read.error.issues[0]!;
    throw new WrongRun(`results.tests[${i}]${path.map((step) => `.${String(step)}`).join("")}: ${message}.`);
  }
  const { name, status, message, trace } = read.data;
  const outcome: CaseOutcome = status === "passed" || status === "failed" ? status : "skipped";
  const said = [CHECK_PROPERTY, PLATFORMS_PROPERTY].map((key) => saidOf(read.data, key));
  if (said.some((list) => list.length > MAX_PROPERTIES)) {
    throw new WrongRun(`results.tests[${i}]: it names more than ${MAX_PROPERTIES} checks or platforms.`);
  }
  return {
    name: caseName(name),
    suites: suitesOf(read.data),
    outcome,
    checks: [...new Set(said[0]!.map(caseName))],
    tags: tagsOf(read.data),
    platforms: said[1]!.flatMap(namesIn),
    projects: [read.data.browser, read.data.device].flatMap((one) => (typeof one === "string" ? [caseName(one)] : [])),
    message: outcome === "failed" ? messageOf(message ?? trace ?? "") : null,
    line: null,
  };
}

/** A list names the suites one by one; a text, as reporters wrote it before, all of them in one. Without any a case stands in its file. */
function suitesOf({ suite, filePath }: z.infer<typeof Test>): string[] {
  const told = typeof suite === "string" ? [suite, ...suite.split(" > "), ...suite.split(" › ")] : (suite ?? []);
  const suites = [...new Set(told.map(caseName))].filter((one) => one !== "");
  return suites.length > 0 || typeof filePath !== "string" ? suites : [caseName(filePath.split(/[/\\]/).at(-1)!)];
}

/** The values of a key: a field of `labels` or `extra`, an annotation there, or a tag `key:value`. */
function saidOf({ labels, extra, tags }: z.infer<typeof Test>, key: string): string[] {
  const annotated = listIn(extra, "annotations")
    .filter((note) => listIn(note, "type").includes(key))
    .flatMap((note) => listIn(note, "description"));
  const fields = [...listIn(labels, key), ...listIn(extra, key), ...annotated];
  const tagged = (tags ?? []).flatMap((tag) => {
    const found = typeof tag === "string" ? /^@?([\w.]+)[:=](.+)$/s.exec(tag) : null;
    return found?.[1] === key ? [found[2]!] : [];
  });
  return [...fields, ...tagged].flatMap(textsOf);
}

/** The tags, and what labels that serve as such hold. */
function tagsOf({ tags, labels }: z.infer<typeof Test>): string[] {
  const labelled = typeof labels === "object" && labels !== null ? Object.keys(labels).filter(isTagProperty) : [];
  const all = [...(tags ?? []), ...labelled.flatMap((key) => listIn(labels, key))];
  return [...new Set(all.flatMap(textsOf).slice(0, MAX_PROPERTIES).map(caseName))];
}

/** A text that says something, or a number as one; nothing of anything else. */
function textsOf(value: unknown): string[] {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? [text] : [];
}

/** What an object holds under a key, one or several; nothing of what is no object. */
function listIn(holder: unknown, key: string): unknown[] {
  const isHeld = typeof holder === "object" && holder !== null && Object.hasOwn(holder, key);
  return isHeld ? [(holder as Record<string, unknown>)[key]].flat() : [];
}
