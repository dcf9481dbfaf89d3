// What the columns of a table probably mean, by the names that people and tools give them.
import type { ColumnField } from "../reading/column-fields.ts";
import type { Table } from "../reading/table.ts";
import { COLUMN_NAMES } from "./column-names.ts";

/** Rows that are looked at to tell a column of numbers from one of texts. */
const LOOKED_AT = 50;

/** Each column means one thing, and each thing is said by one column: that with the surest name. */
export function guessColumns(table: Table): (ColumnField | null)[] {
  const keys = table.columns((key, name) => (key === "" ? name : key));
  const guessed: (ColumnField | null)[] = keys.map(() => null);
  for (const field of Object.keys(COLUMN_NAMES) as ColumnField[]) {
    const isFree = (i: number) => guessed[i] === null && !(field === "steps" && holdsNumbers(table, i));
    const known = COLUMN_NAMES[field].find((name) => keys.some((key, i) => key === name && isFree(i)));
    const column = keys.findIndex((key, i) => key === known && isFree(i));
    if (column !== -1) guessed[column] = field;
  }
  return guessed;
}

/** A step that is only numbered stands in another column. */
function holdsNumbers({ rows }: Table, column: number): boolean {
  const texts = rows.slice(0, LOOKED_AT).map(({ cells }) => (cells[column] ?? "").trim());
  const said = texts.filter((text) => text !== "");
  return said.length > 0 && said.every((text) => /^\d+$/.test(text));
}
