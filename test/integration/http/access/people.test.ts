// People: listed, given another role or reach, removed; and one admin of everything is always left.
import { describe, expect, test } from "vitest";
import { changePerson, removePerson } from "../../../../src/actions/access/change-person.ts";
import { openSession } from "../../../../src/actions/access/sign-in.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { isSignedIn, join, rowsOf, SAME_ORIGIN, signIn, ui } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const as = (cookie: string, method: string, path: string, body?: unknown) =>
    ui(world.address, method, path, body, { ...SAME_ORIGIN, cookie });
  const idOf = async (cookie: string) => (await as(cookie, "GET", "/me")).body.data.id as string;

  test("the last admin who reaches every app can be neither removed, nor demoted, nor scoped", async () => {
    const only = await world.person("admin");
    const app = await world.app();
    await world.person("admin", [app.id]);
    await world.person("tester");
    const id = await idOf(only);
    for (const [method, body] of [
      ["DELETE", undefined],
      ["PATCH", { role: "tester" }],
      ["PATCH", { apps: [app.id] }],
    ] as const) {
      const answer = await as(only, method, `/people/${id}`, body);
      expect(outcomeOf(answer)).toBe("409 last_admin");
    }
    expect((await as(only, "GET", "/me")).body.data).toMatchObject({ role: "admin", apps: null });
    expect((await as(only, "PATCH", `/people/${id}`, { role: "admin" })).status).toBe(200);
    const second = await world.person("admin");
    expect((await as(second, "PATCH", `/people/${id}`, { role: "tester" })).status).toBe(200);
    expect(outcomeOf(await as(second, "DELETE", `/people/${await idOf(second)}`))).toBe("409 last_admin");
  });

  test("admins who are all removed or demoted at once: one is left, and stays one", async () => {
    const { performer, workspace } = world.store;
    const full = "from person where role = 'admin' and apps is null and removed_at is null";
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 5 }, () => world.person("admin")));
      const admins = (await rowsOf(world, `select id ${full}`)).map(({ id }) => id as string);
      const ends = admins.map((id, i) => {
        const input = { workspaceId: workspace.id, id };
        if (i % 2 === 0) return performer.perform(removePerson, input);
        return performer.perform(changePerson, { ...input, role: "viewer" });
      });
      const refused = (await Promise.allSettled(ends)).filter((end) => end.status === "rejected");
      expect(refused.map(({ reason }) => reason.code)).toEqual(["last_admin"]);
      expect(await rowsOf(world, `select id ${full}`)).toHaveLength(1);
    }
  });

  test("a change of role or reach holds from the next request on", async () => {
    const admin = await world.person("admin");
    const [app, other] = [await world.app(), await world.app()];
    const somebody = await world.person("viewer");
    const id = await idOf(somebody);
    const raise = () => as(somebody, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    expect((await raise()).status).toBe(403);
    expect((await as(somebody, "GET", `/apps/${app.id}`)).status).toBe(200);
    const promoted = await as(admin, "PATCH", `/people/${id}`, { role: "tester", apps: [app.name, app.id] });
    expect(promoted.body.data).toMatchObject({ id, role: "tester", apps: [app.id] });
    expect((await raise()).status).toBe(201);
    expect((await as(admin, "PATCH", `/people/${id}`, { apps: [other.id] })).body.data.role).toBe("tester");
    expect((await raise()).status).toBe(404);
    expect((await as(somebody, "GET", `/apps/${app.id}`)).status).toBe(404);
    expect((await as(admin, "PATCH", `/people/${id}`, { apps: null })).body.data.apps).toBeNull();
    expect((await raise()).status).toBe(201);
  });

  test.each([
    [{}, "role or apps"],
    [{ role: "owner" }, "role"],
    [{ apps: [] }, "apps"],
    [{ name: "Eve" }, 'unknown field "name"'],
    [{ role: "viewer", password: "a password of ten" }, 'unknown field "password"'],
  ])("a change to %j answers 400 and names what is wrong", async (body, named) => {
    const admin = await world.person("admin");
    const answer = await as(admin, "PATCH", `/people/${await idOf(await world.person("viewer"))}`, body);
    expect(outcomeOf(answer)).toBe("400 invalid_request");
    expect(answer.body.error.message).toContain(named);
  });

  test("a removed person is signed out, can't sign in, is listed no more, and what they did keeps their name", async () => {
    const admin = await world.person("admin");
    const app = await world.app();
    const { id, email, cookie } = await join(world, { role: "tester" });
    const raised = (await as(cookie, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" })).body.data;
    expect((await as(admin, "DELETE", `/people/${id}`)).status).toBe(204);
    expect(await isSignedIn(world.address, cookie)).toBe(false);
    expect((await signIn(world, email)).status).toBe(401);
    const listed = (await as(admin, "GET", "/people")).body.data;
    expect(listed.map((person: { id: string }) => person.id)).not.toContain(id);
    expect((await as(admin, "GET", `/issues/${raised.id}`)).body.data.raised_by).toBe("Ada");
    expect(outcomeOf(await as(admin, "DELETE", `/people/${id}`))).toBe("404 not_found");
    expect(outcomeOf(await as(admin, "PATCH", `/people/${id}`, { role: "admin" }))).toBe("404 not_found");
    expect(await rowsOf(world, `select password_hash from person where id = '${id}'`)).toEqual([
      { password_hash: null },
    ]);
  });

  test("the e-mail address of a removed person may be used again", async () => {
    const admin = await world.person("admin");
    const { id, email } = await join(world);
    await as(admin, "DELETE", `/people/${id}`);
    const made = await as(admin, "POST", "/invitations", { role: "viewer", email });
    expect(made.status).toBe(201);
  });

  test("the list shows everybody with role and reach, and nothing of a password or a session", async () => {
    const admin = await world.person("admin");
    const { id, email } = await join(world, { role: "tester" });
    const { data } = (await as(admin, "GET", "/people")).body;
    for (const person of data) {
      expect(Object.keys(person).sort()).toEqual([
        "apps",
        "created_at",
        "email",
        "id",
        "name",
        "role",
        "second_factor",
      ]);
    }
    const ada = { id, name: "Ada", email, role: "tester", apps: null, second_factor: false };
    expect(data).toContainEqual({ ...ada, created_at: expect.any(String) });
  });

  test("a sign-in whose password was right a moment ago opens nothing for a person removed meanwhile", async () => {
    const { id } = await join(world);
    const [{ password_hash: passwordHash }] = (await rowsOf(
      world,
      `select password_hash from person where id = '${id}'`,
    )) as [{ password_hash: string }];
    const { performer, workspace } = world.store;
    const open = (hash: string) => {
      const attempt = [{ scope: "sign-in:email:x", period: 0 }];
      return performer.perform(openSession, { personId: id, passwordHash: hash, attempt, inBrowser: [] });
    };
    await expect(open("another hash")).rejects.toMatchObject({ code: "unauthorized" });
    await expect(open(passwordHash)).resolves.toMatchObject({ token: expect.any(String) });
    await performer.perform(removePerson, { workspaceId: workspace.id, id });
    await expect(open(passwordHash)).rejects.toMatchObject({ code: "unauthorized" });
  });
});
