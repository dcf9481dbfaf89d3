// GET /workspace: the plan, how much of the month's allowance is used, and how much the workspace holds.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { setPlan } from "../../../../src/actions/workspace/change-workspace.ts";
import { countRaisedSince } from "../../../../src/storage/issues/count-raised.ts";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const DAY = 24 * 3_600_000;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let app: string;
  beforeAll(async () => {
    world = await createWorld(kind, { freePlanIssues: 6 });
    world.clock.frozenAt = Date.UTC(2031, 0, 31, 23, 59, 59, 999);
    app = (await world.app({ mode: "live" })).id;
  });
  afterEach(async () => {
    await plan("unlimited");
  });
  afterAll(() => world.close());

  const look = () => dataOf(world, "GET", "/workspace");
  const plan = (name: "free" | "unlimited") =>
    world.store.performer.perform(setPlan, { workspaceId: world.store.workspace.id, plan: name });
  const raise = (at = app) => dataOf(world, "POST", "/issues", { app: at, text: "Broken" });

  test("a new workspace is unlimited, and counts what it holds", async () => {
    const before = await look();
    expect(before).toEqual({
      name: "Workspace",
      plan: "unlimited",
      second_factor: "optional",
      usage: { month: "2031-01", issues: 0, limit: null, resets_at: "2031-02-01T00:00:00.000Z" },
      apps: 1,
      people: 0,
      keys: 3,
    });
    const { id } = await dataOf(world, "POST", "/keys", { name: "One more", role: "viewer" });
    const person = await world.person("admin");
    await world.person("viewer");
    await world.app();
    expect(await look()).toMatchObject({ apps: 2, people: 2, keys: 4 });
    await world.call(world.admin, "DELETE", `/keys/${id}`);
    const people = (await world.call(person, "GET", "/people")).body.data;
    const viewer = people.find(({ role }: { role: string }) => role === "viewer");
    await world.call(person, "DELETE", `/people/${viewer.id}`);
    expect(await look()).toMatchObject({ apps: 2, people: 1, keys: 3 });
    expect((await ask(world, person, "GET", "/workspace")).body.data).toEqual(await look());
  });

  test("issues of the month are counted on either plan, open and fixed, in every app, and anew each month", async () => {
    const fixed = await raise();
    await raise();
    await dataOf(world, "POST", `/issues/${fixed.id}/fix`);
    const other = (await world.app({ mode: "live" })).id;
    await raise(other);
    expect((await look()).usage).toMatchObject({ month: "2031-01", issues: 3, limit: null });
    await plan("free");
    expect(await look()).toMatchObject({ plan: "free", usage: { issues: 3, limit: 6 } });
    await raise();
    expect((await look()).usage).toMatchObject({ issues: 4, limit: 6 });
    await plan("unlimited");
    expect((await look()).usage).toMatchObject({ issues: 4, limit: null });
    // One millisecond later it is February, which has 28 days.
    world.clock.frozenAt! += 1;
    const february = { month: "2031-02", issues: 0, limit: null, resets_at: "2031-03-01T00:00:00.000Z" };
    expect((await look()).usage).toEqual(february);
    await raise();
    const second = await raise(other);
    await dataOf(world, "POST", `/issues/${second.id}/fix`);
    await raise(other);
    expect((await look()).usage).toMatchObject({ issues: 3 });
    const start = Date.UTC(2031, 1);
    expect(await countRaisedSince(world.store.reader, world.store.workspace.id, start)).toBe(3);
    await plan("free");
    expect((await look()).usage).toMatchObject({ issues: 3, limit: 6 });
    world.clock.frozenAt = Date.UTC(2031, 11, 31);
    expect((await look()).usage).toMatchObject({ month: "2031-12", issues: 0, resets_at: "2032-01-01T00:00:00.000Z" });
    world.clock.frozenAt += 40 * DAY;
    expect((await look()).usage).toMatchObject({ month: "2032-02", resets_at: "2032-03-01T00:00:00.000Z" });
  });

  test("an allowance that is used up reads as its limit", async () => {
    world.clock.frozenAt = Date.UTC(2033, 5, 1);
    await plan("free");
    for (let i = 0; i < 6; i++) await raise();
    const refused = await ask(world, world.tester, "POST", "/issues", { app, text: "One too many" });
    expect(refused.status).toBe(402);
    expect((await look()).usage).toMatchObject({ issues: 6, limit: 6 });
  });
});
