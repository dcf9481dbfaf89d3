// Reads fields of a JSON document of another tool: what is missing or of another kind counts as empty.
import { findEntry, type Tree } from "../../../../lib/formats/text-tree.ts";
import { withoutHtml } from "../../../../lib/text/html-text.ts";

const NAMES = ["name", "title", "filename", "key"];
const VALUES = ["value", "values"];

export function itemsAt(tree: Tree | undefined, ...path: string[]): Tree[] {
  const found = jsonAt(tree, ...path);
  return found?.kind === "list" ? found.items : [];
}

export function jsonAt(tree: Tree | undefined, ...path: string[]): Tree | undefined {
  let found = tree;
  for (const key of path) found = found === undefined ? undefined : findEntry(found, key)?.value;
  return found;
}

/** A text or a number, trimmed; of an object its name, its value, or both. */
export function jsonTextAt(tree: Tree | undefined, ...path: string[]): string {
  return jsonText(jsonAt(tree, ...path)).trim();
}

/** The text at a path, which may be written as HTML. */
export function plainTextAt(tree: Tree | undefined, ...path: string[]): string {
  return withoutHtml(jsonTextAt(tree, ...path));
}

/** All text in a tree, in one line or several. */
export function jsonText(tree: Tree | undefined): string {
  if (tree === undefined) return "";
  if (tree.kind === "leaf") return tree.value === null ? "" : String(tree.value);
  if (tree.kind === "list")
    return tree.items
      .map(jsonText)
      .filter((text) => text !== "")
      .join(", ");
  const [name, value] = [NAMES, VALUES].map((keys) => jsonText(firstAt(tree, keys)));
  if (name !== "" || value !== "") return name !== "" && value !== "" ? `${name}: ${value}` : `${name}${value}`;
  return tree.entries
    .map(({ key, value }) => [key, jsonText(value)] as const)
    .filter(([, text]) => text !== "")
    .map(([key, text]) => `${key}: ${text}`)
    .join(", ");
}

function firstAt(tree: Tree, keys: readonly string[]): Tree | undefined {
  return keys.map((key) => findEntry(tree, key)?.value).find((one) => one !== undefined);
}
