// While an issue with a given source and external id is open, further deliveries raise nothing; once it is fixed, the
// next one raises a new issue.
import { beforeEach, describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { type IssueData, issueClientOf, severalRepositories } from "../../../support/clients/issue-client.ts";
import { type Hook, openHook } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const ALERT = { title: "Alert", source: "tool", external_id: "a-1" };

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  const issueClient = issueClientOf(world);
  let hook: Hook;
  beforeEach(async () => {
    hook = await openHook(world);
  });

  /** The open issues as the list has them, as the app's two answers count them, and by the books. */
  const expectOpen = async (ids: string[]) => {
    const { data } = await issueClient.list(`app=${hook.app.id}&limit=200`);
    expect(data.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const [single, listed] = [await dataOf(world, "GET", `/apps/${hook.app.id}`), await dataOf(world, "GET", "/apps")];
    expect(single.summary.open_issues).toBe(ids.length);
    expect(listed.find((app: { id: string }) => app.id === hook.app.id).open_issues).toBe(ids.length);
    expect(await world.problems()).toEqual([]);
  };

  test("a duplicate changes nothing of the issue it is one of but how often and when it was last reported", async () => {
    const before = await hook.raised({ ...ALERT, description: "First", priority: "low" });
    expect(before.webhook).toMatchObject({ deliveries: 1, last_delivery_at: before.raised_at });
    world.clock.offset += 1_000;
    expect(await hook.duplicated({ ...ALERT, title: "Other", description: "Second", priority: "urgent" })).toBe(
      before.id,
    );
    const after = await issueClient.read(before.id);
    const { last_delivery_at: last } = after.webhook!;
    expect(after).toEqual({ ...before, webhook: { ...before.webhook, deliveries: 2, last_delivery_at: last } });
    expect(Date.parse(last)).toBeGreaterThanOrEqual(Date.parse(before.raised_at) + 1_000);
    expect(await issueClient.history(before.id)).toHaveLength(1);
    await expectOpen([before.id]);
  });

  test("deliveries count exactly when they come together, and every answer says the same number", async () => {
    const { id } = await hook.raised(ALERT);
    await Promise.all(Array.from({ length: 30 }, () => hook.duplicated(ALERT)));
    const counted = (issue: IssueData) => issue.webhook?.deliveries;
    expect(counted(await issueClient.read(id))).toBe(31);
    // Asked often enough for the answer to be kept.
    for (let i = 0; i < 3; i++) await issueClient.list(`app=${hook.app.id}`);
    await hook.duplicated(ALERT);
    expect((await issueClient.list(`app=${hook.app.id}`)).data.map(counted)).toEqual([32]);
    expect((await issueClient.list(`app=${hook.app.id}&q=alert`)).data.map(counted)).toEqual([32]);
    const answers = await Promise.all([issueClient.edit(id, { text: "Edited" }), hook.duplicated(ALERT)]);
    expect([32, 33]).toContain(counted(answers[0]));
    for (const change of [issueClient.fix, issueClient.reopen, issueClient.read])
      expect(counted(await change(id))).toBe(33);
    await issueClient.fix(id);
    const next = await hook.raised(ALERT);
    expect([counted(next), counted(await issueClient.read(id))]).toEqual([1, 33]);
    await expectOpen([next.id]);
  });

  test("a delivery without an id is an issue reported once; other issues have no deliveries", async () => {
    const [one, two] = [await hook.raised({ title: "A" }), await hook.raised({ title: "A" })];
    expect([one, two].map(({ webhook }) => webhook?.deliveries)).toEqual([1, 1]);
    expect((await issueClient.raise(hook.app)).webhook).toBeNull();
  });

  test("a replay counts as a delivery of the issue that it meets", async () => {
    const { id } = await hook.raised(ALERT);
    const [entry] = await hook.log(1);
    await hook.replay(entry.id);
    expect((await issueClient.read(id)).webhook).toMatchObject({ deliveries: 2 });
    await expectOpen([id]);
  });

  test("a report that comes meanwhile is no conflict for whoever edits, but the answer is another", async () => {
    const { id } = await hook.raised(ALERT);
    const tagOf = async () => (await world.call(world.viewer, "GET", `/issues/${id}`)).headers.get("etag")!;
    const edit = (text: string, etag: string) =>
      world.call(world.tester, "PATCH", `/issues/${id}`, { text }, { "if-match": etag });
    const seen = await tagOf();
    await hook.duplicated(ALERT);
    const reported = await tagOf();
    expect(reported).not.toBe(seen);
    const stale = await world.call(world.viewer, "GET", `/issues/${id}`, undefined, { "if-none-match": seen });
    expect(stale.status).toBe(200);
    const edited = await edit("First", seen);
    expect(edited.status).toBe(200);
    expect(edited.headers.get("etag")).toBe(await tagOf());
    expect((await edit("Second", reported)).status).toBe(412);
    expect((await edit("Third", await tagOf())).status).toBe(200);
  });

  test("once it is fixed, the next delivery raises a new issue, again and again", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const { id } = await hook.raised(ALERT);
      expect(await hook.duplicated(ALERT)).toBe(id);
      await issueClient.fix(id);
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(3);
    await expectOpen([]);
  });

  test("sources that differ after 64 characters are different, and each is deduped by all of it", async () => {
    const long = "A monitoring tool whose name goes on for longer than anybody can show";
    const [one, two] = [`${long} one`, `${long} two`].map((source) => ({ ...ALERT, source }));
    const first = await hook.raised(one);
    const second = await hook.raised(two);
    for (const issue of [first, second]) {
      expect(issue.webhook).toMatchObject({ source: long.slice(0, 64) });
      expect(issue.raised_by).toBe(`${long.slice(0, 64)} via webhook`);
    }
    expect(await hook.duplicated(one)).toBe(first.id);
    expect(await hook.duplicated(two)).toBe(second.id);
    await issueClient.fix(first.id);
    expect(await hook.duplicated(two)).toBe(second.id);
    const third = await hook.raised(one);
    await issueClient.fix(third.id);
    await issueClient.fix(first.id, { fixed: false });
    expect(await hook.duplicated(one)).toBe(first.id);
    await expectOpen([first.id, second.id]);
  });

  test("a partly fixed issue is open: deliveries are duplicates of it until its last platform is fixed", async () => {
    hook = await openHook(world, severalRepositories());
    const { id } = await hook.raised(ALERT);
    await issueClient.fix(id, { platforms: ["web"] });
    expect(await issueClient.read(id)).toMatchObject({ status: "open", still_open_on: ["ios", "android"] });
    expect(await hook.duplicated(ALERT)).toBe(id);
    await issueClient.fix(id, { platforms: ["ios", "android"] });
    const next = await hook.raised(ALERT);
    await expectOpen([next.id]);
  });

  test("an issue that is edited stays the one that deliveries are duplicates of", async () => {
    const { id } = await hook.raised(ALERT);
    await issueClient.edit(id, { text: "Reworded", platforms: ["ios"], priority: "low" });
    expect(await hook.duplicated(ALERT)).toBe(id);
  });

  test("a reopened issue takes its deliveries back", async () => {
    const { id } = await hook.raised(ALERT);
    await issueClient.fix(id);
    await issueClient.reopen(id);
    expect(await hook.duplicated(ALERT)).toBe(id);
    await expectOpen([id]);
  });

  test("reopening always answers 200, also when a newer issue has taken the place; the newer one keeps it", async () => {
    const old = await hook.raised(ALERT);
    await issueClient.fix(old.id);
    const newer = await hook.raised(ALERT);
    await issueClient.reopen(old.id);
    expect(await hook.duplicated(ALERT)).toBe(newer.id);
    await expectOpen([old.id, newer.id]);
    await issueClient.fix(newer.id);
    expect(await hook.duplicated(ALERT)).toBe(old.id);
    await issueClient.fix(old.id);
    const third = await hook.raised(ALERT);
    await expectOpen([third.id]);
  });

  test("fixing another issue of the same id leaves the one that holds the place alone", async () => {
    const old = await hook.raised(ALERT);
    await issueClient.fix(old.id);
    const newer = await hook.raised(ALERT);
    await issueClient.reopen(old.id);
    await issueClient.fix(old.id);
    expect(await hook.duplicated(ALERT)).toBe(newer.id);
    await expectOpen([newer.id]);
  });

  test("fixing twice and reopening twice change nothing more", async () => {
    const { id } = await hook.raised(ALERT);
    for (let i = 0; i < 2; i++) await issueClient.fix(id);
    for (let i = 0; i < 2; i++) await issueClient.reopen(id);
    expect(await hook.duplicated(ALERT)).toBe(id);
    await expectOpen([id]);
  });

  test("confirming a fix opens nothing: the next delivery is a new issue", async () => {
    const { id } = await hook.raised(ALERT);
    await issueClient.fix(id);
    await issueClient.confirm(id);
    expect((await hook.raised(ALERT)).id).not.toBe(id);
  });

  test("a delivery with the app back from testing finds its open issue", async () => {
    const { id } = await hook.raised(ALERT);
    await hook.setMode("testing");
    await hook.setMode("live");
    expect(await hook.duplicated(ALERT)).toBe(id);
  });

  test("neither a new URL nor a new secret makes a known alert new", async () => {
    const { id } = await hook.raised(ALERT);
    await hook.regenerate();
    expect(await hook.duplicated(ALERT)).toBe(id);
  });
});
