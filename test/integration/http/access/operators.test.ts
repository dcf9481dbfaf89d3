// Operators: accounts of the first workspace that the command line has marked see how much every workspace uses, and change its plan and limits.
import { describe, expect, test } from "vitest";
import { changePerson } from "../../../../src/actions/access/change-person.ts";
import { markOperator } from "../../../../src/actions/access/mark-operator.ts";
import { countUse } from "../../../../src/actions/workspace/count-use.ts";
import { COMMAND_LINE } from "../../../../src/domain/workspace/audit-log.ts";
import { runRetentionJob } from "../../../../src/engine/retention-job.ts";
import { tokenHash } from "../../../../src/lib/crypto/token.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask } from "../../../support/checks/route-table.ts";
import { accept, invite, PASSWORD, SAME_ORIGIN, ui } from "../../../support/clients/person-client.ts";
import { anotherWorkspace, browserAt, joinWith } from "../../../support/clients/workspace-client.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

/** Somebody of the first workspace, signed in just now, who is an operator. */
async function operatorOf(world: World, email: string) {
  const id = await joinWith(world, world.store.workspace.id, email, { role: "admin" });
  await world.store.performer.perform(markOperator, { email, isOperator: true }, COMMAND_LINE);
  const jar = browserAt(world.address);
  await jar.ask("POST", "/session", { email, password: PASSWORD, workspace: world.store.workspace.id });
  return { id, jar };
}

const ROUTES = (id: string) =>
  [
    ["GET", "/operator/workspaces"],
    ["GET", `/operator/workspaces/${id}`],
    ["PATCH", `/operator/workspaces/${id}`, { plan: "free" }],
    ["POST", `/operator/workspaces/${id}/use`],
  ] as const;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const audit = async (workspaceId: string) =>
    (await behind(
      world,
      `select action, actor_kind, actor_id, actor_name, address, details from audit where workspace_id = '${workspaceId}' order by id`,
    )) as Record<string, string>[];

  test("no role gets in: not admins of the first workspace, not of another, not with a key", async () => {
    const theirs = await anotherWorkspace(world);
    await joinWith(world, theirs, "boss@example.com", { role: "admin" });
    const boss = browserAt(world.address);
    await boss.ask("POST", "/session", { email: "boss@example.com", password: PASSWORD });
    const admin = await world.person("admin");
    for (const [method, path, body] of ROUTES(theirs)) {
      expectError(await ask(world, admin, method, path, body), 403, "forbidden", /operator/);
      expectError(await boss.ask(method, path, body), 403, "forbidden", /operator/);
      expect((await world.call(world.admin, method, path, body)).status).toBe(404);
    }
    expect((await ask(world, admin, "GET", "/me")).body.data.operator).toBe(false);
  });

  test("the account is marked, not its address: an account of the same address elsewhere gains nothing", async () => {
    const { jar } = await operatorOf(world, "ines@example.com");
    const theirs = await anotherWorkspace(world);
    await joinWith(world, theirs, "ines@example.com", { role: "admin", password: "another long password" });
    const other = browserAt(world.address);
    await other.ask("POST", "/session", { email: "ines@example.com", password: "another long password" });
    expect((await other.ask("GET", "/me")).body.data.operator).toBe(false);
    expectError(await other.ask("GET", "/operator/workspaces"), 403, "forbidden");
    expect((await jar.ask("GET", "/me")).body.data.operator).toBe(true);
    expect((await jar.ask("GET", "/operator/workspaces")).status).toBe(200);
  });

  test("only an admin of everything in the first workspace is made one, and is one only as long as they are that", async () => {
    const { performer, workspace } = world.store;
    const mark = (email: string) => performer.perform(markOperator, { email, isOperator: true }, COMMAND_LINE);
    const tester = await joinWith(world, workspace.id, "tester@example.com", { role: "tester" });
    await expect(mark("tester@example.com")).rejects.toMatchObject({ code: "forbidden" });
    await joinWith(world, await anotherWorkspace(world), "elsewhere@example.com", { role: "admin" });
    await expect(mark("elsewhere@example.com")).rejects.toMatchObject({ code: "not_found" });
    expect(tester).toMatch(/^per_/);
    const { id, jar } = await operatorOf(world, "olga@example.com");
    expect((await jar.ask("GET", "/operator/workspaces")).status).toBe(200);
    await performer.perform(changePerson, { workspaceId: workspace.id, id, role: "tester" }, COMMAND_LINE);
    expectError(await jar.ask("GET", "/operator/workspaces"), 403, "forbidden");
    await performer.perform(changePerson, { workspaceId: workspace.id, id, role: "admin" }, COMMAND_LINE);
    await performer.perform(markOperator, { email: "olga@example.com", isOperator: false }, COMMAND_LINE);
    expectError(await jar.ask("GET", "/operator/workspaces"), 403, "forbidden");
  });

  test("another admin can neither set an operator's password nor take their second factors; who is removed and joins again is none", async () => {
    const { id, jar } = await operatorOf(world, "omar@example.com");
    const admin = await world.person("admin");
    expectError(await ask(world, admin, "POST", `/people/${id}/reset-link`), 403, "forbidden", /operator/);
    expectError(await ask(world, admin, "DELETE", `/people/${id}/second-factors`), 403, "forbidden", /operator/);
    expect((await ask(world, admin, "DELETE", `/people/${id}`)).status).toBe(204);
    expect((await jar.ask("GET", "/me")).status).toBe(401);
    const token = await invite(world, { email: "omar@example.com", role: "admin" });
    expect((await accept(world, { token, email: "omar@example.com" })).status).toBe(201);
    const again = await ui(
      world.address,
      "POST",
      "/session",
      { email: "omar@example.com", password: PASSWORD },
      SAME_ORIGIN,
    );
    expect(again.body.data.operator).toBe(false);
  });

  test("a link for a new password that an admin made before is worth nothing once the account is an operator's", async () => {
    const { workspace, performer } = world.store;
    const email = "opal@example.com";
    const id = await joinWith(world, workspace.id, email, { role: "admin" });
    const admin = await world.person("admin");
    const { link } = (await ask(world, admin, "POST", `/people/${id}/reset-link`)).body.data;
    const token = link.split("#")[1];
    const open = () => ui(world.address, "POST", "/reset-links/look", { token });
    const use = () => ui(world.address, "POST", "/reset-links/use", { token, password: "quarry lamp seven" });
    expect((await open()).status).toBe(200);
    const [made] = await behind(world, `select made_by from reset_link where person_id = '${id}'`);
    await performer.perform(markOperator, { email, isOperator: true }, COMMAND_LINE);
    expect(await behind(world, `select hash from reset_link where person_id = '${id}'`)).toEqual([]);
    // One that is still there, say of an operator who was marked by an older version, opens nothing either.
    const row = `'${id}', '${tokenHash(token)}', '${made!.made_by}', ${Date.now() + 3_600_000}`;
    await behind(world, `insert into reset_link (person_id, hash, made_by, expires_at) values (${row})`);
    expectError(await open(), 404, "not_found");
    expectError(await use(), 404, "not_found");
    // The command line's link works.
    await behind(world, `update reset_link set made_by = null where person_id = '${id}'`);
    expect((await use()).status).toBeLessThan(300);
  });

  test("every workspace is listed newest first, page by page, with what it uses and nothing of what is in it", async () => {
    const { jar } = await operatorOf(world, "otto@example.com");
    const made: string[] = [];
    for (let n = 0; n < 3; n++) {
      world.clock.offset += 1_000;
      made.unshift(await anotherWorkspace(world, `Listed ${n}`));
    }
    const app = await world.app({ name: "Secret app" });
    await world.call(world.admin, "POST", "/issues", { app: app.id, text: "Secret text" });
    await world.store.performer.perform(countUse, { workspaceId: world.store.workspace.id });
    const seen: string[] = [];
    let text = "";
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await jar.ask("GET", `/operator/workspaces?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.body.data.length).toBeLessThanOrEqual(2);
      text += JSON.stringify(page.body.data);
      seen.push(...page.body.data.map(({ id }: { id: string }) => id));
      cursor = page.body.next_cursor;
    }
    expect(seen.slice(0, 3)).toEqual(made);
    expect(seen.at(-1)).toBe(world.store.workspace.id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(text).not.toMatch(/Secret|otto|@/);
    const named = await jar.ask("GET", "/operator/workspaces?name=Listed%201");
    expect(named.body.data.map(({ id }: { id: string }) => id)).toEqual([made[1]]);
  });

  test("use is counted: people, apps, keys, issues and deliveries of the month, files, and the last activity", async () => {
    const { jar } = await operatorOf(world, "oona@example.com");
    const theirs = await anotherWorkspace(world, "Counted");
    const path = `/operator/workspaces/${theirs}`;
    expect((await jar.ask("GET", path)).body.data).toMatchObject({ file_bytes: 0, use: null });
    await joinWith(world, theirs, "counted@example.com", { role: "admin" });
    const boss = browserAt(world.address);
    await boss.ask("POST", "/session", { email: "counted@example.com", password: PASSWORD });
    const fields = { name: "Live", mode: "live", platforms: [{ code: "web", label: "Web" }] };
    const app = (await boss.ask("POST", "/apps", fields)).body.data.id;
    await boss.ask("POST", "/issues", { app, text: "Broken" });
    const { url } = (await boss.ask("POST", `/apps/${app}/webhook/url`)).body.data;
    for (const title of ["one", "two"]) {
      const sent = await fetch(`${world.address}${new URL(url).pathname}`, {
        method: "POST",
        body: JSON.stringify({ title }),
      });
      expect(sent.status).toBe(201);
    }
    // Deliveries are counted once their hour is over.
    world.clock.offset += 3_600_000;
    const { data } = (await jar.ask("POST", `${path}/use`)).body;
    expect(data.use).toMatchObject({
      apps: 1,
      people: 1,
      keys: 0,
      issues: 3,
      issues_of_month: 3,
      allowance: null,
      deliveries_of_month: 2,
    });
    expect(data.use.last_activity_at).not.toBeNull();
    await jar.ask("POST", `${path}/use`);
    expect((await jar.ask("GET", path)).body.data.use.deliveries_of_month).toBe(2);
  });

  test("the hourly job counts every workspace that was not counted in that hour", async () => {
    const theirs = await anotherWorkspace(world, "Hourly");
    const { reader, performer, files } = world.store;
    const clock = () => Date.now() + world.clock.offset;
    const onError = (error: Error) => {
      throw error;
    };
    await runRetentionJob({ reader, performer, files, clock, deliveryDays: 30, onError });
    const uses = await behind(world, `select counted_at from workspace_use where workspace_id = '${theirs}'`);
    expect(uses).toHaveLength(1);
    const left = await behind(
      world,
      "select id from workspace w where not exists (select 1 from workspace_use u where u.workspace_id = w.id)",
    );
    expect(left).toEqual([]);
  });

  test("what an operator changes is in the log of that workspace without their name, and in that of the first with it", async () => {
    const { id, jar } = await operatorOf(world, "oleg@example.com");
    const theirs = await anotherWorkspace(world, "Before");
    const limits = { requests_a_minute: 100, deliveries_a_minute: 20, live_streams: 5, file_bytes: 1_000 };
    const body = { name: "After", plan: "free", limits };
    const changed = await jar.ask("PATCH", `/operator/workspaces/${theirs}`, body);
    expect(changed.body.data).toMatchObject({ name: "After", plan: "free", limits });
    await jar.ask("PATCH", `/operator/workspaces/${theirs}`, body);
    const entries = (await audit(theirs)).filter(({ actor_kind }) => actor_kind === "operator");
    expect(entries.map(({ action }) => action)).toEqual([
      "workspace.renamed",
      "workspace.limits_changed",
      "workspace.plan_changed",
    ]);
    for (const entry of entries) {
      expect([entry.actor_id, entry.actor_name, entry.address]).toEqual([null, "operator", null]);
    }
    const own = (await audit(world.store.workspace.id)).filter(({ action }) => action === "operator.workspace_changed");
    expect(own.map((entry) => [entry.actor_id, JSON.parse(entry.details!)])).toEqual([
      [id, { changed: ["name", "limits", "plan"] }],
    ]);
    const back = await jar.ask("PATCH", `/operator/workspaces/${theirs}`, { limits: { live_streams: null } });
    expect(back.body.data.limits).toEqual({ ...limits, live_streams: null });
    expectError(await jar.ask("PATCH", "/operator/workspaces/wsp_none", { plan: "free" }), 404, "not_found");
    expect(await world.problems()).toEqual([]);
  });

  test("a session that was left open changes nothing: the password is asked for again", async () => {
    const { id, jar } = await operatorOf(world, "olaf@example.com");
    const theirs = await anotherWorkspace(world);
    await behind(world, `update session set confirmed_at = 0 where person_id = '${id}'`);
    const body = { plan: "free" };
    expectError(await jar.ask("PATCH", `/operator/workspaces/${theirs}`, body), 403, "confirmation_needed");
    expect((await jar.ask("POST", "/session/confirm", { password: PASSWORD })).status).toBeLessThan(300);
    expect((await jar.ask("PATCH", `/operator/workspaces/${theirs}`, body)).status).toBe(200);
  });
});
