// The grammar of the mapping language: paths, alternatives, templates. Reads an expression once, in one pass.
export const MAX_EXPRESSION = 2_000;
export const MAX_ALTERNATIVES = 20;
export const MAX_SEGMENTS = 32;
export const MAX_PLACEHOLDERS = 50;

/** One step of a path: a key of an object and, where it reads as one, the index of a list. */
export interface Segment {
  key: string;
  /** -1 when the key is no index. */
  index: number;
}

export interface Path {
  text: string;
  segments: Segment[];
}

/** A piece of a template: text as it stands, or a placeholder with its alternatives. */
export type Part = string | Path[];

export interface Template {
  kind: "template";
  text: string;
  lines: Part[][];
}

export interface Paths {
  kind: "paths";
  text: string;
  alternatives: Path[];
}

export type Expression = Paths | Template;

/** What is wrong with an expression, and at which character (from 1). */
export class ExpressionError extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.name = "ExpressionError";
    this.position = position;
  }
}

/**
 * An expression with a brace outside a quoted key is a template, where everything outside braces is text; any other is
 * a path, or alternatives of paths. Throws `ExpressionError`.
 */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_EXPRESSION) {
    throw new ExpressionError(MAX_EXPRESSION + 1, `an expression has at most ${MAX_EXPRESSION} characters`);
  }
  if (text.trim() === "") throw new ExpressionError(1, 'the expression is empty; write a path such as "error.message"');
  const scanner = new Scanner(text);
  return scanner.hasBraces()
    ? { kind: "template", text, lines: scanner.template() }
    : { kind: "paths", text, alternatives: scanner.alternatives(false) };
}

/** What a key that is not quoted can't hold. */
const SPECIAL = ".[]|{}";

class Scanner {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  hasBraces(): boolean {
    for (let i = 0; i < this.text.length; i++) {
      const char = this.text[i];
      if (char === "{" || char === "}") return true;
      if (char === "[") i = Math.max(i, this.quotedEnd(i));
    }
    return false;
  }

  template(): Part[][] {
    const lines: Part[][] = [[]];
    let placeholders = 0;
    while (this.at < this.text.length) {
      const char = this.text[this.at]!;
      if (char === "\n") {
        lines.push([]);
        this.at++;
      } else if (char === "{") {
        if (++placeholders > MAX_PLACEHOLDERS) this.fail(`a template has at most ${MAX_PLACEHOLDERS} placeholders`);
        lines.at(-1)!.push(this.placeholder());
      } else lines.at(-1)!.push(this.literal());
    }
    return lines;
  }

  /** Paths separated by `|`, to the end of the text or to the brace that closes a placeholder. */
  alternatives(inBraces: boolean): Path[] {
    const paths: Path[] = [];
    for (;;) {
      if (paths.length === MAX_ALTERNATIVES) this.fail(`at most ${MAX_ALTERNATIVES} alternatives are looked at`);
      paths.push(this.path());
      if (this.at >= this.text.length || (inBraces && this.text[this.at] === "}")) return paths;
      if (this.text[this.at] !== "|") this.unexpected();
      this.at++;
    }
  }

  private literal(): string {
    const start = this.at;
    while (this.at < this.text.length && !"{}\n".includes(this.text[this.at]!)) this.at++;
    if (this.at === start) this.fail('this "}" closes nothing; a placeholder is written {path}');
    const text = this.text.slice(start, this.at);
    return this.text[this.at] === "\n" && text.endsWith("\r") ? text.slice(0, -1) : text;
  }

  private placeholder(): Path[] {
    const open = this.at++;
    if (this.text[this.at] === "{") this.fail("one pair of braces is enough: {path}");
    this.skipSpace();
    if (this.text[this.at] === "}") this.fail("a path is missing between the braces, as in {error.message}");
    const alternatives = this.text.slice(this.at).trim() === "" ? [] : this.alternatives(true);
    if (this.text[this.at] !== "}") this.fail('this "{" is never closed; a placeholder is written {path}', open);
    this.at++;
    return alternatives;
  }

  private path(): Path {
    this.skipSpace();
    const start = this.at;
    const segments = [this.text[start] === "[" ? this.bracket() : this.key()];
    while (this.at < this.text.length && (this.text[this.at] === "." || this.text[this.at] === "[")) {
      if (segments.length === MAX_SEGMENTS) this.fail(`a path has at most ${MAX_SEGMENTS} steps`);
      if (this.text[this.at] === "[") segments.push(this.bracket());
      else {
        this.at++;
        segments.push(this.key());
      }
    }
    return { text: this.text.slice(start, this.at).trim(), segments };
  }

  /** A key as it stands, without the space around it. */
  private key(): Segment {
    const start = this.at;
    while (this.at < this.text.length && !SPECIAL.includes(this.text[this.at]!)) this.at++;
    const key = this.text.slice(start, this.at).trim();
    if (key === "") this.missingKey();
    return { key, index: indexOf(key) };
  }

  /** `[0]`, `["any key"]` or `['any key']`. */
  private bracket(): Segment {
    const open = this.at++;
    this.skipSpace();
    const quote = this.text[this.at];
    const segment = quote === '"' || quote === "'" ? this.quotedKey(quote) : this.listIndex(open);
    this.skipSpace();
    if (this.text[this.at] !== "]") this.fail('a "]" is missing here');
    this.at++;
    this.skipSpace();
    if (this.at < this.text.length && !".[|}".includes(this.text[this.at]!)) this.unexpected();
    return segment;
  }

  private quotedKey(quote: string): Segment {
    const open = this.at++;
    let key = "";
    for (; this.text[this.at] !== quote; this.at++) {
      if (this.at >= this.text.length) this.fail(`this quote is never closed; a key is quoted as ["a.b"]`, open);
      if (this.text[this.at] === "\\") {
        this.at++;
        if (!"\\\"'".includes(this.text[this.at] ?? " ")) this.fail("after a backslash comes a quote or a backslash");
      }
      key += this.text[this.at];
    }
    this.at++;
    return { key, index: indexOf(key) };
  }

  private listIndex(open: number): Segment {
    const start = this.at;
    while (this.at < this.text.length && !"[]|{}".includes(this.text[this.at]!)) this.at++;
    const key = this.text.slice(start, this.at).trim();
    const index = indexOf(key);
    if (index === -1) this.fail('brackets hold a whole number from 0, as in [0], or a quoted key, as in ["a.b"]', open);
    return { key, index };
  }

  /** Where a quoted key that begins at a bracket ends; -1 when none begins there. */
  private quotedEnd(bracket: number): number {
    const { text } = this;
    let i = bracket + 1;
    while (text[i] === " ") i++;
    const quote = text[i];
    if (quote !== '"' && quote !== "'") return -1;
    for (i++; i < text.length && text[i] !== quote; i++) if (text[i] === "\\") i++;
    for (i++; text[i] === " "; i++);
    return text[i] === "]" ? i : -1;
  }

  private skipSpace(): void {
    while (this.at < this.text.length && this.text[this.at]!.trim() === "") this.at++;
  }

  private missingKey(): never {
    const next = this.text[this.at];
    if (next === "]") this.fail('this "]" closes nothing');
    if (next === "[") this.fail('no dot stands before a bracket: write items[0] or ["a.b"]');
    if (next === "{") this.fail("a placeholder can't stand inside another");
    this.fail('a key is missing here, as in "error.message"');
  }

  private unexpected(): never {
    const next = this.text[this.at]!;
    if (next === "]") this.fail('this "]" closes nothing; a key with a bracket is quoted as ["a]b"]');
    if (next === "{") this.fail("a placeholder can't stand inside another");
    this.fail('after "]" comes a dot, another "[", a "|" or the end');
  }

  private fail(message: string, at = this.at): never {
    throw new ExpressionError(at + 1, message);
  }
}

/** The list index that a key reads as, in plain digits; else -1. */
function indexOf(key: string): number {
  if (key.length === 0 || key.length > 9 || (key.length > 1 && key[0] === "0")) return -1;
  for (let i = 0; i < key.length; i++) if (key.charCodeAt(i) < 0x30 || key.charCodeAt(i) > 0x39) return -1;
  return Number(key);
}
