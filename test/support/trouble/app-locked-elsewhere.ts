// An app that another server on the same PostgreSQL holds, and what a delivery is told that can't wait for it.
import pg from "pg";
import { expect } from "vitest";
import { dedupeKeyOf } from "../../../src/domain/report/dedupe-key.ts";
import { SEED } from "../../../src/storage/webhook/deliveries-under-way.ts";
import { expectError } from "../checks/expect-refusal.ts";
import { behind } from "../database/direct-sql.ts";
import { until } from "../database/migrate-in-process.ts";
import type { Answer, World } from "../server/test-server.ts";

export type Timed = Answer & { ms: number };

/** A delivery of another server, as far as its id goes. */
interface Raising {
  source: string;
  external_id: string;
}

export interface HeldApp {
  release(): Promise<void>;
  /** Until so many transactions, one after the other or together, have been seen to wait for it from now on. */
  untilWaitedFor(transactions: number): Promise<void>;
}

/** Takes the app's row, as another server does that writes something. With `raising` that is a delivery of this id. */
export async function holdApp(world: World, app: { id: string }, raising?: Raising): Promise<HeldApp> {
  const client = new pg.Client({ connectionString: world.config.databaseUrl! });
  await client.connect();
  await client.query(`begin; select 1 from app where id = '${app.id}' for update`);
  if (raising !== undefined) {
    const name = `${app.id} ${dedupeKeyOf(raising.source, raising.external_id)}`;
    await client.query(`select pg_advisory_xact_lock_shared(hashtextextended($1, ${SEED}))`, [name]);
  }
  const { pid } = (await client.query("select pg_backend_pid() as pid")).rows[0];
  return { release: () => client.end(), untilWaitedFor: (transactions) => untilWaitedFor(world, pid, transactions) };
}

/** Until so many transactions have been seen to wait, from now on, for the one on a connection of the database. */
export async function untilWaitedFor(world: World, pid: number, transactions: number): Promise<void> {
  const waiting = `select pid || ' ' || xact_start as name from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
  const seen = new Set<unknown>();
  await until(async () => {
    for (const { name } of await behind(world, waiting)) seen.add(name);
    return seen.size >= transactions;
  });
}

export async function timed(answer: Promise<Answer>): Promise<Timed> {
  const started = performance.now();
  return { ...(await answer), ms: performance.now() - started };
}

/** 409 in_progress, or 503 where no other delivery of the id is known of, and not before about one second has passed. */
export function expectGivenUp(answers: Timed[], [status, code]: [number, string] = [409, "in_progress"]): void {
  for (const answer of answers) {
    expectError(answer, status, code, /[Tt]ry again/);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(answer.ms).toBeGreaterThan(800);
  }
}
