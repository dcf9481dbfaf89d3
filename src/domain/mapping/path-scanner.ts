// Reads the paths of an expression: dotted keys, list indexes, quoted keys, and alternatives of them.
import { MAX_ALTERNATIVES, MAX_SEGMENTS } from "../limits.ts";
import { ExpressionError, type Path, type Segment } from "./expression.ts";

/** What a key that is not quoted can't hold. */
const SPECIAL = ".[]|{}";

export class PathScanner {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The character to read next; undefined at the end. */
  get next(): string | undefined {
    return this.text[this.at];
  }

  /** Paths separated by `|`, to the end of the text or to the brace that closes a placeholder. */
  alternatives(inBraces: boolean): Path[] {
    const paths: Path[] = [];
    for (;;) {
      if (paths.length === MAX_ALTERNATIVES) this.fail(`an expression has at most ${MAX_ALTERNATIVES} alternatives`);
      paths.push(this.path());
      if (this.next === undefined || (inBraces && this.next === "}")) return paths;
      if (this.next !== "|") this.unexpected();
      this.at++;
    }
  }

  /** Reads up to one of the characters, or to the end. */
  until(stops: string): string {
    const start = this.at;
    while (this.next !== undefined && !stops.includes(this.next)) this.at++;
    return this.text.slice(start, this.at);
  }

  skipSpace(): void {
    while (this.next?.trim() === "") this.at++;
  }

  /** Where a quoted key that begins at a bracket ends; -1 when none begins there. */
  quotedEnd(bracket: number): number {
    const { text } = this;
    let i = bracket + 1;
    while (text[i] === " ") i++;
    const quote = text[i];
    if (quote !== '"' && quote !== "'") return -1;
    for (i++; i < text.length && text[i] !== quote; i++) if (text[i] === "\\") i++;
    for (i++; text[i] === " "; i++);
    return text[i] === "]" ? i : -1;
  }

  fail(message: string, at = this.at): never {
    throw new ExpressionError(at + 1, message);
  }

  private path(): Path {
    this.skipSpace();
    const start = this.at;
    const segments = [this.next === "[" ? this.bracket() : this.key()];
    while (this.next === "." || this.next === "[") {
      if (segments.length === MAX_SEGMENTS) this.fail(`a path has at most ${MAX_SEGMENTS} steps`);
      if (this.next === "[") segments.push(this.bracket());
      else {
        this.at++;
        segments.push(this.key());
      }
    }
    return { text: this.text.slice(start, this.at).trim(), segments };
  }

  /** A plain key, without the space around it. */
  private key(): Segment {
    const key = this.until(SPECIAL).trim();
    if (key === "") this.missingKey();
    return { key, index: indexOf(key) };
  }

  /** `[0]`, `["any key"]` or `['any key']`. */
  private bracket(): Segment {
    const open = this.at++;
    this.skipSpace();
    const quoted = this.next === '"' || this.next === "'";
    const segment = quoted ? this.quotedKey(this.next!) : this.listIndex(open);
    this.skipSpace();
    if (this.next !== "]") this.fail('a "]" is missing here');
    this.at++;
    this.skipSpace();
    if (this.next !== undefined && !".[|}".includes(this.next)) this.unexpected();
    return segment;
  }

  private quotedKey(quote: string): Segment {
    const open = this.at++;
    let key = "";
    for (; this.next !== quote; this.at++) {
      if (this.next === undefined) this.fail('this quote is never closed; a key is quoted as ["a.b"]', open);
      if (this.next === "\\") {
        this.at++;
        if (!"\\\"'".includes(this.next ?? " ")) this.fail("a backslash must be followed by a quote or a backslash");
      }
      key += this.next;
    }
    this.at++;
    return { key, index: indexOf(key) };
  }

  private listIndex(open: number): Segment {
    const key = this.until("[]|{}").trim();
    const index = indexOf(key);
    if (index === -1) this.fail('brackets hold a whole number from 0, as in [0], or a quoted key, as in ["a.b"]', open);
    return { key, index };
  }

  private missingKey(): never {
    if (this.next === "]") this.fail('this "]" closes nothing');
    if (this.next === "[") this.fail('no dot stands before a bracket: write items[0] or labels["a.b"]');
    if (this.next === "{") this.fail("a placeholder can't be inside another");
    this.fail('a key is missing here, as in "error.message"');
  }

  private unexpected(): never {
    if (this.next === "]") this.fail('this "]" closes nothing; a key with a bracket is quoted as ["a]b"]');
    if (this.next === "{") this.fail("a placeholder can't be inside another");
    this.fail('after "]" comes a dot, another "[", a "|" or the end');
  }
}

/** The list index that a key reads as, in plain digits; else -1. */
function indexOf(key: string): number {
  if (key.length === 0 || key.length > 9 || (key.length > 1 && key[0] === "0")) return -1;
  for (let i = 0; i < key.length; i++) if (key.charCodeAt(i) < 0x30 || key.charCodeAt(i) > 0x39) return -1;
  return Number(key);
}
