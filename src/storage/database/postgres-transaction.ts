// A transaction on PostgreSQL: statements go out as they come, without waiting for each other, and rows that are added
// to one table, or changed in it by their keys, go together in few statements.
import type { Writable } from "node:stream";
import type pg from "pg";
import type { Query, SqlCommand, Tx, Value } from "./database.ts";
import { LOCK_TIMEOUT_MS } from "./lock-timeout.ts";
import { pooledSettings } from "./postgres-pool.ts";
import { UnsentRows } from "./unsent-rows.ts";
import { WriteCache } from "./write-cache.ts";

/** A commit that is cancelled while it waits for the standby is reported as done, with a warning: the next primary may not have it. */
const WARNING = "01000";

/** A transaction in which only reads and the commit are waited for. */
export class PostgresTx implements Tx {
  readonly dialect = "postgres";
  cache = new WriteCache();
  /** Commands given so far: whether a unit has written anything shows by comparing. */
  writes = 0;
  private readonly client: pg.PoolClient;
  private readonly isPooled: boolean;
  private readonly sent: Promise<unknown>[] = [];
  private readonly unsent: UnsentRows;
  private failure: unknown;
  private gathering = false;

  constructor(client: pg.PoolClient, tableOrder: readonly string[], lockTimeoutMs: number, isPooled: boolean) {
    this.client = client;
    this.unsent = new UnsentRows(tableOrder);
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
    if (command.rows === undefined && command.change === undefined) {
      this.sendRowsBefore(command.text);
      this.send(this.statement(command.text, values));
      return;
    }
    if (this.unsent.goBefore(command, values)) this.sendRows();
    if (this.unsent.take(command, values)) this.sendRows();
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

  /** A statement that names a table must find in it what was added or changed before. */
  private sendRowsBefore(text: string): void {
    if (this.unsent.areOf(text)) this.sendRows();
  }

  /** Rows that were kept back to go together leave now. */
  sendRows(): void {
    for (const { text, values } of this.unsent.leave()) this.send(this.statement(text, values));
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

/** Sends all statements of one tick in one piece: a system call for each would cost more than the statement. */
export function gatherTick(client: pg.PoolClient, done?: () => void): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => {
    done?.();
    stream.uncork();
  });
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
