// An issue that somebody deleted in the database itself: what is delivered afterwards must not be lost with it.
import { describe, expect, test } from "vitest";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { meddle } from "../../../support/database/change-rows.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });

  test("its slot is free, for one delivery and for several at once", async () => {
    const hook = await openHook(world);
    const alerts = ["a", "b", "c"].map((id) => ({ title: "Alert", source: "tool", external_id: id }));
    const gone: string[] = [];
    for (const alert of alerts) gone.push((await hook.raised(alert)).id);
    await meddle(world, `delete from issue where id in ('${gone.join("', '")}')`);
    const [first, ...others] = alerts;
    const raised = [(await hook.raised(first)).id];
    for (const { status, body } of await Promise.all(others.map((alert) => hook.deliver(alert)))) {
      expect(status).toBe(201);
      raised.push(body.issue.id);
    }
    for (const [i, alert] of alerts.entries()) expect(await hook.duplicated(alert)).toBe(raised[i]);
    expect(raised.filter((id) => gone.includes(id))).toEqual([]);
  });
});
