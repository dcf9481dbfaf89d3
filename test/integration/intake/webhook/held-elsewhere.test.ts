// Deliveries, and what goes with them in one transaction, while another server on the same PostgreSQL holds the app.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";
import { expectGivenUp, holdApp, timed } from "../../../support/trouble/app-locked-elsewhere.ts";

const ALERT = { title: "Alert", source: "tool", external_id: "one" };

describe("while another server holds the app", () => {
  const world = worldOf("postgres");
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
  });

  test.concurrent("a refusal is logged and counted once, if the app is let go of within a second more", async () => {
    const hook = await openHook(world);
    const { release } = await holdApp(world, hook.app, ALERT);
    expectError(await hook.deliver(ALERT), 409, "in_progress");
    await release();
    expect((await hook.log(1)).map(({ status }) => status)).toEqual([409]);
    expect(await hook.used()).toBe(1);
  });

  test.concurrent("a refusal is logged and counted once, though the app is held for longer than any unit waits", async () => {
    const hook = await openHook(world);
    const { release, untilWaitedFor } = await holdApp(world, hook.app, ALERT);
    expectError(await hook.deliver(ALERT), 409, "in_progress");
    // It waits a second time after it has given up the first.
    await untilWaitedFor(2);
    await release();
    expect((await hook.log(1)).map(({ status }) => status)).toEqual([409]);
    expect(await hook.used()).toBe(1);
  });

  test.concurrent("those that come after the first are given up as it is, of the same id or of others", async () => {
    const hook = await openHook(world);
    const { release } = await holdApp(world, hook.app, ALERT);
    const waits = [0, 50, 100, 400];
    const deliverIn = (payload: object) => (wait: number) => sleep(wait).then(() => timed(hook.deliver(payload)));
    const [same, others] = await Promise.all([
      Promise.all(waits.map(deliverIn(ALERT))),
      Promise.all(waits.map((wait) => deliverIn({ ...ALERT, external_id: `after ${wait}` })(wait))),
    ]);
    expectGivenUp(same);
    expectGivenUp(others, [503, "unavailable"]);
    await release();
    expect(await hook.issues()).toEqual([]);
  });

  test.concurrent("what else goes with it waits two seconds as ever, and the delivery does not wait for that", async () => {
    const hook = await openHook(world);
    const { release } = await holdApp(world, hook.app, ALERT);
    const rest = [
      hook.deliver({ title: "Of no id" }),
      world.call(world.tester, "POST", "/issues", { app: hook.app.id, text: "By hand" }),
      world.call(world.tester, "POST", "/results", { app: hook.app.id, check: "PAY-1", outcome: "passed" }),
    ].map(timed);
    const given = timed(hook.deliver(ALERT));
    expect(await Promise.race([given, ...rest])).toBe(await given);
    expectGivenUp([await given]);
    for (const answer of await Promise.all(rest)) {
      expectError(answer, 503, "unavailable");
      expect(answer.ms).toBeGreaterThan(1_900);
    }
    await release();
    expect(await hook.issues()).toEqual([]);
  });

  test.concurrent("and if the app is let go of after the delivery gave up, everything else is done, once", async () => {
    const hook = await openHook(world);
    const { release } = await holdApp(world, hook.app, ALERT);
    const rest = Promise.all([
      hook.deliver({ title: "Of no id" }),
      world.call(world.tester, "POST", "/issues", { app: hook.app.id, text: "By hand" }),
    ]);
    expectError(await hook.deliver(ALERT), 409, "in_progress");
    await release();
    expect((await rest).map(({ status }) => status)).toEqual([201, 201]);
    expect((await hook.issues()).map(({ text }) => text).sort()).toEqual(["By hand", "Of no id"]);
  });

  test.concurrent("a replay that meets it answers 409 in_progress, and the log has it once", async () => {
    const hook = await openHook(world);
    await hook.deliver(ALERT);
    const [kept] = await hook.log(1);
    const { release } = await holdApp(world, hook.app, ALERT);
    const replay = `/apps/${hook.app.id}/webhook/deliveries/${kept.id}/replay`;
    const answer = await world.call(world.admin, "POST", replay);
    expectError(answer, 409, "in_progress", /[Tt]ry again/);
    expect(answer.headers.get("retry-after")).toBe("1");
    await release();
    expect((await hook.log(2)).map(({ status }) => status)).toEqual([409, 201]);
    // What is logged of a later delivery is logged after all that was to be logged of that one.
    await hook.deliver({ title: "Later" });
    expect((await hook.log(3)).map(({ status }) => status)).toEqual([201, 409, 201]);
  });
});
