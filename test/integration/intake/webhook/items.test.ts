// A delivery with a list: one issue for each item, each deduped by itself, all of it one delivery.
import { beforeEach, describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { type Hook, openHook, setPlan } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const MAPPING = { items: "alerts", title: "name", external_id: "id", recovered: "status" };

const alert = (id: number | string, status = "firing") => ({ id, name: `Alert ${id}`, status });
const group = (...alerts: unknown[]) => ({ source: "probe", alerts });

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  const issueClient = issueClientOf(world);
  let hook: Hook;
  beforeEach(async () => {
    hook = await openHook(world);
    await hook.configure({ preset: "custom", mapping: MAPPING, recoveries: "fix" });
  });

  test("each item raises an issue, or is a duplicate of its own, or fixes its own", async () => {
    const first = await hook.deliver(group(alert(1), alert(2)));
    expect(first.status).toBe(201);
    expect(first.body.items).toHaveLength(2);
    expect(first.body.issue).toEqual(first.body.items[0].issue);
    const [one, two] = first.body.items.map(({ issue }: { issue: unknown }) => issue);
    const next = await hook.deliver(group(alert(1), alert(2, "resolved"), alert(3), alert(4, "resolved")));
    expect(next.status).toBe(201);
    const three = next.body.issue;
    expect(next.body).toEqual({
      issue: three,
      items: [{ duplicate: true, issue: one }, { fixed: true, issue: two }, { issue: three }, { ignored: "recovery" }],
    });
    const issues = await hook.issues();
    expect(
      issues.map(({ text, status, raised_by, webhook }) => [text, status, raised_by, webhook!.deliveries]),
    ).toEqual([
      ["Alert 3", "open", "probe via webhook", 1],
      ["Alert 2", "fixed", "probe via webhook", 2],
      ["Alert 1", "open", "probe via webhook", 2],
    ]);
    expect(await world.problems()).toEqual([]);
  });

  test("the answer is that of the item that most became of: raised, fixed, duplicate, ignored", async () => {
    const { issue } = (await hook.deliver(group(alert(1)))).body;
    expect((await hook.deliver(group(alert(9, "resolved"), alert(1)))).body).toMatchObject({ duplicate: true, issue });
    expect((await hook.deliver(group(alert(1), alert(1, "resolved")))).body).toMatchObject({ fixed: true, issue });
    expect((await hook.deliver(group(alert(1, "resolved")))).body).toEqual({
      ignored: "recovery",
      items: [{ ignored: "recovery" }],
    });
  });

  test("one delivery counts once in the hour and in the log, whatever it holds", async () => {
    await hook.deliver(group(...Array.from({ length: 100 }, (_, id) => alert(id))));
    expect(await hook.used()).toBe(1);
    const [entry] = await hook.log(1);
    expect(entry).toMatchObject({ status: 201, duplicate: false, error: null });
    expect(entry.items).toHaveLength(100);
    expect(new Set(entry.items.map((item: { issue: { id: string } }) => item.issue.id)).size).toBe(100);
    expect((await hook.entry(entry.id)).items).toEqual(entry.items);
    expect(await hook.issues()).toHaveLength(100);
    const replayed = await hook.replay(entry.id);
    expect(replayed.items.every(({ duplicate }: { duplicate: boolean }) => duplicate)).toBe(true);
    expect(await world.problems()).toEqual([]);
  });

  test("the same id twice in one list is one issue; items without an id are issues of their own", async () => {
    const { body } = await hook.deliver(group(alert(1), alert(1), { name: "a" }, { name: "a" }));
    expect(body.items[1]).toEqual({ duplicate: true, issue: body.items[0].issue });
    expect(await hook.issues()).toHaveLength(3);
  });

  test("an item without a title is refused by itself; only if none is taken, the delivery is", async () => {
    const mixed = await hook.deliver(group({ id: 5 }, alert(6), null));
    expect(mixed.status).toBe(201);
    expect(mixed.body.items).toMatchObject([{ error: { code: "missing_title" } }, {}, { error: {} }]);
    expect((await hook.deliver(group({ id: 5 }, "x"))).body).toMatchObject({ error: { code: "missing_title" } });
    const [refused] = await hook.log(2);
    expect(refused).toMatchObject({ status: 400, items: [{ status: 400, issue: null }, { status: 400 }] });
  });

  test("more than 100 items raise nothing, and an empty list neither", async () => {
    const many = await hook.deliver(group(...Array.from({ length: 101 }, (_, id) => alert(id))));
    expect(many.status).toBe(400);
    expect(many.body.error).toMatchObject({ code: "too_many_items", message: expect.stringContaining("101 items") });
    expect((await hook.deliver(group())).body).toEqual({ ignored: "empty", items: [] });
    expect((await hook.log(2)).map(({ status, items }) => [status, items])).toEqual([
      [200, []],
      [400, null],
    ]);
    expect(await hook.issues()).toEqual([]);
  });

  test("a payload without the list is answered as any other", async () => {
    const { body } = await hook.deliver({ name: "Alone", id: 1 });
    expect(Object.keys(body)).toEqual(["issue"]);
    expect((await hook.log(1))[0].items).toBeNull();
  });

  test("deliveries at once, also at another server, raise each item once", async () => {
    const other = await world.anotherServer();
    const ids = [1, 2, 3, 4, 5];
    const answers = await Promise.all(
      [world.address, other, world.address, other].map((at, n) =>
        hook.deliver(group(...ids.map((id) => alert((id + n) % 5))), {}, at),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(await hook.issues()).toHaveLength(5);
    expect(await world.problems()).toEqual([]);
  });

  test("the preview shows every item, and the fields of the first", async () => {
    const payload = group(alert(1, "resolved"), alert(2), {});
    const path = `/apps/${hook.app.id}/webhook/preview`;
    const preview = await dataOf(world, "POST", path, { payload });
    expect(preview).toMatchObject({ issue: { title: "Alert 1" }, recovery: "fix" });
    expect(preview.items).toMatchObject([
      { issue: { title: "Alert 1" }, recovery: "fix" },
      { issue: { title: "Alert 2" }, recovery: null },
      { issue: null, error: { code: "missing_title" } },
    ]);
    expect(preview.fields[0]).toMatchObject({ field: "title", value: "Alert 1", expression: "name" });
    expect(await dataOf(world, "POST", path, { payload: group() })).toEqual({
      issue: null,
      error: null,
      recovery: null,
      ignored: false,
      items: [],
      fields: [],
    });
    expect((await dataOf(world, "POST", path, { payload: { name: "x" } })).items).toBeNull();
    expect(await hook.issues()).toEqual([]);
  });

  test("a fix by an item notifies, and its check reads needs_retest", async () => {
    await hook.configure({ mapping: { ...MAPPING, check: "$.check" } });
    await issueClient.record(hook.app, "passed");
    await hook.deliver({ ...group(alert(1)), check: "SIGN-1" });
    expect(new Set(Object.values(await issueClient.statuses(hook.app, "SIGN-1")))).toEqual(new Set(["failed"]));
    await hook.deliver({ ...group(alert(1, "resolved")), check: "SIGN-1" });
    expect(new Set(Object.values(await issueClient.statuses(hook.app, "SIGN-1")))).toEqual(new Set(["needs_retest"]));
  });

  describe("on the Free plan", () => {
    const free = worldOf(kind, { webhookRate: 0, freePlanIssues: 2 });

    test("what the allowance has no room for is refused item by item", async () => {
      await setPlan(free, "free");
      hook = await openHook(free);
      await hook.configure({ preset: "custom", mapping: MAPPING });
      const { body, status } = await hook.deliver(group(alert(1), alert(2), alert(3)));
      expect(status).toBe(201);
      expect(body.items[2]).toMatchObject({ error: { code: "limit_reached" } });
      expect((await hook.deliver(group(alert(3), alert(4)))).status).toBe(402);
      expect(await hook.issues()).toHaveLength(2);
    });
  });
});
