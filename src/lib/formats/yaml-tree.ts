// Reads YAML into a tree that knows where everything stands. Plain values are text as they are written, so that 1.10
// and yes stay what they are; nothing at all, ~ and null are null. What makes YAML dangerous is refused: tags, merge
// keys, aliases that multiply, depth.
import { type Alias, CST, isAlias, isMap, isScalar, isSeq, Lexer, type Node, parseDocument, type Scalar } from "yaml";
import { type Entry, Mistake, requireDistinct, type Tree } from "./text-tree.ts";

/** Pieces of syntax: what takes more than this is made to be slow. */
const MAX_PIECES = 800_000;
const MAX_ANCHORS = 1_000;
/** Parts that aliases repeat, counted each time. */
const MAX_REPEATED = 10_000;
const NULLS = new Set(["", "~", "null", "Null", "NULL"]);

/** Throws a mistake at the first place that is wrong. */
export function readYamlTree(text: string, maxDepth: number): Tree {
  requireModest(text, maxDepth);
  const document = parseDocument(text, {
    schema: "failsafe",
    // Keys are compared here, by a set: the parser compares each with all before it.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
  const [error] = document.errors;
  if (error !== undefined) throw new Mistake(error.pos[0], sentenceOf(error.message));
  return new Grower(maxDepth).grow(document.contents, 0, false);
}

/**
 * A pass over the pieces alone: the parser takes half a minute for some texts of 2 MB, and these show in the pieces.
 */
function requireModest(text: string, maxDepth: number): void {
  let at = 0;
  let pieces = 0;
  let anchors = 0;
  let flow = 0;
  let inLine = 0;
  let comma = false;
  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source);
    // Marks of the lexer's own stand for no character of the text.
    const length = type === "doc-mode" || type === "flow-error-end" || type === "scalar" ? 0 : source.length;
    if (++pieces > MAX_PIECES)
      throw new Mistake(at, "the file has more lines, brackets and quotes than a runbook can need");
    if (type === "tag") throw new Mistake(at, "tags (!…) are not accepted");
    if (type === "anchor" && ++anchors > MAX_ANCHORS) throw new Mistake(at, `more than ${MAX_ANCHORS} anchors`);
    if (type === "flow-seq-start" || type === "flow-map-start") flow++;
    else if (type === "flow-seq-end" || type === "flow-map-end") flow--;
    else if (type === "newline") inLine = 0;
    else if (type === "seq-item-ind" || type === "explicit-key-ind") inLine++;
    if (Math.max(flow, inLine) > maxDepth) throw new Mistake(at, `nested more than ${maxDepth} levels deep`);
    if (type === "comma" && comma) throw new Mistake(at, "a comma after a comma");
    if (type !== "space" && type !== "newline" && type !== "comment") comma = type === "comma";
    at += length;
  }
}

class Grower {
  private readonly maxDepth: number;
  private readonly anchors = new Map<string, Node>();
  private repeated = 0;

  constructor(maxDepth: number) {
    this.maxDepth = maxDepth;
  }

  grow(node: unknown, depth: number, isRepeated: boolean, near = 0): Tree {
    const at = (node as Node | null)?.range?.[0] ?? near;
    if (depth > this.maxDepth) throw new Mistake(at, `nested more than ${this.maxDepth} levels deep`);
    if (isRepeated && ++this.repeated > MAX_REPEATED) throw new Mistake(at, "aliases repeat too much: write it out");
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor !== undefined) this.anchors.set(anchor, node as Node);
    if (isAlias(node)) return { ...this.meantBy(node, depth, at), at };
    if (isSeq(node))
      return { kind: "list", at, items: node.items.map((item) => this.grow(item, depth + 1, isRepeated, at)) };
    if (isMap(node)) {
      const entries = node.items.map(({ key, value }): Entry => {
        const keyAt = (key as Node | null)?.range?.[0] ?? at;
        if (!isScalar(key)) throw new Mistake(keyAt, "expected a plain word as a key");
        return { key: String(key.value), keyAt, value: this.grow(value, depth + 1, isRepeated, keyAt) };
      });
      requireDistinct(entries);
      return { kind: "fields", at, entries };
    }
    return { kind: "leaf", at, value: isScalar(node) ? this.scalar(node) : null };
  }

  private meantBy(alias: Alias, depth: number, at: number): Tree {
    const meant = this.anchors.get(alias.source);
    if (meant === undefined) throw new Mistake(at, `there is no anchor &${alias.source.slice(0, 60)}`);
    return this.grow(meant, depth + 1, true, at);
  }

  private scalar(node: Scalar): string | null {
    const value = String(node.value ?? "");
    return node.type === "PLAIN" && NULLS.has(value) ? null : value;
  }
}

/** The parser's own words, as the middle of a sentence. */
function sentenceOf(message: string): string {
  if (message.startsWith("Source contains multiple documents"))
    return "only one document is accepted, and this is a second";
  if (message.startsWith("Maximum call stack")) return "nested too deep";
  return message.charAt(0).toLowerCase() + message.slice(1);
}
