// Erasing takes an address out of what may be there only once, and one erasure that fails stops no other.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Erasing } from "../../../src/engine/erasing.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { beginErasing, erase } from "../../support/clients/erasing.ts";
import { expectForgotten } from "../../support/clients/kept-bytes.ts";
import { join, rowsOf } from "../../support/clients/person-client.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { attach, PNG } from "../../support/samples/sample-files.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  test("what differed only in how the address was written still differs, and fixing an issue frees its slot", async () => {
    const { cookie } = await join(world, { role: "admin" });
    const hook = await openHook(world, { name: "Shop of pz@x.org" });
    await world.app({ name: "Shop of PZ@x.org" });
    const ids = ["pz@x.org", "PZ@x.org", "u%2Fpz@x.org", `PZ@X.ORG-${"9".repeat(300)}`];
    const issues: { id: string }[] = [];
    for (const external_id of ids) issues.push(await hook.raised({ title: "Crash", external_id }));
    await dataOf(world, "POST", "/results", { app: hook.app.id, check: "SIGN-1", outcome: "failed" });
    const [result] = await dataOf(world, "GET", `/results?app=${hook.app.id}`);
    for (const name of ["pz@x.org.png", "PZ@x.org.png", "'pz@x.org'.png"]) {
      for (const owner of [issues[0]!.id, result.id])
        expect((await attach(world, cookie, owner, name, PNG)).status).toBe(201);
    }
    for (const name of ["pz@x.org", "PZ@x.org"]) await dataOf(world, "POST", `/apps/${hook.app.id}/cycles`, { name });
    const once = { "idempotency-key": "pz@x.org-1" };
    const raised = { app: hook.app.id, check: "PAY-1", text: "See ?email=pz%40x.org and 'pz@x.org'" };
    expect((await world.call(world.admin, "POST", "/issues", raised, once)).status).toBe(201);
    await erase(world, "reporter", "pz@x.org");
    await expectForgotten(world, "pz@x.org", "pz%40x.org");
    expect(await world.problems()).toEqual([]);
    const after = await Promise.all(issues.map(({ id }) => dataOf(world, "GET", `/issues/${id}`)));
    const given = after.map(({ webhook }) => webhook.external_id);
    expect(new Set(given).size).toBe(ids.length);
    expect(after[0].attachments.map(({ name }: { name: string }) => name)).toHaveLength(3);
    for (const [at, { id }] of issues.entries()) {
      // The last id is long and shown only in part, so it can't be sent again.
      if (at < 3) expect(await hook.duplicated({ title: "Crash", external_id: given[at] })).toBe(id);
      await dataOf(world, "POST", `/issues/${id}/fix`, {});
    }
    expect(await rowsOf(world, "select * from slot")).toEqual([]);
    expect(await world.problems()).toEqual([]);
  });

  test("one that fails is seen, keeps no other from being done, and goes on when it can", async () => {
    const hook = await openHook(world);
    const emails = ["first@y.org", "second@y.org"];
    for (const email of emails) await hook.raised({ title: email, external_id: email, reporter: { name: "R", email } });
    const broken = await beginErasing(world, "reporter", emails[0]!);
    const [{ progress }] = (await rowsOf(world, `select progress from erasure where id = '${broken}'`)) as [
      { progress: string },
    ];
    const setProgress = (text: string) =>
      rowsOf(world, `update erasure set progress = '${text}' where id = '${broken}'`);
    await setProgress('{"pass":1,"step":9999,"after":null}');
    const fine = await beginErasing(world, "reporter", emails[1]!);
    const errors: Error[] = [];
    const erasing = new Erasing({ ...world.store, onError: (error) => errors.push(error) });
    const isFinished = async (id: string) => (await dataOf(world, "GET", `/erasures/${id}`)).state === "done";
    erasing.wake();
    await expect.poll(() => isFinished(fine)).toBe(true);
    await erasing.close();
    expect(errors).toHaveLength(1);
    expect(await dataOf(world, "GET", `/erasures/${broken}`)).toMatchObject({
      state: "running",
      failed_at: expect.any(String),
    });
    expect(await world.problems()).toEqual([expect.stringContaining(`erasure ${broken}: it failed`)]);
    expect(await (await fetch(`${world.address}/metrics`)).text()).toContain("\nretest_erasures_failing 1\n");
    await setProgress(progress);
    const again = new Erasing({ ...world.store, onError: (error) => errors.push(error) });
    again.wake();
    await expect.poll(() => isFinished(broken)).toBe(true);
    await again.close();
    expect(await dataOf(world, "GET", `/erasures/${broken}`)).toMatchObject({ failed_at: null });
    await expectForgotten(world, ...emails);
    expect(await world.problems()).toEqual([]);
  });
});
