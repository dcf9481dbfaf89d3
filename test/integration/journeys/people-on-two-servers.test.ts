// Two servers behave as one for people: who was removed or signed out on one is out on the other at once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSignedIn, SAME_ORIGIN, ui } from "../../support/clients/person-client.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let servers: [string, string];
  let admin: string;
  let app: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    servers = [world.address, await world.anotherServer()];
    admin = await world.person("admin");
    app = (await world.app()).id;
  });
  afterAll(() => world.close());

  const ask = (server: number, cookie: string, method: string, path: string, body?: unknown) =>
    ui(servers[server % 2]!, method, path, body, { ...SAME_ORIGIN, cookie });
  const PATHS = () => [`/apps/${app}`, "/issues", "/me"];
  const readEverywhere = async (cookie: string) => {
    const statuses = [];
    for (const path of PATHS())
      for (const server of [0, 1]) statuses.push((await ask(server, cookie, "GET", path)).status);
    return [...new Set(statuses)];
  };

  test("a session opened on one server is known to the other", async () => {
    for (let i = 0; i < 5; i++) expect(await isSignedIn(servers[i % 2]!, await world.person("viewer"))).toBe(true);
  });

  test("a person removed on one server is out on the other from the moment it is answered", async () => {
    for (let i = 0; i < 10; i++) {
      const person = await world.person("tester");
      expect(await readEverywhere(person)).toEqual([200]);
      const { id } = (await ask(i, person, "GET", "/me")).body.data;
      expect((await ask(i, admin, "DELETE", `/people/${id}`)).status).toBe(204);
      expect(await readEverywhere(person)).toEqual([401]);
      const body = { app, check: "PAY-1", text: "Broken" };
      expect((await ask(i + 1, person, "POST", "/issues", body)).status).toBe(401);
    }
  });

  test.each(["/session", "/sessions"])(
    "a session ended by DELETE %s on one server is dead on the other",
    async (path) => {
      for (let i = 0; i < 10; i++) {
        const person = await world.person("viewer");
        expect(await readEverywhere(person)).toEqual([200]);
        expect((await ask(i, person, "DELETE", path)).status).toBe(204);
        expect(await readEverywhere(person)).toEqual([401]);
      }
    },
  );

  test("a person scoped on one server can't reach the rest on the other, also where answers are kept", async () => {
    const elsewhere = (await world.app()).id;
    for (let i = 0; i < 6; i++) {
      const person = await world.person("viewer");
      const look = () => ask(i + 1, person, "GET", `/apps/${app}`);
      expect([(await look()).status, (await look()).status]).toEqual([200, 200]);
      const { id } = (await ask(i, person, "GET", "/me")).body.data;
      expect((await ask(i, admin, "PATCH", `/people/${id}`, { apps: [elsewhere] })).status).toBe(200);
      expect((await look()).status).toBe(404);
    }
  });
});
