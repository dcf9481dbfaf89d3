// An app that another server on the same PostgreSQL holds, and what a delivery is told that can't wait for it.
import pg from "pg";
import { expect } from "vitest";
import { dedupeKeyOf } from "../../../src/domain/report/dedupe-key.ts";
import { SEED } from "../../../src/storage/webhook/deliveries-under-way.ts";
import { expectError } from "../checks/expect-refusal.ts";
import type { Answer, World } from "../server/test-server.ts";

export type Timed = Answer & { ms: number };

const ATTEMPTS = 4;

/** A delivery of another server, as far as its id goes. */
interface Raising {
  source: string;
  external_id: string;
}

/**
 * Takes the app's row, as another server does that writes something, until the answer is called. With `raising` that is a
 * delivery of this id.
 */
export async function holdApp(world: World, app: { id: string }, raising?: Raising): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: world.config.databaseUrl! });
  await client.connect();
  await client.query(`begin; select 1 from app where id = '${app.id}' for update`);
  if (raising !== undefined) {
    const name = `${app.id} ${dedupeKeyOf(raising.source, raising.external_id)}`;
    await client.query(`select pg_advisory_xact_lock_shared(hashtextextended($1, ${SEED}))`, [name]);
  }
  return () => client.end();
}

export async function timed(answer: Promise<Answer>): Promise<Timed> {
  const started = performance.now();
  return { ...(await answer), ms: performance.now() - started };
}

/**
 * 409 in_progress, or 503 where no other delivery of the id is known of, after about one second: never sooner, and later only where
 * the machine is busy with something else.
 */
export async function expectGivenUp(
  deliver: () => Promise<Timed[]>,
  [status, code]: [number, string] = [409, "in_progress"],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const answers = await deliver();
    for (const answer of answers) {
      expectError(answer, status, code, /[Tt]ry again/);
      expect(answer.headers.get("retry-after")).toBe("1");
      expect(answer.ms).toBeGreaterThan(800);
    }
    if (answers.every(({ ms }) => ms < 1_800)) return;
    expect(attempt, `one took ${Math.max(...answers.map(({ ms }) => ms))} ms`).toBeLessThan(ATTEMPTS);
  }
}
