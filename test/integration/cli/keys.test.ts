// `retest key create|list|revoke`, alone and beside a running server, on both databases.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { call, type RunningServer, serve } from "../../support/clients/run-cli.ts";
import { DATABASES, sampleApp } from "../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let place: Place;
  let server: RunningServer;
  let admin: string;

  beforeAll(async () => {
    place = await freshPlace(kind);
    admin = await place.key("admin");
    server = await serve(place.settings);
  });

  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const run = (...args: string[]) => command(["key", ...args], place.settings);
  const list = async () => JSON.parse((await run("list", "--json")).stdout);

  test("a key made while a server runs works at once, with its name and role", async () => {
    const { code, stdout, stderr } = await run("create", "--name", "Build", "--role", "tester", "--json");
    expect([code, stderr]).toEqual([0, ""]);
    const made = JSON.parse(stdout);
    expect(made).toMatchObject({
      name: "Build",
      role: "tester",
      apps: null,
      key: expect.stringMatching(/^rt_\w{39}$/),
    });
    const { status, data } = await call(server.address, made.key, "GET", "/me");
    expect([status, data.name, data.role]).toEqual([200, "Build", "tester"]);
  });

  test("without --json the key stands alone on the first line", async () => {
    const { stdout } = await run("create", "--name", "Plain", "--role", "viewer");
    const [key] = stdout.split("\n");
    expect((await call(server.address, key!, "GET", "/me")).status).toBe(200);
  });

  test("--app scopes the key, by id or name, and may be repeated", async () => {
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(async () => (await call(server.address, admin, "POST", "/apps", sampleApp())).data),
    );
    const key = await place.key("viewer", "--app", one.id, "--app", two.name);
    const { data } = await call(server.address, key, "GET", "/apps");
    expect(data.map(({ id }: { id: string }) => id).sort()).toEqual([one.id, two.id].sort());
    expect((await call(server.address, key, "GET", `/apps/${three.id}`)).status).toBe(404);
  });

  test("--expires is a day that the key still works on, or a time; the list says when", async () => {
    const day = JSON.parse(
      (await run("create", "--name", "Day", "--role", "viewer", "--expires", "2099-01-31", "--json")).stdout,
    );
    expect(day).toMatchObject({ expires_at: "2099-02-01T00:00:00.000Z", created_by: null });
    await run("create", "--name", "Time", "--role", "viewer", "--expires", "2099-01-31T12:00+02:00");
    expect((await run("list")).stdout).toMatch(
      /^key_\w+ {2}viewer {2}Time {2}\(every app; expires 2099-01-31T10:00:00.000Z\)$/m,
    );
    const past = await run("create", "--name", "Past", "--role", "viewer", "--expires", "2020-01-31");
    expect([past.code, past.stdout, past.stderr]).toEqual([1, "", expect.stringContaining("still to come")]);
  });

  test("an app that does not exist makes no key", async () => {
    const before = await list();
    const { code, stdout, stderr } = await run("create", "--name", "X", "--role", "viewer", "--app", "nowhere");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^retest: .*nowhere.*\n$/);
    expect(await list()).toEqual(before);
  });

  test("the list names every key and shows none of the secrets", async () => {
    const key = await place.key("viewer");
    for (const args of [["list"], ["list", "--json"]]) {
      const { code, stdout } = await run(...args);
      expect(code).toBe(0);
      expect(stdout).toContain("viewer key");
      expect(stdout).not.toContain(key);
      expect(stdout).not.toContain("rt_");
    }
    for (const one of await list()) {
      const shown = [
        "apps",
        "assistant",
        "created_at",
        "created_by",
        "expires_at",
        "id",
        "last_used_at",
        "name",
        "role",
      ];
      expect(Object.keys(one).sort()).toEqual(shown);
    }
  });

  test("a revoked key is refused at once by a running server, and is listed no more", async () => {
    const key = await place.key("viewer");
    expect((await call(server.address, key, "GET", "/me")).status).toBe(200);
    const { id } = (await list()).at(-1);
    const { code, stdout } = await run("revoke", id);
    expect([code, stdout]).toEqual([0, `Revoked "viewer key" (${id}).\n`]);
    expect((await call(server.address, key, "GET", "/me")).status).toBe(401);
    expect((await list()).map((one: { id: string }) => one.id)).not.toContain(id);
    expect(await run("revoke", id)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^retest: .*\n$/) });
  });

  test("keys made by several processes at once are all there", async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => place.key("tester")));
    const answers = await Promise.all(keys.map((key) => call(server.address, key, "GET", "/me")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test("a key name is held to the same rules as through the API: one line, 1 to 200 characters", async () => {
    const tooLong = await run("create", "--name", "n".repeat(201), "--role", "viewer");
    expect(tooLong).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^retest: .*name.*\n$/) });
    const { stdout } = await run("create", "--name", "two\nlines", "--role", "viewer", "--json");
    expect(JSON.parse(stdout).name).toBe("two lines");
  });
});

test.each([
  [["create", "--name", "N", "--role", "viewer", "--expires", "soon"], "--expires"],
  [["create", "--role", "viewer"], "--name"],
  [["create", "--name", "  ", "--role", "viewer"], "--name"],
  [["create", "--name", "N"], "--role"],
  [["create", "--name", "N", "--role", "owner"], "--role"],
  [["create", "--name", "N", "--role", "viewer", "--colour", "red"], "--colour"],
  [["create", "--name", "N", "--role", "viewer", "more"], "more"],
  [["list", "all"], "all"],
  [["revoke"], "id"],
  [["destroy"], "destroy"],
])("retest key %j exits with 2 and a sentence that names %s", async (args, named) => {
  const { code, stdout, stderr } = await command(["key", ...args], { RETEST_DATA_DIR: "/nonexistent/retest" });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(named);
  expect(stderr).not.toMatch(/\n\s+at /);
});
