// An app from before its changes were kept by revision: after the migration nobody who follows it misses any.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openSampleStore } from "../../support/database/store-at-old-schema.ts";
import { createDatabase, DATABASES } from "../../support/server/test-server.ts";

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe.each(DATABASES)("on %s", (kind) => {
  test("an app of an older schema is read whole once, and by its changes from then on", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "retest-old-"));
    cleanUps.push(async () => rmSync(dataDir, { recursive: true, force: true }));
    const database = kind === "postgres" ? await createDatabase() : null;
    if (database !== null) cleanUps.push(database.drop);
    const old = await openSampleStore(dataDir, database?.url ?? null);
    cleanUps.push(old.close);
    const before = await old.runbook(null);
    expect(before).toMatchObject({ revision: 7, isWhole: true });
    expect(before.checks.map(({ platformStatuses }) => platformStatuses.get("web"))).toEqual([
      { status: "passed", openIssues: 0 },
    ]);
    for (const since of [0, 6]) expect((await old.runbook(since)).isWhole).toBe(true);
    expect(await old.runbook(7)).toMatchObject({ revision: 7, isWhole: false, checks: [] });
    expect(await old.problems()).toEqual([]);
    await old.record("failed");
    const after = await old.runbook(7);
    expect([after.isWhole, after.checks.map(({ ref }) => ref)]).toEqual([false, ["C1"]]);
    expect(await old.problems()).toEqual([]);
  });
});
