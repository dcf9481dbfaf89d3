// Reads the XML of results as TestLink takes them in: test cases by the ids that people know them by, each with a letter for its status.
import { ownValue } from "../../../../lib/collections/own-value.ts";
import { htmlToText } from "../../../../lib/text/html-text.ts";
import { quote } from "../../../../lib/text/text.ts";
import { caseName } from "../reading/report-reader.ts";
import { type XmlAttributes, XmlReport } from "../reading/xml-report.ts";
import { caseWithStatus } from "../table/status-rows.ts";

/** What TestLink's letters stand for; another word is read as it stands. */
const WORDS: Record<string, string> = {
  p: "Passed",
  f: "Failed",
  b: "Blocked",
  n: "Not run",
  x: "Not available",
};
const FIELDS = new Set(["result", "notes", "bug_id"]);

interface OpenCase {
  line: number;
  id: string;
  name: string;
  fields: Record<string, string>;
}

export class TestLinkResultsReader extends XmlReport {
  private current: OpenCase | null = null;
  /** What the run says it was on, behind cases, too; TestLink's names are none of ours. */
  private platform = "";

  constructor() {
    super("Results of TestLink", ["results"]);
  }

  override end(): void {
    super.end();
    if (this.cases.length === 0) this.refuse("the results have no test cases");
    if (this.platform !== "") for (const one of this.cases) one.projects.push(this.platform);
  }

  protected enter(name: string, attributes: XmlAttributes): void {
    if (name === "testcase") this.enterCase(attributes);
    else if (name === "platform") this.enterPlatform(caseName(attributes.name ?? ""));
    // A step has a result and notes of its own, which the case's already says.
    else if (FIELDS.has(name) && this.path.at(-2) === "testcase") this.keepText();
  }

  protected leave(name: string, text: string | null): void {
    if (name === "testcase") this.leaveCase();
    else if (this.current !== null && text !== null && this.path.at(-1) === "testcase") {
      // The first of several numbers of bugs is enough of a reason.
      this.current.fields[name] ||= text.trim();
    }
  }

  private enterPlatform(platform: string): void {
    if (platform === "") return;
    if (this.platform !== "" && this.platform !== platform) {
      const both = `${quote(this.platform)} and ${quote(platform)}`;
      this.refuse(`the results are of several platforms (${both}): send one file for each`);
    }
    this.platform = platform;
  }

  private enterCase({ external_id: externalId = "", id = "", name = "" }: XmlAttributes): void {
    if (this.current !== null) this.refuse("a <testcase> is inside another");
    this.requireRoom();
    const [ref, title] = [caseName(externalId), caseName(name)];
    if (ref === "" && title === "") {
      const internal = caseName(id);
      const said = internal === "" ? "" : ` (${internal})`;
      this.refuse(
        `a <testcase> needs its external_id or its name: TestLink's internal id${said} is known nowhere else`,
      );
    }
    this.current = { line: this.line, id: ref, name: title || ref, fields: {} };
  }

  private leaveCase(): void {
    const { line, id, name, fields } = this.current!;
    this.current = null;
    const { result = "", notes = "", bug_id: bug = "" } = fields;
    const word = ownValue(WORDS, result.toLowerCase()) ?? caseName(result);
    this.cases.push(caseWithStatus({ word, name, suites: [], id, line, why: [htmlToText(notes), bug] }));
  }
}
