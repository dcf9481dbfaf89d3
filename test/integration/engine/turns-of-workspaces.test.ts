// On PostgreSQL whoever writes has connections left, however many another workspace waits with.
import { afterAll, expect, test, vi } from "vitest";
import { behind } from "../../support/database/direct-sql.ts";
import { until } from "../../support/database/migrate-in-process.ts";
import { secondWorkspace } from "../../support/server/second-workspace.ts";
import { worldOf } from "../../support/server/use-test-server.ts";
import { holdApp } from "../../support/trouble/app-locked-elsewhere.ts";

/** Six connections write: with as many of them blocked there is none left. */
const BLOCKED = `select count(*)::int as many from pg_stat_activity
  where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;

const world = worldOf("postgres");
afterAll(async () => {
  expect(await world.problems()).toEqual([]);
});

async function countBlocked(): Promise<number> {
  const [row] = await behind(world, BLOCKED);
  return row!.many as number;
}

test("a workspace whose apps are all held elsewhere keeps no other from writing, though it wrote alone before", async () => {
  // More than can wait at once: when the first have given up, others wait.
  const apps = await Promise.all(Array.from({ length: 20 }, () => world.app()));
  const other = await secondWorkspace(world);
  const theirs = await other.app();
  const held = await Promise.all(apps.map((app) => holdApp(world, app)));
  const record = (app: { id: string }) =>
    world.call(world.tester, "POST", "/results", { app: app.id, check: "PAY-1", outcome: "passed" });
  let most = 0;
  let waiting: ReturnType<typeof record>[] = [];
  try {
    // The clock goes ahead until what the other workspace wrote is forgotten.
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + 1_500);
    waiting = apps.map(record);
    await until(async () => (await countBlocked()) >= 5);
    let isRenamed = false;
    const renaming = other
      .call(other.admin, "PATCH", `/apps/${theirs.id}`, { name: `${theirs.name} anew` })
      .finally(() => (isRenamed = true));
    while (!isRenamed) most = Math.max(most, await countBlocked());
    expect((await renaming).status).toBe(200);
  } finally {
    for (const { release } of held) await release();
    vi.restoreAllMocks();
  }
  expect(most).toBeLessThanOrEqual(5);
  for (const { status } of await Promise.all(waiting)) expect([201, 503]).toContain(status);
});
