// An app that another server on the same PostgreSQL holds, and what a delivery is told that can't wait for it.
import pg from "pg";
import { expect } from "vitest";
import type { Answer, World } from "../world.ts";
import { expectError } from "./refusal.ts";

export type Timed = Answer & { ms: number };

const ATTEMPTS = 4;

/** Takes the app's row, as another server does that raises something, until the answer is called. */
export async function holdApp(world: World, app: { id: string }): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: world.config.databaseUrl! });
  await client.connect();
  await client.query(`begin; select 1 from app where id = '${app.id}' for update`);
  return () => client.end();
}

export async function timed(answer: Promise<Answer>): Promise<Timed> {
  const started = performance.now();
  return { ...(await answer), ms: performance.now() - started };
}

/** 409 in_progress after about one second: never sooner, and later only where the machine is busy with something else. */
export async function expectGivenUp(deliver: () => Promise<Timed[]>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const answers = await deliver();
    for (const answer of answers) {
      expectError(answer, 409, "in_progress", /[Tt]ry again/);
      expect(answer.headers.get("retry-after")).toBe("1");
      expect(answer.ms).toBeGreaterThan(800);
    }
    if (answers.every(({ ms }) => ms < 1_800)) return;
    expect(attempt, `one took ${Math.max(...answers.map(({ ms }) => ms))} ms`).toBeLessThan(ATTEMPTS);
  }
}
