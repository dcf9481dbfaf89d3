// A payload as a tree of values, each with the path that reads it.

/** A number as it was written: its digits may be more than the browser's numbers hold. */
class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface TreeNode {
  /** The path as an expression names it. */
  path: string;
  name: string;
  kind: "object" | "list" | "text" | "number" | "word";
  /** The value, or what a list or an object holds. */
  text: string;
  /** What stands below; null when nothing can. A text that holds a JSON object goes on inside of it. */
  children: (() => TreeNode[]) | null;
}

/** The values of a JSON object or of a form; null when the text is neither. */
export function treeOf(text: string): TreeNode[] | null {
  const object = readObject(text) ?? readForm(text);
  return object === null ? null : childrenOf(object, "");
}

/** A path to a key below another path, quoted where the key has a meaning of its own or space at its ends. */
export function pathTo(parent: string, key: string): string {
  const isPlain = key !== "" && key === key.trim() && !/[.[\]|{}]/.test(key);
  if (!isPlain) return `${parent}["${key.replace(/["\\]/g, "\\$&")}"]`;
  return parent === "" ? key : `${parent}.${key}`;
}

function childrenOf(value: object, path: string): TreeNode[] {
  if (Array.isArray(value)) return value.map((item, index) => nodeOf(item, `${path}[${index}]`, String(index)));
  return Object.entries(value).map(([key, item]) => nodeOf(item, pathTo(path, key), key));
}

function nodeOf(value: unknown, path: string, name: string): TreeNode {
  const base = { path, name };
  if (value instanceof Digits) return { ...base, kind: "number", text: value.text, children: null };
  if (typeof value === "string") return { ...base, kind: "text", text: value, children: inside(value, path) };
  if (typeof value !== "object" || value === null)
    return { ...base, kind: "word", text: String(value), children: null };
  const children = Object.keys(value).length === 0 ? null : () => childrenOf(value, path);
  if (Array.isArray(value)) return { ...base, kind: "list", text: countOf(value.length, "item"), children };
  return { ...base, kind: "object", text: countOf(Object.keys(value).length, "key"), children };
}

function inside(text: string, path: string): (() => TreeNode[]) | null {
  if (!text.trimStart().startsWith("{")) return null;
  const object = readObject(text);
  return object === null || Object.keys(object).length === 0 ? null : () => childrenOf(object, path);
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text, asWritten);
    return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Digits)
      ? value
      : null;
  } catch {
    return null;
  }
}

/** Browsers that don't tell how a number was written show what they made of it. */
function asWritten(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === "number" ? new Digits(context?.source ?? String(value)) : value;
}

function readForm(text: string): object | null {
  const body = text.trim();
  if (!/^[^{}"<>();\s=]+=/.test(body)) return null;
  const fields = new URLSearchParams(body);
  for (const payload of fields.getAll("payload")) {
    const object = payload.trimStart().startsWith("{") ? readObject(payload) : null;
    if (object !== null) return object;
  }
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function countOf(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}
