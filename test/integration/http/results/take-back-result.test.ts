// Taking back a result that was recorded by mistake: what stood before stands again.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, outcomeOf } from "../../../support/checks/route-table.ts";
import { type IssueClient, issueClientOf } from "../../../support/clients/issue-client.ts";
import { join, rowsOf } from "../../../support/clients/person-client.ts";
import { notifiedApp } from "../../../support/samples/notified-app.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const MINUTE = 60_000;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let issueClient: IssueClient;
  let tester: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    issueClient = issueClientOf(world);
    tester = await world.person("tester");
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
    await world.close();
  });

  const record = async (app: string, outcome: string, platforms = ["ios"], who = tester): Promise<string> => {
    const answer = await ask(world, who, "POST", "/results", { app, check: "SIGN-1", outcome, platforms });
    return answer.body.data[0].id;
  };
  const takeBack = async (id: string, who = tester) => outcomeOf(await ask(world, who, "DELETE", `/results/${id}`));
  const onIos = async (app: { id: string }) => (await issueClient.statuses(app)).ios;

  test("an untested check is untested again, and a failed one failed", async () => {
    const app = await world.app();
    expect(await takeBack(await record(app.id, "passed"))).toBe("204");
    expect(await onIos(app)).toBe("untested");
    const failed = await record(app.id, "failed");
    expect(await takeBack(await record(app.id, "passed"))).toBe("204");
    expect(await onIos(app)).toBe("failed");
    const { body } = await world.call(world.viewer, "GET", `/results?app=${app.id}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([failed]);
  });

  test("a fix that was not retested needs its retest again", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app, { platforms: ["ios"] });
    await issueClient.fix(id);
    const result = await record(app.id, "passed");
    expect(await onIos(app)).toBe("passed");
    expect(await takeBack(result)).toBe("204");
    expect(await onIos(app)).toBe("needs_retest");
  });

  test("who follows the runbook is told, and the event says what was taken back", async () => {
    const app = await world.app();
    const result = await record(app.id, "failed");
    const { revision } = (await world.call(world.viewer, "GET", `/apps/${app.id}/runbook`)).body.data;
    await takeBack(result);
    const { body } = await world.call(world.viewer, "GET", `/apps/${app.id}/runbook?since=${revision}`);
    expect(body.data).toMatchObject({ whole: false, revision: revision + 1 });
    expect(body.data.checks.map(({ statuses }: { statuses: string[] }) => statuses)).toEqual([
      ["untested", "untested"],
    ]);
    const [event] = await rowsOf(
      world,
      `select actor, changes from event where app_id = '${app.id}'
      and kind = 'result_taken_back'`,
    );
    expect(event!.actor).toBe("tester person");
    expect(JSON.parse(event!.changes as string)).toMatchObject({ platform: "ios", outcome: "failed" });
  });

  test("only the newest result of its check and platform", async () => {
    const app = await world.app();
    const first = await record(app.id, "failed");
    const onAndroid = await record(app.id, "passed", ["android"]);
    const second = await record(app.id, "passed");
    expect(await takeBack(first)).toBe("409 settled");
    expect(await takeBack(onAndroid)).toBe("204");
    expect(await takeBack(second)).toBe("204");
    expect(await takeBack(second)).toBe("404 not_found");
    expect(await takeBack(first)).toBe("204");
    expect(await onIos(app)).toBe("untested");
  });

  test("only by the person who recorded it", async () => {
    const app = await world.app();
    const result = await record(app.id, "passed");
    const { cookie } = await join(world, { role: "admin" });
    expect(await takeBack(result, cookie)).toBe("403 forbidden");
    const byKey = await record(app.id, "passed", ["ios"], world.tester);
    expect(await takeBack(byKey)).toBe("403 forbidden");
  });

  test("not by somebody else who has the same name", async () => {
    const app = await world.app();
    const [one, other] = [await join(world, { role: "tester" }), await join(world, { role: "tester" })];
    const result = await record(app.id, "passed", ["ios"], one.cookie);
    expect(await takeBack(result, other.cookie)).toBe("403 forbidden");
    expect(await onIos(app)).toBe("passed");
    expect(await takeBack(result, one.cookie)).toBe("204");
  });

  test("only for ten minutes", async () => {
    const app = await world.app();
    const result = await record(app.id, "passed");
    const { offset } = world.clock;
    world.clock.offset = offset + 11 * MINUTE;
    expect(await takeBack(result)).toBe("409 settled");
    world.clock.offset = offset + 9 * MINUTE;
    expect(await takeBack(result)).toBe("204");
    world.clock.offset = offset;
  });

  test("not once a fix was found to hold by it, because that was passed on", async () => {
    const app = await notifiedApp(world, "http://127.0.0.1:9/fixed");
    const { id } = await app.raiseOnCheck({ platforms: ["ios", "android"] });
    await issueClient.fix(id);
    const first = await record(app.id, "passed", ["ios"]);
    const last = await record(app.id, "passed", ["android"]);
    expect(await takeBack(last)).toBe("409 settled");
    expect(await takeBack(first)).toBe("409 settled");
    await record(app.id, "failed", ["android"]);
    expect((await issueClient.statuses(app)).android).toBe("failed");
  });

  test("keys may read a result, and not take it back", async () => {
    const app = await world.app();
    const { status } = await world.call(world.admin, "DELETE", `/results/${await record(app.id, "passed")}`);
    expect(status).toBe(405);
  });
});
