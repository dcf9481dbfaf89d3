// Two servers behave as one: what one has acknowledged, the other shows at once, also where answers are kept.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let servers: [string, string];
  beforeAll(async () => {
    world = await createWorld(kind);
    servers = [world.address, await world.anotherServer()];
  });
  afterAll(() => world.close());

  const ask = (server: number, key: string, method: string, path: string, body?: unknown) =>
    world.callAt(servers[server % 2]!, key, method, path, body);
  /** Reads twice, so that the second answer may come from what the server keeps. */
  const readTwice = async (server: number, path: string) => {
    const first = await ask(server, world.viewer, "GET", path);
    const second = await ask(server, world.viewer, "GET", path);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    return second.body;
  };

  test("no kept answer outlives a write that the other server acknowledged", async () => {
    const app = await world.app();
    const check = (await readTwice(1, `/checks?app=${app.id}`)).data[0];
    const body = { app: app.id, check: check.id, text: "at first" };
    const id = (await ask(0, world.tester, "POST", "/issues", body)).body.data.id;
    const shown = async (server: number) => {
      const [list, lists, single, one, entries, checks] = await Promise.all([
        readTwice(server, `/issues?app=${app.id}`),
        readTwice(server, `/issues?app=${app.id}&status=all`),
        readTwice(server, `/apps/${app.id}`),
        readTwice(server, `/issues/${id}`),
        readTwice(server, "/apps"),
        readTwice(server, `/checks?app=${app.id}`),
      ]);
      const entry = entries.data.find((one: { id: string }) => one.id === app.id);
      return {
        open: [list.data.length, single.data.summary.open_issues, entry.open_issues],
        texts: [lists.data[0].text, one.data.text],
        statuses: [lists.data[0].status, one.data.status, checks.data[0].platforms[0].status],
        names: [lists.data[0].app.name, one.data.app.name, single.data.name, entry.name, checks.data[0].app.name],
        titles: [lists.data[0].check.title, one.data.check.title, checks.data[0].title],
      };
    };
    const state = { text: "at first", status: "open", check: "failed", name: app.name, title: check.title };
    const steps: [method: string, path: string, body: object, change: Partial<typeof state>][] = [];
    for (let round = 0; round < 6; round++) {
      const [text, name, title] = [`text ${round}`, `${app.name} ${round}`, `title ${round}`];
      steps.push(["PATCH", `/issues/${id}`, { text }, { text }]);
      steps.push(["POST", `/issues/${id}/fix`, {}, { status: "fixed", check: "needs_retest" }]);
      steps.push(["PATCH", `/apps/${app.id}`, { name }, { name }]);
      const pass = { app: app.id, check: check.id, outcome: "passed" };
      steps.push(["POST", "/results", pass, { check: "passed" }]);
      steps.push(["PATCH", `/checks/${check.id}`, { title }, { title }]);
      steps.push(["POST", `/issues/${id}/fix`, { fixed: false }, { status: "open", check: "failed" }]);
    }
    for (const [i, [method, path, change, effect]] of steps.entries()) {
      await shown(i + 1);
      expect((await ask(i, world.admin, method, path, change)).status).toBeLessThan(300);
      Object.assign(state, effect);
      const open = state.status === "open" ? 1 : 0;
      const { text, status, name, title } = state;
      expect(await shown(i + 1)).toEqual({
        open: [open, open, open],
        texts: [text, text],
        statuses: [status, status, state.check],
        names: [name, name, name, name, name],
        titles: [title, title, title],
      });
    }
  });

  test("an issue raised on one server is readable on the other the moment it is answered", async () => {
    const app = await world.app();
    for (let i = 0; i < 40; i++) {
      await ask(i + 1, world.viewer, "GET", `/issues?app=${app.id}&limit=200`);
      const raised = await ask(i, world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text: `n ${i}` });
      const { data } = raised.body;
      expect((await ask(i + 1, world.viewer, "GET", `/issues/${data.id}`)).body.data).toEqual(data);
      const list = await ask(i + 1, world.viewer, "GET", `/issues?app=${app.id}&limit=200`);
      expect([list.body.data.length, list.body.data[0].id]).toEqual([i + 1, data.id]);
    }
  });

  test("a platform added on one server is known to the other at once", async () => {
    const app = await world.app();
    const platforms = [...app.platforms];
    for (let i = 0; i < 8; i++) {
      const code = `p${i}`;
      const body = { app: app.id, check: "PAY-1", text: "x", platforms: [code] };
      expect((await ask(i + 1, world.tester, "POST", "/issues", body)).body.error.code).toBe("unknown_platform");
      platforms.push({ code, label: code });
      expect((await ask(i, world.admin, "PATCH", `/apps/${app.id}`, { platforms })).status).toBe(200);
      expect((await ask(i + 1, world.tester, "POST", "/issues", body)).status).toBe(201);
      expect((await readTwice(i + 1, `/apps/${app.id}`)).data.platforms).toEqual(platforms);
    }
  });

  test("a key revoked on one server is dead on the other from the moment it is answered", async () => {
    const app = await world.app();
    for (let i = 0; i < 10; i++) {
      const created = await ask(i, world.admin, "POST", "/keys", { name: `key ${i}`, role: "viewer" });
      const { id, key } = created.body.data;
      for (const path of [`/apps/${app.id}`, "/issues", "/me"]) {
        expect((await ask(i + 1, key, "GET", path)).status).toBe(200);
        expect((await ask(i + 1, key, "GET", path)).status).toBe(200);
      }
      expect((await ask(i, world.admin, "DELETE", `/keys/${id}`)).status).toBeLessThan(300);
      for (const path of [`/apps/${app.id}`, "/issues", "/me"]) {
        expect((await ask(i + 1, key, "GET", path)).status).toBe(401);
        expect((await ask(i, key, "GET", path)).status).toBe(401);
      }
    }
  });

  test("a secret rotated on one server without overlap is dead on the other at once, and the new one works", async () => {
    // Another minute: the keys that were refused above count toward what one address may try.
    world.clock.offset += 60_000;
    for (let i = 0; i < 6; i++) {
      const created = (await ask(i, world.admin, "POST", "/keys", { name: `turn ${i}`, role: "viewer" })).body.data;
      expect((await ask(i + 1, created.key, "GET", "/me")).status).toBe(200);
      const rotated = (await ask(i, world.admin, "POST", `/keys/${created.id}/rotate`, {})).body.data;
      expect((await ask(i + 1, created.key, "GET", "/me")).status).toBe(401);
      expect((await ask(i + 1, rotated.key, "GET", "/me")).status).toBe(200);
    }
  });

  test("after all of this the facts and what is kept of them agree", async () => {
    expect(await world.problems()).toEqual([]);
  });
});
