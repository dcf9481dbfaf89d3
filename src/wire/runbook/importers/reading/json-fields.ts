// Reads fields of a JSON document of another tool: what is missing or of another kind counts as empty.
import { findEntry, type Tree } from "../../../../lib/formats/text-tree.ts";

export function itemsAt(tree: Tree | undefined, ...path: string[]): Tree[] {
  const found = jsonAt(tree, ...path);
  return found?.kind === "list" ? found.items : [];
}

export function jsonAt(tree: Tree | undefined, ...path: string[]): Tree | undefined {
  let found = tree;
  for (const key of path) found = found === undefined ? undefined : findEntry(found, key)?.value;
  return found;
}

/** A text or a number, trimmed; of an object its name or value. */
export function jsonTextAt(tree: Tree | undefined, ...path: string[]): string {
  return jsonText(jsonAt(tree, ...path)).trim();
}

/** All that is said in it, in one line or several. */
export function jsonText(tree: Tree | undefined): string {
  if (tree === undefined) return "";
  if (tree.kind === "leaf") return tree.value === null ? "" : String(tree.value);
  if (tree.kind === "list")
    return tree.items
      .map(jsonText)
      .filter((text) => text !== "")
      .join(", ");
  const named = ["name", "title", "filename", "value", "key"]
    .map((key) => findEntry(tree, key)?.value)
    .find((one) => one !== undefined);
  if (named !== undefined) return jsonText(named);
  return tree.entries
    .map(({ key, value }) => [key, jsonText(value)] as const)
    .filter(([, text]) => text !== "")
    .map(([key, text]) => `${key}: ${text}`)
    .join(", ");
}
