// The trend: snapshots that the retention job takes, and the answer that is made of them.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { recordTrendDay } from "../../../../src/actions/status/record-trend-day.ts";
import { runRetentionJob, untilNextRun } from "../../../../src/engine/retention-job.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { FIRST_REVISION } from "../../../support/server/open-cycles.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 15, 12);
const none = { passed: 0, failed: 0, needs_retest: 0, untested: 0, not_applicable: 0 };

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterEach(() => {
    world.clock.frozenAt = null;
  });
  afterAll(() => world.close());

  const at = (days: number, ms = 0) => {
    world.clock.frozenAt = NOON + days * DAY_MS + ms;
  };
  const run = () =>
    runRetentionJob({
      ...world.store,
      clock: () => world.clock.frozenAt!,
      deliveryDays: 30,
      onError: (error) => expect.unreachable(String(error)),
    });
  const record = (app: string, check: string, outcome = "passed") =>
    dataOf(world, "POST", "/results", { app, check, outcome });
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  const trend = async (app: string, query = ""): Promise<any[]> => dataOf(world, "GET", `/apps/${app}/trend${query}`);
  const rows = async (app: string) =>
    (
      await behind(world, `select day, revision, passed, failed from snapshot where app_id = '${app}' order by day`)
    ).map((row) => Object.values(row).map(Number));
  const startOf = (days: number) => NOON - DAY_MS / 2 + days * DAY_MS;

  test("an app of which nothing was kept yet has today alone", async () => {
    at(0);
    const app = await world.app();
    expect(await trend(app.id)).toEqual([{ day: "2026-11-15", ...none, untested: 6 }]);
    await record(app.id, "PAY-1");
    expect(await trend(app.id)).toEqual([{ day: "2026-11-15", ...none, passed: 2, untested: 4 }]);
  });

  test("each day ends with its last state, days without a change are as the one before, and today is live", async () => {
    at(0);
    const app = await world.app();
    await run();
    await record(app.id, "PAY-1", "failed");
    await run();
    at(3);
    await record(app.id, "PAY-1");
    await record(app.id, "SIGN-1", "failed");
    await run();
    at(5);
    await record(app.id, "SIGN-1");
    expect(await trend(app.id)).toEqual([
      { day: "2026-11-15", ...none, failed: 2, untested: 4 },
      { day: "2026-11-16", ...none, failed: 2, untested: 4 },
      { day: "2026-11-17", ...none, failed: 2, untested: 4 },
      { day: "2026-11-18", ...none, passed: 2, failed: 2, untested: 2 },
      { day: "2026-11-19", ...none, passed: 2, failed: 2, untested: 2 },
      { day: "2026-11-20", ...none, passed: 4, untested: 2 },
    ]);
    expect((await trend(app.id, "?days=2")).map(({ day }) => day)).toEqual(["2026-11-19", "2026-11-20"]);
    expect(await trend(app.id, "?days=1")).toHaveLength(1);
    expect(await trend(app.id, "?days=365")).toHaveLength(6);
  });

  test("what was written before midnight and first seen after it counts for the day it was written", async () => {
    at(0);
    const app = await world.app();
    at(0, 12 * 3_600_000 - 1);
    await record(app.id, "PAY-1");
    at(1);
    await run();
    expect(await rows(app.id)).toEqual([[startOf(0), FIRST_REVISION + 1, 2, 0]]);
    expect((await trend(app.id)).map(({ day, passed }) => [day, passed])).toEqual([
      ["2026-11-15", 2],
      ["2026-11-16", 2],
    ]);
  });

  test("an app is looked at again only when it has changed, and several servers at once keep one row a day", async () => {
    at(0);
    const app = await world.app();
    await Promise.all([run(), run(), run()]);
    expect(await rows(app.id)).toEqual([[startOf(0), FIRST_REVISION, 0, 0]]);
    await behind(world, `update snapshot set failed = 77 where app_id = '${app.id}' returning day`);
    await run();
    expect(await rows(app.id)).toEqual([[startOf(0), FIRST_REVISION, 0, 77]]);
    await Promise.all([record(app.id, "PAY-1"), run(), run(), record(app.id, "SIGN-1"), run()]);
    await run();
    expect(await rows(app.id)).toEqual([[startOf(0), FIRST_REVISION + 2, 4, 0]]);
    expect((await world.problems()).filter((line) => line.startsWith(app.name))).toEqual([]);
  });

  test("an older snapshot never takes the place of a newer one", async () => {
    at(0);
    const app = await world.app();
    await run();
    await behind(world, `update snapshot set revision = 50, passed = 9 where app_id = '${app.id}' returning day`);
    await world.store.performer.perform(recordTrendDay, { appId: app.id });
    expect(await rows(app.id)).toEqual([[startOf(0), 50, 9, 0]]);
  });

  test("what is older than 400 days is forgotten, but for how those days began", async () => {
    at(0);
    const app = await world.app();
    for (const day of [0, 10, 20, 30]) {
      at(day);
      await record(app.id, "PAY-1", day % 20 ? "passed" : "failed");
      await run();
    }
    expect(await rows(app.id)).toHaveLength(4);
    at(415);
    await run();
    expect((await rows(app.id)).map(([day]) => day)).toEqual([startOf(10), startOf(20), startOf(30)]);
    at(900);
    await run();
    expect((await rows(app.id)).map(([day]) => day)).toEqual([startOf(30)]);
    const whole = await trend(app.id, "?days=365");
    expect(whole).toHaveLength(365);
    expect(new Set(whole.map(({ passed }) => passed))).toEqual(new Set([2]));
  });

  test("a clock that was ahead for a while leaves no day to come in the trend", async () => {
    at(0);
    const app = await world.app();
    at(40);
    await record(app.id, "PAY-1");
    await run();
    at(1);
    expect((await trend(app.id)).at(-1)).toMatchObject({ day: "2026-11-16", passed: 2 });
    expect((await trend(app.id)).length).toBeLessThanOrEqual(2);
  });

  test("days that are no number from 1 to 365 are refused, and name themselves", async () => {
    at(0);
    const app = await world.app();
    for (const days of ["0", "366", "-1", "1.5", "07", "1e2", "", "x", "99999999999999999999"]) {
      const answer = await ask(world, world.viewer, "GET", `/apps/${app.id}/trend?days=${days}`);
      expectError(answer, 400, "invalid_request", "days: expected a whole number from 1 to 365");
    }
    expectError(await ask(world, world.viewer, "GET", `/apps/${app.id}/trend?day=1`), 400, "invalid_request", "day");
  });
});

test("the retention job comes a little before each hour is over, so that a day's last hour is in it", () => {
  const hour = 3_600_000;
  expect(untilNextRun(NOON)).toBe(hour - 10_000);
  expect(untilNextRun(NOON + hour - 10_001)).toBe(1);
  expect(untilNextRun(NOON + hour - 10_000)).toBe(hour);
  expect(untilNextRun(NOON + hour - 1)).toBe(hour - 9_999);
});
