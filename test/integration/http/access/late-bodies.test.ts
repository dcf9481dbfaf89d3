// Bodies that come long after their headers: whoever may not act any more once all of it is there is refused as a new request would be.
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createKey, revokeKey, rotateKey } from "../../../../src/actions/access/change-key.ts";
import { changePerson, removePerson } from "../../../../src/actions/access/change-person.ts";
import { endListedSession, endSessions } from "../../../../src/actions/access/end-sessions.ts";
import { invite, withdrawInvitation } from "../../../../src/actions/access/invite-person.ts";
import { makeResetLink } from "../../../../src/actions/access/reset-password.ts";
import type { Author } from "../../../../src/domain/workspace/audit-log.ts";
import type { Reads } from "../../../../src/storage/database/database.ts";
import { SqliteConnection } from "../../../../src/storage/database/sqlite-connection.ts";
import { dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { type Joined, join, rowsOf } from "../../../support/clients/person-client.ts";
import { exchangeRaw, openRaw, request } from "../../../support/clients/raw-socket.ts";
import { SESSION } from "../../../support/conformance/session-cookie.ts";
import { connectApp } from "../../../support/samples/connected-app.ts";
import { attachmentPath, PNG } from "../../../support/samples/sample-files.ts";
import { SLACK_SECRET } from "../../../support/samples/signed-as-tool.ts";
import { nextBodyAwaited } from "../../../support/server/arrivals.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const RUN = '<testsuite name="Shop"><testcase name="Card [PAY-1]" classname="Pay"/></testsuite>';

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let owner: Joined;
  let app: { id: string; name: string };
  beforeAll(async () => {
    owner = await join(world, { role: "admin" });
    app = await world.app();
  });

  /** A request's address, its headers and its body. */
  function written(who: string | null, line: string, body: unknown): { at: string; head: Buffer; bytes: Buffer } {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const [method, path] = line.split(" ") as [string, string];
    const isPerson = who?.startsWith(SESSION) === true;
    const at = /^\/(api|mcp)/.test(path) ? path : `${isPerson ? "/ui" : "/api"}/v1${path}`;
    const credentials = isPerson ? [`Cookie: ${who}`, "Sec-Fetch-Site: same-origin"] : [`Authorization: Bearer ${who}`];
    const type = typeof body === "object" && !Buffer.isBuffer(body) ? ["Content-Type: application/json"] : [];
    const head = request(`${method} ${at}`, [...credentials, ...type, `Content-Length: ${bytes.length}`]);
    return { at, head: Buffer.from(head), bytes };
  }

  /** Begins a request, and gives what sends the rest of it once the server waits for that. */
  async function hold(who: string | null, line: string, body: unknown): Promise<() => Promise<string>> {
    const { at, head, bytes } = written(who, line, body);
    const awaited = nextBodyAwaited(at);
    const { socket, answers } = await openRaw(world.address);
    socket.write(Buffer.concat([head, bytes.subarray(0, 1)]));
    await awaited;
    return async () => {
      socket.write(bytes.subarray(1));
      return outcomeOf((await answers(1))[0]!);
    };
  }

  const asOwner = (method: string, path: string, body?: unknown) => world.call(owner.cookie, method, path, body);
  const newKey = (fields: object = {}): Promise<{ id: string; key: string }> =>
    dataOf(world, "POST", "/keys", { name: "robot", role: "admin", ...fields });
  const issue = { text: "Broken", check: "PAY-1" };

  test("an admin who is demoted, signed out or removed while the body comes makes, rotates and changes nothing", async () => {
    const ends: [(id: string) => Promise<{ status: number }>, string][] = [
      [(id) => asOwner("PATCH", `/people/${id}`, { role: "viewer" }), "403 forbidden"],
      [(id) => asOwner("PATCH", `/people/${id}`, { apps: [app.id] }), "403 forbidden"],
      [(id) => asOwner("DELETE", `/people/${id}/sessions`), "401 unauthorized"],
      [(id) => asOwner("DELETE", `/people/${id}`), "401 unauthorized"],
    ];
    const key = await newKey();
    const viewer = await join(world);
    for (const [end, outcome] of ends) {
      const { id, cookie } = await join(world, { role: "admin" });
      const held = [
        await hold(cookie, "POST /keys", { name: "left behind", role: "admin" }),
        await hold(cookie, `POST /keys/${key.id}/rotate`, { overlap_seconds: 600 }),
        await hold(cookie, `PATCH /people/${viewer.id}`, { role: "admin" }),
        await hold(cookie, "POST /invitations", { role: "admin" }),
      ];
      expect((await end(id)).status).toBeLessThan(300);
      expect(await Promise.all(held.map((finish) => finish()))).toEqual(held.map(() => outcome));
    }
    expect((await world.call(viewer.cookie, "GET", "/me")).body.data.role).toBe("viewer");
    expect((await world.call(key.key, "GET", "/me")).status).toBe(200);
    expect((await dataOf(world, "GET", "/keys")).map(({ name }: { name: string }) => name)).not.toContain(
      "left behind",
    );
  });

  test("a key that is revoked, or runs out, while the body comes is refused everywhere", async () => {
    const other = await newKey();
    const expires = Date.now() + 3_600_000;
    const spent = async (key: string) => [
      await hold(key, "POST /keys", { name: "left behind", role: "admin" }),
      await hold(key, `POST /keys/${other.id}/rotate`, { overlap_seconds: 600 }),
      await hold(key, "POST /issues", { app: app.id, ...issue }),
      await hold(key, "POST /apps/import", "name: Left behind\nplatforms: [ios]\nsections: []\n"),
      await hold(key, `POST /results/junit?app=${app.id}`, RUN),
      await hold(key, "POST /mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }),
    ];
    const revoked = await newKey();
    const ofRevoked = await spent(revoked.key);
    expect((await asOwner("DELETE", `/keys/${revoked.id}`)).status).toBe(204);
    const ofRunOut = await spent((await newKey({ expires_at: new Date(expires).toISOString() })).key);
    expect(await Promise.all(ofRevoked.map((finish) => finish()))).toEqual(ofRevoked.map(() => "401 unauthorized"));
    world.clock.offset = 3_700_000;
    try {
      expect(await Promise.all(ofRunOut.map((finish) => finish()))).toEqual(ofRunOut.map(() => "401 unauthorized"));
    } finally {
      world.clock.offset = 0;
    }
    expect((await world.call(other.key, "GET", "/me")).status).toBe(200);
    expect((await dataOf(world, "GET", `/issues?app=${app.id}`)).length).toBe(0);
    expect((await dataOf(world, "GET", `/results?app=${app.id}`)).length).toBe(0);
  });

  test("a file that whoever sends it may not send any more is not attached, and nor is one to what they reach no more", async () => {
    const { id } = await dataOf(world, "POST", "/issues", { app: (await world.app()).id, ...issue });
    const line = `POST ${attachmentPath(id)}?name=late.png`;
    const [low, away, gone, fine] = await Promise.all([1, 2, 3, 4].map(() => join(world, { role: "tester" })));
    const held: (() => Promise<string>)[] = [];
    for (const { cookie } of [low!, away!, gone!, fine!]) held.push(await hold(cookie, line, PNG));
    await asOwner("PATCH", `/people/${low!.id}`, { role: "viewer" });
    await asOwner("PATCH", `/people/${away!.id}`, { apps: [app.id] });
    await asOwner("DELETE", `/people/${gone!.id}`);
    const outcomes = [];
    for (const finish of held) outcomes.push(await finish());
    expect(outcomes).toEqual(["403 forbidden", "404 not_found", "401 unauthorized", "201"]);
    expect((await dataOf(world, "GET", `/issues/${id}`)).attachments).toHaveLength(1);
  });

  test("what a tool began to send to a connection that is switched off meanwhile is not found", async () => {
    const slack = await connectApp(world, "slack", { credentials: { signing_secret: SLACK_SECRET } });
    const finish = await hold(null, `POST ${new URL(slack.url).pathname}`, { type: "url_verification" });
    await slack.change({ enabled: false });
    expect(await finish()).toBe("404 not_found");
  });

  test("whoever may still act is served however long the body took, and one that came with its headers costs no look more", async () => {
    const { cookie } = await join(world, { role: "tester" });
    const body = { app: (await world.app()).id, ...issue };
    // The embedded database is read by a copy of the reader, over the same connection.
    const database: Pick<Reads, "get"> = kind === "sqlite" ? SqliteConnection.prototype : world.store.reader;
    const looks = vi.spyOn(database, "get");
    const counted = async (work: () => Promise<unknown>) => {
      looks.mockClear();
      await work();
      return looks.mock.calls.filter(([{ text }]) => text.includes("from session")).length;
    };
    const { head, bytes } = written(cookie, "POST /issues", body);
    const outcomes: string[] = [];
    const atOnce = await counted(async () => {
      const [answer] = await exchangeRaw(world.address, Buffer.concat([head, bytes]));
      outcomes.push(outcomeOf(answer!));
    });
    const late = await counted(async () => {
      const finish = await hold(cookie, "POST /issues", body);
      // Something is written, or the embedded database need not be asked again.
      await rowsOf(world, "update workspace set name = name returning id");
      outcomes.push(await finish());
    });
    expect([atOnce, late, outcomes]).toEqual([1, 2, ["201", "201"]]);
    looks.mockRestore();
  });

  test("what admins alone may do asks in its own transaction whether whoever asks still is one", async () => {
    const { performer, workspace } = world.store;
    const { id: workspaceId } = workspace;
    const [removed, demoted, somebody] = await Promise.all([
      join(world, { role: "admin" }),
      join(world, { role: "admin" }),
      join(world),
    ]);
    const [revoked, low, key] = [await newKey(), await newKey({ role: "tester" }), await newKey()];
    await performer.perform(removePerson, { workspaceId, id: removed!.id });
    await performer.perform(changePerson, { workspaceId, id: demoted!.id, role: "tester" });
    await performer.perform(revokeKey, { workspaceId, id: revoked.id });
    const as = (authorKind: "person" | "key", id: string): Author => {
      return { kind: authorKind, id, name: "Ada", address: null, requestId: null };
    };
    const grant = { workspaceId, role: "viewer", apps: null } as const;
    const { id } = somebody!;
    const attempts = (by: Author) => [
      performer.perform(createKey, { ...grant, name: "left behind" }, by),
      performer.perform(rotateKey, { workspaceId, id: key.id, overlapSeconds: 0 }, by),
      performer.perform(revokeKey, { workspaceId, id: key.id }, by),
      performer.perform(changePerson, { workspaceId, id, role: "admin" }, by),
      performer.perform(removePerson, { workspaceId, id }, by),
      performer.perform(endSessions, { workspaceId, personId: id }, by),
      performer.perform(endListedSession, { workspaceId, personId: id, id: "ses_1", choice: null }, by),
      performer.perform(invite, { ...grant, email: null, createdBy: null }, by),
      performer.perform(withdrawInvitation, { workspaceId, id: "inv_1" }, by),
      performer.perform(makeResetLink, { workspaceId, id, madeBy: null }, by),
    ];
    for (const [by, code] of [
      [as("person", removed!.id), "unauthorized"],
      [as("person", demoted!.id), "forbidden"],
      [as("key", revoked.id), "unauthorized"],
      [as("key", low.id), "forbidden"],
    ] as const) {
      const answers = await Promise.allSettled(attempts(by));
      const codes = answers.map((answer) => (answer.status === "rejected" ? answer.reason.code : "done"));
      expect(codes).toEqual(answers.map(() => code));
    }
    expect((await world.call(key.key, "GET", "/me")).status).toBe(200);
    expect((await world.call(somebody!.cookie, "GET", "/me")).body.data.role).toBe("viewer");
  });
});
