// Erasing beside everything else that goes on: reporters and apps, two servers, people who write meanwhile, and entries of the audit log
// from before there were salts.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eraseStep } from "../../../src/actions/privacy/erase-step.ts";
import { SETTLE_MS } from "../../../src/domain/privacy/erasure.ts";
import { runErasure } from "../../../src/engine/erasing.ts";
import { listAuditChain } from "../../../src/storage/workspace/audit-log.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { beginErasing, erase } from "../../support/clients/erasing.ts";
import { expectForgotten } from "../../support/clients/kept-bytes.ts";
import { accept, invite, rowsOf } from "../../support/clients/person-client.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { withoutSalts } from "../../support/samples/unsalted-log.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  const joined = async (name: string, email: string) => {
    const answer = await accept(world, { token: await invite(world, { role: "tester" }), name, email });
    expect(answer.status).toBe(201);
    return answer.cookie!;
  };

  test("a reporter is gone from issues, their history, deliveries and notifications; the issues stay", async () => {
    const hook = await openHook(world);
    const reporter = { name: "Wilhelmina Vexler", email: "Vexler@Customer.test" };
    const issue = await hook.raised({
      title: "Broken",
      description: "by vexler@customer.test",
      reporter,
      external_id: "x1",
    });
    expect(issue.raised_by).toContain("Wilhelmina");
    await dataOf(world, "POST", `/issues/${issue.id}/fix`, {});
    await erase(world, "reporter", "vexler@customer.test");
    await expectForgotten(world, "vexler", "wilhelmina");
    const after = await dataOf(world, "GET", `/issues/${issue.id}`);
    expect(after).toMatchObject({ raised_by: "Deleted reporter via webhook", reporter: { name: "Deleted reporter" } });
    expect(after.reporter).toEqual({ name: "Deleted reporter" });
    expect(await world.problems()).toEqual([]);
  });

  test("an archived app is gone with all that belonged to it, and others are as they were", async () => {
    const other = await world.app();
    const hook = await openHook(world, { name: "Flibbertigibbet" });
    const { id } = hook.app;
    const issue = await hook.raised({ title: "Gallimaufry", external_id: "y1" });
    await dataOf(world, "POST", `/issues/${issue.id}/comments`, { text: "Skedaddle" });
    await dataOf(world, "POST", "/results", { app: id, check: "SIGN-1", outcome: "passed", note: "Whippersnapper" });
    const cycle = await dataOf(world, "POST", `/apps/${id}/cycles`, { name: "Collywobbles" });
    await dataOf(world, "POST", `/cycles/${cycle.id}/close`, {});
    await dataOf(world, "POST", `/apps/${id}/archive`);
    const erasure = await beginErasing(world, "app", "Flibbertigibbet");
    expect((await world.call(world.admin, "POST", `/apps/${id}/restore`)).status).toBe(404);
    expect(await beginErasing(world, "app", "Flibbertigibbet"), "the same one").toBe(erasure);
    await runErasure(world.store, erasure);
    await expectForgotten(world, "flibbertigibbet", "gallimaufry", "skedaddle", "whippersnapper", "collywobbles");
    expect((await dataOf(world, "GET", `/apps/${other.id}`)).checks).toEqual(other.checks);
    expect(await world.problems()).toEqual([]);
  });

  test("somebody who comments while they are erased, on two servers at once, leaves nothing", async () => {
    const app = await world.app();
    const issue = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Wrong" });
    const cookie = await joined("Balthazar Snood", "snood@example.com");
    const addresses = [world.address, await world.anotherServer()];
    let isOver = false;
    const statuses = new Set<number>();
    const write = async (address: string) => {
      for (let n = 0; !isOver; n++) {
        const { status } = await world.callAt(address, cookie, "POST", `/issues/${issue.id}/comments`, {
          text: `${n}`,
        });
        statuses.add(status);
        if (status === 401) return;
      }
    };
    const writers = addresses.map(write);
    while (!statuses.has(201)) await new Promise((resolve) => setImmediate(resolve));
    const id = await beginErasing(world, "person", "snood@example.com");
    // Another server may go on with it at the same time.
    const running = Promise.all([runErasure(world.store, id), runErasure(world.store, id)]);
    await Promise.all(writers);
    isOver = true;
    world.clock.offset += SETTLE_MS;
    await running;
    expect(statuses).toEqual(new Set([201, 401]));
    await expectForgotten(world, "snood", "balthazar");
    expect(await world.problems()).toEqual([]);
  });

  test("one that is interrupted goes on where it was, and steps that are done are not done again", async () => {
    await joined("Peregrine Fusby", "fusby@example.com");
    const id = await beginErasing(world, "person", "fusby@example.com");
    const first = await world.store.performer.perform(eraseStep, { id });
    const second = await world.store.performer.perform(eraseStep, { id });
    expect([first, second]).toMatchObject([{ state: "running" }, { state: "running", done: first.done + 1 }]);
    world.clock.offset += SETTLE_MS;
    await runErasure(world.store, id);
    await expectForgotten(world, "fusby");
    expect(await world.problems()).toEqual([]);
  });

  test("somebody of the same name keeps it where only the name was written down", async () => {
    const app = await world.app();
    const [one, two] = [await joined("Sam", "sam.one@example.com"), await joined("Other", "sam.two@example.com")];
    // People who joined before names had to differ may have the same name.
    await rowsOf(world, "update person set name = 'Sam' where email = 'sam.two@example.com'");
    for (const who of [one, two])
      await world.call(who, "POST", "/results", { app: app.id, check: "SIGN-1", outcome: "passed" });
    await erase(world, "person", "sam.one@example.com");
    const results = await dataOf(world, "GET", `/results?app=${app.id}`);
    expect(new Set(results.map(({ recorded_by }: { recorded_by: string }) => recorded_by))).toEqual(new Set(["Sam"]));
    await expectForgotten(world, "sam.one@");
  });

  test("entries from before there were salts lose the name, too, and only the secret key vouches for what is left", async () => {
    const { reader, workspace } = world.store;
    await joined("Ottoline Grubb", "grubb@example.com");
    const chain = () => listAuditChain(reader, workspace.id, {}, 10_000);
    await withoutSalts(world);
    expect(await world.problems()).toEqual([]);
    await erase(world, "person", "grubb@example.com");
    await expectForgotten(world, "grubb", "ottoline");
    expect(await world.problems()).toEqual([]);
    const [kept] = (await chain()).filter(({ salts }) => salts?.startsWith("kept."));
    await rowsOf(world, `update audit set action = 'key.created' where id = '${kept!.id}'`);
    expect(await world.problems()).toEqual([expect.stringContaining(`audit log: entry ${kept!.id} was changed`)]);
    await rowsOf(world, `update audit set action = '${kept!.action}' where id = '${kept!.id}'`);
    expect(await world.problems()).toEqual([]);
  });
});
