// Durable writes of the bare programs, as few as can be: what comes while one is under way shares the next.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";

/** Gives the row's number, once the row is on the disk. */
export type Insert = (body: string) => Promise<number>;

interface Waiting {
  body: string;
  done(id: number): void;
}

/** A statement alone does not keep its database from being collected. */
const kept: unknown[] = [];

export function openScratch(file: string, rows = 0): InstanceType<typeof DatabaseSync> {
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, body text)");
  const insert = db.prepare("insert into t values (?, ?)");
  db.exec("begin");
  for (let i = 1; i <= rows; i++) insert.run(i, JSON.stringify({ id: i, text: "x".repeat(900) }));
  db.exec("commit");
  kept.push(db);
  return db;
}

/** All requests of a tick of the event loop in one transaction. */
export function insertIntoSqlite(file: string): Insert {
  const db = openScratch(file);
  const insert = db.prepare("insert into t (id, body) values (?, ?)");
  let waiting: Waiting[] = [];
  let next = 0;
  const flush = () => {
    const batch = waiting;
    waiting = [];
    const first = next + 1;
    db.exec("begin immediate");
    for (const { body } of batch) insert.run(++next, body);
    db.exec("commit");
    for (const [i, { done }] of batch.entries()) done(first + i);
  };
  return (body) =>
    new Promise((done) => {
      if (waiting.push({ body, done }) === 1) setImmediate(flush);
    });
}

const IN_FLIGHT = 2;

/** All rows that wait in one statement, two statements at a time. */
export async function insertIntoPostgres(url: string): Promise<Insert> {
  const pool = new pg.Pool({ connectionString: url, max: IN_FLIGHT });
  await pool.query("drop table if exists bench_t; create table bench_t (id bigint primary key, body text)");
  const text = "insert into bench_t select * from unnest($1::bigint[], $2::text[])";
  let waiting: Waiting[] = [];
  let [next, inFlight] = [0, 0];
  const flush = async () => {
    if (inFlight === IN_FLIGHT || waiting.length === 0) return;
    inFlight++;
    const batch = waiting;
    waiting = [];
    const ids = batch.map(() => ++next);
    await pool.query({ name: "insert", text, values: [ids, batch.map(({ body }) => body)] });
    for (const [i, { done }] of batch.entries()) done(ids[i]!);
    inFlight--;
    setImmediate(() => void flush());
  };
  return (body) =>
    new Promise((done) => {
      if (waiting.push({ body, done }) === 1) setImmediate(() => void flush());
    });
}
