// Bodies that are wrong, strange or meant to harm: each has its answer, and none stops the process.
import { beforeAll, describe, expect, test } from "vitest";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { type Hook, openHook } from "../../../support/clients/webhook-client.ts";
import { HOSTILE_DELIVERIES, type HostileDelivery } from "../../../support/hostile/hostile-deliveries.ts";
import { GROUP_MAPPING, HOSTILE_GROUPS } from "../../../support/hostile/hostile-groups.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  let hook: Hook;
  beforeAll(async () => {
    hook = await openHook(world);
    await hook.raised({ title: "Warm-up" });
  });

  const answersAs = async ([, body, outcome, headers]: HostileDelivery) => {
    const answer = await hook.deliver(body, headers);
    expect(outcomeOf(answer)).toBe(outcome);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, "title")).toBe(false);
    if (answer.status < 300) {
      const { text } = await issueClientOf(world).read(answer.body.issue.id);
      expect(text.isWellFormed() && !text.includes("\0") && [...text].length <= 4_000).toBe(true);
    }
  };

  describe.each(Object.entries(HOSTILE_DELIVERIES))("%s", (_kind, deliveries) => {
    test.each(deliveries)("%s", (...one) => answersAs(one as HostileDelivery));
  });

  test.each(HOSTILE_GROUPS)("in a webhook that reads lists: %s", async (...[, body, outcome, headers]) => {
    const grouped = await openHook(world);
    await grouped.configure({ preset: "custom", mapping: GROUP_MAPPING });
    expect(outcomeOf(await grouped.deliver(body, headers))).toBe(outcome);
    expect(({} as Record<string, unknown>).title).toBeUndefined();
  });

  test("after all that the books are right and the server answers", async () => {
    expect(await world.problems()).toEqual([]);
    await hook.raised({ title: "Still here" });
  });
});
