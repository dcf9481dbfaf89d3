// Reads the XML that TestRail exports of a run: sections within sections, each with its tests, and the last status of each.
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { caseName } from "../reading/report-reader.ts";
import { XmlReport } from "../reading/xml-report.ts";
import { caseWithStatus } from "../table/status-rows.ts";

/** Fields of a test that say what it is and what came of it. */
const FIELDS = new Set(["id", "caseid", "title", "status", "comment", "defects"]);

export class TestRailRunReader extends XmlReport {
  /** The names of the sections that are open, outermost first; empty for one whose name has not come yet. */
  private readonly sections: string[] = [];
  private test: { line: number; fields: Record<string, string> } | null = null;

  constructor() {
    super("A run of TestRail", ["run"]);
  }

  override end(): void {
    super.end();
    if (this.cases.length === 0) this.refuse("the run has no tests");
  }

  protected enter(name: string): void {
    if (this.test !== null && this.path.at(-2) === "status") this.refuse(`a <status> has text alone, and no <${name}>`);
    if (name === "section") this.sections.push("");
    else if (name === "test") {
      if (this.test !== null) this.refuse("a <test> is inside another");
      this.requireRoom();
      this.test = { line: this.line, fields: {} };
    } else if (this.isField(name, 1) || (name === "name" && this.path.at(-2) === "section")) this.keepText();
  }

  protected leave(name: string, text: string | null): void {
    if (name === "section") this.sections.pop();
    else if (name === "test") {
      this.cases.push(this.caseOf(this.test!));
      this.test = null;
    } else if (text !== null && this.isField(name, 0)) this.test!.fields[name] = text.trim();
    else if (text !== null && this.path.at(-1) === "section") this.sections[this.sections.length - 1] = caseName(text);
  }

  /** Whether it is a field of the test itself, which stands so many places above the end of `path`. */
  private isField(name: string, above: 0 | 1): boolean {
    return FIELDS.has(name) && this.test !== null && this.path.at(-1 - above) === "test";
  }

  private caseOf({ line, fields }: NonNullable<typeof this.test>): TestCase {
    const { title = "", status = "", comment = "", defects = "" } = fields;
    // A test has an id of its own; what people know is that of its case.
    const id = caseName(fields.caseid || fields.id || "");
    if (id === "" && caseName(title) === "") this.refuse("a <test> needs its caseid, id or title");
    return caseWithStatus({
      word: caseName(status),
      name: caseName(title) || id,
      suites: this.sections.filter((section) => section !== ""),
      id,
      line,
      why: [comment, defects],
    });
  }
}
