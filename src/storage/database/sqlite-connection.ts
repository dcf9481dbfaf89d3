// A connection to the embedded database, and its statements, which are prepared once.
import { DatabaseSync, type StatementSyncInstance } from "@photostructure/sqlite";
import type { Query, Reads, SqlCommand, Value } from "./database.ts";
import { BUSY_TIMEOUT_MS, EVERY_CONNECTION } from "./sqlite-settings.ts";

const OLDEST_VERSION = [3, 51, 3];

export class SqliteConnection implements Reads {
  readonly dialect = "sqlite";
  protected readonly db: InstanceType<typeof DatabaseSync>;
  private readonly statements = new Map<string, StatementSyncInstance>();

  constructor(file: string, readOnly: boolean) {
    this.db = new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS });
    this.requireVersion();
    this.db.exec(EVERY_CONNECTION);
  }

  get<Row>(query: Query<Row>, ...values: Value[]): Row | undefined {
    const row = this.prepare(query.text).get(...values) as Value[] | undefined;
    return row === undefined ? undefined : query.read(row);
  }

  all<Row>(query: Query<Row>, ...values: Value[]): Row[] {
    const rows = this.prepare(query.text).all(...values) as Value[][];
    return rows.map(query.read);
  }

  /** A statement without rows is done after one step, which `get` takes; `run` would also tell what it changed, at twice the cost. */
  run(command: SqlCommand, ...values: Value[]): void {
    this.prepare(command.text).get(...values);
  }

  dataVersion(): number {
    const row = this.prepare("pragma data_version").get() as unknown as [number];
    return row[0];
  }

  close(): void {
    this.statements.clear();
    if (this.db.isOpen) this.db.close();
  }

  private prepare(text: string): StatementSyncInstance {
    let statement = this.statements.get(text);
    if (statement === undefined) {
      statement = this.db.prepare(text.replace("{lock}", ""));
      statement.setReturnArrays(true);
      this.statements.set(text, statement);
    }
    return statement;
  }

  private requireVersion(): void {
    const { version } = this.db.prepare("select sqlite_version() as version").get() as { version: string };
    const parts = version.split(".").map(Number);
    for (let i = 0; i < OLDEST_VERSION.length; i++) {
      if (parts[i]! > OLDEST_VERSION[i]!) return;
      if (parts[i]! < OLDEST_VERSION[i]!) {
        throw new Error(`SQLite ${version} is too old: ${OLDEST_VERSION.join(".")} or later is needed.`);
      }
    }
  }
}
