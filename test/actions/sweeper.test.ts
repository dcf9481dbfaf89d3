// What is kept for a time only is forgotten when its time has passed, and nothing else is.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweep } from "../../src/actions/sweeper.ts";
import { dataOf } from "../http/route-table.ts";
import { openHook } from "../support/webhook-desk.ts";
import { createWorld, DATABASES, type World } from "../world.ts";

const DAY_MS = 24 * 3_600_000;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind, { webhookRate: 0 });
  });
  afterAll(() => world.close());

  const now = () => Date.now() + world.clock.offset;
  const run = (deliveryDays: number) =>
    sweep({ ...world.store, clock: now, deliveryDays, onError: (error) => expect.unreachable(String(error)) });

  test.each([30, 7, 0])(
    "deliveries and notifications are kept for as many days as RETEST_DELIVERY_DAYS=%i says",
    async (days) => {
      world.clock.offset = 0;
      const hook = await openHook(world);
      const notifications = () => dataOf(world, "GET", `/apps/${hook.app.id}/notifications`);
      await hook.setSecret("s");
      await hook.configure({ notify_url: "http://127.0.0.1:9/" });
      await dataOf(world, "POST", `/apps/${hook.app.id}/notifications/test`);
      await expect.poll(async () => (await notifications())[0].state).toBe("failed");
      for (let n = 0; n < 3; n++) await hook.deliver({ title: "Unsigned" });
      await hook.log(3);
      // Without bodies the entries are kept for thirty days.
      world.clock.offset = (days || 30) * DAY_MS - 60_000;
      await hook.deliver({ title: "Later" });
      await hook.log(4);
      await run(days);
      expect(await hook.log(4)).toHaveLength(4);
      world.clock.offset += 120_000;
      await run(days);
      expect(await hook.log(1)).toHaveLength(1);
      expect(await notifications()).toEqual([]);
    },
  );
});
