// What reading a report in XML has in common, piece by piece as it comes in. Nothing in it is looked up or expanded.
import type { SaxesTagPlain } from "saxes";
import { MAX_CASES } from "../../../../domain/limits.ts";
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { untrustedXmlParser, withoutControls } from "../../../../lib/formats/untrusted-xml.ts";
import { quote } from "../../../../lib/text/text.ts";
import { MAX_CASE_TEXT, type RunReader, SHOWN_ESCAPE, WrongRun } from "./report-reader.ts";

/** Suites within suites, and what a case may hold. */
const MAX_DEPTH = 100;
export type XmlAttributes = Record<string, string>;

export abstract class XmlReport implements RunReader {
  readonly cases: TestCase[] = [];
  /** The names of the elements that are open, outermost first. */
  protected readonly path: string[] = [];
  /** Where the element that was entered last begins. */
  protected line = 1;
  /** The text that is being kept, if any is: that of the element at `textDepth`, and of those inside it. */
  protected text: string | null = null;
  private textDepth = 0;
  private readonly parser = untrustedXmlParser((what) => this.refuse(what));
  /** Lines of blanks in front of the file, which some shells and templates leave there. */
  private blankLines = 0;
  private hasBegun = false;
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });

  constructor(label: string, roots: readonly string[]) {
    const { parser } = this;
    parser.on("opentagstart", () => {
      this.line = this.lineNow();
    });
    parser.on("opentag", (tag) => this.open(tag, label, roots));
    parser.on("closetag", () => {
      const isKept = this.path.length === this.textDepth;
      const text = isKept ? this.text : null;
      if (isKept) this.text = null;
      this.leave(this.path.pop()!, text);
    });
    const keep = (text: string) => {
      if (this.text !== null && this.text.length < MAX_CASE_TEXT) this.text += text.slice(0, MAX_CASE_TEXT);
    };
    parser.on("text", keep);
    parser.on("cdata", keep);
  }

  /** Called for a new element, which is the last of `path`. */
  protected abstract enter(name: string, attributes: XmlAttributes): void;
  /** The element is no longer in `path`; `text` is what was kept of it. */
  protected abstract leave(name: string, text: string | null): void;

  feed(bytes: Uint8Array): void {
    this.parser.write(this.withoutBlanksFirst(this.decode(bytes, true)));
  }

  end(): void {
    this.parser.write(this.decode(new Uint8Array(), false)).close();
  }

  /** Keeps the text of the element that is entered. */
  protected keepText(): void {
    this.text = "";
    this.textDepth = this.path.length;
  }

  protected refuse(what: string): never {
    const { column } = this.parser;
    throw new WrongRun(`line ${this.lineNow()}, column ${column + 1}: ${what.replace(/\.$/, "")}.`);
  }

  protected requireRoom(): void {
    if (this.cases.length >= MAX_CASES) this.refuse(`more than ${MAX_CASES} cases: split the file`);
  }

  private lineNow(): number {
    return this.parser.line + this.blankLines;
  }

  private withoutBlanksFirst(text: string): string {
    if (this.hasBegun) return text;
    const begun = text.trimStart();
    this.hasBegun = begun !== "";
    this.blankLines += text.slice(0, text.length - begun.length).split("\n").length - 1;
    return begun;
  }

  private open({ name, attributes }: SaxesTagPlain, label: string, roots: readonly string[]): void {
    if (this.path.length === 0 && !roots.includes(name)) {
      const begins = roots.map((root) => `<${root}>`).join(" or ");
      this.refuse(`${label} begins with ${begins}, this file with <${quote(name).slice(1, -1)}>`);
    }
    if (this.path.length >= MAX_DEPTH) this.refuse(`nested more than ${MAX_DEPTH} levels deep`);
    this.path.push(name);
    this.enter(name, attributes);
  }

  private decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return withoutControls(this.decoder.decode(bytes, { stream }).replaceAll("\u001b", SHOWN_ESCAPE));
    } catch {
      throw this.refuse("the file is not UTF-8 text: save it as UTF-8");
    }
  }
}
