// Trees with the place of everything, as tests look at them.
import { expect } from "vitest";
import { Mistake, placer, type Tree } from "../../../src/lib/formats/text-tree.ts";

/** How deep the readers of these tests go. */
export const DEEP = 20;

export function plain(tree: Tree): unknown {
  if (tree.kind === "leaf") return tree.value;
  if (tree.kind === "list") return tree.items.map(plain);
  return Object.fromEntries(tree.entries.map(({ key, value }) => [key, plain(value)]));
}

/** Where and why the reader refuses the text. */
export function mistakeOf(read: (text: string, depth: number) => Tree, text: string): string {
  try {
    read(text, DEEP);
  } catch (error) {
    expect(error).toBeInstanceOf(Mistake);
    const { line, column } = placer(text)((error as Mistake).at);
    return `${line}:${column} ${(error as Mistake).message}`;
  }
  throw new Error("it was read");
}
