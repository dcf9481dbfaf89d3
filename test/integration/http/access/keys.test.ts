// API keys: made, listed, rotated and revoked; a key's secret is shown once.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const create = (fields: object) =>
    ask(world, world.admin, "POST", "/keys", { name: "CI", role: "tester", ...fields });
  const made = async (fields: object = {}) => (await create(fields)).body.data;
  const rotate = async (id: string, body?: object) => dataOf(world, "POST", `/keys/${id}/rotate`, body);
  const me = (key: string) => ask(world, key, "GET", "/me");
  const works = async (key: string) => (await me(key)).status === 200;

  test("a new key is answered with 201, its fields and the key itself", async () => {
    const answer = await create({});
    expect(answer.status).toBe(201);
    const { id, key, created_at } = answer.body.data;
    expect(answer.body.data).toEqual({
      id,
      key,
      created_at,
      name: "CI",
      role: "tester",
      apps: null,
      created_by: null,
      expires_at: null,
      last_used_at: null,
      assistant: false,
    });
    expect(key).toMatch(/^rt_[0-9A-Za-z]{30,}$/);
    expect(answer.headers.get("location")).toBe(`/api/v1/keys/${id}`);
    expect((await me(key)).body.data).toEqual({ name: "CI", role: "tester", apps: null });
  });

  test("a key for some apps, named by id or name, is scoped to those, each once", async () => {
    const [one, other] = [await world.app(), await world.app()];
    const { key, apps } = await made({ role: "viewer", apps: [one.name, other.id, one.id] });
    expect(apps).toEqual([one.id, other.id]);
    expect((await me(key)).body.data).toEqual({ name: "CI", role: "viewer", apps: [one.id, other.id] });
    const seen = (await ask(world, key, "GET", "/apps")).body.data;
    expect(seen.map(({ id }: { id: string }) => id)).toEqual([one.id, other.id]);
  });

  test("edits and results carry the key's name followed by via API", async () => {
    const { id: app } = await world.app();
    const { key } = await made({ name: "Nightly build" });
    const issue = await ask(world, key, "POST", "/issues", { app, check: "PAY-1", text: "Broken" });
    expect(issue.body.data.raised_by).toBe("Nightly build via API");
    const [result] = (await ask(world, key, "POST", "/results", { app, check: "PAY-1", outcome: "passed" })).body.data;
    expect(result.recorded_by).toBe("Nightly build via API");
  });

  test.each([
    ["no name", { name: undefined }, "400 invalid_request", "name"],
    ["a blank name", { name: " " }, "400 invalid_request", "name"],
    ["no role", { role: undefined }, "400 invalid_request", "role"],
    ["an unknown role", { role: "owner" }, "400 invalid_request", "role"],
    ["apps that are no list", { apps: "all" }, "400 invalid_request", "apps"],
    ["no apps at all", { apps: [] }, "400 invalid_request", "apps"],
    ["an app that does not exist", { apps: ["nope"] }, "404 not_found", "nope"],
    ["a secret of its own", { key: "rt_mine" }, "400 invalid_request", "key"],
    ["an unknown field", { scope: [] }, "400 invalid_request", "scope"],
  ])("a new key with %s is refused and none is made", async (_what, fields, outcome, named) => {
    const before = (await dataOf(world, "GET", "/keys")).length;
    const answer = await create(fields);
    expect(outcomeOf(answer)).toBe(outcome);
    expect(answer.body.error.message).toContain(named);
    expect((await dataOf(world, "GET", "/keys")).length).toBe(before);
  });

  test("a key's secret is never shown again, by no list, no address and no error", async () => {
    const { id, key } = await made();
    const rotated = await rotate(id);
    const answers = [
      await ask(world, world.admin, "GET", "/keys"),
      await ask(world, world.admin, "GET", `/keys/${id}`),
      await me(rotated.key),
      await me(key),
    ];
    for (const { body } of answers) {
      for (const secret of [key, rotated.key, world.admin]) expect(JSON.stringify(body)).not.toContain(secret.slice(3));
    }
    const { key: _shownOnce, ...rest } = rotated;
    expect({ ...(await dataOf(world, "GET", `/keys/${id}`)), last_used_at: null }).toEqual({
      ...rest,
      last_used_at: null,
    });
  });

  test("the list holds every key of the workspace that is not revoked", async () => {
    const ids = [(await made()).id, (await made()).id, (await made()).id];
    await dataOf(world, "DELETE", `/keys/${ids[1]}`);
    const listed = (await dataOf(world, "GET", "/keys")).map(({ id }: { id: string }) => id);
    expect(ids.map((id) => listed.includes(id))).toEqual([true, false, true]);
  });

  test("no two keys have one secret", async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, async () => (await made()).key));
    expect(new Set(secrets).size).toBe(20);
  });

  test.each([[undefined], [{}], [{ overlap_seconds: 0 }]])(
    "rotating with %j gives a new secret to the same key and ends the old one at once, on every server",
    async (body) => {
      const second = await world.anotherServer();
      const app = await world.app();
      const { id, key, name, role, apps } = await made({ apps: [app.id] });
      expect((await world.callAt(second, key, "GET", "/me")).status).toBe(200);
      const rotated = await rotate(id, body);
      expect(rotated).toMatchObject({ id, name, role, apps });
      expect(rotated.key).not.toBe(key);
      expect((await world.callAt(second, key, "GET", "/me")).status).toBe(401);
      expect(await works(key)).toBe(false);
      expect((await me(rotated.key)).body.data).toEqual({ name, role, apps });
      expect((await world.callAt(second, rotated.key, "GET", "/me")).status).toBe(200);
    },
  );

  test("with overlap_seconds both secrets work until the overlap is over", async () => {
    const { id, key } = await made();
    const rotated = await rotate(id, { overlap_seconds: 600 });
    expect([await works(key), await works(rotated.key)]).toEqual([true, true]);
    try {
      world.clock.offset = 595_000;
      expect([await works(key), await works(rotated.key)]).toEqual([true, true]);
      world.clock.offset = 605_000;
      expect([await works(key), await works(rotated.key)]).toEqual([false, true]);
    } finally {
      world.clock.offset = 0;
    }
  });

  test("an overlap ends at its last moment, also for a secret that was used a moment before", async () => {
    const { id, key } = await made();
    world.clock.frozenAt = Date.now();
    try {
      await rotate(id, { overlap_seconds: 60 });
      world.clock.frozenAt += 59_999;
      await works(key);
      expect(await works(key)).toBe(true);
      world.clock.frozenAt += 1;
      expect(await works(key)).toBe(false);
    } finally {
      world.clock.frozenAt = null;
    }
  });

  test("a second rotation ends an overlap that still runs, and never lengthens one", async () => {
    const { id, key: first } = await made();
    const { key: second } = await rotate(id, { overlap_seconds: 10 });
    const { key: third } = await rotate(id, { overlap_seconds: 600 });
    try {
      world.clock.offset = 20_000;
      expect([await works(first), await works(second), await works(third)]).toEqual([false, true, true]);
    } finally {
      world.clock.offset = 0;
    }
    const { key: fourth } = await rotate(id);
    expect([await works(second), await works(third), await works(fourth)]).toEqual([false, false, true]);
  });

  test("a secret rotated away without overlap stays dead for a server whose clock is behind", async () => {
    const { id, key } = await made();
    const { key: fresh } = await rotate(id);
    try {
      world.clock.offset = -60_000;
      expect([await works(key), await works(fresh)]).toEqual([false, true]);
    } finally {
      world.clock.offset = 0;
    }
  });

  test.each([[-1], [1.5], ["60"], [1e12]])(
    "overlap_seconds %j answers 400 and the key stays as it was",
    async (value) => {
      const { id, key } = await made();
      const answer = await ask(world, world.admin, "POST", `/keys/${id}/rotate`, { overlap_seconds: value });
      expect(outcomeOf(answer)).toBe("400 invalid_request");
      expect(answer.body.error.message).toContain("overlap_seconds");
      expect(await works(key)).toBe(true);
    },
  );

  test("a revoked key is refused at once, also on a second server that knew it", async () => {
    const second = await world.anotherServer();
    const { id, key } = await made({ role: "admin" });
    const overlapping = await rotate(id, { overlap_seconds: 600 });
    const secrets = [key, overlapping.key];
    for (const secret of secrets) {
      expect(await works(secret)).toBe(true);
      expect((await world.callAt(second, secret, "GET", "/apps")).status).toBe(200);
    }
    expect((await ask(world, world.admin, "DELETE", `/keys/${id}`)).status).toBe(204);
    for (const secret of secrets) {
      expect(outcomeOf(await world.callAt(second, secret, "GET", "/apps"))).toBe("401 unauthorized");
      expect(outcomeOf(await world.callAt(second, secret, "POST", "/keys", { name: "x", role: "admin" }))).toBe(
        "401 unauthorized",
      );
      expect(await works(secret)).toBe(false);
    }
  });

  test("a revoked key can't be read, rotated or revoked again: 404, as for one that never was", async () => {
    const { id } = await made();
    await dataOf(world, "DELETE", `/keys/${id}`);
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/rotate"],
      ["DELETE", ""],
    ] as const) {
      const gone = await ask(world, world.admin, method, `/keys/${id}${path}`);
      const never = await ask(world, world.admin, method, `/keys/key_never${path}`);
      expect(outcomeOf(gone)).toBe("404 not_found");
      expect(gone.body).toEqual(never.body);
    }
  });

  test("a key may revoke itself, and is dead then", async () => {
    const { id, key } = await made({ role: "admin" });
    expect((await ask(world, key, "DELETE", `/keys/${id}`)).status).toBe(204);
    expect(await works(key)).toBe(false);
  });

  test("of many rotations at the same time one secret is left, and it works", async () => {
    for (let round = 0; round < 10; round++) {
      const { id, key } = await made();
      const rotated = await Promise.all(Array.from({ length: 8 }, async () => (await rotate(id)).key));
      const alive = await Promise.all([key, ...rotated].map(works));
      expect(alive.filter((one) => one).length).toBe(1);
    }
  });
});
