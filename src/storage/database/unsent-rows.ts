// Rows of a transaction on PostgreSQL that wait to go together: those that are added to one table, or changed in it by their keys, in few
// statements.
import { placeholders, type SqlCommand, type Value } from "./database.ts";

/** Rows that go together at most: making one text of them takes a few milliseconds. */
const MOST_ROWS = 1_000;
/** Rows that go as values: of more that are added, one text is made. */
const MOST_VALUES = 64;

export class UnsentRows {
  private readonly tableOrder: readonly string[];
  /** Values of rows to insert, under the command for one row. */
  private readonly rows = new Map<SqlCommand, Value[][]>();
  /** The keys of changed rows, under the command for one row. */
  private readonly changed = new Map<SqlCommand, Set<string>>();

  constructor(tableOrder: readonly string[]) {
    this.tableOrder = tableOrder;
  }

  /** Whether waiting rows must be sent before this one: one changes the same row, or would free its place too late. */
  goBefore(command: SqlCommand, values: Value[]): boolean {
    for (const [other, keys] of this.changed) {
      if (tableOf(other) !== tableOf(command)) continue;
      if (
        other === command ? keys.has(keyOf(command, values)) : command.change !== undefined || other.change!.isDeleted
      )
        return true;
    }
    return false;
  }

  /** Takes a row. True once so many wait that they should be sent. */
  take(command: SqlCommand, values: Value[]): boolean {
    if (command.change !== undefined) {
      const keys = this.changed.get(command);
      if (keys === undefined) this.changed.set(command, new Set([keyOf(command, values)]));
      else keys.add(keyOf(command, values));
    }
    const rows = this.rows.get(command);
    if (rows === undefined) this.rows.set(command, [values]);
    return rows !== undefined && rows.push(values) >= MOST_ROWS;
  }

  /** Whether a waiting row is of a table that the statement names. */
  areOf(text: string): boolean {
    if (this.rows.size === 0) return false;
    const named = wordsOf(text);
    return [...this.rows.keys()].some((command) => named.has(tableOf(command)));
  }

  clear(): void {
    this.rows.clear();
    this.changed.clear();
  }

  /** The statements for all waiting rows, parents first; in one table insertions come first. */
  *leave(): Generator<{ text: string; values: Value[] }> {
    const placeOf = (command: SqlCommand) =>
      2 * this.tableOrder.indexOf(tableOf(command)) + (command.change === undefined ? 0 : 1);
    const inOrder = [...this.rows].sort(([a], [b]) => placeOf(a) - placeOf(b));
    this.clear();
    for (const [command, rows] of inOrder) {
      if (command.rows !== undefined && rows.length > MOST_VALUES) yield together(command.rows, rows);
      else {
        const parts = command.rows === undefined ? filledShares(rows) : shares(rows);
        for (const share of parts) yield { text: manyRows(command, share.length), values: valuesOf(share) };
      }
    }
  }
}

function tableOf({ rows, change }: SqlCommand): string {
  return (rows ?? change)!.table;
}

function keyOf({ change }: SqlCommand, values: Value[]): string {
  return change!.keys === 1 ? String(values.at(-1)) : JSON.stringify(values.slice(-change!.keys));
}

/** Many rows in one statement and one value: PostgreSQL reads their types off the table itself. */
export function together({ table, columns }: NonNullable<SqlCommand["rows"]>, rows: Value[][]) {
  const list = columns.join(", ");
  const text = `insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, ?)`;
  const names = columns.map((column) => `${JSON.stringify(column)}:`);
  const objects = rows.map((row) => `{${row.map((value, i) => names[i] + JSON.stringify(value)).join(",")}}`);
  return { text, values: [`[${objects.join(",")}]`] };
}

/** Rows by shares of 64, 32 ... 1: so few different statements that each is soon parsed and planned on a connection. */
function* shares(rows: Value[][]): Generator<Value[][]> {
  let from = 0;
  for (let size = MOST_VALUES; size > 0; size >>= 1) {
    if (rows.length - from < size) continue;
    yield rows.slice(from, from + size);
    from += size;
  }
}

/** How many changes a statement is made for: each number is soon parsed and planned on a connection, and little is given twice. */
const SIZES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, MOST_VALUES];

/** Changes by shares of 64; the last is filled up with one of its own, since a row that is found twice is changed once. */
function* filledShares(rows: Value[][]): Generator<Value[][]> {
  for (let from = 0; from < rows.length; from += MOST_VALUES) {
    const share = rows.slice(from, from + MOST_VALUES);
    const size = SIZES.find((many) => many >= share.length)!;
    while (share.length < size) share.push(share[0]!);
    yield share;
  }
}

/** Row after row; `flat` would look whether each value is a list itself. */
function valuesOf(rows: Value[][]): Value[] {
  const values: Value[] = [];
  for (const row of rows) for (const value of row) values.push(value);
  return values;
}

/** Commands for several rows, under the command for one and at the index of their number. */
const texts = new Map<SqlCommand, string[]>();

/** The command for this many rows: PostgreSQL takes values faster than the text of a list. */
function manyRows(command: SqlCommand, count: number): string {
  if (count === 1) return command.text;
  const known = texts.get(command) ?? [];
  if (known.length === 0) texts.set(command, known);
  known[count] ??=
    command.change?.ofMany(count) ??
    command.text + `, (${placeholders(command.rows!.columns.length)})`.repeat(count - 1);
  return known[count];
}

const words = new Map<string, Set<string>>();

function wordsOf(text: string): Set<string> {
  let known = words.get(text);
  if (known === undefined) {
    known = new Set(text.match(/"?\w+"?/g));
    words.set(text, known);
  }
  return known;
}
