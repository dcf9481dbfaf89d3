// Reads JUnit XML.
import type { TestCase } from "../../../../domain/results/test-case.ts";
import {
  addProperty,
  isKnownProperty,
  noProperties,
  propertiesFor,
  type ReportProperties,
  type SuiteProperties,
  suitesAround,
} from "../reading/report-properties.ts";
import { caseName, MAX_PROPERTIES, messageOf } from "../reading/report-reader.ts";
import { type XmlAttributes, XmlReport } from "../reading/xml-report.ts";
import { type CaseStatus, caseStatus } from "./case-status.ts";

const SKIPS = new Set(["skipped", "ignored", "disabled"]);
/** Attempts of a case that was run again; what came of it in the end stands beside them. */
const ATTEMPTS = new Set(["flakyFailure", "flakyError", "rerunFailure", "rerunError"]);
/** How JUnit's own console tells the name that people gave a test. */
const DISPLAY_NAME = /^\s*unique-id: .*\s*\ndisplay-name: (?!\[\d+\])(.+?)\s*$/m;

interface Level extends SuiteProperties {
  suiteError: SuiteError;
  /** Cases that were read before it. */
  before: number;
}

export class JunitReader extends XmlReport {
  /** One level for each open element. */
  private readonly levels: Level[] = [];
  private current:
    | (Omit<TestCase, "status"> & {
        className: string;
        status: CaseStatus;
        shownName: string | null;
        isForgiven: boolean;
      })
    | null = null;
  private property = "";
  /** What the text that is being kept is for: null is a message, or the value of a property. */
  private textOf: "system-out" | "system-err" | null = null;

  constructor() {
    super("JUnit XML", ["testsuites", "testsuite"]);
  }

  protected enter(name: string, attributes: XmlAttributes): void {
    const isSuite = name === "testsuite" || name === "testsuites";
    // Playwright names the project where others name the machine.
    const projects = isSuite && attributes.hostname ? [caseName(attributes.hostname)] : [];
    const suite = isSuite ? caseName(attributes.name ?? "") || null : null;
    const suiteError = new SuiteError(Number(attributes.errors) > 0, Number(attributes.failures) > 0, this.line);
    this.levels.push({ suite, suiteError, before: this.cases.length, ...noProperties(), projects });
    if (name === "testcase") this.enterCase(attributes);
    else if (name === "property") this.enterProperty(attributes);
    else if (this.current !== null && this.path.at(-2) === "testcase") this.enterOutcome(name, attributes);
    else if (this.path.at(-2) === "testsuite") this.enterSuiteError(name, attributes);
  }

  /** Begins an error outside of all cases. */
  private enterSuiteError(name: string, { message = "" }: XmlAttributes): void {
    const { suiteError } = this.levels.at(-2)!;
    if (name === "error" || name === "failure") {
      suiteError.isTold = true;
      suiteError.message ??= messageOf(message);
    }
    if (name === "system-err" && suiteError.isTold && suiteError.message === null) this.keep(name);
  }

  private keep(element: "system-out" | "system-err"): void {
    this.keepText();
    this.textOf = element;
  }

  private enterCase(attributes: XmlAttributes): void {
    if (this.current !== null) this.refuse("a <testcase> is inside another");
    this.requireRoom();
    const status = caseStatus(attributes.status, attributes.result);
    this.current = {
      name: caseName(attributes.name ?? ""),
      className: caseName(attributes.classname ?? ""),
      suites: [],
      outcome: status.outcome === "skipped" ? "skipped" : "passed",
      // The status is used only when the case ends: the elements in it say more.
      status,
      shownName: null,
      // Firebase Test Lab says of the whole case that it passed in the end.
      isForgiven: attributes.flaky === "true",
      ...noProperties(),
      message: null,
      line: this.line,
    };
  }

  private enterProperty({ name = "", value }: XmlAttributes): void {
    this.property = name;
    if (!isKnownProperty(name)) return;
    if (value === undefined) this.keepText();
    else this.hear(value, this.path.length - 1);
  }

  private enterOutcome(tag: string, { message, type }: XmlAttributes): void {
    const one = this.current!;
    const isFailure = tag === "failure" || tag === "error";
    // Node tells beside it how what is still to be done failed.
    if (SKIPS.has(tag) && type === "todo") one.isForgiven = true;
    const isAttempt = ATTEMPTS.has(tag) || (isFailure && one.isForgiven);
    if (SKIPS.has(tag) && one.outcome === "passed") one.outcome = "skipped";
    if (isAttempt) for (const { suiteError } of this.levels) suiteError.isExplained = true;
    if (tag === "system-out" && this.text === null) this.keep(tag);
    if (!isFailure || isAttempt) return;
    if (one.outcome !== "failed") one.message = messageOf(message ?? "");
    one.outcome = "failed";
    if (one.message === null) this.keepText();
  }

  /** A property belongs to the suite or case whose `<properties>` it stands in. `at` is its place in the path. */
  private hear(value: string, at: number): void {
    const owner = this.levels[this.path[at - 1] === "properties" ? at - 2 : at - 1];
    if (owner === undefined) return;
    if (!addProperty(owner, this.property, value))
      this.refuse(`more than ${MAX_PROPERTIES} properties ${this.property}`);
  }

  protected leave(name: string, text: string | null): void {
    const { textOf } = this;
    this.textOf = null;
    if (text !== null && textOf !== null) this.leaveOutput(textOf, text);
    else if (text !== null && name === "property") this.hear(text, this.path.length);
    else if (text !== null && this.current !== null) this.current.message = messageOf(text);
    const own = this.levels.pop()!;
    if (name === "testcase") this.leaveCase(own);
    else if (name === "testsuite") this.leaveSuite(own);
  }

  private leaveOutput(element: "system-out" | "system-err", text: string): void {
    if (element === "system-err") this.levels.at(-2)!.suiteError.message = messageOf(text);
    const [, shown] = (element === "system-out" && DISPLAY_NAME.exec(text)) || [];
    if (shown !== undefined && this.current !== null) this.current.shownName = caseName(shown);
  }

  /** A suite that failed although none of its cases did is one itself: a request that found no server, a program that died. */
  private leaveSuite(own: Level): void {
    const { suiteError, suite } = own;
    const isTold = suiteError.isTold || (suiteError.isCounted && own.before === this.cases.length);
    if (!isTold || suiteError.isExplained) return;
    for (const level of this.levels) level.suiteError.isExplained = true;
    this.requireRoom();
    const { message, line } = suiteError;
    const name = suite ?? "A suite without a name";
    const one = { name, outcome: "failed" as const, message: message ?? "the suite has errors", line };
    this.cases.push({ ...one, suites: suitesAround(this.levels), ...propertiesFor(own, this.levels) });
  }

  private leaveCase(own: ReportProperties): void {
    const { className, status, shownName, isForgiven: _, ...one } = this.current!;
    this.current = null;
    if (status.outcome === "failed" && one.outcome === "passed") {
      one.outcome = "failed";
      one.message ??= messageOf(status.why ?? "");
    }
    if (one.outcome === "failed") for (const { suiteError } of this.levels) suiteError.isExplained = true;
    // Jest's reporter repeats the whole name there.
    const classes =
      className === "" || className === one.name ? [] : [className, className.slice(className.lastIndexOf(".") + 1)];
    const method = shownName === null ? [] : [one.name];
    const suites = [...new Set([...suitesAround(this.levels), ...classes, ...method])];
    this.cases.push({ ...one, name: shownName ?? one.name, suites, ...propertiesFor(own, this.levels) });
  }
}

/** A failure of the suite itself, unless a case in it reports the same. */
class SuiteError {
  isTold: boolean;
  /** Whether the suite counts failures. That matters only if it has no case at all, as runners count more than cases. */
  readonly isCounted: boolean;
  isExplained = false;
  message: string | null = null;
  readonly line: number;

  constructor(isTold: boolean, isCounted: boolean, line: number) {
    this.isTold = isTold;
    this.isCounted = isCounted;
    this.line = line;
  }
}
