// The monthly allowance of the Free plan, as deliveries meet it: webhook-raised issues count, duplicates raise nothing.
import { beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { issueClientOf, refused } from "../../../support/clients/issue-client.ts";
import { type Hook, openHook, setPlan, tally } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const ALLOWANCE = 5;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { freePlanIssues: ALLOWANCE, webhookRate: 0 });
  let hook: Hook;
  let month = startOfNextMonth(Date.now());
  /** Every test has a month of its own, and begins in the middle of it on plan free. */
  beforeEach(async () => {
    month = startOfNextMonth(month);
    world.clock.frozenAt = month + 14 * 86_400_000;
    await setPlan(world, "free");
    hook = await openHook(world);
  });
  const use = async (count: number) => {
    for (let i = 0; i < count; i++) await hook.raised({ title: "T", external_id: `used ${i}` });
  };
  const byRest = () => world.call(world.tester, "POST", "/issues", { app: hook.app.id, text: "T" });

  test("once it is used up deliveries answer 402 limit_reached and raise nothing", async () => {
    await use(ALLOWANCE);
    expectError(await hook.deliver({ title: "T" }), 402, "limit_reached", String(ALLOWANCE));
    expect(await hook.issues()).toHaveLength(ALLOWANCE);
    expect(await world.problems()).toEqual([]);
  });

  test("duplicates still answer 200 when it is used up", async () => {
    await use(ALLOWANCE);
    for (let i = 0; i < ALLOWANCE; i++) await hook.duplicated({ title: "T", external_id: `used ${i}` });
    expectError(await hook.deliver({ title: "T", external_id: "new" }), 402, "limit_reached");
  });

  test("duplicates and refused deliveries don't use it up", async () => {
    await use(1);
    for (let i = 0; i < ALLOWANCE; i++) {
      await hook.duplicated({ title: "T", external_id: "used 0" });
      expect((await hook.deliver({})).status).toBe(400);
      expect((await hook.deliver("no JSON")).status).toBe(400);
    }
    for (let i = 1; i < ALLOWANCE; i++) await hook.raised({ title: "T" });
    expectError(await hook.deliver({ title: "T" }), 402, "limit_reached");
  });

  test("issues of the API and of the webhook count together, whichever app", async () => {
    const other = await openHook(world);
    await use(ALLOWANCE - 2);
    await other.raised({ title: "T" });
    expect((await byRest()).status).toBe(201);
    expectError(await hook.deliver({ title: "T" }), 402, "limit_reached");
    expectError(await other.deliver({ title: "T" }), 402, "limit_reached");
    refused(await byRest(), 402, "limit_reached");
  });

  test("a fixed issue stays counted, and the delivery after its fix finds the allowance used up", async () => {
    await use(ALLOWANCE);
    const [newest] = await hook.issues();
    await issueClientOf(world).fix(newest!.id);
    expectError(await hook.deliver({ title: "T", external_id: newest!.webhook!.external_id }), 402, "limit_reached");
    await issueClientOf(world).reopen(newest!.id);
    expect(await hook.duplicated({ title: "T", external_id: newest!.webhook!.external_id })).toBe(newest!.id);
  });

  test("it lasts to the last millisecond of the UTC month and starts anew with the next", async () => {
    await use(ALLOWANCE);
    world.clock.frozenAt = startOfNextMonth(month) - 1;
    expectError(await hook.deliver({ title: "T" }), 402, "limit_reached");
    month = startOfNextMonth(month);
    world.clock.frozenAt = month;
    for (let i = 0; i < ALLOWANCE; i++) await hook.raised({ title: "T" });
    expectError(await hook.deliver({ title: "T" }), 402, "limit_reached");
  });

  test("on plan unlimited there is none", async () => {
    await use(ALLOWANCE);
    await setPlan(world, "unlimited");
    for (let i = 0; i < 2; i++) await hook.raised({ title: "T" });
  });

  test("of many deliveries at once, on two servers and two apps, exactly the allowance is raised", async () => {
    const hooks = [hook, await openHook(world)];
    const addresses = [world.address, await world.anotherServer()];
    const answers = await Promise.all(
      Array.from({ length: ALLOWANCE + 30 }, (_, i) =>
        hooks[(i >> 1) % 2]!.deliver({ title: "T", external_id: i }, {}, addresses[i % 2]),
      ),
    );
    expect(tally(answers)).toEqual({ 201: ALLOWANCE, "402 limit_reached": 30 });
    const counts = await Promise.all(hooks.map(async (one) => (await one.issues()).length));
    expect(counts[0]! + counts[1]!).toBe(ALLOWANCE);
    expect(await world.problems()).toEqual([]);
  });

  test("a 402 is counted as a delivery and stands in the log", async () => {
    await use(ALLOWANCE);
    const before = await hook.used();
    await hook.deliver({ title: "T" });
    expect(await hook.used()).toBe(before + 1);
    const [entry] = await hook.log(ALLOWANCE + 1);
    expect(entry).toMatchObject({ status: 402, error: { code: "limit_reached" }, issue: null });
    await setPlan(world, "unlimited");
    expect(await hook.replay(entry.id)).toMatchObject({ status: 201, replay_of: entry.id });
    expect(await dataOf(world, "GET", `/apps/${hook.app.id}`)).toMatchObject({
      summary: { open_issues: ALLOWANCE + 1 },
    });
  });
});

function startOfNextMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
