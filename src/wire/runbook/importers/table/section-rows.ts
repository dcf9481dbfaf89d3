// Sections as people write them into tables: once, in a row of their own or in the first row of their cases.
import { MAX_TITLE } from "../../../../domain/limits.ts";
import type { ColumnField } from "../reading/column-fields.ts";
import type { TableRow } from "../reading/table.ts";

type Meanings = readonly (ColumnField | null)[];

/** A row with nothing but words where the others have an id names the section of what follows, if no column does. */
export function withHeadings(rows: readonly TableRow[], meanings: Meanings): TableRow[] {
  const ref = meanings.indexOf("ref");
  const hasIds = rows.some(({ cells }) => /\d/.test(cells[ref] ?? ""));
  if (!hasIds || meanings.includes("section")) return [...rows];
  return rows.map((row) => {
    const isAlone = row.cells.every((cell, i) => i === ref || cell.trim() === "");
    const said = row.cells[ref] ?? "";
    return isAlone && /\p{L}/u.test(said) && !/\d/.test(said) ? { ...row, isHeading: true } : row;
  });
}

/** Cells that were merged leave the name of a section in the first of its rows alone: the others have it from there. */
export function withNamesAbove(rows: readonly TableRow[], meanings: Meanings): TableRow[] {
  const title = meanings.indexOf("title");
  const isCase = ({ cells }: TableRow) => (cells[title] ?? "").trim() !== "";
  const cases = rows.filter(isCase);
  const columns = [...meanings.keys()].filter((i) => meanings[i] === "section" && isNamedOnce(cases, i));
  if (columns.length === 0) return [...rows];
  const above = new Map<number, string>();
  return rows.map((row) => {
    if (!isCase(row)) return row;
    const cells = [...row.cells];
    for (const i of columns) {
      if ((cells[i] ?? "").trim() === "") cells[i] = above.get(i) ?? "";
      else above.set(i, cells[i]!);
    }
    return { ...row, cells };
  });
}

/**
 * Whether no name stands twice, and more than one has rows without any below it: who names the section of each case repeats it. What is
 * longer than a title is no name, and would be read again in every row.
 */
function isNamedOnce(cases: readonly TableRow[], column: number): boolean {
  const names = cases.map(({ cells }) => (cells[column] ?? "").trim());
  const said = names.filter((name) => name !== "");
  const leading = names.filter((name, i) => name !== "" && names[i + 1] === "");
  const areShort = said.every((name) => name.length <= MAX_TITLE);
  return areShort && new Set(said).size === said.length && leading.length > 1;
}
