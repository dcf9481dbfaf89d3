// What a file of text says, with the place of every part: so that whoever refuses it can say where.

export type Tree = Leaf | List | Fields;

export interface Leaf {
  kind: "leaf";
  /** Characters in front of the value. */
  at: number;
  value: string | number | boolean | null;
}

export interface List {
  kind: "list";
  at: number;
  items: Tree[];
}

export interface Fields {
  kind: "fields";
  at: number;
  entries: Entry[];
}

export interface Entry {
  key: string;
  keyAt: number;
  value: Tree;
}

export interface TextPosition {
  /** The position; lines and columns are counted from 1. */
  line: number;
  column: number;
}

/** A mistake at one place of the text. */
export class Mistake extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.at = at;
  }
}

/** Tells line and column of a place, given as the number of characters before it. */
export function placer(text: string): (at: number) => TextPosition {
  const starts = [0];
  for (let i = text.indexOf("\n"); i !== -1; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return (at) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - starts[low]! + 1 };
  };
}

/** Throws a mistake at the second of two entries with one key. */
export function requireDistinct(entries: readonly Entry[]): void {
  const seen = new Set<string>();
  for (const { key, keyAt } of entries) {
    if (seen.has(key)) throw new Mistake(keyAt, `${JSON.stringify(key.slice(0, 60))} appears twice; give it once`);
    seen.add(key);
  }
}

export function findEntry(tree: Tree, key: string): Entry | undefined {
  return tree.kind === "fields" ? tree.entries.find((entry) => entry.key === key) : undefined;
}
