// What a reporter is named by: an address, or what an issue has in place of one; and what is said if there is nothing of them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../support/checks/route-table.ts";
import { command } from "../../support/clients/command.ts";
import { beginErasing, erase } from "../../support/clients/erasing.ts";
import { expectForgotten } from "../../support/clients/kept-bytes.ts";
import { accept, invite, join, rowsOf } from "../../support/clients/person-client.ts";
import type { Settings } from "../../support/clients/run-cli.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
    await join(world, { role: "admin" });
  });
  afterAll(() => world.close());

  test("what is no address is erased only as the address of an issue's reporter, and has to be one", async () => {
    const hook = await openHook(world);
    const reporter = { name: "Cust", email: "Login" };
    const issue = await hook.raised({ title: "The login fails", external_id: "login", reporter });
    const body = { kind: "reporter", subject: "fails", confirm: "fails" };
    expect(outcomeOf(await ask(world, world.admin, "POST", "/erasures", body))).toBe("404 not_found");
    await erase(world, "reporter", "login");
    expect(await dataOf(world, "GET", `/issues/${issue.id}`)).toMatchObject({
      text: issue.text,
      raised_by: "Deleted reporter via webhook",
      reporter: { name: "Deleted reporter" },
      webhook: { external_id: "login" },
    });
    expect(await world.problems()).toEqual([]);
  });

  test("retest erase exits with 1 if nothing was found, goes on though another erasure fails, and with the same one if it was interrupted", async () => {
    const hook = await openHook(world);
    for (const email of ["one@z.org", "two@z.org"])
      await hook.raised({ title: email, external_id: email, reporter: { name: "R", email } });
    const broken = await beginErasing(world, "reporter", "one@z.org");
    const [before] = await rowsOf(world, `select progress from erasure where id = '${broken}'`);
    const setProgress = (text: unknown) =>
      rowsOf(world, `update erasure set progress = '${text}' where id = '${broken}'`);
    await setProgress('{"pass":1,"step":9999,"after":null}');
    const { dataDir, databaseUrl, secretKey } = world.config;
    const place: Settings = databaseUrl === null ? { RETEST_DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
    const run = (email: string) =>
      command(["erase", "reporter", email, "--confirm", email], { ...place, RETEST_SECRET_KEY: secretKey });
    expect(await run("two@z.org")).toMatchObject({ code: 0, stderr: expect.stringContaining(`${broken} failed`) });
    await setProgress(before!.progress);
    expect(await run("onne@z.org")).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was found") });
    await expectForgotten(world, "one@z.org", "two@z.org");

    await hook.raised({ title: "three@z.org", external_id: "three", reporter: { name: "R", email: "three@z.org" } });
    const interrupted = await beginErasing(world, "reporter", "three@z.org");
    const [last] = await dataOf(world, "GET", "/erasures");
    expect(last.id).toBe(interrupted);
    expect(await run("Three@z.org")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Erased .*: [1-9]\d* row/),
    });
    const [same] = await dataOf(world, "GET", "/erasures");
    expect(same).toMatchObject({ id: interrupted, state: "done" });
    await expectForgotten(world, "three@z.org");
  });

  test("an address in the name of a key is taken out of what was said with it", async () => {
    const email = "kim.key@keys.example";
    const { key } = await dataOf(world, "POST", "/keys", { name: `key of ${email}`, role: "tester" });
    const hook = await openHook(world);
    const { id } = await hook.raised({ title: "Kept", external_id: "kept" });
    const said = await world.call(key, "POST", `/issues/${id}/comments`, { text: "Seen" });
    expect(said.status).toBe(201);
    await erase(world, "reporter", email);
    await expectForgotten(world, email);
    const [comment] = await dataOf(world, "GET", `/issues/${id}/comments`);
    expect(comment.written_by).toMatch(/^key of erased-.* via API$/);
  });

  test("an address that somebody had before is not kept by the invitation that they joined by", async () => {
    const email = "before@example.com";
    const answer = await accept(world, { token: await invite(world, { role: "tester", email }), name: "Moved", email });
    await rowsOf(world, `update person set email = 'after@example.com' where id = '${answer.body.data.id}'`);
    await erase(world, "person", "after@example.com");
    await expectForgotten(world, email, "after@example.com");
  });
});
