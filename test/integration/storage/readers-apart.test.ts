// On PostgreSQL writers that wait for one app must not keep readers waiting.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../support/server/test-server.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld("postgres");
});
afterAll(() => world.close());

test("while an app is locked, thirty writers of it wait in vain, and reads answer as always", async () => {
  const app = await world.app();
  const other = new pg.Client({ connectionString: world.config.databaseUrl! });
  await other.connect();
  await other.query("begin");
  await other.query("select 1 from app where id = $1 for update", [app.id]);
  const raise = () => world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text: "waiting" });
  const writers = Array.from({ length: 30 }, raise);
  const reads = await Promise.all(Array.from({ length: 5 }, () => world.call(world.viewer, "GET", "/apps")));
  expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const refused = await Promise.all(writers);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.error?.code}`))).toEqual(
    new Set(["503 unavailable"]),
  );
  await other.query("rollback");
  await other.end();
  expect((await raise()).status).toBe(201);
});
