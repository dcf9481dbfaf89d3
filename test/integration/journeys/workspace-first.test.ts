// The workspace is taken first, then what is in it: an app, a person. Were it the other way round anywhere, two servers
// would wait for each other until the database breaks it up.
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../support/server/test-server.ts";
import { holdApp } from "../../support/trouble/app-locked-elsewhere.ts";

/** Long enough for requests that were sent to stand in line, far shorter than anybody waits there. */
const IN_LINE_MS = 400;

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
    return {
      /** Takes a person after it, as whoever removes one does. Rejects if somebody keeps them. */
      takePerson: (id: string) =>
        client.query(`set local lock_timeout = '${IN_LINE_MS}ms'; select 1 from person where id = '${id}' for update`),
      letGo: () => client.end(),
    };
  };

  test.each([
    ["a rename", (id: string, name: string) => world.call(world.admin, "PATCH", `/apps/${id}`, { name })],
    [
      "an import that renames",
      (id: string, name: string) => {
        const file = { name, platforms: [{ code: "ios" }, { code: "android" }], sections: [] };
        return world.call(world.admin, "POST", `/apps/import?app=${id}`, file);
      },
    ],
  ])("what stands in line in front of %s does not wait with it for the workspace", async (_, rename) => {
    const app = await world.app();
    const record = () =>
      world.call(world.tester, "POST", "/results", { app: app.id, check: "PAY-1", outcome: "passed" });
    const { release: letGoOfApp } = await holdApp(world, app);
    const workspace = await holdWorkspace();
    let renamed: Promise<{ status: number }>;
    try {
      const first = record();
      await wait(IN_LINE_MS);
      const second = record();
      await wait(IN_LINE_MS / 4);
      renamed = rename(app.id, `${app.name} anew`);
      await wait(IN_LINE_MS);
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
    await wait(IN_LINE_MS);
    await workspace.takePerson(id).finally(workspace.letGo);
    expect((await invited).status).toBe(201);
  });
});
