// Reads JUnit XML as it comes in, piece by piece. Nothing in it is looked up or expanded.
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { MAX_CASES } from "../../domain/limits.ts";
import { CHECK_PROPERTY, isTagProperty, PLATFORMS_PROPERTY, type TestCase } from "../../domain/results/test-case.ts";
import { quote } from "../../lib/text/text.ts";
import {
  caseName,
  MAX_CASE_TEXT,
  MAX_PROPERTIES,
  messageOf,
  namesIn,
  type RunReader,
  SHOWN_ESCAPE,
  WrongRun,
} from "./test-report-reader.ts";

/** Suites within suites, and what a case may hold. */
const MAX_DEPTH = 100;
const NOT_RUN = new Set(["notrun", "disabled", "skipped", "ignored", "pending"]);
const FAILED = new Set(["failed", "fail", "failure", "error"]);
/** Runners put what tests print into their reports as it is, though XML has no room for it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what tests print
const PRINTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** The one fault of form that leaves no doubt about what was meant. */
const HARMLESS = '"]]>" is disallowed in char data';

/** What the properties of a suite or a case say; those of a case replace those of its suites. */
interface Said {
  checks: string[];
  tags: string[];
  platforms: string[];
}

interface Level extends Said {
  tag: string;
  suite: string | null;
}

export class JunitReader implements RunReader {
  readonly cases: TestCase[] = [];
  private readonly parser = new SaxesParser({ xmlns: false, position: false });
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private readonly levels: Level[] = [];
  private line = 1;
  private open: (TestCase & { className: string; hasFailed: boolean }) | null = null;
  /** The text that is being kept: of a failure, or of a property. */
  private text: string | null = null;
  private property = "";

  constructor() {
    const { parser } = this;
    parser.on("error", ({ message }) => {
      if (!message.includes(HARMLESS)) this.refuse(message);
    });
    parser.on("xmldecl", ({ encoding }) => {
      if (encoding !== undefined && !/^(utf-?8|us-ascii|ascii)$/i.test(encoding)) {
        this.refuse(`the encoding ${quote(encoding)} is not accepted: save the file as UTF-8`);
      }
    });
    parser.on("doctype", () => this.refuse("a document type is not accepted: remove the DOCTYPE"));
    parser.on("opentagstart", () => {
      this.line = parser.line;
    });
    parser.on("opentag", (tag) => this.enter(tag));
    parser.on("closetag", () => this.leave());
    const keep = (text: string) => {
      if (this.text !== null && this.text.length < MAX_CASE_TEXT) this.text += text.slice(0, MAX_CASE_TEXT);
    };
    parser.on("text", keep);
    parser.on("cdata", keep);
  }

  feed(bytes: Uint8Array): void {
    this.parser.write(this.decode(bytes, true));
  }

  end(): void {
    this.parser.write(this.decode(new Uint8Array(), false)).close();
  }

  private decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.decoder.decode(bytes, { stream }).replaceAll("\u001b", SHOWN_ESCAPE).replaceAll(PRINTED, "");
    } catch {
      throw this.refuse("the file is not UTF-8 text: save it as UTF-8");
    }
  }

  private refuse(what: string): never {
    const { line, column } = this.parser;
    throw new WrongRun(`line ${line}, column ${column + 1}: ${what.replace(/\.$/, "")}.`);
  }

  private enter({ name, attributes }: SaxesTagPlain): void {
    if (this.levels.length === 0 && name !== "testsuites" && name !== "testsuite") {
      this.refuse(`JUnit XML begins with <testsuites> or <testsuite>, this file with <${quote(name).slice(1, -1)}>`);
    }
    if (this.levels.length >= MAX_DEPTH) this.refuse(`nested more than ${MAX_DEPTH} levels deep`);
    const isSuite = name === "testsuite" || name === "testsuites";
    this.levels.push({
      tag: name,
      suite: isSuite ? caseName(attributes.name ?? "") || null : null,
      checks: [],
      tags: [],
      platforms: [],
    });
    if (name === "testcase") this.enterCase(attributes);
    else if (name === "property") this.enterProperty(attributes);
    else if (this.open !== null && this.levels.at(-2)?.tag === "testcase") this.enterOutcome(name, attributes);
  }

  private enterCase(attributes: Record<string, string>): void {
    if (this.open !== null) this.refuse("a <testcase> is inside another");
    if (this.cases.length >= MAX_CASES) this.refuse(`more than ${MAX_CASES} cases: split the file`);
    const says = (words: ReadonlySet<string>) =>
      [attributes.status, attributes.result].some((word) => words.has(word?.toLowerCase() ?? ""));
    this.open = {
      name: caseName(attributes.name ?? ""),
      className: caseName(attributes.classname ?? ""),
      suites: [],
      outcome: says(NOT_RUN) ? "skipped" : "passed",
      hasFailed: says(FAILED),
      checks: [],
      tags: [],
      platforms: [],
      message: null,
      line: this.line,
    };
  }

  private enterProperty({ name = "", value }: Record<string, string>): void {
    this.property = name;
    if (name !== CHECK_PROPERTY && name !== PLATFORMS_PROPERTY && !isTagProperty(name)) return;
    if (value === undefined) this.text = "";
    else this.say(value);
  }

  private enterOutcome(tag: string, { message }: Record<string, string>): void {
    const one = this.open!;
    if (tag === "skipped" && one.outcome === "passed") one.outcome = "skipped";
    if (tag !== "failure" && tag !== "error") return;
    if (one.outcome !== "failed") one.message = messageOf(message ?? "");
    one.outcome = "failed";
    if (one.message === null) this.text = "";
  }

  /** A property belongs to the suite or case whose `<properties>` it stands in. */
  private say(value: string): void {
    const owner = this.levels.at(-2)?.tag === "properties" ? this.levels.at(-3) : this.levels.at(-2);
    if (owner === undefined) return;
    if (isTagProperty(this.property)) {
      if (owner.tags.length < MAX_PROPERTIES) owner.tags.push(caseName(value));
      return;
    }
    const said = this.property === CHECK_PROPERTY ? owner.checks : owner.platforms;
    if (said.length >= MAX_PROPERTIES) this.refuse(`more than ${MAX_PROPERTIES} properties ${this.property}`);
    said.push(...(this.property === CHECK_PROPERTY ? [caseName(value)] : namesIn(value)));
  }

  private leave(): void {
    const { tag } = this.levels.at(-1)!;
    const { text, open } = this;
    this.text = null;
    if (text !== null && tag === "property") this.say(text);
    else if (text !== null && open !== null) open.message = messageOf(text);
    const own = this.levels.pop()!;
    if (tag === "testcase") this.leaveCase(own);
  }

  private leaveCase(own: Said): void {
    const { className, hasFailed, ...one } = this.open!;
    this.open = null;
    if (hasFailed && one.outcome === "passed") one.outcome = "failed";
    const suites = this.levels.flatMap(({ suite }) => (suite === null ? [] : [suite]));
    const classes = className === "" ? [] : [className, className.slice(className.lastIndexOf(".") + 1)];
    const nearest = (what: keyof Said) => this.levels.findLast((level) => level[what].length > 0)?.[what] ?? [];
    this.cases.push({
      ...one,
      suites: [...new Set([...suites, ...classes])],
      checks: [...new Set(own.checks.length > 0 ? own.checks : nearest("checks"))],
      tags: [...new Set(own.tags.length > 0 ? own.tags : nearest("tags"))],
      platforms: own.platforms.length > 0 ? own.platforms : nearest("platforms"),
    });
  }
}
