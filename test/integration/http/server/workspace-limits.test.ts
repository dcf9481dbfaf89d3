// What all of a workspace together may send and keep, at all servers: requests, deliveries, live streams, and bytes of files.
import { describe, expect, test } from "vitest";
import { markOperator } from "../../../../src/actions/access/mark-operator.ts";
import { operateWorkspace } from "../../../../src/actions/workspace/operate-workspace.ts";
import { shareCounts } from "../../../../src/actions/workspace/share-counts.ts";
import { COMMAND_LINE } from "../../../../src/domain/workspace/audit-log.ts";
import { MINUTE_MS } from "../../../../src/lib/clock.ts";
import { windowAt } from "../../../../src/lib/time-window.ts";
import { rateScope } from "../../../../src/storage/workspace/counters.ts";
import type { WorkspaceLimits } from "../../../../src/storage/workspace/workspaces.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { join } from "../../../support/clients/person-client.ts";
import { meddle } from "../../../support/database/change-rows.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { attach, attachmentPath, PNG } from "../../../support/samples/sample-files.ts";
import { DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

async function limit(world: World, limits: Partial<WorkspaceLimits>): Promise<void> {
  const { performer, workspace } = world.store;
  const { id, email } = await join(world, { role: "admin" });
  await performer.perform(markOperator, { email, isOperator: true }, COMMAND_LINE);
  const by = { kind: "person" as const, id, name: "Operator", address: null, requestId: null };
  await performer.perform(operateWorkspace, { id: workspace.id, limits }, by);
}

/** At the start of a minute, so that all of the test is within it. */
function nextMinute(world: World): number {
  world.clock.frozenAt = windowAt((world.clock.frozenAt ?? Date.now()) + 10 * MINUTE_MS, MINUTE_MS).start;
  return world.clock.frozenAt;
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  const statuses = async (n: number, ask: (n: number) => Promise<{ status: number }>) => {
    const seen: number[] = [];
    for (let i = 0; i < n; i++) seen.push((await ask(i)).status);
    return seen;
  };

  test("requests of all its keys and people count together, from the moment the limit is set", async () => {
    const keys = [await world.key("viewer"), await world.key("viewer"), await world.person("viewer")];
    nextMinute(world);
    expect(new Set(await statuses(6, (n) => world.call(keys[n % 3]!, "GET", "/apps")))).toEqual(new Set([200]));
    await limit(world, { requestRate: 5 });
    nextMinute(world);
    const seen = await statuses(7, (n) => world.call(keys[n % 3]!, "GET", "/apps"));
    expect(seen).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refused = await world.call(keys[0]!, "GET", "/apps");
    expectError(refused, 429, "rate_limited", /All keys and people of this workspace together/);
    expect(refused.headers.get("retry-after")).toBe("60");
    await limit(world, { requestRate: null });
    expect((await world.call(keys[0]!, "GET", "/apps")).status).toBe(200);
  });

  test("requests that came to one server count at another", async () => {
    await limit(world, { requestRate: 5 });
    const other = await world.anotherServer();
    const period = nextMinute(world);
    const scope = rateScope("workspace", world.store.workspace.id);
    await world.store.performer.perform(shareCounts, { counts: [{ scope, period, n: 5 }] });
    // What a server has not heard of yet passes: it hears when it tells the others, which it does at each of so few.
    const key = await world.key("viewer");
    await expect.poll(async () => (await world.callAt(other, key, "GET", "/apps")).status).toBe(429);
    await limit(world, { requestRate: null });
  });

  test("deliveries to all its apps count together, beside what each app may have in an hour", async () => {
    const urls: string[] = [];
    for (const name of ["Door one", "Door two"]) {
      const app = await world.app({ name, mode: "live" });
      const made = await world.call(world.admin, "POST", `/apps/${app.id}/webhook/url`);
      urls.push(new URL(made.body.data.url).pathname);
    }
    await limit(world, { deliveryRate: 3 });
    nextMinute(world);
    const deliver = (n: number) =>
      fetch(`${world.address}${urls[n % 2]}`, { method: "POST", body: JSON.stringify({ title: `Delivery ${n}` }) });
    expect(await statuses(5, deliver)).toEqual([201, 201, 201, 429, 429]);
    const refused = await deliver(0);
    const { error } = (await refused.json()) as { error: { code: string } };
    expect([refused.headers.get("retry-after"), error.code]).toEqual(["60", "rate_limited"]);
    nextMinute(world);
    expect((await deliver(9)).status).toBe(201);
    await limit(world, { deliveryRate: null });
  });

  test("files may have so many bytes together: one more is refused, and what is removed makes room", async () => {
    world.clock.frozenAt = null;
    const app = await world.app();
    const who = await world.person("admin");
    const { body } = await world.call(who, "POST", "/issues", {
      app: app.id,
      check: "PAY-1",
      text: "Broken",
    });
    await limit(world, { fileLimit: 2 * PNG.length });
    const send = (name: string) => attach(world, who, body.data.id, name, PNG);
    expect([(await send("a.png")).status, (await send("b.png")).status]).toEqual([201, 201]);
    expectError(await send("c.png"), 402, "limit_reached", /bytes together/);
    expect((await world.call(who, "DELETE", attachmentPath(body.data.id, "a.png"))).status).toBeLessThan(300);
    expect((await send("c.png")).status).toBe(201);
    const [row] = await behind(world, "select n from counter where scope like 'file-bytes:%'");
    expect(Number(row!.n)).toBe(2 * PNG.length);
    await limit(world, { fileLimit: null });
    expect(await world.problems()).toEqual([]);
    await meddle(world, "update counter set n = 1 where scope like 'file-bytes:%'");
    expect(await world.problems()).toEqual([`Workspace: bytes of files: stored 1, should be ${2 * PNG.length}`]);
  });
});
