// Stands in for a transaction where an action is only asked what it would do: it reads, locks nothing, and refuses to write.
import type { Awaitable } from "../../lib/async/awaitable.ts";
import type { Dialect, Query, Reads, Tx, Value } from "./database.ts";
import { WriteCache } from "./write-cache.ts";

export class DryTx implements Tx {
  readonly dialect: Dialect;
  readonly cache = new WriteCache();
  private readonly db: Reads;

  constructor(db: Reads) {
    this.db = db;
    this.dialect = db.dialect;
  }

  get<Row>(query: Query<Row>, ...values: Value[]): Awaitable<Row | undefined> {
    return this.db.get(unlocked(query), ...values);
  }

  all<Row>(query: Query<Row>, ...values: Value[]): Awaitable<Row[]> {
    return this.db.all(unlocked(query), ...values);
  }

  run(): void {
    throw new Error("a dry run writes nothing");
  }
}

function unlocked<Row>(query: Query<Row>): Query<Row> {
  return query.text.includes("{lock}") ? { text: query.text.replace("{lock}", ""), read: query.read } : query;
}
