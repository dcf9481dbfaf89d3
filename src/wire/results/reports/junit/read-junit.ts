// Reads JUnit XML.
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { caseName, MAX_PROPERTIES, messageOf } from "../reading/report-reader.ts";
import { isAskedFor, nothingSaid, type Said, saidFor, say } from "../reading/said-properties.ts";
import { type XmlAttributes, XmlReport } from "../reading/xml-report.ts";

const NOT_RUN = new Set(["notrun", "disabled", "skipped", "ignored", "pending"]);
const FAILED = new Set(["failed", "fail", "failure", "error"]);

interface Level extends Said {
  suite: string | null;
}

export class JunitReader extends XmlReport {
  /** One for each element that is open. */
  private readonly levels: Level[] = [];
  private current: (TestCase & { className: string; hasFailed: boolean }) | null = null;
  private property = "";

  constructor() {
    super("JUnit XML", ["testsuites", "testsuite"]);
  }

  protected enter(name: string, attributes: XmlAttributes): void {
    const isSuite = name === "testsuite" || name === "testsuites";
    // Playwright names the project where others name the machine.
    const projects = isSuite && attributes.hostname ? [caseName(attributes.hostname)] : [];
    this.levels.push({ suite: isSuite ? caseName(attributes.name ?? "") || null : null, ...nothingSaid(), projects });
    if (name === "testcase") this.enterCase(attributes);
    else if (name === "property") this.enterProperty(attributes);
    else if (this.current !== null && this.path.at(-2) === "testcase") this.enterOutcome(name, attributes);
  }

  private enterCase(attributes: XmlAttributes): void {
    if (this.current !== null) this.refuse("a <testcase> is inside another");
    this.requireRoom();
    const says = (words: ReadonlySet<string>) =>
      [attributes.status, attributes.result].some((word) => words.has(word?.toLowerCase() ?? ""));
    this.current = {
      name: caseName(attributes.name ?? ""),
      className: caseName(attributes.classname ?? ""),
      suites: [],
      outcome: says(NOT_RUN) ? "skipped" : "passed",
      hasFailed: says(FAILED),
      ...nothingSaid(),
      message: null,
      line: this.line,
    };
  }

  private enterProperty({ name = "", value }: XmlAttributes): void {
    this.property = name;
    if (!isAskedFor(name)) return;
    if (value === undefined) this.text = "";
    else this.hear(value, this.path.length - 1);
  }

  private enterOutcome(tag: string, { message }: XmlAttributes): void {
    const one = this.current!;
    if (tag === "skipped" && one.outcome === "passed") one.outcome = "skipped";
    if (tag !== "failure" && tag !== "error") return;
    if (one.outcome !== "failed") one.message = messageOf(message ?? "");
    one.outcome = "failed";
    if (one.message === null) this.text = "";
  }

  /** A property belongs to the suite or case whose `<properties>` it stands in. `at` is its place in the path. */
  private hear(value: string, at: number): void {
    const owner = this.levels[this.path[at - 1] === "properties" ? at - 2 : at - 1];
    if (owner === undefined) return;
    if (!say(owner, this.property, value)) this.refuse(`more than ${MAX_PROPERTIES} properties ${this.property}`);
  }

  protected leave(name: string, text: string | null): void {
    if (text !== null && name === "property") this.hear(text, this.path.length);
    else if (text !== null && this.current !== null) this.current.message = messageOf(text);
    const own = this.levels.pop()!;
    if (name === "testcase") this.leaveCase(own);
  }

  private leaveCase(own: Said): void {
    const { className, hasFailed, ...one } = this.current!;
    this.current = null;
    if (hasFailed && one.outcome === "passed") one.outcome = "failed";
    const suites = this.levels.flatMap(({ suite }) => (suite === null ? [] : [suite]));
    const classes = className === "" ? [] : [className, className.slice(className.lastIndexOf(".") + 1)];
    this.cases.push({ ...one, suites: [...new Set([...suites, ...classes])], ...saidFor(own, this.levels) });
  }
}
