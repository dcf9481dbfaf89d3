// What the columns of a table probably mean, by the names that people and tools give them.
import { groupBy } from "../../../../lib/collections/group-by.ts";
import type { ColumnField } from "../reading/column-fields.ts";
import type { Table } from "../reading/table.ts";
import { COLUMN_NAMES } from "./column-names.ts";
import { numberedPart } from "./numbered-columns.ts";

/** Rows that are looked at to tell a column of numbers from one of texts. */
const LOOKED_AT = 50;

/** Fields for which one column counts; for others all columns with the surest name do. */
const ONCE: readonly ColumnField[] = ["title", "ref"];

/** Each column means one thing, and each thing is said by columns of one name: the surest. */
export function guessColumns(table: Table): (ColumnField | null)[] {
  const keys = table.columns(keyOf);
  const places = groupBy(keys.keys(), (i) => keys[i]!);
  const guessed: (ColumnField | null)[] = keys.map(() => null);
  for (const field of Object.keys(COLUMN_NAMES) as ColumnField[]) {
    const isOther = (i: number) =>
      (field === "steps" && holdsNumbers(table, i)) || (field === "section" && holdsLines(table, i));
    const isFree = (i: number) => guessed[i] === null && !isOther(i);
    const freeOf = (name: string) => places.get(name)?.filter(isFree) ?? [];
    const columns = COLUMN_NAMES[field].map(freeOf).find((free) => free.length > 0) ?? [];
    for (const i of ONCE.includes(field) ? columns.slice(0, 1) : columns) guessed[i] = field;
  }
  if (guessed.includes("steps")) return guessed;
  const numbered = table.columns(numberedPart);
  return guessed.map((field, i) => field ?? numbered[i]?.field ?? null);
}

/** `Step(s)` are steps, and a `Test #` is no test. */
function keyOf(key: string, name: string): string {
  if (key === "") return name;
  return name.endsWith("#") ? `${key} #` : key.replace(/ s$/, "s");
}

/** What has several lines is no name of a section. */
function holdsLines({ rows }: Table, column: number): boolean {
  return rows.slice(0, LOOKED_AT).some(({ cells }) => /[\r\n]/.test((cells[column] ?? "").trim()));
}

/** A step that is only numbered stands in another column. */
function holdsNumbers({ rows }: Table, column: number): boolean {
  const texts = rows.slice(0, LOOKED_AT).map(({ cells }) => (cells[column] ?? "").trim());
  const said = texts.filter((text) => text !== "");
  return said.length > 0 && said.every((text) => /^\d+$/.test(text));
}
