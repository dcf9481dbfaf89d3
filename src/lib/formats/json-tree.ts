// Reads JSON into a tree that knows where everything stands. Strict, linear, and refuses what is nested too deep.
import { type Entry, Mistake, requireDistinct, type Tree } from "./text-tree.ts";

/** Throws a mistake at the first place that is not JSON, a key that appears twice, or too deep. */
export function readJsonTree(text: string, maxDepth: number): Tree {
  const reader = new JsonReader(text, maxDepth);
  const tree = reader.value(0);
  reader.end();
  return tree;
}

const WORDS: [string, boolean | null][] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class JsonReader {
  private readonly text: string;
  private readonly maxDepth: number;
  private at = 0;

  constructor(text: string, maxDepth: number) {
    this.text = text;
    this.maxDepth = maxDepth;
  }

  value(depth: number): Tree {
    this.skipBlanks();
    const { at } = this;
    const char = this.text[at];
    if (depth > this.maxDepth) throw new Mistake(at, `nested more than ${this.maxDepth} levels deep`);
    if (char === "{") return { kind: "fields", at, entries: this.entries(depth) };
    if (char === "[") return { kind: "list", at, items: this.items(depth) };
    if (char === '"') return { kind: "leaf", at, value: this.string() };
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, at)) continue;
      this.at += word.length;
      return { kind: "leaf", at, value };
    }
    return { kind: "leaf", at, value: this.number() };
  }

  end(): void {
    this.skipBlanks();
    if (this.at < this.text.length) throw this.unexpected("the end of the file");
  }

  private entries(depth: number): Entry[] {
    const entries: Entry[] = [];
    this.at++;
    if (this.took("}")) return entries;
    do {
      this.skipBlanks();
      const keyAt = this.at;
      if (this.text[keyAt] !== '"') throw this.unexpected("a key in double quotes");
      const key = this.string();
      if (!this.took(":")) throw this.unexpected('":"');
      entries.push({ key, keyAt, value: this.value(depth + 1) });
    } while (this.took(","));
    if (!this.took("}")) throw this.unexpected('"," or "}"');
    requireDistinct(entries);
    return entries;
  }

  private items(depth: number): Tree[] {
    const items: Tree[] = [];
    this.at++;
    if (this.took("]")) return items;
    do items.push(this.value(depth + 1));
    while (this.took(","));
    if (!this.took("]")) throw this.unexpected('"," or "]"');
    return items;
  }

  private string(): string {
    const start = this.at;
    for (let i = start + 1; i < this.text.length; i++) {
      const unit = this.text.charCodeAt(i);
      if (unit === 0x5c) i++;
      else if (unit < 0x20) throw new Mistake(i, "a control character in a text must be written with a backslash");
      else if (unit === 0x22) {
        this.at = i + 1;
        return this.unescaped(start, i + 1);
      }
    }
    throw new Mistake(start, "this text has no closing double quote");
  }

  private unescaped(start: number, end: number): string {
    const source = this.text.slice(start, end);
    if (!source.includes("\\")) return source.slice(1, -1);
    try {
      return JSON.parse(source) as string;
    } catch {
      throw new Mistake(start, "this text has a backslash that JSON doesn't allow");
    }
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text)?.[0];
    if (found === undefined) throw this.unexpected("a value");
    this.at += found.length;
    return Number(found);
  }

  private took(char: string): boolean {
    this.skipBlanks();
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private skipBlanks(): void {
    for (; this.at < this.text.length; this.at++) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    }
  }

  private unexpected(wanted: string): Mistake {
    const point = this.text.codePointAt(this.at);
    const found = point === undefined ? "the end of the file" : JSON.stringify(String.fromCodePoint(point));
    return new Mistake(this.at, `expected ${wanted}, found ${found}`);
  }
}
