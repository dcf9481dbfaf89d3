// What an admin does with deliveries by hand: delivers a kept one again, and tries a payload without raising anything.
import { beforeEach, describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { type Hook, openHook, setPlan, signed } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const RATE = 8;
const HOUR = 3_600_000;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: RATE, freePlanIssues: 1 });
  const issueClient = issueClientOf(world);
  let hook: Hook;
  beforeEach(async () => {
    hook = await openHook(world);
  });

  const newest = async (count: number) => (await hook.log(count))[0];
  const previewed = (body: unknown) => dataOf(world, "POST", `/apps/${hook.app.id}/webhook/preview`, body);

  test("a delivery refused for want of a title is raised once the mapping finds one", async () => {
    await hook.deliver({ data: { name: "Mapped", id: 9007199254740993n.toString() } });
    const refused = await newest(1);
    await hook.configure({ preset: "custom", mapping: { title: "data.name", external_id: "data.id" } });
    const replayed = await hook.replay(refused.id);
    expect(replayed).toMatchObject({ status: 201, error: null, replay_of: refused.id, body: expect.any(String) });
    expect(await issueClient.read(replayed.issue.id)).toMatchObject({
      text: "Mapped",
      via: "webhook",
      webhook: { external_id: "9007199254740993" },
    });
    expect(await hook.log(2)).toMatchObject([{ id: replayed.id }, { id: refused.id, status: 400 }]);
  });

  test.each<[string, () => unknown, () => unknown]>([
    ["too many in the hour", () => fill(), () => enterNextHour()],
    ["an app that was not live", () => hook.setMode("testing"), () => hook.setMode("live")],
    ["a signature that was missing", () => hook.setSecret("a secret"), () => undefined],
    ["an allowance that was used up", () => useUp(), () => setPlan(world, "unlimited")],
  ])("a delivery refused for %s is raised by a replay when the cause is gone", async (_sentence, cause, mend) => {
    await cause();
    const before = (await dataOf(world, "GET", `/apps/${hook.app.id}/webhook/deliveries`)).length;
    const { status } = await hook.deliver({ title: "Refused first" });
    expect(status).toBeGreaterThanOrEqual(400);
    const refused = await newest(before + 1);
    expect(refused.status).toBe(status);
    await mend();
    const { issue, ...entry } = await hook.replay(refused.id);
    expect(entry).toMatchObject({ status: 201, replay_of: refused.id });
    expect((await issueClient.read(issue.id)).text).toBe("Refused first");
    world.clock.offset = 0;
    expect(await world.problems()).toEqual([]);
  });
  const fill = async () => {
    for (let i = 0; i < RATE; i++) await hook.deliver({ title: "T" });
  };
  const enterNextHour = () => {
    world.clock.offset += HOUR;
  };
  const useUp = async () => {
    await hook.raised({ title: "T" });
    await setPlan(world, "free");
  };

  test("a replay dedupes: while the issue is open it is a duplicate, after its fix a new issue", async () => {
    const { id } = await hook.raised({ title: "T", external_id: "1" });
    const first = await newest(1);
    expect(await hook.replay(first.id)).toMatchObject({ status: 200, duplicate: true, issue: { id } });
    await issueClient.fix(id);
    const again = await hook.replay(first.id);
    expect(again).toMatchObject({ status: 201, duplicate: false });
    expect(again.issue.id).not.toBe(id);
    expect(await hook.issues()).toHaveLength(2);
  });

  test("a replay that is refused is an entry like any other, and a replay of a replay names the first", async () => {
    await hook.deliver("no JSON");
    const first = await newest(1);
    const second = await hook.replay(first.id);
    expect(second).toMatchObject({ status: 400, error: { code: "invalid_json" }, replay_of: first.id });
    expect(await hook.replay(second.id)).toMatchObject({ status: 400, replay_of: first.id });
  });

  test("a replay counts as a delivery of the hour", async () => {
    await hook.raised({ title: "T", external_id: "1" });
    const { id } = await newest(1);
    for (let i = 1; i < RATE; i++) expect((await hook.replay(id)).status).toBe(200);
    expect(await hook.replay(id)).toMatchObject({ status: 429, error: { code: "rate_limited" } });
  });

  test.each<[string, string | Buffer, Record<string, string>]>([
    ["a form", "title=Form&platforms=ios", { "content-type": "application/x-www-form-urlencoded" }],
    [
      "multipart",
      '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nForm\r\n--b--\r\n',
      { "content-type": "multipart/form-data; boundary=b" },
    ],
    [
      "bytes that are kept in base64",
      Buffer.from(
        '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n\xff\0\r\n--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nForm\r\n--b--\r\n',
        "latin1",
      ),
      {},
    ],
    ["a byte order mark", '\ufeff{"title":"Form"}', {}],
  ])("a replay reads %s as it was read first", async (_sentence, body, headers) => {
    expect((await hook.raised(body, headers)).text).toBe("Form");
    const { issue } = await hook.replay((await newest(1)).id);
    expect((await issueClient.read(issue.id)).text).toBe("Form");
  });

  test("a delivery in a refused encoding is refused again when it is replayed", async () => {
    await hook.deliver({ title: "T" }, { "content-encoding": "gzip", cookie: "x".repeat(5_000) });
    expect(await hook.replay((await newest(1)).id)).toMatchObject({ status: 400, error: { code: "invalid_json" } });
  });

  test("only an admin replays, on a live app, what was kept", async () => {
    await hook.deliver({ title: "T" });
    const path = `/apps/${hook.app.id}/webhook/deliveries/${(await newest(1)).id}/replay`;
    for (const key of [world.tester, world.viewer]) {
      expect(outcomeOf(await ask(world, key, "POST", path))).toBe("403 forbidden");
    }
    await hook.setMode("testing");
    expect(outcomeOf(await ask(world, world.admin, "POST", path))).toBe("409 not_live");
    expect(await hook.issues()).toHaveLength(1);
  });

  test("a preview shows the issue that would be raised, and raises, counts and logs nothing", async () => {
    await hook.configure({ default_priority: "low" });
    const payload = { title: "T", description: "Text", external_id: 1, source: "tool", reporter: { name: "Ann" } };
    const { issue, error } = await previewed({ payload });
    expect({ issue, error }).toMatchObject({
      issue: { text: "T\n\nText", priority: "low", raised_by: "Ann via webhook", webhook: { external_id: "1" } },
      error: null,
    });
    expect(await previewed({ payload: {} })).toMatchObject({ issue: null, error: { code: "missing_title" } });
    expect([await hook.issues(), await hook.log(0), await hook.used()]).toEqual([[], [], 0]);
    const raised = await hook.raised(payload);
    const { title: _, ...shown } = issue;
    expect(raised).toMatchObject(shown);
  });

  test("a preview tries a kept delivery against another mapping, and the saved one stays", async () => {
    await hook.deliver({ data: { name: "Mapped" } });
    const { id } = await newest(1);
    const mapping = { title: "data.name" };
    expect(await previewed({ delivery: id, mapping })).toMatchObject({ issue: { title: "Mapped" } });
    expect(await previewed({ delivery: id })).toMatchObject({ issue: null });
    expect(await hook.config()).toMatchObject({ preset: "native", mapping: {} });
    expect(await hook.issues()).toEqual([]);
  });

  test("a replay needs no signature: the admin's key is the permission", async () => {
    await hook.setSecret("a secret");
    const body = { title: "Signed" };
    await hook.raised(body, signed("a secret", body));
    expect(await hook.replay((await newest(1)).id)).toMatchObject({ status: 201 });
  });
});
