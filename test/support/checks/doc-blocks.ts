// The fenced blocks of the docs, each with the line that it begins at.
import { readdirSync, readFileSync } from "node:fs";

export interface Block {
  file: string;
  /** Of its first line inside the fence. */
  line: number;
  language: string;
  /** What stands behind the language. */
  note: string;
  lines: string[];
}

export const DOCS: string[] = [
  "README.md",
  "SECURITY.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path}`)
    .sort(),
];

export function blocksOf(file: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [i, text] of readFileSync(file, "utf8").split("\n").entries()) {
    const fence = /^\s*```(\S*)\s*(.*)$/.exec(text);
    if (fence === null) {
      open?.lines.push(text);
    } else if (open === undefined) {
      open = { file, line: i + 2, language: fence[1]!, note: fence[2]!, lines: [] };
    } else {
      blocks.push(open);
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`${file}:${open.line - 1}: a block that begins here does not end`);
  return blocks;
}

export function placeOf({ file, line }: Block): string {
  return `${file}:${line}`;
}

export function textOf({ lines }: Block): string {
  return lines.join("\n");
}
