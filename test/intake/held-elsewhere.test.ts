// Deliveries, and what goes with them in one transaction, while another server on the same PostgreSQL holds the app.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectGivenUp, HELD_MS, holdApp, timed } from "../support/held-app.ts";
import { deskOf } from "../support/issue-desk.ts";
import { expectError } from "../support/refusal.ts";
import { openHook } from "../support/webhook-desk.ts";
import { createWorld, type World } from "../world.ts";

const ALERT = { title: "Alert", source: "tool", external_id: "one" };

describe("while another server holds the app", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld("postgres");
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
    await world.close();
  });

  test.concurrent("a refusal that can be logged within a second more is logged and counted once", async () => {
    const hook = await openHook(world);
    const { released } = await holdApp(world, hook.app, 1_300);
    expectGivenUp(await timed(hook.deliver(ALERT)));
    await released;
    expect((await hook.log(1)).map(({ status }) => status)).toEqual([409]);
    expect(await hook.used()).toBe(1);
  });

  test.concurrent("those that come after the first wait no longer than it, of the same id or of others", async () => {
    const hook = await openHook(world);
    const { released } = await holdApp(world, hook.app, HELD_MS);
    const answers = await Promise.all(
      [0, 50, 100, 400].flatMap((wait) =>
        [ALERT, { ...ALERT, external_id: `after ${wait}` }].map((payload) =>
          sleep(wait).then(() => timed(hook.deliver(payload))),
        ),
      ),
    );
    for (const answer of answers) expectGivenUp(answer);
    await released;
    expect(await hook.issues()).toEqual([]);
  });

  test.concurrent("what else goes with it in one transaction waits two seconds as ever", async () => {
    const hook = await openHook(world);
    const { released } = await holdApp(world, hook.app, HELD_MS);
    const desk = deskOf(world);
    const rest = [
      hook.deliver({ title: "Of no id" }),
      world.call(world.tester, "POST", "/issues", { app: hook.app.id, text: "By hand" }),
      world.call(world.tester, "POST", "/results", { app: hook.app.id, check: "PAY-1", outcome: "passed" }),
    ].map(timed);
    const [given, ...refused] = await Promise.all([timed(hook.deliver(ALERT)), ...rest]);
    expectGivenUp(given!);
    for (const answer of refused) {
      expectError(answer, 503, "unavailable");
      expect(answer.ms).toBeGreaterThan(1_900);
      expect(answer.ms).toBeLessThan(3_000);
    }
    await released;
    expect((await desk.list(`app=${hook.app.id}`)).data).toEqual([]);
  });

  test.concurrent("and if the app is let go of after the delivery gave up, everything else is done, once", async () => {
    const hook = await openHook(world);
    const { released } = await holdApp(world, hook.app, 1_400);
    const rest = [
      hook.deliver({ title: "Of no id" }),
      world.call(world.tester, "POST", "/issues", { app: hook.app.id, text: "By hand" }),
    ];
    const [given, ...done] = await Promise.all([timed(hook.deliver(ALERT)), ...rest]);
    expectGivenUp(given!);
    expect(done.map(({ status }) => status)).toEqual([201, 201]);
    await released;
    expect((await hook.issues()).map(({ text }) => text).sort()).toEqual(["By hand", "Of no id"]);
  });

  test.concurrent("a replay that meets it answers 409 in_progress, and the log has it once", async () => {
    const hook = await openHook(world);
    await hook.deliver(ALERT);
    const [kept] = await hook.log(1);
    const { released } = await holdApp(world, hook.app, 1_300);
    const path = `/apps/${hook.app.id}/webhook/deliveries/${kept.id}/replay`;
    expectGivenUp(await timed(world.call(world.admin, "POST", path)));
    await released;
    expect((await hook.log(2)).map(({ status }) => status)).toEqual([409, 201]);
    await sleep(200);
    await hook.log(2);
  });
});
