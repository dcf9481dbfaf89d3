// What a person leaves behind: the keys they made, the issues assigned to them, and what they test. The keys can end with them.
import { beforeAll, describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { assistantsOf } from "../../../support/clients/assistant-client.ts";
import { auditOf } from "../../../support/clients/audit-client.ts";
import { join, SAME_ORIGIN, ui } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let admin: string;
  let other: string;
  beforeAll(async () => {
    admin = (await join(world, { role: "admin" })).cookie;
    other = await world.anotherServer();
  });
  const ties = async (id: string) => (await ask(world, admin, "GET", `/people/${id}/ties`)).body.data;
  const make = async (who: string, fields: object = {}) =>
    (await ask(world, who, "POST", "/keys", { name: "CI", role: "admin", ...fields })).body.data;
  const works = async (key: string) => (await world.callAt(other, key, "GET", "/me")).status === 200;
  const remove = (id: string, query = "") => ask(world, admin, "DELETE", `/people/${id}${query}`);

  test("a key names its maker; what is made with a key was made by whoever made that", async () => {
    const ada = await join(world, { role: "admin" });
    const first = await make(ada.cookie);
    const second = await make(first.key, { name: "By a key" });
    expect([first.created_by, second.created_by]).toEqual(["Ada", "Ada"]);
    expect((await dataOf(world, "GET", `/keys/${second.id}`)).created_by).toBe("Ada");
    const rotated = await dataOf(world, "POST", `/keys/${second.id}/rotate`);
    expect(rotated.created_by).toBe("Ada");
    const byNobody = await make(world.admin);
    expect(byNobody.created_by).toBeNull();
    expect((await ties(ada.id)).keys).toEqual([
      { id: first.id, name: "CI", role: "admin", last_used_at: expect.any(String) },
      { id: second.id, name: "By a key", role: "admin", last_used_at: null },
    ]);
  });

  test("keys, open issues and sections of open cycles are shown, of apps that are not archived", async () => {
    const ada = await join(world, { role: "admin" });
    expect(await ties(ada.id)).toEqual({ keys: [], issues: { total: 0, newest: [] }, sections: [] });
    const [app, archived] = [await world.app(), await world.app()];
    const raise = async (appId: string, text: string) => {
      const issue = await dataOf(world, "POST", "/issues", { app: appId, check: "PAY-1", text });
      await ask(world, admin, "PUT", `/issues/${issue.id}/assignees`, { people: [ada.id] });
      return issue;
    };
    const open = await raise(app.id, "Card is declined");
    const fixed = await raise(app.id, "Fixed already");
    await dataOf(world, "POST", `/issues/${fixed.id}/fix`);
    await raise(archived.id, "Out of sight");
    const [section] = app.sections;
    const testers = [{ section: section.id, person: ada.id }];
    const cycle = await dataOf(world, "POST", `/apps/${app.id}/cycles`, { name: "1.5", testers });
    const closed = await dataOf(world, "POST", `/apps/${app.id}/cycles`, { name: "1.4", testers });
    await dataOf(world, "POST", `/cycles/${closed.id}/close`);
    await dataOf(world, "POST", `/apps/${archived.id}/archive`);
    expect(await ties(ada.id)).toEqual({
      keys: [],
      issues: { total: 1, newest: [{ id: open.id, code: open.code, app: app.name, text: "Card is declined" }] },
      sections: [{ app: app.name, cycle: cycle.name, title: section.title }],
    });
  });

  test("an assistant that somebody has let in is no key that stays behind: it ends with them", async () => {
    const ada = await join(world, { role: "admin" });
    const made = await make(ada.cookie);
    const assistants = assistantsOf(world);
    const { access } = await assistants.letIn(ada.cookie);
    expect((await ties(ada.id)).keys.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    expect((await assistants.mcp(access)).status).toBe(200);
    expect((await remove(ada.id)).status).toBe(204);
    expect((await assistants.mcp(access)).status).toBe(401);
    expect(await works(made.key)).toBe(true);
  });

  test("twenty of many issues are shown, and all are counted", async () => {
    const ada = await join(world, { role: "tester" });
    const { id: app } = await world.app();
    const ids: string[] = [];
    for (let i = 0; i < 21; i++) {
      ids.push((await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: `Number ${i}` })).id);
    }
    await dataOf(world, "POST", "/issues/batch", { ids, change: { assignees: [ada.id] } });
    const { issues } = await ties(ada.id);
    expect([issues.total, issues.newest.length, issues.newest[0].text]).toEqual([21, 20, "Number 20"]);
  });

  test("keys outlive the person who made them, unless they are to end in the same action", async () => {
    const [stays, goes] = [await join(world, { role: "admin" }), await join(world, { role: "admin" })];
    const kept = await make(stays.cookie);
    expect((await remove(stays.id)).status).toBe(204);
    expect(await works(kept.key)).toBe(true);
    expect((await dataOf(world, "GET", `/keys/${kept.id}`)).created_by).toBe("Ada");

    const [one, revoked] = [await make(goes.cookie), await make(goes.cookie, { name: "Gone before" })];
    const two = await make(one.key, { name: "By a key" });
    await ask(world, admin, "DELETE", `/keys/${revoked.id}`);
    expect([await works(one.key), await works(two.key)]).toEqual([true, true]);
    expect((await remove(goes.id, "?revoke_keys=true")).status).toBe(204);
    expect([await works(one.key), await works(two.key), await works(kept.key)]).toEqual([false, false, true]);
    const entries = (await auditOf(world, "?limit=3")).map(
      ({ action, target }: { action: string; target: { id: string } }) => [action, target.id],
    );
    expect(entries).toEqual([
      ["key.revoked", two.id],
      ["key.revoked", one.id],
      ["person.removed", goes.id],
    ]);
    expect(outcomeOf(await remove("per_none", "?revoke_keys=true"))).toBe("404 not_found");
    expect(outcomeOf(await remove("per_none", "?revoke_keys=perhaps"))).toBe("400 invalid_request");
  });

  test("the keys of an admin who gets a lower role, or only some apps, are shown, and end in the same action if they are to", async () => {
    const { id: app } = await world.app();
    const change = (id: string, body: object) => ask(world, admin, "PATCH", `/people/${id}`, body);
    const [kept, ada] = [await join(world, { role: "admin" }), await join(world, { role: "admin" })];
    const stays = await make(kept.cookie);
    expect((await change(kept.id, { role: "tester", revoke_keys: false })).status).toBe(200);
    expect([await works(stays.key), (await ties(kept.id)).keys.length]).toEqual([true, 1]);

    const one = await make(ada.cookie);
    const two = await make(one.key, { name: "By a key" });
    const changed = await change(ada.id, { apps: [app], revoke_keys: true });
    expect([changed.status, changed.body.data.apps]).toEqual([200, [app]]);
    expect([await works(one.key), await works(two.key), await works(stays.key)]).toEqual([false, false, true]);
    const entries = (await auditOf(world, "?limit=3")).map(
      ({ action, target }: { action: string; target: { id: string } }) => [action, target.id],
    );
    expect(entries).toEqual([
      ["key.revoked", two.id],
      ["key.revoked", one.id],
      ["person.changed", ada.id],
    ]);
    expect(outcomeOf(await change(ada.id, { revoke_keys: true }))).toBe("400 invalid_request");
    expect(outcomeOf(await change(ada.id, { role: "viewer", revoke_keys: "yes" }))).toBe("400 invalid_request");
  });

  test("the last admin is not removed, and keeps their keys", async () => {
    const people = (await ask(world, admin, "GET", "/people")).body.data;
    const me = (await ask(world, admin, "GET", "/me")).body.data.id;
    for (const one of people) if (one.id !== me && one.role === "admin") await remove(one.id);
    const key = await make(admin);
    expect(outcomeOf(await remove(me, "?revoke_keys=true"))).toBe("409 last_admin");
    expect(await works(key.key)).toBe(true);
  });

  test("a key that is made while its maker is removed with their keys ends with them, or is not made", async () => {
    for (let i = 0; i < 5; i++) {
      const ada = await join(world, { role: "admin" });
      const first = await make(ada.cookie);
      const body = { name: "Late", role: "viewer" };
      const [removed, ...late] = await Promise.all([
        remove(ada.id, "?revoke_keys=true"),
        ui(other, "POST", "/keys", body, { ...SAME_ORIGIN, cookie: ada.cookie }),
        world.callAt(other, first.key, "POST", "/keys", body),
      ]);
      expect(removed.status).toBe(204);
      for (const { status, body } of late) {
        expect([201, 401]).toContain(status);
        if (status === 201) expect(await works(body.data.key)).toBe(false);
      }
    }
  });
});
