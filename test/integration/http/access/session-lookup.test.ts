// A session that was asked for a moment ago, and that a server may still know: nothing that is written since is missed, by whatever server, nor the time.
import { beforeAll, describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../../src/lib/clock.ts";
import { ask } from "../../../support/checks/route-table.ts";
import { type Joined, join, rowsOf, ui } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let servers: string[];
  beforeAll(async () => {
    servers = [world.address, await world.anotherServer()];
  });

  const askAll = async (cookie: string) => {
    const answers = await Promise.all(servers.map((address) => ui(address, "GET", "/me", undefined, { cookie })));
    return answers.map(({ status, body }) => (status === 200 ? body.data.role : status));
  };
  /** Somebody whose session every server has found, and found again. */
  const known = async (): Promise<Joined> => {
    const person = await join(world);
    for (let n = 0; n < 3; n++) expect(await askAll(person.cookie)).toEqual(["viewer", "viewer"]);
    return person;
  };

  test("whoever signs out is out on every server", async () => {
    const { cookie } = await known();
    expect((await ask(world, cookie, "DELETE", "/session")).status).toBe(204);
    expect(await askAll(cookie)).toEqual([401, 401]);
  });

  test("whoever is removed is out, and a new role counts from then on", async () => {
    const admin = await join(world, { role: "admin" });
    const { id, cookie } = await known();
    expect((await ask(world, admin.cookie, "PATCH", `/people/${id}`, { role: "tester" })).status).toBe(200);
    expect(await askAll(cookie)).toEqual(["tester", "tester"]);
    expect((await ask(world, admin.cookie, "DELETE", `/people/${id}`)).status).toBe(204);
    expect(await askAll(cookie)).toEqual([401, 401]);
  });

  test("what is written by another program counts as well", async () => {
    const { id, cookie } = await known();
    await rowsOf(world, `update person set role = 'tester' where id = '${id}' returning id`);
    expect(await askAll(cookie)).toEqual(["tester", "tester"]);
    await rowsOf(world, `delete from session where person_id = '${id}' returning hash`);
    expect(await askAll(cookie)).toEqual([401, 401]);
  });

  test("whoever was away for too long is out, though nothing is written", async () => {
    const { cookie } = await known();
    world.clock.offset = 24 * 365 * HOUR_MS;
    try {
      expect(await askAll(cookie)).toEqual([401, 401]);
    } finally {
      world.clock.offset = 0;
    }
  });

  test("sessions of several people at once are kept apart", async () => {
    const people = await Promise.all([known(), known(), known()]);
    const answers = people.map(({ cookie }) => ui(world.address, "GET", "/me", undefined, { cookie }));
    expect((await Promise.all(answers)).map(({ body }) => body.data.id)).toEqual(people.map(({ id }) => id));
  });
});
