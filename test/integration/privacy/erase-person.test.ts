// A person is erased: nothing that is kept holds their address or name any more, and everything else is as it was.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeProfile } from "../../../src/actions/access/change-profile.ts";
import { renameWorkspace } from "../../../src/actions/workspace/change-workspace.ts";
import { auditHash } from "../../../src/domain/workspace/audit-chain.ts";
import { listAuditChain } from "../../../src/storage/workspace/audit-log.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { assistantsOf } from "../../support/clients/assistant-client.ts";
import { auditOf } from "../../support/clients/audit-client.ts";
import { erase } from "../../support/clients/erasing.ts";
import { expectForgotten, keptBytes } from "../../support/clients/kept-bytes.ts";
import { accept, invite, type Joined, rowsOf } from "../../support/clients/person-client.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const EMAIL = "zebulon.quux@example.com";
const NAME = "Zebulon Quux";
const FORMER = "Zebulon Quibble";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  const log: string[] = [];
  let app: { id: string; name: string };
  let cookie: string;
  let personId: string;
  let issue: string;
  let before: { audit: { id: string; hash: string }[]; gate: unknown };
  const call = async (who: string, method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await world.call(who, method, path, body, headers);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body?.data;
  };
  const joined = async (name: string, email: string, role = "admin"): Promise<Joined> => {
    const answer = await accept(world, { token: await invite(world, { role, email }), name, email });
    expect(answer.status).toBe(201);
    return { id: answer.body.data.id, email, cookie: answer.cookie! };
  };
  const hashes = async () => {
    const entries = await listAuditChain(world.store.reader, world.store.workspace.id, {}, 10_000);
    return entries.map((entry) => ({ id: entry.id, hash: auditHash(entry) }));
  };

  beforeAll(async () => {
    world = await createWorld(kind, {}, (line) => log.push(line));
    const other = await joined("Ada", "ada@example.com");
    const person = await joined(FORMER, EMAIL);
    ({ cookie, id: personId } = person);
    const hook = await openHook(world);
    ({ app } = hook);
    // Under the name that they had before.
    await call(cookie, "POST", "/results", { app: app.id, check: "SIGN-1", outcome: "passed", note: `by ${FORMER}` });
    const { id: workspaceId } = world.store.workspace;
    await world.store.performer.perform(changeProfile, { workspaceId, personId, name: NAME });
    const text = `Wrong total, ask ${NAME} (${EMAIL.toUpperCase()})`;
    issue = (await call(cookie, "POST", "/issues", { app: app.id, check: "PAY-1", text }, { "idempotency-key": "one" }))
      .id;
    await call(cookie, "POST", "/results", { app: app.id, check: "SIGN-2", outcome: "failed", note: `mail ${EMAIL}` });
    await call(other.cookie, "PUT", `/issues/${issue}/assignees`, { people: [personId, other.id] });
    await call(cookie, "POST", `/issues/${issue}/comments`, { text: "I have seen it" }, { "idempotency-key": "two" });
    await call(other.cookie, "POST", `/issues/${issue}/comments`, { text: `@${NAME} thank you, ${NAME}!` });
    await call(cookie, "POST", `/issues/${issue}/fix`, {});
    await call(cookie, "POST", `/issues/${issue}/fix`, { fixed: false });
    await call(cookie, "POST", "/keys", { name: `${NAME} laptop`, role: "viewer" });
    await world.store.performer.perform(renameWorkspace, { workspaceId, name: `Team of ${EMAIL}` });
    const registered = await assistantsOf(world).register({ client_name: `Claude of ${EMAIL}` });
    expect(registered.status).toBe(201);
    await hook.deliver({ title: "Crash", reporter: { name: NAME, email: EMAIL }, user: { mail: EMAIL } });
    await hook.deliver(`title=Form&email=${encodeURIComponent(EMAIL)}`);
    const cycle = await call(cookie, "POST", `/apps/${app.id}/cycles`, { name: "1.0" });
    await call(cookie, "POST", "/results", { app: app.id, check: "SIGN-1", outcome: "passed", cycle: cycle.id });
    await call(cookie, "POST", `/cycles/${cycle.id}/close`, {});
    before = { audit: await hashes(), gate: await dataOf(world, "GET", `/apps/${app.id}/gate`) };
    expect(await keptBytes(world)).toContain(EMAIL);
  });
  afterAll(() => world.close());

  test("oneself and the last admin can't be erased, nor a person who is not there, nor an app in use", async () => {
    const by = { kind: "person" as const, id: personId, name: NAME, address: null, requestId: null };
    await expect(erase(world, "person", EMAIL, by)).rejects.toMatchObject({ code: "forbidden" });
    await expect(erase(world, "person", "nobody@example.com")).rejects.toMatchObject({ code: "not_found" });
    await expect(erase(world, "reporter", EMAIL)).rejects.toMatchObject({ code: "in_use" });
    await expect(erase(world, "app", app.name)).rejects.toMatchObject({ code: "not_archived" });
    expect((await world.call(cookie, "GET", "/me")).status).toBe(200);
  });

  test("neither files, tables nor a backup hold the address or a name, now or before, and the doctor finds nothing", async () => {
    await erase(world, "person", EMAIL);
    const names = [NAME, FORMER, "zebulon", "quux", "quibble"];
    await expectForgotten(world, EMAIL, encodeURIComponent(EMAIL), ...names);
    expect(log.join("").toLowerCase()).not.toMatch(/zebulon|quux/);
    expect(await world.problems()).toEqual([]);
  });

  test("the workspace and an assistant that were named by the address keep the rest of their names", async () => {
    expect(await rowsOf(world, "select name from workspace")).toEqual([
      { name: expect.stringMatching(/^Team of erased-\w+$/) },
    ]);
    expect(await rowsOf(world, "select name from oauth_client")).toEqual([
      { name: expect.stringMatching(/^Claude of erased-\w+$/) },
    ]);
  });

  test("what they did stays, done by a deleted person", async () => {
    expect((await world.call(cookie, "GET", "/me")).status).toBe(401);
    const found = await call(world.viewer, "GET", `/issues/${issue}`);
    expect(found).toMatchObject({ raised_by: "Deleted person", assignees: ["Deleted person", "Ada"], status: "open" });
    expect(found.text).toMatch(/^Wrong total, ask Deleted person \(erased-[\w-]+\)$/);
    const results = await call(world.viewer, "GET", `/results?app=${app.id}`);
    expect(new Set(results.map(({ recorded_by }: { recorded_by: string }) => recorded_by))).toEqual(
      new Set(["Deleted person"]),
    );
    const comments = await call(world.viewer, "GET", `/issues/${issue}/comments`);
    expect(comments.map(({ text }: { text: string }) => text)).toEqual([
      "I have seen it",
      "@Deleted person thank you, Deleted person!",
    ]);
    expect(await dataOf(world, "GET", `/apps/${app.id}/gate`)).toEqual(before.gate);
    expect(await call(world.viewer, "GET", `/issues?app=${app.id}&q=quux`)).toEqual([]);
  });

  test("the audit log's chain is the one it was, and says who erased what kind of thing", async () => {
    const now = await hashes();
    expect(now.slice(0, before.audit.length)).toEqual(before.audit);
    const [finished, started] = await auditOf(world, "?action=erasure.");
    expect([started, finished]).toMatchObject([
      { action: "erasure.started", actor: { kind: "command_line" }, details: { kind: "person" } },
      { action: "erasure.finished", details: { kind: "person", changed: expect.any(Number) } },
    ]);
    const [joinedEntry] = (await auditOf(world, "?action=person.joined&limit=200")).filter(
      ({ target, actor }: { target: { id: string } | null; actor: { id: string } }) =>
        (target?.id ?? actor.id) === personId,
    );
    expect(joinedEntry.actor).toMatchObject({ id: personId, name: "(erased)" });
  });

  test("the same again finds nobody", async () => {
    await expect(erase(world, "person", EMAIL)).rejects.toMatchObject({ code: "not_found" });
    expect(await world.problems()).toEqual([]);
  });
});
