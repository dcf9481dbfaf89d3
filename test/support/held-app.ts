// An app that another server on the same PostgreSQL holds, and what a delivery is told that can't wait for it.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import type { Answer, World } from "../world.ts";
import { expectError } from "./refusal.ts";

/** Longer than anything waits for an app. */
export const HELD_MS = 3_000;

/** Takes the app's row, as another server does that raises something, and lets go of it after a time. */
export async function holdApp(world: World, app: { id: string }, ms: number): Promise<{ released: Promise<void> }> {
  const client = new pg.Client({ connectionString: world.config.databaseUrl! });
  await client.connect();
  await client.query(`begin; select 1 from app where id = '${app.id}' for update`);
  return { released: sleep(ms).then(() => client.end()) };
}

export async function timed(answer: Promise<Answer>): Promise<Answer & { ms: number }> {
  const started = performance.now();
  return { ...(await answer), ms: performance.now() - started };
}

/** 409 in_progress after about one second. */
export function expectGivenUp(answer: Answer & { ms: number }): void {
  expectError(answer, 409, "in_progress", /[Tt]ry again/);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(answer.ms).toBeGreaterThan(800);
  expect(answer.ms).toBeLessThan(1_800);
}
