// The workspace is taken first, then what is in it: an app, a person. Were it the other way round anywhere, two servers
// would wait for each other until the database breaks it up.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeApp } from "../../../src/actions/apps/change-app.ts";
import { importRunbook } from "../../../src/actions/apps/import-runbook.ts";
import { recordResults } from "../../../src/actions/results/record-results.ts";
import { until } from "../../support/database/migrate-in-process.ts";
import { countPerformed } from "../../support/server/arrivals.ts";
import { createWorld, type World } from "../../support/server/test-server.ts";
import { holdApp, untilWaitedFor } from "../../support/trouble/app-locked-elsewhere.ts";

describe("on postgres", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld("postgres");
  });
  afterAll(() => world.close());

  /** Takes the workspace, as another server does that gives a name, until the answer is called. */
  const holdWorkspace = async () => {
    const client = new pg.Client({ connectionString: world.config.databaseUrl! });
    await client.connect();
    await client.query("begin; select 1 from workspace for update");
    const { pid } = (await client.query("select pg_backend_pid() as pid")).rows[0];
    return {
      /** Takes a person after it, as whoever removes one does. Rejects if somebody keeps them. */
      takePerson: (id: string) => client.query(`select 1 from person where id = '${id}' for update nowait`),
      untilWaitedFor: () => untilWaitedFor(world, pid, 1),
      letGo: () => client.end(),
    };
  };

  test.each([
    ["a rename", changeApp, (id: string, name: string) => world.call(world.admin, "PATCH", `/apps/${id}`, { name })],
    [
      "an import that renames",
      importRunbook,
      (id: string, name: string) => {
        const file = { name, platforms: [{ code: "ios" }, { code: "android" }], sections: [] };
        return world.call(world.admin, "POST", `/apps/import?app=${id}`, file);
      },
    ],
  ])("what stands in line in front of %s does not wait with it for the workspace", async (_, action, rename) => {
    const app = await world.app();
    const record = () =>
      world.call(world.tester, "POST", "/results", { app: app.id, check: "PAY-1", outcome: "passed" });
    const { release: letGoOfApp, untilWaitedFor: untilAppWaitedFor } = await holdApp(world, app);
    const recording = countPerformed(world, recordResults);
    const renaming = countPerformed(world, action);
    const workspace = await holdWorkspace();
    let renamed: Promise<{ status: number }>;
    try {
      const first = record();
      await untilAppWaitedFor(1);
      const second = record();
      await until(() => recording() === 2);
      renamed = rename(app.id, `${app.name} anew`);
      await until(() => renaming() === 1);
      await letGoOfApp();
      expect([(await first).status, (await second).status]).toEqual([201, 201]);
    } finally {
      await workspace.letGo();
    }
    expect((await renamed).status).toBe(200);
    expect((await world.call(world.viewer, "GET", `/apps/${app.id}`)).body.data.name).toBe(`${app.name} anew`);
    expect(await world.problems()).toEqual([]);
  });

  test("whoever invites keeps nobody from being removed while the workspace is somebody else's", async () => {
    const admin = await world.person("admin");
    const { id } = (await world.call(admin, "GET", "/me")).body.data;
    const workspace = await holdWorkspace();
    const invited = world.call(admin, "POST", "/invitations", { role: "viewer" });
    await workspace.untilWaitedFor();
    await workspace.takePerson(id).finally(workspace.letGo);
    expect((await invited).status).toBe(201);
  });
});
