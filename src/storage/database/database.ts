// What both databases look like from above: statements written once, read by position, run by either.
import type { Awaitable } from "../../lib/async/awaitable.ts";
import type { WriteCache } from "./write-cache.ts";

/** Both databases hold texts, whole numbers and nothing; flags are 0 and 1, JSON is text, time is milliseconds. */
export type Value = string | number | null;

/** A statement that gives rows. `{lock}` stands where PostgreSQL locks the row and SQLite, with one writer, need not. */
export interface Query<Row> {
  readonly text: string;
  readonly read: (values: Value[]) => Row;
  /**
   * The statement for several lists of values, with which PostgreSQL is asked at once what several requests wait for:
   * its rows end with the place of their list.
   */
  readonly ofMany?: { readonly text: string; readonly most: number };
}

/** A statement that gives nothing back. */
export interface SqlCommand {
  readonly text: string;
  /** For an INSERT of whole rows: several such commands may be sent as one statement. */
  readonly rows?: { readonly table: string; readonly columns: readonly string[] };
  /** For a change to one row by its key: several such commands may be sent as one statement. */
  readonly change?: RowChange;
  /** For a statement that changes many rows: the most that it may change. */
  readonly mostRows?: number;
}

/** What becomes of a row that is found by its key. */
export interface RowChange {
  readonly table: string;
  /** How many of the values, counted from the end, are the key. */
  readonly keys: number;
  readonly isDeleted: boolean;
  /** PostgreSQL's statement for `count` rows, whose values follow one another. */
  readonly ofMany: (count: number) => string;
}

export type Dialect = "sqlite" | "postgres";

export interface Reads {
  /** Needed by the few statements that would be slow on one of the databases if written for the other. */
  readonly dialect: Dialect;
  get<Row>(query: Query<Row>, ...values: Value[]): Awaitable<Row | undefined>;
  all<Row>(query: Query<Row>, ...values: Value[]): Awaitable<Row[]>;
}

/** A transaction. What `run` was given has happened once the transaction is committed; it fails with it, too. */
export interface Tx extends Reads {
  run(command: SqlCommand, ...values: Value[]): void;
  readonly cache: WriteCache;
}

/** The reading side of a database. */
export interface Reader extends Reads {
  /**
   * Changes whenever anything in the database may have changed; null when that can't be known without asking.
   * Equal stamps mean that whatever was read before would be read again.
   */
  stamp(): number | null;
  /** Whether a read costs next to nothing, because the database is in this process. */
  readonly isLocal: boolean;
  close(): Promise<void>;
}

/** Reads one thing at a time, on a connection of its own. */
export interface SnapshotReader {
  /** Runs `work` on one moment of the database. */
  snapshot<T>(work: (db: Reads) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** `columns` says where each field of a row comes from; `rest` is the statement from FROM on. */
export function query<Row extends object>(columns: Record<keyof Row, string>, rest: string): Query<Row> {
  const fields = Object.keys(columns) as (keyof Row & string)[];
  const list = fields.map((field) => columns[field]).join(", ");
  return { text: `select ${list} ${rest}`, read: rowReader<Row>(fields) };
}

/** Lists of values that one statement is asked for at the most, where each gives a row or none. */
const MOST_LOOKED_UP = 100;

/**
 * A query that PostgreSQL answers for several requests in one statement, which finds each list of values as the
 * statement for a single one would. `types` are those of the values.
 */
export function askedTogether<Row>(
  one: Query<Row>,
  types: readonly ("text" | "bigint")[],
  most = MOST_LOOKED_UP,
): Query<Row> {
  let count = 0;
  const own = one.text.replaceAll("?", () => `asked.v${count++}`);
  const values = types.map((type, i) => `v${i} ${type}`).join(", ");
  // What has an offset is not taken apart and joined in some other way.
  const text = `select found.*, asked.n from json_to_recordset(?) asked(n int, ${values}) cross join lateral (${own} offset 0) found`;
  return { ...one, ofMany: { text, most } };
}

/** Rows of two tables side by side, each read as it would be by itself. */
export function queryPairs<First extends object, Second extends object>(
  first: Record<keyof First, string>,
  second: Record<keyof Second, string>,
  rest: string,
): Query<{ first: First; second: Second }> {
  const [one, two] = [query<First>(first, ""), query<Second>(second, "")];
  const width = Object.keys(first).length;
  return {
    text: `select ${[...Object.values(first), ...Object.values(second)].join(", ")} ${rest}`,
    read: (values) => ({ first: one.read(values), second: two.read(values.slice(width)) }),
  };
}

/** The columns of a table under the name that it has in a statement. */
export function columnsOf<Columns extends Record<string, string>>(alias: string, columns: Columns): Columns {
  return Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, `${alias}.${column}`])) as Columns;
}

/** A statement that changes rows and gives some of their columns back. */
export function returning<Row extends object>(change: string, columns: Record<keyof Row, string>): Query<Row> {
  const fields = Object.keys(columns) as (keyof Row & string)[];
  return {
    text: `${change} returning ${fields.map((field) => columns[field]).join(", ")}`,
    read: rowReader<Row>(fields),
  };
}

export function command(text: string): SqlCommand {
  return { text };
}

/** Rows that one statement is given at most. */
export const MOST_ROWS = 500;

/**
 * An UPDATE of many rows of a table, found by `keys`, in one statement for each of the two. The placeholder stands for a list of objects in
 * JSON. PostgreSQL is spared a journey for each row, SQLite a call; and only indexes over `columns` are written.
 */
export function updateMany(
  table: string,
  keys: readonly string[],
  columns: readonly string[],
): Record<Dialect, SqlCommand> {
  const set = columns.map((column) => `${column} = new.${column}`).join(", ");
  const found = keys.map((key) => `${table}.${key} = new.${key}`).join(" and ");
  const fields = [...keys, ...columns].map((column) => `value ->> '${column}' as ${column}`).join(", ");
  const update = (rows: string): SqlCommand => ({
    text: `update ${table} set ${set} from ${rows} new where ${found}`,
    mostRows: MOST_ROWS,
  });
  return {
    sqlite: update(`(select ${fields} from json_each(?))`),
    postgres: update(`json_populate_recordset(null::${table}, ?)`),
  };
}

/** An INSERT of all the columns named, one placeholder each. */
export function insert(table: string, columns: readonly string[]): SqlCommand {
  const text = `insert into ${table} (${columns.join(", ")}) values (${placeholders(columns.length)})`;
  return { text, rows: { table, columns } };
}

/**
 * The condition that a column is one of the texts in a JSON list, with one placeholder: the statement is the same for
 * any number. On PostgreSQL it is an array, each text of which is looked up in an index: for a subselect it knows too
 * little of a table that was just filled, and compares every row with every text.
 */
const ONE_OF: Record<Dialect, string> = {
  sqlite: "in (select value from json_each(?))",
  postgres: "= any (array(select json_array_elements_text(?::json)))",
};

/** Makes a statement with a condition on a list, for each database. */
export function withList<Statement>(make: (oneOf: string) => Statement): Record<Dialect, Statement> {
  return { sqlite: make(ONE_OF.sqlite), postgres: make(ONE_OF.postgres) };
}

export function placeholders(count: number): string {
  return Array.from({ length: count }, () => "?").join(", ");
}

/**
 * Reads a row by position. Written as source text, because an object filled by computed names in a loop becomes a slow
 * one past a dozen fields, and every copy of it too. The names are our own, never anybody's input.
 */
function rowReader<Row extends object>(fields: readonly string[]): (values: Value[]) => Row {
  const entries = fields.map((field, i) => `${JSON.stringify(field)}: values[${i}]`);
  return new Function("values", `return { ${entries.join(", ")} };`) as (values: Value[]) => Row;
}
