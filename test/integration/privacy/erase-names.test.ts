// Which names are taken out when somebody is erased: theirs, and not what others are called or what a stranger calls themselves.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeProfile } from "../../../src/actions/access/change-profile.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { auditOf } from "../../support/clients/audit-client.ts";
import { erase } from "../../support/clients/erasing.ts";
import { expectForgotten } from "../../support/clients/kept-bytes.ts";
import { accept, invite, join } from "../../support/clients/person-client.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
    await join(world, { role: "admin" });
  });
  afterAll(() => world.close());
  const joined = async (name: string, email: string) => {
    const answer = await accept(world, { token: await invite(world, { role: "admin" }), name, email });
    expect(answer.status).toBe(201);
    return { id: answer.body.data.id as string, cookie: answer.cookie! };
  };
  const record = (who: string, app: string, note: string) =>
    world.call(who, "POST", "/results", { app, check: "SIGN-1", outcome: "passed", note });
  const recorded = async (app: string) => {
    const results = await dataOf(world, "GET", `/results?app=${app}`);
    const said = results.map(
      (result: { recorded_by: string; note: string }) => `${result.recorded_by}: ${result.note}`,
    );
    return [...new Set(said.reverse())];
  };

  test("somebody whose name begins with theirs keeps it, on labels, in texts and in the audit log", async () => {
    const app = await world.app();
    const ann = await joined("Ann Lee", "ann.lee@example.com");
    const other = await joined("Ann Lee-Jones", "ann.jones@example.com");
    await record(ann.cookie, app.id, "by Ann Lee's phone");
    await record(other.cookie, app.id, "ask Ann Lee-Jones");
    const issue = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Ann Lee-Jones saw it" });
    const people = [ann.id, other.id];
    expect((await world.call(other.cookie, "PUT", `/issues/${issue.id}/assignees`, { people })).status).toBe(200);
    expect((await world.call(ann.cookie, "PATCH", `/people/${other.id}`, { role: "viewer" })).status).toBe(200);
    await erase(world, "person", "ann.lee@example.com");
    // In a text nobody can tell a part of a name from a name.
    expect(await recorded(app.id)).toEqual(["Deleted person: by Ann Lee's phone", "Ann Lee-Jones: ask Ann Lee-Jones"]);
    expect(await dataOf(world, "GET", `/issues/${issue.id}`)).toMatchObject({
      text: "Ann Lee-Jones saw it",
      assignees: ["Deleted person", "Ann Lee-Jones"],
    });
    const [changed] = await auditOf(world, "?action=person.changed&limit=1");
    expect(changed.target).toMatchObject({ id: other.id, name: "Ann Lee-Jones" });
    expect(await world.problems()).toEqual([]);
  });

  test("somebody who took the name of a key before leaving takes it from nobody", async () => {
    const app = await world.app();
    const ci = await dataOf(world, "POST", "/keys", { name: "Nightly build", role: "tester" });
    const person = await joined("Rosalind Wick", "wick@example.com");
    await record(ci.key, app.id, "one");
    await record(person.cookie, app.id, "two");
    const { id: workspaceId } = world.store.workspace;
    await world.store.performer.perform(changeProfile, { workspaceId, personId: person.id, name: "Nightly build" });
    await erase(world, "person", "wick@example.com");
    expect(await recorded(app.id)).toEqual(["Nightly build via API: one", "Deleted person: two"]);
    expect((await dataOf(world, "GET", `/keys/${ci.id}`)).name).toBe("Nightly build");
    await expectForgotten(world, "rosalind", "wick@");
  });

  test("what a reporter calls themselves is replaced in their own issues alone, and changes nothing else", async () => {
    const member = await joined("Ines Duarte", "ines@example.com");
    const hook = await openHook(world);
    await record(member.cookie, hook.app.id, "seen via API, raised by Ines Duarte");
    const own = await dataOf(world, "POST", "/issues", {
      app: hook.app.id,
      check: "PAY-1",
      text: "raised by Ann Onym",
    });
    const names = ["raised by", "via API", "open", "ines duarte", "Ines Duarte", "Ann Onym"];
    const reported: string[] = [];
    for (const [at, name] of names.entries()) {
      const reporter = { name, email: "stranger@example.org" };
      reported.push((await hook.raised({ title: `Crash ${at}, open`, external_id: `s${at}`, reporter })).id);
    }
    await world.call(member.cookie, "POST", `/issues/${reported[3]}/fix`, {});
    const before = await dataOf(world, "GET", `/issues/${own.id}`);
    await erase(world, "reporter", "stranger@example.org");
    expect(await dataOf(world, "GET", `/issues/${own.id}`)).toEqual(before);
    expect(await recorded(hook.app.id)).toEqual(["Ines Duarte: seen via API, raised by Ines Duarte"]);
    for (const id of reported) {
      const issue = await dataOf(world, "GET", `/issues/${id}`);
      expect(issue).toMatchObject({ raised_by: "Deleted reporter via webhook", via: "webhook" });
      expect(issue.reporter).toEqual({ name: "Deleted reporter" });
      expect(issue.text).toMatch(/^Crash \d, open/);
    }
    expect(await dataOf(world, "GET", `/issues/${reported[3]}`)).toMatchObject({ fixed_by: "Ines Duarte" });
    await expectForgotten(world, "stranger@example.org", "ann onym via webhook");
    expect(await world.problems()).toEqual([]);
  });
});
