// Reads the XML of NUnit 3, and that of NUnit 2.
import type { CaseOutcome, TestCase } from "../../../../domain/results/test-case.ts";
import { ownValue } from "../../../../lib/collections/own-value.ts";
import {
  addProperty,
  isKnownProperty,
  noProperties,
  propertiesFor,
  type SuiteProperties,
  suitesAround,
} from "../reading/report-properties.ts";
import { caseName, MAX_PROPERTIES, messageOf } from "../reading/report-reader.ts";
import { type XmlAttributes, XmlReport } from "../reading/xml-report.ts";

/** Anything else has failed: a word that nobody knows must not look like a pass. */
const OUTCOMES: Record<string, CaseOutcome> = {
  passed: "passed",
  success: "passed",
  warning: "passed",
  skipped: "skipped",
  ignored: "skipped",
  inconclusive: "skipped",
};

interface Level extends SuiteProperties {
  /** A failure of the suite itself with its message; null without one. */
  failure: { message: string | null; line: number } | null;
  /** Whether a case in the suite failed. */
  isExplained: boolean;
}

const FAILED = new Set(["failed", "failure", "error"]);
/** Where a failure of a suite comes from, if not from itself. */
const FROM_ELSEWHERE = new Set(["child", "parent"]);

export class NunitReader extends XmlReport {
  private readonly levels: Level[] = [];
  private current: TestCase | null = null;

  constructor() {
    super("NUnit XML", ["test-run", "test-results"]);
  }

  protected enter(name: string, attributes: XmlAttributes): void {
    const suite = name === "test-suite" ? caseName(attributes.name ?? "") || null : null;
    const failure = name === "test-suite" ? this.failureOf(attributes) : null;
    this.levels.push({ suite, failure, isExplained: false, ...noProperties() });
    if (name === "test-case") this.enterCase(attributes);
    else if (name === "property") this.hear(attributes.name ?? "", attributes.value ?? "");
    else if (name === "category") this.hear("category", attributes.name ?? "");
    else if (name === "message" && this.path.at(-2) === "failure") this.enterMessage();
  }

  private enterMessage(): void {
    const failure = this.levels.at(-3)?.failure;
    if (this.current === null ? failure?.message === null : this.current.message === null) this.keepText();
  }

  /** What comes of its cases says nothing of itself. NUnit 2 does not say where it comes from. */
  private failureOf({ result = "", site = "Test", label = "" }: XmlAttributes): Level["failure"] {
    const hasFailed = FAILED.has(result.toLowerCase()) || label.toLowerCase() === "invalid";
    return hasFailed && !FROM_ELSEWHERE.has(site.toLowerCase()) ? { message: null, line: this.line } : null;
  }

  private enterCase(attributes: XmlAttributes): void {
    if (this.current !== null) this.refuse("a <test-case> is inside another");
    this.requireRoom();
    const { name = "", classname = "", methodname = "", result = "", executed = "true", description = "" } = attributes;
    const isRun = executed.toLowerCase() !== "false";
    const outcome = isRun ? (ownValue(OUTCOMES, result.toLowerCase()) ?? "failed") : "skipped";
    const classes = [classname, classname.slice(classname.lastIndexOf(".") + 1), methodname].map(caseName);
    const own = { name: caseName(name), outcome, message: null, line: this.line };
    this.current = { ...own, suites: classes.filter((one) => one !== ""), ...noProperties() };
    this.entitle(description);
  }

  /** What a test is called in words is a second title. */
  private entitle(description: string): void {
    const title = caseName(description);
    if (title !== "") this.current!.title = title;
  }

  /** A property belongs to the suite or case whose `<properties>` or `<categories>` it stands in. */
  private hear(property: string, value: string): void {
    const owner = this.levels.at(-3);
    // That of a suite says nothing of the tests in it.
    if (property === "Description" && this.current !== null && this.path.at(-3) === "test-case") {
      this.entitle(value);
      return;
    }
    if (owner === undefined || !isKnownProperty(property)) return;
    if (!addProperty(owner, property, value)) this.refuse(`more than ${MAX_PROPERTIES} properties ${property}`);
  }

  protected leave(name: string, text: string | null): void {
    const own = this.levels.pop()!;
    if (text !== null && this.current !== null) this.current.message = messageOf(text);
    else if (text !== null) this.levels.at(-2)!.failure!.message = messageOf(text);
    if (name === "test-suite") this.leaveSuite(own);
    if (name !== "test-case") return;
    const one = this.current!;
    this.current = null;
    const message = one.outcome === "failed" ? one.message : null;
    if (one.outcome === "failed") this.explain();
    this.cases.push({
      ...one,
      message,
      suites: [...new Set([...suitesAround(this.levels), ...one.suites])],
      ...propertiesFor(own, this.levels),
    });
  }

  private explain(): void {
    for (const level of this.levels) level.isExplained = true;
  }

  /** A suite that failed although no case in it did is one itself: its teardown failed, or it could not even be loaded. */
  private leaveSuite(own: Level): void {
    const { failure, suite } = own;
    if (failure === null || own.isExplained) return;
    this.explain();
    this.requireRoom();
    const name = suite ?? "A suite without a name";
    const one = { name, outcome: "failed" as const, line: failure.line };
    const message = failure.message ?? "the suite has failed";
    this.cases.push({ ...one, message, suites: suitesAround(this.levels), ...propertiesFor(own, this.levels) });
  }
}
