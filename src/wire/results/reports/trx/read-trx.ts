// Reads TRX, the report of .NET's `dotnet test` and Visual Studio. Results come first, what they are of at the end.
import type { CaseOutcome, TestCase } from "../../../../domain/results/test-case.ts";
import { ownValue } from "../../../../lib/collections/own-value.ts";
import {
  addProperty,
  isKnownProperty,
  noProperties,
  propertiesFor,
  type ReportProperties,
} from "../reading/report-properties.ts";
import { caseName, MAX_PROPERTIES, messageOf } from "../reading/report-reader.ts";
import { type XmlAttributes, XmlReport } from "../reading/xml-report.ts";

const RESULTS = new Set(["UnitTestResult", "TestResult", "WebTestResult", "GenericTestResult", "ManualTestResult"]);
/** Anything else has failed: an outcome that is left out means `Error`. */
const OUTCOMES: Record<string, CaseOutcome> = {
  Passed: "passed",
  PassedButRunAborted: "passed",
  Warning: "passed",
  Inconclusive: "skipped",
  NotRunnable: "skipped",
  NotExecuted: "skipped",
  Completed: "skipped",
  InProgress: "skipped",
  Pending: "skipped",
};

interface Definition extends ReportProperties {
  suites: string[];
}

export class TrxReader extends XmlReport {
  private readonly testIds: string[] = [];
  private readonly definitions = new Map<string, Definition>();
  private current: TestCase | null = null;
  private definition: Definition | null = null;
  /** Rows of one test stand within its result, which sums them up. */
  private depth = 0;
  private key = "";
  /** What went wrong beside all results: the process that ran the tests died. */
  private readonly runErrors: TestCase[] = [];
  private isRunError = false;

  constructor() {
    super("TRX", ["TestRun"]);
  }

  protected enter(name: string, attributes: XmlAttributes): void {
    if (RESULTS.has(name)) this.enterResult(attributes);
    else if (name === "UnitTest") this.enterDefinition(attributes);
    else if (name === "TestMethod") this.enterMethod(attributes);
    else if (name === "TestCategoryItem") this.hear("category", attributes.TestCategory ?? "");
    else if (name === "Message" && this.path.at(-2) === "ErrorInfo" && this.current?.message === null) this.keepText();
    else if (name === "RunInfo") this.isRunError = attributes.outcome === "Error";
    else if (name === "Text" && this.isRunError && this.path.at(-2) === "RunInfo") this.keepText();
    else if (this.definition !== null && (name === "Key" || name === "Value")) this.keepText();
  }

  private enterResult({ testName = "", testId = "", outcome = "Error" }: XmlAttributes): void {
    if (this.depth++ > 0) return;
    this.requireRoom();
    const own = {
      name: caseName(testName),
      outcome: ownValue(OUTCOMES, outcome) ?? "failed",
      message: null,
      line: this.line,
    };
    this.current = { ...own, suites: [], ...noProperties() };
    this.testIds.push(testId);
  }

  private enterDefinition({ id = "" }: XmlAttributes): void {
    this.definition = { suites: [], ...noProperties() };
    this.definitions.set(id, this.definition);
  }

  private enterMethod({ className = "", name = "" }: XmlAttributes): void {
    // Older tools put the assembly behind the class.
    const whole = caseName(className.split(",")[0]!);
    const names = [whole, whole.slice(whole.lastIndexOf(".") + 1), caseName(name)];
    this.definition?.suites.push(...names.filter((one) => one !== ""));
  }

  private hear(property: string, value: string): void {
    if (this.definition === null || !isKnownProperty(property)) return;
    if (!addProperty(this.definition, property, value))
      this.refuse(`more than ${MAX_PROPERTIES} properties ${property}`);
  }

  protected leave(name: string, text: string | null): void {
    if (name === "Key") this.key = text ?? "";
    else if (name === "Value") this.hear(this.key.trim(), text ?? "");
    else if (name === "UnitTest") this.definition = null;
    else if (name === "Text" && this.isRunError && text !== null) this.leaveRunError(text);
    else if (text !== null && this.current !== null) this.current.message = messageOf(text);
    if (!RESULTS.has(name) || --this.depth > 0) return;
    const one = this.current!;
    this.current = null;
    this.cases.push({ ...one, message: one.outcome === "failed" ? one.message : null });
  }

  /** A run that broke off is a failed case itself: no result of it tells what was not run. */
  private leaveRunError(text: string): void {
    this.isRunError = false;
    if (this.runErrors.length === MAX_PROPERTIES) return;
    const message = messageOf(text);
    const name = caseName(text) || "The run has an error";
    this.runErrors.push({ name, suites: [], outcome: "failed", ...noProperties(), message, line: this.line });
  }

  override end(): void {
    super.end();
    for (const [i, one] of this.cases.entries()) {
      const known = this.definitions.get(this.testIds[i]!);
      if (known !== undefined) Object.assign(one, { suites: [...new Set(known.suites)], ...propertiesFor(known, []) });
    }
    for (const one of this.runErrors) {
      this.requireRoom();
      this.cases.push(one);
    }
  }
}
