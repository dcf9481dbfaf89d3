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

export class NunitReader extends XmlReport {
  private readonly levels: SuiteProperties[] = [];
  private current: TestCase | null = null;

  constructor() {
    super("NUnit XML", ["test-run", "test-results"]);
  }

  protected enter(name: string, attributes: XmlAttributes): void {
    const suite = name === "test-suite" ? caseName(attributes.name ?? "") || null : null;
    this.levels.push({ suite, ...noProperties() });
    if (name === "test-case") this.enterCase(attributes);
    else if (name === "property") this.hear(attributes.name ?? "", attributes.value ?? "");
    else if (name === "category") this.hear("category", attributes.name ?? "");
    else if (name === "message" && this.path.at(-2) === "failure" && this.current?.message === null) this.text = "";
  }

  private enterCase(attributes: XmlAttributes): void {
    if (this.current !== null) this.refuse("a <test-case> is inside another");
    this.requireRoom();
    const { name = "", classname = "", methodname = "", result = "", executed = "true" } = attributes;
    const isRun = executed.toLowerCase() !== "false";
    const outcome = isRun ? (ownValue(OUTCOMES, result.toLowerCase()) ?? "failed") : "skipped";
    const classes = [classname, classname.slice(classname.lastIndexOf(".") + 1), methodname].map(caseName);
    const own = { name: caseName(name), outcome, message: null, line: this.line };
    this.current = { ...own, suites: classes.filter((one) => one !== ""), ...noProperties() };
  }

  /** A property belongs to the suite or case whose `<properties>` or `<categories>` it stands in. */
  private hear(property: string, value: string): void {
    const owner = this.levels.at(-3);
    if (owner === undefined || !isKnownProperty(property)) return;
    if (!addProperty(owner, property, value)) this.refuse(`more than ${MAX_PROPERTIES} properties ${property}`);
  }

  protected leave(name: string, text: string | null): void {
    const own = this.levels.pop()!;
    if (text !== null && this.current !== null) this.current.message = messageOf(text);
    if (name !== "test-case") return;
    const one = this.current!;
    this.current = null;
    const message = one.outcome === "failed" ? one.message : null;
    this.cases.push({
      ...one,
      message,
      suites: [...new Set([...suitesAround(this.levels), ...one.suites])],
      ...propertiesFor(own, this.levels),
    });
  }
}
