// A transaction on PostgreSQL: statements go out as they come, without waiting for each other, and rows that are added
// to one table go together in few statements.
import type { Writable } from "node:stream";
import type pg from "pg";
import { placeholders, type Query, type SqlCommand, type Tx, type Value } from "./database.ts";
import { LOCK_TIMEOUT_MS } from "./lock-timeout.ts";
import { pooledSettings } from "./postgres-pool.ts";
import { WriteCache } from "./write-cache.ts";

/** Rows that go together at most: making one text of them takes a few milliseconds. */
const MOST_ROWS = 1_000;
/** Rows that go as values: of more, one text is made. */
const MOST_VALUES = 64;

/** A commit that is cancelled while it waits for the standby is reported as done, with a warning: the next primary may not have it. */
const WARNING = "01000";

/** Only reads and the commit are waited for. */
export class PostgresTx implements Tx {
  readonly dialect = "postgres";
  cache = new WriteCache();
  /** Commands given so far: whether a unit has written anything shows by comparing. */
  writes = 0;
  private readonly client: pg.PoolClient;
  private readonly tableOrder: readonly string[];
  private readonly isPooled: boolean;
  private readonly sent: Promise<unknown>[] = [];
  /** Rows to be added, by the statement that adds one. */
  private readonly unsent = new Map<SqlCommand, Value[][]>();
  private failure: unknown;
  private gathering = false;

  constructor(client: pg.PoolClient, tableOrder: readonly string[], lockTimeoutMs: number, isPooled: boolean) {
    this.client = client;
    this.tableOrder = tableOrder;
    this.isPooled = isPooled;
    this.send({ text: beginning(lockTimeoutMs, isPooled) });
  }

  async get<Row>(query: Query<Row>, ...values: Value[]): Promise<Row | undefined> {
    return (await this.all(query, ...values))[0];
  }

  async all<Row>(query: Query<Row>, ...values: Value[]): Promise<Row[]> {
    this.sendRowsBefore(query.text);
    this.gather();
    try {
      const { rows } = await this.client.query<Value[]>(this.statement(query.text, values));
      return rows.map(query.read);
    } catch (error) {
      throw this.failure ?? error;
    }
  }

  run(command: SqlCommand, ...values: Value[]): void {
    this.writes++;
    if (command.rows === undefined) {
      this.sendRowsBefore(command.text);
      this.send(this.statement(command.text, values));
      return;
    }
    const rows = this.unsent.get(command);
    if (rows === undefined) this.unsent.set(command, [values]);
    else if (rows.push(values) >= MOST_ROWS) this.sendRows();
  }

  async commit(): Promise<void> {
    this.sendRows();
    this.gather();
    let isInDoubt = false;
    const heed = ({ code }: { code?: string }) => {
      isInDoubt ||= code === WARNING;
    };
    this.client.on("notice", heed);
    const committed = this.client.query("commit");
    this.sent.push(committed.catch(() => {}));
    await Promise.all(this.sent);
    this.client.off("notice", heed);
    if (this.failure !== undefined) throw this.failure;
    const { command } = await committed;
    if (command !== "COMMIT") throw new Error("the transaction was rolled back");
    if (isInDoubt) throw new Error("the standby may not have the transaction");
  }

  async rollback(): Promise<void> {
    this.unsent.clear();
    await Promise.all(this.sent);
    await this.client.query("rollback");
  }

  private gather(): void {
    if (this.gathering) return;
    this.gathering = true;
    gatherTick(this.client, () => {
      this.gathering = false;
    });
  }

  /** A statement that names a table must find in it what was added before. */
  private sendRowsBefore(text: string): void {
    if (this.unsent.size === 0) return;
    const named = wordsOf(text);
    for (const { rows } of this.unsent.keys()) {
      if (!named.has(rows!.table)) continue;
      this.sendRows();
      return;
    }
  }

  /** Rows that were kept back to go together leave now. */
  sendRows(): void {
    const placeOf = ({ rows }: SqlCommand) => this.tableOrder.indexOf(rows!.table);
    const parentsFirst = [...this.unsent].sort(([a], [b]) => placeOf(a) - placeOf(b));
    this.unsent.clear();
    for (const [command, rows] of parentsFirst) {
      if (rows.length > MOST_VALUES) {
        const { text, values } = together(command.rows!, rows);
        this.send(this.statement(text, values));
      } else {
        for (const share of shares(rows)) this.send(this.statement(manyRows(command, share.length), valuesOf(share)));
      }
    }
  }

  private statement(text: string, values: Value[]): pg.QueryArrayConfig {
    return statementOf(text, values, this.isPooled);
  }

  private send(query: pg.QueryConfig): void {
    this.gather();
    this.sent.push(
      this.client.query(query).catch((error: unknown) => {
        this.failure ??= error;
      }),
    );
  }
}

/** What is sent in one tick leaves in one piece: a system call per statement costs more than the statement. */
export function gatherTick(client: pg.PoolClient, done?: () => void): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => {
    done?.();
    stream.uncork();
  });
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

/** Row after row; `flat` would look whether each value is a list itself. */
function valuesOf(rows: Value[][]): Value[] {
  const values: Value[] = [];
  for (const row of rows) for (const value of row) values.push(value);
  return values;
}

/** By the command for one row, at the number of rows. */
const texts = new Map<SqlCommand, string[]>();

/** The command for this many rows: PostgreSQL takes values faster than the text of a list. */
function manyRows(command: SqlCommand, count: number): string {
  const known = texts.get(command) ?? [];
  if (known.length === 0) texts.set(command, known);
  known[count] ??= command.text + `, (${placeholders(command.rows!.columns.length)})`.repeat(count - 1);
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

const names = new Map<string, { name: string; text: string }>();

/**
 * The statement as PostgreSQL wants it, under a name so that it is parsed once per connection. Behind a pooler it has none: there the
 * connection may be another one each time, and the name somebody else's.
 */
export function statementOf(text: string, values: Value[], isPooled: boolean): pg.QueryArrayConfig {
  let known = names.get(text);
  if (known === undefined) {
    let count = 0;
    const numbered = text.replace("{lock}", "for update").replaceAll("?", () => `$${++count}`);
    known = { name: `s${names.size}`, text: numbered };
    names.set(text, known);
  }
  if (isPooled) return { text: known.text, values, rowMode: "array" };
  return { name: known.name, text: known.text, values, rowMode: "array" };
}

function beginning(lockTimeoutMs: number, isPooled: boolean): string {
  if (isPooled) return `begin; ${pooledSettings(lockTimeoutMs)}`;
  return lockTimeoutMs === LOCK_TIMEOUT_MS ? "begin" : `begin; set local lock_timeout = ${Math.ceil(lockTimeoutMs)}`;
}
