// A look at an invitation: what it offers, for whoever has its link, without using it up.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ask, outcomeOf } from "../../../support/checks/route-table.ts";
import { accept, invite, SAME_ORIGIN, ui } from "../../../support/clients/person-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const DAY = 24 * 3_600_000;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let admin: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    admin = await world.person("admin");
  });
  afterEach(() => {
    world.clock.offset = 0;
  });
  afterAll(() => world.close());

  const look = (token: unknown) => ui(world.address, "POST", "/invitations/look", { token });
  const invited = async (fields: Record<string, unknown>) => {
    const { body } = await ask(world, admin, "POST", "/invitations", fields);
    const { id, link, expires_at } = body.data;
    return { id: id as string, token: link.slice(link.indexOf("#") + 1) as string, expires_at };
  };

  test("it says role, apps by name, whom it is for, who invites, and until when", async () => {
    const [one, two] = [await world.app(), await world.app()];
    const some = await invited({ role: "tester", apps: [two.id, one.name], email: "Ines@Example.com" });
    const answer = await ask(world, admin, "POST", "/invitations/look", { token: some.token });
    expect(answer.status).toBe(200);
    const { apps, ...rest } = answer.body.data;
    expect([...apps].sort()).toEqual([one.name, two.name].sort());
    const { expires_at } = some;
    expect(rest).toEqual({
      role: "tester",
      email: "ines@example.com",
      invited_by: "admin person",
      first_admin: false,
      expires_at,
    });
    const token = await invite(world, { role: "viewer" });
    expect((await look(token)).body.data).toMatchObject({ role: "viewer", apps: null, email: null, invited_by: null });
  });

  test("an app that was renamed is shown by its new name", async () => {
    const app = await world.app();
    const { token } = await invited({ role: "viewer", apps: [app.id] });
    const name = `${app.name} renamed`;
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { name });
    expect((await look(token)).body.data.apps).toEqual([name]);
  });

  test("it can be looked at again and again, and accepted after that", async () => {
    const token = await invite(world);
    const first = await look(token);
    expect((await look(token)).body).toEqual(first.body);
    expect((await accept(world, { token, email: "looked@example.com" })).status).toBe(201);
  });

  test("one that lets nobody in gets the same answer as accepting it would", async () => {
    const used = await invite(world);
    await accept(world, { token: used, email: "used@example.com" });
    const late = await invite(world);
    const withdrawn = await invited({ role: "viewer" });
    await ask(world, admin, "DELETE", `/invitations/${withdrawn.id}`);
    world.clock.offset = 7 * DAY + 60_000;
    const tokens = [used, late, withdrawn.token, "A".repeat(43), "", "short", "\u0000", `${used}0`];
    const answers = await Promise.all(tokens.map(look));
    const accepting = await accept(world, { token: used, email: "again@example.com" });
    expect(outcomeOf(accepting)).toBe("404 not_found");
    for (const { status, body } of answers) expect([status, body]).toEqual([accepting.status, accepting.body]);
  });

  test("it wants a token and nothing else, from a page of this server", async () => {
    for (const body of [{}, { token: null }, { token: 1 }, { token: "x", name: "Ada" }]) {
      expect(outcomeOf(await ui(world.address, "POST", "/invitations/look", body))).toBe("400 invalid_request");
    }
    const elsewhere = await ui(world.address, "POST", "/invitations/look", {}, { "sec-fetch-site": "cross-site" });
    expect(outcomeOf(elsewhere)).toBe("403 forbidden");
    const get = await ui(world.address, "GET", "/invitations/look", undefined, SAME_ORIGIN);
    expect(outcomeOf(get)).toBe("405 method_not_allowed");
  });
});
