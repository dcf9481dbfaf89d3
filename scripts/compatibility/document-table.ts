// The tables in docs/compatibility.md that programs write, each between two marks.
import { readFileSync } from "node:fs";

export const DOCUMENT = "docs/compatibility.md";

/** The document with this table in it. `name` is that of its marks. */
export function documentWith(name: "reports" | "others" | "spreadsheets", table: string): string {
  const text = readFileSync(DOCUMENT, "utf8");
  const begin = new RegExp(`<!-- ${name}: made by .* -->`).exec(text)?.[0];
  const end = `<!-- end of ${name} -->`;
  if (begin === undefined || !text.includes(end)) throw new Error(`${DOCUMENT} has no place for ${name}`);
  return `${text.split(begin)[0]}${begin}\n${table}\n${end}${text.split(end)[1]}`;
}

/** In Markdown. */
export function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(columns), `|${columns.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}
