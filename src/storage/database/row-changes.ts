// Changes to single rows by their keys. SQLite does one after the other; PostgreSQL, where a statement costs more than the row that it changes,
// is given those that come together in one.
import { placeholders, type SqlCommand } from "./database.ts";

/**
 * An UPDATE of one row, with a placeholder for each of `values` and then of `keys`. Both are lists of columns with their types on PostgreSQL; no column
 * of a key is changed. `set` has `{column}` for each new value, in their order, and the table's name before a column that means what the row has.
 */
export function updateRow(table: string, values: string, keys: string, set = setEach(values)): SqlCommand {
  const many = set.replaceAll(/\{(\w+)\}/g, "new.$1");
  return {
    text: `update ${table} set ${set.replaceAll(/\{\w+\}/g, "?")} where ${isEach(keys)}`,
    change: {
      table,
      keys: namesIn(keys).length,
      isDeleted: false,
      ofMany: (count) =>
        `update ${table} set ${many} from ${given(`${values}, ${keys}`, count)} where ${isNew(table, keys)}`,
    },
  };
}

/** The command that deletes one row by its key. */
export function dropRow(table: string, keys: string): SqlCommand {
  return {
    text: `delete from ${table} where ${isEach(keys)}`,
    change: {
      table,
      keys: namesIn(keys).length,
      isDeleted: true,
      ofMany: (count) => `delete from ${table} using ${given(keys, count)} where ${isNew(table, keys)}`,
    },
  };
}

function namesIn(columns: string): string[] {
  return columns.split(/,\s+/).map((column) => column.split(" ")[0]!);
}

function setEach(values: string): string {
  return namesIn(values)
    .map((name) => `${name} = {${name}}`)
    .join(", ");
}

function isEach(keys: string): string {
  return namesIn(keys)
    .map((name) => `${name} = ?`)
    .join(" and ");
}

function isNew(table: string, keys: string): string {
  return namesIn(keys)
    .map((name) => `${table}.${name} = new.${name}`)
    .join(" and ");
}

/** A table of `count` rows of values; the types of the first row hold for all. */
function given(columns: string, count: number): string {
  const names = namesIn(columns);
  const first = columns.replaceAll(/\w+ (\w+)/g, "?::$1");
  return `(values (${first})${`, (${placeholders(names.length)})`.repeat(count - 1)}) new (${names.join(", ")})`;
}
