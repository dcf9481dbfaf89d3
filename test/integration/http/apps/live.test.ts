// Live updates: what a page is told, of which apps, and when it is over.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { type EventListener, listen } from "../../../support/clients/event-source.ts";
import { join, rowsOf, SAME_ORIGIN, signIn, ui } from "../../../support/clients/person-client.ts";
import { openRaw } from "../../../support/clients/raw-socket.ts";
import { FIRST_REVISION } from "../../../support/server/open-cycles.ts";
import { createWorld, DATABASES, sampleApp, type World } from "../../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let other: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  const open: EventListener[] = [];
  beforeAll(async () => {
    world = await createWorld(kind);
    other = await world.anotherServer();
    app = await world.app();
    await world.person("admin");
  });
  afterAll(async () => {
    for (const one of open) one.close();
    await world.close();
  });

  const connect = async (cookie: string | null, address = world.address) => {
    const stream = await listen(address, cookie);
    open.push(stream);
    return stream;
  };
  const revisionOf = async (id: string): Promise<number> =>
    (await world.call(world.viewer, "GET", `/apps/${id}/runbook`)).body.data.revision;
  const raise = (id: string, address = world.address) =>
    world.callAt(address, world.tester, "POST", "/issues", { app: id, check: "PAY-1", text: "Broken" });
  const tellsOf = (id: string, revision?: number) => (one: { event: string; data: { id: string; revision: number } }) =>
    one.event === "app" && one.data.id === id && (revision === undefined || one.data.revision >= revision);

  describe("a stream", () => {
    test("begins with every app in reach and its revision, and says when to come again", async () => {
      const stream = await connect(await world.person("viewer"));
      const { data } = await stream.heard(({ event }) => event === "apps");
      expect(stream.status).toBe(200);
      expect(stream.headers).toMatchObject({
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff",
      });
      expect(stream.headers["x-request-id"]).toMatch(/^req_/);
      expect(stream.text()).toMatch(/^retry: 1000\nevent: apps\ndata: {.*}\n\n$/);
      const apps = (await world.call(world.viewer, "GET", "/apps")).body.data as { id: string }[];
      const revisions = await Promise.all(apps.map(async ({ id }) => [id, await revisionOf(id)]));
      expect(data).toEqual({ apps: Object.fromEntries(revisions) });
    });

    test.each(["this server", "another server"])("tells what %s wrote, each time", async (where) => {
      const stream = await connect(await world.person("viewer"));
      await stream.heard(({ event }) => event === "apps");
      for (let i = 0; i < 5; i++) {
        const answer = await raise(app.id, where === "this server" ? world.address : other);
        expect(answer.status).toBe(201);
        await stream.heard(tellsOf(app.id, await revisionOf(app.id)));
      }
    });

    test("opened right after a write begins with what was written", async () => {
      const person = await world.person("viewer");
      for (let i = 0; i < 3; i++) {
        expect((await raise(app.id, other)).status).toBe(201);
        const revision = await revisionOf(app.id);
        const stream = await connect(person);
        const { data } = await stream.heard(({ event }) => event === "apps");
        expect(data.apps[app.id]).toBe(revision);
        stream.close();
      }
    });

    test("tells of an app that is new", async () => {
      const stream = await connect(await world.person("viewer"));
      await stream.heard(({ event }) => event === "apps");
      const { id } = await dataOf(world, "POST", "/apps", sampleApp());
      expect((await stream.heard(tellsOf(id))).data).toEqual({ id, revision: 1 });
    });

    test("of many writes ends with the last, and never goes back", async () => {
      const stream = await connect(await world.person("viewer"));
      await stream.heard(({ event }) => event === "apps");
      await Promise.all(Array.from({ length: 60 }, (_, i) => raise(app.id, i % 2 ? other : world.address)));
      const last = await revisionOf(app.id);
      await stream.heard(tellsOf(app.id, last));
      const told = stream.events.filter(tellsOf(app.id)).map(({ data }) => data.revision);
      expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
      expect(told.at(-1)).toBe(last);
    });

    test("tells nothing of what is out of reach", async () => {
      const [mine, hidden] = [await world.app(), await world.app()];
      const stream = await connect(await world.person("tester", [mine.id]));
      const { data } = await stream.heard(({ event }) => event === "apps");
      expect(data).toEqual({ apps: { [mine.id]: FIRST_REVISION } });
      await raise(hidden.id);
      const { id: fresh } = await world.app();
      await raise(mine.id);
      await stream.heard(tellsOf(mine.id, FIRST_REVISION + 1));
      expect(stream.text()).not.toContain(hidden.id);
      expect(stream.text()).not.toContain(fresh);
    });
  });

  describe("who may listen", () => {
    test.each(["viewer", "tester", "admin"] as const)("a %s may, with any reach", async (role) => {
      for (const apps of [undefined, [app.id]]) {
        const stream = await connect(await world.person(role, apps));
        expect(Object.keys((await stream.heard(({ event }) => event === "apps")).data.apps)).toContain(app.id);
        stream.close();
      }
    });

    test("nobody may without a session, and a key is none", async () => {
      const nobody: Record<string, string>[] = [
        {},
        { authorization: `Bearer ${world.admin}` },
        { cookie: `retest=${world.admin}` },
      ];
      for (const headers of nobody) {
        const answer = await ui(world.address, "GET", "/live", undefined, { ...SAME_ORIGIN, ...headers });
        expectError(answer, 401, "unauthorized");
      }
      expectError(await world.call(world.admin, "GET", "/live"), 404, "not_found");
    });

    test("there is only GET, and no parameter", async () => {
      const person = await world.person("viewer");
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const answer = await world.call(person, method, "/live");
        expectError(answer, 405, "method_not_allowed");
        expect(answer.headers.get("allow")).toBe("GET");
      }
      const head = await fetch(`${world.address}/ui/v1/live`, { method: "HEAD", headers: { cookie: person } });
      expect([head.status, head.headers.get("allow")]).toEqual([405, "GET"]);
      expectError(await world.call(person, "GET", "/live?since=1"), 400, "invalid_request", "since");
    });
  });

  describe("it is over", () => {
    const expectEnd = async (stream: EventListener) => {
      await stream.heard(({ event }) => event === "end");
      await stream.ended;
      expect(stream.text()).toMatch(/event: end\ndata: {}\n\n$/);
    };
    const admin = () => world.person("admin");
    const joined = async (change: (id: string, cookie: string) => Promise<unknown>, fields = {}) => {
      const person = await join(world, fields);
      const [stream, elsewhere] = [await connect(person.cookie), await connect(person.cookie, other)];
      await stream.heard(({ event }) => event === "apps");
      await elsewhere.heard(({ event }) => event === "apps");
      await change(person.id, person.cookie);
      await Promise.all([expectEnd(stream), expectEnd(elsewhere)]);
    };

    test.concurrent("when the person signs out, on every server", () =>
      joined(async (_, cookie) => world.call(cookie, "DELETE", "/session")));
    test.concurrent("when the person is removed", () =>
      joined(async (id) => world.call(await admin(), "DELETE", `/people/${id}`)));
    test.concurrent("when the person gets another role", () =>
      joined(async (id) => world.call(await admin(), "PATCH", `/people/${id}`, { role: "tester" })));
    test.concurrent("when the person gets another reach", () =>
      joined(async (id) => world.call(await admin(), "PATCH", `/people/${id}`, { apps: [app.id] })));

    test.concurrent("for the session that was signed out, while another of the same person stays", async () => {
      const person = await join(world);
      const second = (await signIn(world, person.email)).cookie!;
      const [ends, stays] = [await connect(person.cookie), await connect(second)];
      await world.call(person.cookie, "DELETE", "/session");
      await expectEnd(ends);
      await raise(app.id);
      await stays.heard(tellsOf(app.id, await revisionOf(app.id)));
      expect(stays.events.filter(({ event }) => event === "end")).toEqual([]);
    });
  });

  test("a stream keeps no session alive, however often it is opened anew", async () => {
    const person = await join(world);
    const seen = async () => {
      const rows = await rowsOf(world, `select last_seen_at from session where person_id = '${person.id}'`);
      return Number(rows[0]!.last_seen_at);
    };
    const before = await seen();
    try {
      world.clock.offset = 2 * 3_600_000;
      const stream = await connect(person.cookie);
      await stream.heard(({ event }) => event === "apps");
      expect(await seen()).toBe(before);
      world.clock.offset = 12 * 3_600_000 + 60_000;
      await stream.heard(({ event }) => event === "end");
      await stream.ended;
      expect((await connect(person.cookie)).status).toBe(401);
    } finally {
      world.clock.offset = 0;
    }
  });

  test("a session has at most twenty streams, and one that was left makes room", async () => {
    const person = await world.person("viewer");
    const streams = await Promise.all(Array.from({ length: 25 }, () => connect(person)));
    const statuses = streams.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
    const refused = streams.find(({ status }) => status === 429)!;
    await refused.ended;
    expect(JSON.parse(refused.text()).error).toMatchObject({ code: "rate_limited" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await connect(await world.person("viewer"))).status).toBe(200);
    streams.find(({ status }) => status === 200)!.close();
    await expect.poll(async () => (await connect(person)).status).toBe(200);
  });

  test.each([
    ["another request", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["what is no HTTP", "\0\0\0\r\n\r\n"],
  ])("%s behind a stream ends the connection", async (_, bytes) => {
    const { socket } = await openRaw(world.address);
    const person = await world.person("viewer");
    const closed = new Promise((resolve) => socket.once("end", resolve));
    let text = "";
    socket.on("data", (part: Buffer) => {
      text += part.toString();
    });
    socket.write(`GET /ui/v1/live HTTP/1.1\r\nHost: localhost\r\nCookie: ${person}\r\n\r\n`);
    await expect.poll(() => text).toContain("event: apps");
    socket.write(bytes);
    await closed;
    socket.destroy();
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test("a server that stops ends its streams at once", async () => {
    const ending = await createWorld(kind);
    const person = await ending.person("viewer");
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen(ending.address, person)));
    await Promise.all(streams.map((stream) => stream.heard(({ event }) => event === "apps")));
    let isClosed = false;
    const closing = ending.close().then(() => {
      isClosed = true;
    });
    await Promise.all(streams.map((stream) => stream.ended));
    expect(isClosed).toBe(false);
    await closing;
    for (const { events } of streams) expect(events.map(({ event }) => event)).toEqual(["apps"]);
  });
});
