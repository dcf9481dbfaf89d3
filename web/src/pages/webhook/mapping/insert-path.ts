// Puts a path into an expression where the cursor is, so that the outcome is what whoever clicked most likely meant.

export interface Inserted {
  text: string;
  cursor: number;
}

/**
 * What is selected is replaced. In a template the path gets braces of its own outside of any, and becomes one more
 * alternative inside; after another path it becomes an alternative of it.
 */
export function insertPath(text: string, start: number, end: number, path: string): Inserted {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const isReplacing = start < end;
  if (text.trim() === "") return { text: path, cursor: path.length };
  if (!isTemplate(text)) return joined(before, alternative(path, " | ", { before, after, isReplacing }), after);
  if (!isInBraces(before)) return joined(before, `{${path}}`, after);
  const inner = before.slice(before.lastIndexOf("{") + 1);
  const rest = after.slice(0, Math.max(0, after.indexOf("}")));
  return joined(before, alternative(path, "|", { before: inner, after: rest, isReplacing }), after);
}

/**
 * The path as an expression has to write it when a list of items is named: from the item on if it leads into one, and else from the
 * whole payload on.
 */
export function pathInItem(items: string, path: string): string {
  const lists = items.split("|").map((list) => list.trim());
  if (lists.every((list) => list === "")) return path;
  const list = lists.find((one) => one !== "" && path.startsWith(`${one}[`)) ?? "";
  const inside = list === "" ? "" : path.slice(list.length).replace(/^\[\d+\]\.?/, "");
  if (inside !== "") return inside;
  return path.startsWith("[") ? `$${path}` : `$.${path}`;
}

interface Surroundings {
  before: string;
  after: string;
  /** Whether a part of the text is selected, which the path then replaces. */
  isReplacing: boolean;
}

function alternative(path: string, bar: string, { before, after, isReplacing }: Surroundings): string {
  const [left, right] = [before.trimEnd(), after.trimStart()];
  if (isReplacing) return path;
  const isFirst = left === "" || left.endsWith("|");
  const isLast = right === "" || right.startsWith("|");
  if (isFirst) return isLast ? path : `${path}${bar}`;
  // In the midst of a path there is nothing to guess.
  return isLast ? `${bar}${path}` : path;
}

function joined(before: string, insert: string, after: string): Inserted {
  return { text: before + insert + after, cursor: before.length + insert.length };
}

function isTemplate(text: string): boolean {
  return /[{}]/.test(withoutQuoted(text));
}

function isInBraces(before: string): boolean {
  const plain = withoutQuoted(before);
  return plain.lastIndexOf("{") > plain.lastIndexOf("}");
}

/** The path without quoted keys, as they may hold any character. */
function withoutQuoted(text: string): string {
  return text.replace(/\[\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\]/g, "");
}
