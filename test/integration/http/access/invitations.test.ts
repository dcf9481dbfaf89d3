// Invitations: one link, one person, seven days. The first admin comes by one, too.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { acceptInvitation, inviteFirstAdmin } from "../../../../src/actions/access/invite-person.ts";
import { tokenHash } from "../../../../src/lib/crypto/token.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import {
  accept,
  everythingOfWorld,
  invite,
  isSignedIn,
  SAME_ORIGIN,
  signIn,
  ui,
} from "../../../support/clients/person-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const DAY = 24 * 3_600_000;
let count = 0;
const freshEmail = () => `joins-${++count}@example.com`;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let admin: string;
  beforeAll(async () => {
    admin = await world.person("admin");
  });
  afterEach(() => {
    world.clock.offset = 0;
  });

  const asAdmin = (method: string, path: string, body?: unknown) =>
    ui(world.address, method, path, body, { ...SAME_ORIGIN, cookie: admin });
  const tokenIn = (link: string) => link.slice(link.indexOf("#") + 1);
  const people = async () => (await asAdmin("GET", "/people")).body.data as { id: string; email: string }[];
  const waiting = async () => (await asAdmin("GET", "/invitations")).body.data as { id: string }[];

  test("the link leads to the join page, is shown once, and makes a person with its grant who is signed in", async () => {
    const app = await world.app();
    const made = await asAdmin("POST", "/invitations", { role: "tester", apps: [app.name] });
    expect(made.status).toBe(201);
    const { link, mailed, ...shown } = made.body.data;
    expect(mailed).toBe(false);
    expect(link).toMatch(/^http:\/\/localhost:3000\/join#[\w-]{43}$/);
    expect(shown).toMatchObject({ role: "tester", apps: [app.id], email: null, created_by: "admin person" });
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(7 * DAY);
    expect(await waiting()).toContainEqual(shown);
    expect(JSON.stringify(await waiting())).not.toContain(tokenIn(link));
    const email = freshEmail();
    const joined = await accept(world, { token: tokenIn(link), name: " Grace\tHopper ", email: email.toUpperCase() });
    expect(joined.status).toBe(201);
    const me = {
      id: joined.body.data.id,
      name: "Grace Hopper",
      email,
      role: "tester",
      apps: [app.id],
      operator: false,
      needs_second_factor: false,
    };
    expect(joined.body).toEqual({ data: me });
    expect((await ui(world.address, "GET", "/me", undefined, { cookie: joined.cookie! })).body).toEqual({ data: me });
    expect((await signIn(world, email)).status).toBe(200);
    expect((await waiting()).map(({ id }) => id)).not.toContain(shown.id);
  });

  test("joining ends the other invitations that name the address, and no others; of two at once, on two servers, one lets in", async () => {
    const [email, stranger] = [freshEmail(), freshEmail()];
    const tokens = [await invite(world, { email, role: "tester" }), await invite(world, { email, role: "admin" })];
    const [others, anybodys] = [await invite(world, { email: stranger }), await invite(world)];
    const servers = [world.address, await world.anotherServer()];
    const before = (await waiting()).length;
    const password = "a password of ten";
    const answers = await Promise.all(
      tokens.map((token, i) => ui(servers[i]!, "POST", "/invitations/accept", { token, name: `Two ${i}`, password })),
    );
    expect(answers.map(outcomeOf).sort()).toEqual(["201", "404 not_found"]);
    const looks = [];
    for (const token of [...tokens, others, anybodys])
      looks.push((await ui(world.address, "POST", "/invitations/look", { token })).status);
    expect(looks).toEqual([404, 404, 200, 200]);
    expect([(await waiting()).length, (await people()).filter((one) => one.email === email).length]).toEqual([
      before - 2,
      1,
    ]);
  });

  test("an invitation works once", async () => {
    const token = await invite(world);
    expect((await accept(world, { token, email: freshEmail() })).status).toBe(201);
    const before = await people();
    expect(outcomeOf(await accept(world, { token, email: freshEmail() }))).toBe("404 not_found");
    expect(await people()).toEqual(before);
  });

  test("accepted several times at once, on two servers, it makes one person", async () => {
    const token = await invite(world);
    const other = await world.anotherServer();
    const before = (await people()).length;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => {
        const body = { token, name: `Nr ${i}`, email: freshEmail(), password: "a password of ten" };
        return ui(i % 2 ? other : world.address, "POST", "/invitations/accept", body);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 404)]);
    expect((await people()).length).toBe(before + 1);
  });

  test("invitations accepted at once with one e-mail address make one person", async () => {
    const email = freshEmail();
    const tokens = await Promise.all(Array.from({ length: 6 }, () => invite(world)));
    const joining = { name: "Ada", email, passwordHash: "none" };
    const joined = await Promise.allSettled(
      tokens.map((token) => world.store.performer.perform(acceptInvitation, { ...joining, hash: tokenHash(token) })),
    );
    const refused = joined.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array.from({ length: 5 }, () => "name_taken"));
    expect((await people()).filter((person) => person.email === email)).toHaveLength(1);
  });

  test("nobody joins with somebody's name, or one that looks like it; the invitation stays, on two servers at once", async () => {
    const other = await world.anotherServer();
    const tokens = [await invite(world), await invite(world)];
    const send = (n: number, name: string) =>
      ui(n === 0 ? world.address : other, "POST", "/invitations/accept", {
        token: tokens[n],
        name,
        email: freshEmail(),
        password: "a password of ten",
      });
    const race = await Promise.all([send(0, "Joan Clarke"), send(1, "JOAN CLARKE")]);
    expect(race.map(outcomeOf).sort()).toEqual(["201", "409 name_taken"]);
    const loser = race.findIndex(({ status }) => status === 409);
    expect(race[loser]!.body.error.message).toMatch(/^name: somebody else/);
    expect(outcomeOf(await send(loser, "Jоan Clarkе"))).toBe("409 name_taken");
    expect((await send(loser, "Joan Clarke-Murray")).status).toBe(201);
  });

  test("an invitation works for seven days", async () => {
    const [inTime, late] = [await invite(world), await invite(world)];
    world.clock.offset = 7 * DAY - 60_000;
    expect((await accept(world, { token: inTime, email: freshEmail() })).status).toBe(201);
    world.clock.offset = 7 * DAY + 60_000;
    expect(outcomeOf(await accept(world, { token: late, email: freshEmail() }))).toBe("404 not_found");
    admin = await world.person("admin");
    expect(await waiting()).toEqual([]);
  });

  test("a withdrawn invitation lets nobody in", async () => {
    const { id, link } = (await asAdmin("POST", "/invitations", { role: "viewer" })).body.data;
    expect((await asAdmin("DELETE", `/invitations/${id}`)).status).toBe(204);
    expect(outcomeOf(await accept(world, { token: tokenIn(link), email: freshEmail() }))).toBe("404 not_found");
    expect(outcomeOf(await asAdmin("DELETE", `/invitations/${id}`))).toBe("404 not_found");
  });

  test("every token that lets nobody in gets the same answer", async () => {
    const used = await invite(world);
    await accept(world, { token: used, email: freshEmail() });
    const answers = await Promise.all(
      [used, "A".repeat(43), "", "short", "\u0000", `${used}0`].map((token) =>
        accept(world, { token, email: freshEmail() }),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(outcomeOf(answers[0]!)).toBe("404 not_found");
  });

  test("an invitation for an e-mail address is for that one only, and need not be told it", async () => {
    const email = freshEmail();
    const made = await asAdmin("POST", "/invitations", { role: "viewer", email: email.toUpperCase() });
    expect(made.body.data.email).toBe(email);
    const token = tokenIn(made.body.data.link);
    const other = await accept(world, { token, email: freshEmail() });
    expect(outcomeOf(other)).toBe("400 invalid_request");
    expect(other.body.error.message).toContain("email");
    const joined = await accept(world, { token });
    expect([joined.status, joined.body.data.email]).toEqual([201, email]);
    const again = await asAdmin("POST", "/invitations", { role: "viewer", email });
    expect(outcomeOf(again)).toBe("409 name_taken");
  });

  test.each([
    [{ name: "" }, "name"],
    [{ name: "CI via API" }, "name"],
    [{ name: "CI via API\u2060" }, "name: a person's name can't be the name of a tool"],
    [{ name: "CI via \u200bАРІ" }, "name: a person's name can't be the name of a tool"],
    [{ email: "ada\u200b@example.com" }, "email: expected an e-mail address"],
    [{ email: "ada@example.com\u2060" }, "email: expected an e-mail address"],
    [{ email: "a..b@example.com" }, "email: expected an e-mail address without two dots in a row"],
    [{ email: "a\u0000b@example.com" }, "email: expected an e-mail address without characters that nobody sees"],
    [{ email: "<ada@example.com>" }, "email: expected an e-mail address"],
    [{ email: "ada@example.com,eve@example.com" }, "email: expected an e-mail address"],
    [{ email: "ada@example.com@example.org" }, "email: expected an e-mail address"],
    [{ name: "\u200b\u2060" }, "name: expected at least 1 character"],
    [{ email: "nowhere" }, "email"],
    [{ email: undefined }, "email: required"],
    [{ password: "nine char" }, "password: expected at least 10 characters"],
    [{ password: "quarry lamp ".repeat(11) }, "password: too long: at most 128 characters"],
    [{ password: "1234567890" }, "password: too easy to guess"],
    [{ password: "          " }, "password: too easy to guess"],
    [{ name: "Grace Hopper", password: "grace-hopper-1" }, "password: too easy to guess: it is made of your name"],
    [{ email: "grace.hopper@navy.example", password: "Grace.Hopper@navy.example" }, "it is made of your name"],
    [{ password: "retest2026!" }, "the product's name"],
    [{ password: undefined }, "password: required"],
    [{ role: "admin" }, 'unknown field "role"'],
  ])("joining with %j answers 400 and names what is wrong", async (fields, named) => {
    const token = await invite(world);
    const answer = await accept(world, { token, email: freshEmail(), ...fields });
    expect(outcomeOf(answer)).toBe("400 invalid_request");
    expect(answer.body.error.message).toContain(named);
    expect((await accept(world, { token, email: freshEmail() })).status).toBe(201);
  });

  test.each([
    [{}, "role"],
    [{ role: "owner" }, "role"],
    [{ role: "viewer", apps: [] }, "apps"],
    [{ role: "viewer", email: "x" }, "email"],
    [{ role: "viewer", email: "\u202eada@example.com" }, "email: expected an e-mail address without"],
  ])("inviting with %j answers 400 and names what is wrong", async (body, named) => {
    const answer = await asAdmin("POST", "/invitations", body);
    expect(outcomeOf(answer)).toBe("400 invalid_request");
    expect(answer.body.error.message).toContain(named);
  });

  test("an app that does not exist makes no invitation", async () => {
    const before = await waiting();
    expect(outcomeOf(await asAdmin("POST", "/invitations", { role: "viewer", apps: ["nowhere"] }))).toBe(
      "404 not_found",
    );
    expect(await waiting()).toEqual(before);
  });

  test("what a removed or demoted admin has given out lets nobody in", async () => {
    for (const end of ["DELETE", "PATCH"]) {
      const inviter = await world.person("admin");
      const headers = { ...SAME_ORIGIN, cookie: inviter };
      const made = await ui(world.address, "POST", "/invitations", { role: "admin" }, headers);
      const { id } = (await ui(world.address, "GET", "/me", undefined, headers)).body.data;
      const ended = await asAdmin(end, `/people/${id}`, end === "PATCH" ? { role: "tester" } : undefined);
      expect(ended.status).toBeLessThan(300);
      const answer = await accept(world, { token: tokenIn(made.body.data.link), email: freshEmail() });
      expect(outcomeOf(answer)).toBe("404 not_found");
    }
  });
});

describe.each(DATABASES)("the first admin on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  const link = async () => {
    const made = await world.store.performer.perform(inviteFirstAdmin, { workspaceId: world.store.workspace.id });
    return made?.token ?? null;
  };

  test("a new link voids the one before; used, it makes an admin of everything, and there is no other", async () => {
    const [old, token] = [(await link())!, (await link())!];
    expect(await everythingOfWorld(world)).not.toContain(token);
    expect(outcomeOf(await accept(world, { token: old, email: freshEmail() }))).toBe("404 not_found");
    const joined = await accept(world, { token, email: freshEmail() });
    expect(joined.body.data).toMatchObject({ role: "admin", apps: null });
    expect(await isSignedIn(world.address, joined.cookie!)).toBe(true);
    expect(await link()).toBeNull();
  });
});

test.each(DATABASES)("on %s the first admin's link is void once anybody has joined", async (kind) => {
  const world = await createWorld(kind);
  try {
    const made = await world.store.performer.perform(inviteFirstAdmin, { workspaceId: world.store.workspace.id });
    await world.person("viewer");
    expect(outcomeOf(await accept(world, { token: made!.token, email: freshEmail() }))).toBe("404 not_found");
  } finally {
    await world.close();
  }
});
