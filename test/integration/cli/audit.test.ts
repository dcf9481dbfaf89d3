// The audit log and the command line: what is done there is recorded as such, and the doctor checks the log.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "../../support/clients/audit-client.ts";
import { command } from "../../support/clients/command.ts";
import { join, rowsOf } from "../../support/clients/person-client.ts";
import type { Settings } from "../../support/clients/run-cli.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  const run = (...args: string[]) => {
    const { dataDir, databaseUrl, secretKey } = world.config;
    const place: Settings = databaseUrl === null ? { RETEST_DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
    return command(args, { ...place, RETEST_SECRET_KEY: secretKey });
  };

  test("keys, people and the plan that the command line changes are recorded in its name, without an address", async () => {
    const { email } = await join(world, { role: "viewer" });
    const before = (await auditOf(world))[0].id;
    const { id } = JSON.parse((await run("key", "create", "--name", "CI", "--role", "viewer", "--json")).stdout);
    const invite = ["person", "invite", "--role", "viewer", "--email", "new@example.com"];
    const rest = [["key", "revoke", id], invite, ["person", "remove", email], ["workspace", "plan", "free"]];
    for (const args of rest) expect((await run(...args)).code, args.join(" ")).toBe(0);
    const entries = (await auditOf(world)).filter((entry) => entry.id > before);
    expect(entries.map(({ action }) => action)).toEqual([
      "workspace.plan_changed",
      "person.removed",
      "person.invited",
      "key.revoked",
      "key.created",
    ]);
    const actor = { kind: "command_line", id: null, name: "command line" };
    for (const entry of entries) expect(entry).toMatchObject({ actor, address: null, request_id: null });
    expect(entries[0].details).toEqual({ plan: { from: "unlimited", to: "free" } });
    expect(JSON.stringify(entries)).not.toContain("@");
  });

  test("the doctor finds the log in order, and says where somebody meddled with it", async () => {
    expect(await run("doctor")).toMatchObject({ code: 0, stdout: expect.stringContaining("0 differences") });
    const last = (await auditOf(world))[0].id;
    await rowsOf(world, `update audit set address = '192.0.2.1' where id = '${last}'`);
    const { code, stdout } = await run("doctor");
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`Workspace: audit log: entry ${last}, the newest, was changed`),
    ]);
  });
});
