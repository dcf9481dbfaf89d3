// What an admin finds in the log of a webhook that is off, flooded, or told to keep no bodies.
import { describe, expect, test } from "vitest";
import { runRetentionJob } from "../../../../src/engine/retention-job.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const MEGABYTE = 1_048_576;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });

  test("a delivery to a webhook that is off is in the log, without the body that was not read", async () => {
    const hook = await openHook(world);
    await hook.configure({ enabled: false });
    expect((await hook.deliver({ title: "Lost" })).status).toBe(404);
    const [entry] = await hook.log(1);
    expect(entry).toMatchObject({ status: 404, error: { code: "not_found" }, issue: null });
    expect((await hook.entry(entry.id)).body).toBeNull();
  });

  test("a replay is refused as any delivery while the webhook is off, and passes once it is on", async () => {
    const hook = await openHook(world);
    await hook.deliver({ title: "Once" });
    const [{ id }] = await hook.log(1);
    await hook.configure({ enabled: false });
    expect(await hook.replay(id)).toMatchObject({ status: 404, replay_of: id });
    await hook.configure({ enabled: true });
    expect(await hook.replay(id)).toMatchObject({ status: 201, replay_of: id });
    expect(await hook.issues()).toHaveLength(2);
  });

  test("of refused deliveries eight megabytes of bodies are kept an hour; the entries go on", async () => {
    const hook = await openHook(world);
    await hook.setSecret("a secret");
    for (let n = 0; n < 10; n++) expect((await hook.deliver(" ".repeat(MEGABYTE))).status).toBe(401);
    const log = await hook.log(10);
    const bodies = await Promise.all(log.map(async ({ id }) => (await hook.entry(id)).body));
    expect(bodies.map((body) => body?.length ?? null).reverse()).toEqual([...Array(8).fill(MEGABYTE), null, null]);
  });

  test("RETEST_DELIVERY_DAYS=0 also forgets the bodies that were kept before", async () => {
    const hook = await openHook(world);
    for (let n = 0; n < 3; n++) await hook.deliver({ title: "Private", reporter: { name: "Ines" } });
    const options = { ...world.store, clock: () => Date.now(), deliveryDays: 0, onError: () => {} };
    await runRetentionJob(options);
    const log = await hook.log(3);
    for (const { id } of log) expect(await hook.entry(id)).toMatchObject({ body: null, headers: {}, encoding: "none" });
    await runRetentionJob({ ...options, deliveryDays: 30 });
    expect(await hook.log(3)).toHaveLength(3);
  });

  test.each(["POST url", "POST preview", "DELETE secret"])("%s takes no fields that it doesn't know", async (route) => {
    const hook = await openHook(world);
    const before = await hook.config();
    const [method, path] = route.split(" ") as [string, string];
    const url = `/apps/${hook.app.id}/webhook/${path}`;
    expect(await world.call(world.admin, method, url, { x: 1 })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", message: expect.stringContaining('"x"') } },
    });
    expect(await hook.config()).toEqual(before);
    expect(await dataOf(world, "POST", `/apps/${hook.app.id}/webhook/url`, {})).toMatchObject({ enabled: true });
  });
});
