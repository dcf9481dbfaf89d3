// An install guide as a script: its own lines, in their order and with their numbers, so that what fails is named by file and line.
import { readFileSync } from "node:fs";
import { blocksOf } from "../../test/support/checks/doc-blocks.ts";

const TELL = `trap 'echo "$GUIDE:$LINENO: this ended with $?: $BASH_COMMAND" >&2; exit 1' ERR`;

/** `part` says which sections of the guide, by the heading that they stand under. */
export function scriptOf(guide: string, part: (heading: string) => boolean = () => true): string {
  const text = readFileSync(guide, "utf8").split("\n");
  const lines = text.map(() => "");
  for (const block of blocksOf(guide)) {
    if (block.language !== "sh" || !part(headingBefore(text, block.line))) continue;
    for (const [i, line] of block.lines.entries()) lines[block.line - 1 + i] = line;
  }
  lines[0] = `set -o pipefail; set -E; GUIDE=${guide}; ${TELL}`;
  return lines.join("\n");
}

function headingBefore(lines: string[], line: number): string {
  return lines.slice(0, line).findLast((text) => text.startsWith("#")) ?? "";
}
