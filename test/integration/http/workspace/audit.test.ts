// The audit log: every act of an admin leaves one entry that says who, from where, what and about what.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../../../../src/actions/access/change-key.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { auditOf, entriesOf, newest } from "../../../support/clients/audit-client.ts";
import { LOCAL_PROXY } from "../../../support/clients/local-proxy.ts";
import {
  everythingOfWorld,
  join,
  PASSWORD,
  rowsOf,
  SAME_ORIGIN,
  signIn,
  ui,
} from "../../../support/clients/person-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";
import { setScene, TABLE } from "../access/access-table.ts";

/** Nothing is changed. */
const ELSEWHERE = ["POST /apps/:id/webhook/preview"];
const CHANGES = TABLE.filter(({ route, needs }) => needs === "admin" && !route.startsWith("GET"));

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let person: { id: string; name: string; cookie: string };
  beforeAll(async () => {
    world = await createWorld(kind, LOCAL_PROXY);
    const { id, cookie } = await join(world, { role: "admin" });
    person = { id, name: "Ada", cookie };
  });
  afterAll(() => world.close());

  const at = (path: string, method = "GET", body?: unknown, headers: Record<string, string> = {}) =>
    world.call(world.admin, method, path, body, headers);

  test.each(CHANGES.filter(({ route }) => !ELSEWHERE.includes(route)))(
    "$route leaves one entry that names the key, or the person, and the request",
    async ({ route, request }) => {
      const [method] = route.split(" ", 1) as [string];
      for (const [who, actor] of [
        [world.admin, { kind: "key", id: expect.stringMatching(/^key_/), name: "admin key" }],
        [person.cookie, { kind: "person", id: person.id, name: person.name }],
      ] as const) {
        const scene = await setScene(world);
        const [path, body] = await request(scene);
        // There must be something to remove, or to restore.
        if (route.startsWith("DELETE") && path.endsWith("/secret")) await dataOf(world, "PUT", path);
        if (route === "POST /apps/:id/restore") await dataOf(world, "POST", `/apps/${scene.app}/archive`);
        const answer = await ask(world, who, method, path, body);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
        const found = await entriesOf(world, answer);
        // An app that goes live gets its webhook with it, and a copied section its checks: each of these has an entry of its own.
        const isBeside = ({ action }: { action: string }) =>
          action === "webhook.created" || (route === "POST /sections/copy" && action === "check.created");
        const own = found.filter((entry) => !isBeside(entry));
        expect(own).toMatchObject([{ actor, address: "127.0.0.1", target: expect.anything() }]);
      }
    },
  );

  test("each act has its name, its target, its app, and details that say what changed", async () => {
    // What is being erased since the table above ends with an entry of its own.
    const erasing = async () => {
      const { body } = await at("/erasures?limit=200");
      return body.data.filter(({ state }: { state: string }) => state !== "done");
    };
    await expect.poll(erasing).toEqual([]);
    const { id: app, name } = await world.app({ mode: "live" });
    const last = async () => {
      const { action, target, app: about, details } = await newest(world);
      return { action, target, app: about, details };
    };
    const about = { target: { kind: "app", id: app, name }, app };
    expect(await last()).toMatchObject({ action: "app.created", ...about, details: { mode: "live", platforms: 2 } });

    const platforms = [{ code: "ios" }, { code: "tv" }];
    await dataOf(world, "PATCH", `/apps/${app}`, { platforms, prefix: "AUDIT" });
    expect(await last()).toMatchObject({
      action: "app.changed",
      ...about,
      details: { prefix: { to: "AUDIT" }, platforms: { added: ["tv"], removed: ["android"] } },
    });

    await dataOf(world, "GET", `/apps/${app}/webhook`);
    expect(await last()).toEqual({ action: "webhook.created", ...about, details: {} });
    await dataOf(world, "PUT", `/apps/${app}/webhook/secret`);
    expect(await last()).toEqual({ action: "webhook.secret_set", ...about, details: {} });
    await dataOf(world, "PUT", `/apps/${app}/webhook/secret`, { secret: "one of mine" });
    expect(await last()).toEqual({ action: "webhook.secret_replaced", ...about, details: {} });
    const notify_url = "http://127.0.0.1:9/hidden/path?token=hidden";
    await dataOf(world, "PATCH", `/apps/${app}/webhook`, { notify_url, mapping: { title: "a.b" } });
    expect(await last()).toEqual({
      action: "webhook.changed",
      ...about,
      details: { fields: ["mapping", "notify_url"], mapping: true, notify_host: "127.0.0.1:9" },
    });
    await dataOf(world, "PATCH", `/apps/${app}/webhook`, { enabled: false });
    expect(await last()).toEqual({ action: "webhook.disabled", ...about, details: { fields: ["enabled"] } });
    await dataOf(world, "PATCH", `/apps/${app}/webhook`, { enabled: true, preset: "rollbar" });
    expect(await last()).toEqual({ action: "webhook.enabled", ...about, details: { fields: ["enabled", "preset"] } });
    await dataOf(world, "POST", `/apps/${app}/webhook/url`);
    expect(await last()).toEqual({ action: "webhook.url_replaced", ...about, details: {} });
    await at(`/apps/${app}/webhook/secret`, "DELETE");
    expect(await last()).toEqual({
      action: "webhook.secret_removed",
      ...about,
      details: { fields: ["notify_url"], notify_host: null },
    });

    const key = await dataOf(world, "POST", "/keys", { name: "CI", role: "tester", apps: [app] });
    const target = { kind: "key", id: key.id, name: "CI" };
    expect(await last()).toEqual({
      action: "key.created",
      target,
      app: null,
      details: { role: "tester", apps: [app] },
    });
    await dataOf(world, "POST", `/keys/${key.id}/rotate`, { overlap_seconds: 60 });
    expect(await last()).toEqual({ action: "key.rotated", target, app: null, details: { overlap_seconds: 60 } });
    await at(`/keys/${key.id}`, "DELETE");
    expect(await last()).toEqual({ action: "key.revoked", target, app: null, details: {} });

    const section = await dataOf(world, "POST", "/sections", { app, title: "Soon gone" });
    expect(await last()).toMatchObject({ action: "section.created", details: { ref: section.ref } });
    const check = await dataOf(world, "POST", "/checks", { app, section: section.id, title: "One" });
    expect(await last()).toMatchObject({
      action: "check.created",
      target: { id: check.id },
      details: { ref: check.ref },
    });
    await dataOf(world, "PATCH", `/checks/${check.id}`, { title: "Two", instructions: "Words that stay out" });
    expect(await last()).toEqual({
      action: "check.changed",
      target: { kind: "check", id: check.id, name: "Two" },
      app,
      details: { title: { from: "One", to: "Two" }, instructions: "changed" },
    });
    await at(`/checks/${check.id}`, "DELETE");
    await at(`/sections/${section.id}`, "DELETE");
    const gone = { kind: "section", id: section.id, name: "Soon gone" };
    expect(await last()).toEqual({ action: "section.deleted", target: gone, app, details: {} });
  });

  test("what people do to people and to themselves is recorded, in the name of who did it", async () => {
    const as = (method: string, path: string, body?: unknown) => world.call(person.cookie, method, path, body);
    const { email, ...invited } = (await as("POST", "/invitations", { role: "viewer", email: "in@example.com" })).body
      .data;
    const ada = { kind: "person", id: person.id, name: "Ada" };
    expect(await newest(world)).toMatchObject({
      actor: ada,
      action: "person.invited",
      target: { kind: "invitation", id: invited.id, name: null },
      details: { role: "viewer", apps: null, names_email: true, first_admin: false },
    });
    await as("DELETE", `/invitations/${invited.id}`);
    expect(await newest(world)).toMatchObject({ actor: ada, action: "invitation.withdrawn" });

    const joined = await join(world, { role: "tester" });
    const target = { kind: "person", id: joined.id, name: "Ada" };
    const asJoined = { ...target, name: expect.stringMatching(/^Ada /) };
    const joining = { actor: asJoined, action: "person.joined", target: asJoined, address: "127.0.0.1" };
    expect(await newest(world)).toMatchObject({ ...joining, details: { role: "tester", apps: null } });
    const app = await world.app();
    await as("PATCH", `/people/${joined.id}`, { role: "admin", apps: [app.id] });
    expect(await newest(world)).toMatchObject({
      actor: ada,
      action: "person.changed",
      target,
      details: { role: { from: "tester", to: "admin" }, apps: { from: null, to: [app.id] } },
    });
    const changed = await as("PATCH", `/people/${joined.id}`, { role: "admin" });
    expect([changed.status, await entriesOf(world, changed)]).toEqual([200, []]);

    const own = { ...SAME_ORIGIN, cookie: joined.cookie };
    const password = { current_password: PASSWORD, new_password: "another password" };
    await ui(world.address, "PUT", "/me/password", password, own);
    expect(await newest(world)).toMatchObject({ actor: target, action: "person.password_changed", target });
    await ui(world.address, "DELETE", "/sessions", undefined, own);
    expect(await newest(world)).toMatchObject({ actor: target, action: "person.signed_out_everywhere" });
    await as("DELETE", `/people/${joined.id}`);
    expect(await newest(world)).toMatchObject({ actor: ada, action: "person.removed", target, details: {} });
    expect(email).toBe("in@example.com");
  });

  test("what is refused, and what changes nothing, leaves no entry", async () => {
    const { id: app, name } = await world.app({ mode: "live" });
    await world.app({ name: `Taken ${app}` });
    const before = await newest(world);
    const refused = [
      await at("/apps", "POST", { name, platforms: [{ code: "web" }] }),
      await at(`/apps/${app}`, "PATCH", { name: `Taken ${app}` }),
      await at("/keys", "POST", { name: "Lost", role: "viewer", apps: ["nowhere"] }),
      await at("/keys/key_none", "DELETE"),
      await world.call(world.tester, "POST", "/keys", { name: "No", role: "viewer" }),
      await at(`/apps/${app}/notifications/test`, "POST"),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 404, 404, 403, 409]);
    expect((await at(`/apps/${app}`, "PATCH", { name })).status).toBe(200);
    expect(await newest(world)).toEqual(before);
  });

  test("fixing and reopening, which are for admins, are in the log; raising and results are their own record", async () => {
    const { id: app, prefix } = await world.app();
    const before = await newest(world);
    const { id } = await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" });
    expect(await newest(world)).toEqual(before);
    const about = { target: { kind: "issue", id, name: `${prefix}-1` }, app, details: {} };
    await dataOf(world, "POST", `/issues/${id}/fix`);
    const fixed = await newest(world);
    expect(fixed).toMatchObject({ action: "issue.fixed", actor: { kind: "key", name: "admin key" }, ...about });
    await dataOf(world, "POST", `/issues/${id}/fix`);
    expect(await newest(world)).toEqual(fixed);
    await dataOf(world, "POST", `/issues/${id}/fix`, { fixed: false });
    const reopened = await newest(world);
    expect(reopened).toMatchObject({ action: "issue.reopened", ...about });
    await dataOf(world, "POST", "/results", { app, check: "PAY-1", outcome: "passed" });
    expect(await newest(world)).toEqual(reopened);
    const { body } = await at(`/issues/${id}/history`);
    expect(body.data.map((entry: { kind: string }) => entry.kind)).toEqual(["reopened", "fixed", "raised"]);
  });

  test("the address is the client's that a listed proxy names, spelled in one way", async () => {
    const spelled = async (forwarded: string) => {
      await at("/keys", "POST", { name: "From afar", role: "viewer" }, { "x-forwarded-for": forwarded });
      return (await newest(world)).address;
    };
    expect(await spelled("203.0.113.7")).toBe("203.0.113.7");
    expect(await spelled("::ffff:203.0.113.8")).toBe("203.0.113.8");
    expect(await spelled("2001:0DB8:0:0::0001")).toBe("2001:db8::1");
    expect(await spelled("<script>, nonsense")).toBe("127.0.0.1");
  });

  test("no secret, no e-mail address and no text of an issue is in the log", async () => {
    const { id: app } = await world.app({ mode: "live" });
    const secret = "signing-secret-of-mine";
    await dataOf(world, "PUT", `/apps/${app}/webhook/secret`, { secret });
    const notify_url = "http://127.0.0.1:9/callback-path";
    await dataOf(world, "PATCH", `/apps/${app}/webhook`, { notify_url, mapping: { title: "mapping.path" } });
    const { url } = await dataOf(world, "POST", `/apps/${app}/webhook/url`);
    const { key, id } = await dataOf(world, "POST", "/keys", { name: "Secretive", role: "admin" });
    const { key: rotated } = await dataOf(world, "POST", `/keys/${id}/rotate`);
    const { pathname } = new URL(url);
    await fetch(world.address + pathname, { method: "POST", body: JSON.stringify({ title: "Text of an issue" }) });
    const invited = await world.call(person.cookie, "POST", "/invitations", { role: "viewer", email: "x@example.com" });
    const token = new URL(invited.body.data.link).hash.slice(1);
    const { email, cookie } = await join(world);
    await signIn(world, email, "a-wrong-password");
    await signIn(world, "typed-by-a-stranger@example.com", "a-wrong-password");
    await signIn(world, email);
    const kept = JSON.stringify([await rowsOf(world, "select * from audit"), await auditOf(world, "?limit=200")]);
    const hashes = (await rowsOf(world, "select hash from key_secret union select hash from session")).map(
      ({ hash }) => hash as string,
    );
    const secrets = [secret, "callback-path", "mapping.path", pathname.split("/").at(-1)!, key, rotated, token];
    const people = [email, "@example.com", "typed-by-a-stranger", "a-wrong-password", PASSWORD, cookie.split("=")[1]!];
    for (const one of [...secrets, ...people, ...hashes, "Text of an issue", "argon2id"])
      expect(kept).not.toContain(one);
    expect(await everythingOfWorld(world)).toContain(email);
  });

  test("a workspace sees its own log only", async () => {
    await rowsOf(
      world,
      "insert into workspace (id, name, plan, created_at, keys_revision) values ('wsp_other', 'Other', 'free', 9999999999999, 1)",
    );
    const grant = { workspaceId: "wsp_other", name: "Other's admin", role: "admin" as const, apps: null };
    const { token } = await world.store.performer.perform(createKey, grant);
    const { body } = await world.call(token, "GET", "/audit");
    expect(body).toMatchObject({ data: [{ action: "key.created", previous: "0".repeat(64) }], next_cursor: null });
    expect(JSON.stringify(await auditOf(world, "?limit=200"))).not.toContain("Other's admin");
    const { id } = await world.app();
    expect(outcomeOf(await world.call(token, "GET", `/audit?app=${id}`))).toBe("404 not_found");
    const { next_cursor } = (await at("/audit?limit=1")).body;
    expect(outcomeOf(await world.call(token, "GET", `/audit?limit=1&cursor=${next_cursor}`))).toBe(
      "400 invalid_cursor",
    );
    expect(await world.problems()).toEqual([]);
  });
});
