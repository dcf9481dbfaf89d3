// Heavy units on PostgreSQL: a thread of their own gives the same answers as any other, and may end at any time.
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordResults } from "../../../src/actions/results/record-results.ts";
import { auditKeysOf } from "../../../src/domain/workspace/audit-anchor.ts";
import { SYSTEM } from "../../../src/domain/workspace/audit-log.ts";
import { HeavyUnits } from "../../../src/engine/heavy-actions.ts";
import { isLockTimeout, isOutage } from "../../../src/storage/database/lock-timeout.ts";
import { createWorld, type World } from "../../support/server/test-server.ts";
import { holdApp } from "../../support/trouble/app-locked-elsewhere.ts";

let world: World;
let heavy: HeavyUnits;
let app: { id: string };

beforeAll(async () => {
  world = await createWorld("postgres");
  app = await world.app();
  const { baseUrl, freePlanIssues, webhookRate } = world.config;
  heavy = new HeavyUnits(world.config.databaseUrl!, {
    baseUrl,
    freePlanIssues,
    webhookRate,
    auditKeys: auditKeysOf(world.config),
    secretKeys: world.config,
  });
});
afterAll(async () => {
  await heavy.close();
  await world.close();
});

const actor = () => ({
  keyId: "key_1",
  name: "Heavy",
  channel: "api",
  role: "admin",
  reach: { workspaceId: world.store.workspace.id, apps: null },
});
const entry = (check: string) => ({
  check,
  section: null,
  platforms: [],
  outcome: "passed",
  note: null,
  build: null,
});
const record = (check: string, onHold = () => {}) => {
  const input = { actor: actor(), app: app.id, entries: [entry(check)], batch: true };
  return heavy.run(
    { name: recordResults.name, input, now: world.store.clock(), by: SYSTEM, lockTimeoutMs: 300 },
    onHold,
  ) as Promise<{ results: unknown[] }>;
};

test("a unit gives what it would give on the thread that serves requests", async () => {
  const { results } = await record("PAY-1");
  expect(results.length).toBeGreaterThan(0);
  const listed = await world.call(world.tester, "GET", `/results?app=${app.id}`);
  expect(listed.body.data).toHaveLength(results.length);
});

test("a refusal keeps its code and message", async () => {
  await expect(record("no such check")).rejects.toMatchObject({
    code: "not_found",
    message: expect.stringContaining("results[0]"),
  });
});

test("an app that another server holds is told from an outage, and nobody is told that the unit has it", async () => {
  const { release: letGo } = await holdApp(world, app);
  let holds = false;
  const error = await record("PAY-1", () => {
    holds = true;
  }).catch((one) => one);
  await letGo();
  expect([isLockTimeout(error), isOutage(error), holds]).toEqual([true, false, false]);
});

test("what waits while the thread ends is unavailable, and the next unit has a new thread", async () => {
  const { release: letGo } = await holdApp(world, app);
  const waiting = record("PAY-1").catch(({ code }) => code);
  await heavy.worker!.terminate();
  expect(await waiting).toBe("unavailable");
  await letGo();
  expect((await record("PAY-1")).results.length).toBeGreaterThan(0);
});

test("closing waits for what is under way", async () => {
  const { worker } = heavy;
  const last = record("PAY-1");
  await heavy.close();
  expect((await last).results.length).toBeGreaterThan(0);
  expect(worker!.threadId).toBe(-1);
});
