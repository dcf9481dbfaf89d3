// A new password for somebody who forgot theirs: an admin makes a link, which works once, for an hour, and ends every session.
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeResetLink } from "../../../../src/actions/access/reset-password.ts";
import { runRetentionJob } from "../../../../src/engine/retention-job.ts";
import { ask, outcomeOf } from "../../../support/checks/route-table.ts";
import { newest } from "../../../support/clients/audit-client.ts";
import {
  everythingOfWorld,
  isSignedIn,
  join,
  PASSWORD,
  rowsOf,
  SAME_ORIGIN,
  signIn,
  ui,
} from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const MINUTE = 60_000;
const NEW = "quarry lamp seven";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let admin: string;
  let other: string;
  beforeAll(async () => {
    admin = (await join(world, { role: "admin" })).cookie;
    other = await world.anotherServer();
  });
  afterEach(() => {
    world.clock.offset = 0;
  });

  const make = (id: string, who = admin) => ask(world, who, "POST", `/people/${id}/reset-link`);
  const tokenFor = async (id: string, who = admin) => {
    const { link } = (await make(id, who)).body.data;
    return link.slice(link.indexOf("#") + 1) as string;
  };
  const look = (token: unknown) => ui(world.address, "POST", "/reset-links/look", { token });
  const use = (token: string, password = NEW, at = world.address) =>
    ui(at, "POST", "/reset-links/use", { token, password });
  const isDead = async (token: string) => {
    const answers = [await look(token), await use(token)].map(outcomeOf);
    return answers.every((answer) => answer === "404 not_found");
  };

  test("whoever has the link sets a new password: the old one and every session end, and nobody is signed in by it", async () => {
    const { id, email, cookie } = await join(world);
    const elsewhere = (await signIn(world, email)).cookie!;
    const made = await make(id);
    expect([made.status, made.body.data]).toEqual([
      201,
      { link: expect.stringMatching(/^http:\/\/localhost:3000\/reset#[\w-]{43}$/), expires_at: expect.any(String) },
    ]);
    const ada = { kind: "person", id, name: "Ada" };
    expect(await newest(world)).toMatchObject({ action: "person.reset_link_made", target: ada, details: {} });
    const token = made.body.data.link.split("#")[1];
    expect((await look(token)).body.data).toEqual({ name: "Ada", email, expires_at: made.body.data.expires_at });
    expect(await isSignedIn(world.address, cookie)).toBe(true);

    const used = await use(token);
    expect([used.status, used.body, used.cookie]).toEqual([204, undefined, undefined]);
    expect(await newest(world)).toMatchObject({
      action: "person.password_reset",
      actor: ada,
      target: ada,
      details: {},
    });
    for (const session of [cookie, elsewhere]) expect(await isSignedIn(other, session)).toBe(false);
    expect((await signIn(world, email, PASSWORD)).status).toBe(401);
    expect((await signIn(world, email, NEW)).status).toBe(200);
    expect(await isDead(token)).toBe(true);
    expect((await signIn(world, email, NEW)).status).toBe(200);
  });

  test("a link is void once its person has another e-mail address; a new name alone leaves it", async () => {
    const { id, cookie } = await join(world);
    const token = await tokenFor(id);
    const change = (body: unknown) => ask(world, cookie, "PATCH", "/me", body);
    expect((await change({ name: `Ada ${id}` })).status).toBe(200);
    expect((await look(token)).status).toBe(200);
    const moved = await change({ email: `${id.toLowerCase()}@example.net`, current_password: PASSWORD });
    expect(moved.status).toBe(200);
    expect(await isDead(token)).toBe(true);
  });

  test("only the hash of a link is kept, and no audit entry has its token or the e-mail address", async () => {
    const { id } = await join(world);
    const token = await tokenFor(id);
    const kept = await everythingOfWorld(world);
    expect(kept).not.toContain(token);
    expect(JSON.stringify(await rowsOf(world, "select * from audit"))).not.toContain("@example.com");
  });

  test("a newer link replaces the older one, whoever makes it", async () => {
    const { id } = await join(world);
    const first = await tokenFor(id);
    const input = { workspaceId: world.store.workspace.id, id, madeBy: null };
    const second = (await world.store.performer.perform(makeResetLink, input)).token;
    expect(await isDead(first)).toBe(true);
    const third = await tokenFor(id);
    expect(await isDead(second)).toBe(true);
    expect((await use(third)).status).toBe(204);
  });

  test("a link works for an hour, and is then forgotten", async () => {
    const { id } = await join(world);
    const token = await tokenFor(id);
    world.clock.offset = 59 * MINUTE;
    expect((await look(token)).status).toBe(200);
    world.clock.offset = 60 * MINUTE;
    expect(await isDead(token)).toBe(true);
    const { reader, performer, files } = world.store;
    const clock = () => Date.now() + world.clock.offset;
    await runRetentionJob({
      reader,
      performer,
      files,
      clock,
      deliveryDays: 30,
      onError: (error) => expect(error).toBeUndefined(),
    });
    expect(await rowsOf(world, `select person_id from reset_link where person_id = '${id}'`)).toEqual([]);
  });

  test("a link ends when its maker loses the role or is removed, and when its person changes the password or is removed", async () => {
    const [maker, leaver] = [await join(world, { role: "admin" }), await join(world, { role: "admin" })];
    const [one, two, three, four] = [await join(world), await join(world), await join(world), await join(world)];
    const tokens = [await tokenFor(one.id, maker.cookie), await tokenFor(two.id, leaver.cookie)];
    tokens.push(await tokenFor(three.id), await tokenFor(four.id));
    for (const token of tokens) expect((await look(token)).status).toBe(200);
    await ask(world, admin, "PATCH", `/people/${maker.id}`, { role: "tester" });
    await ask(world, admin, "DELETE", `/people/${leaver.id}`);
    const body = { current_password: PASSWORD, new_password: NEW };
    expect((await ask(world, three.cookie, "PUT", "/me/password", body)).status).toBe(204);
    await ask(world, admin, "DELETE", `/people/${four.id}`);
    for (const token of tokens) expect(await isDead(token)).toBe(true);
  });

  test("a new password is held against the rules, also those about its owner, and the link stays whole", async () => {
    const { id, email } = await join(world);
    const token = await tokenFor(id);
    for (const password of ["short", "password123", email, "retest2026!", "Ada Ada Ada 1"]) {
      const refused = await use(token, password);
      expect([outcomeOf(refused), refused.body.error.message]).toEqual([
        "400 invalid_request",
        expect.stringMatching(/^password: /),
      ]);
    }
    expect((await use(token)).status).toBe(204);
  });

  test("what is no link, and a person who is not there, read the same: not found", async () => {
    for (const token of ["", "x", "x".repeat(43), "../../etc", "\u0000".repeat(43)])
      expect(await isDead(token)).toBe(true);
    expect(outcomeOf(await make("per_none"))).toBe("404 not_found");
    const { id } = await join(world);
    await ask(world, admin, "DELETE", `/people/${id}`);
    expect(outcomeOf(await make(id))).toBe("404 not_found");
  });

  test("an admin makes no link for themselves: their own password is changed with the current one", async () => {
    const { id, email, cookie } = await join(world, { role: "admin" });
    const refused = await make(id, cookie);
    expect([outcomeOf(refused), refused.body.error.message]).toEqual([
      "403 forbidden",
      expect.stringMatching(/^Your own password/),
    ]);
    expect(await rowsOf(world, `select person_id from reset_link where person_id = '${id}'`)).toEqual([]);
    expect((await use(await tokenFor(id))).status).toBe(204);
    expect((await signIn(world, email, NEW)).status).toBe(200);
  });

  test("a link is used from a page of our own only", async () => {
    const { id } = await join(world);
    const token = await tokenFor(id);
    const body = { token, password: NEW };
    expect((await ui(world.address, "POST", "/reset-links/use", body, {})).status).toBe(403);
    const foreign = { "sec-fetch-site": "cross-site" };
    expect((await ui(world.address, "POST", "/reset-links/use", body, foreign)).status).toBe(403);
    expect((await ui(world.address, "POST", "/reset-links/use", body, SAME_ORIGIN)).status).toBe(204);
  });

  test("whoever signs in with the old password while it is reset on another server is out once that is answered", async () => {
    for (let i = 0; i < 6; i++) {
      const { id, email } = await join(world);
      const token = await tokenFor(id);
      const before = [signIn(world, email), ui(other, "POST", "/session", { email, password: PASSWORD })];
      const [reset, ...signedIn] = await Promise.all([use(token, NEW, i % 2 === 0 ? other : world.address), ...before]);
      expect(reset.status).toBe(204);
      for (const { status, cookie } of signedIn) {
        expect([200, 401]).toContain(status);
        if (status === 200) expect(await isSignedIn(other, cookie!)).toBe(false);
      }
      expect(await rowsOf(world, `select hash from session where person_id = '${id}'`)).toEqual([]);
    }
  });

  test("of two servers that are given one link at once, one sets the password", async () => {
    for (let i = 0; i < 4; i++) {
      const { id, email } = await join(world);
      const token = await tokenFor(id);
      const passwords = ["first of two quarries", "second of two lamps"] as const;
      const answers = await Promise.all([use(token, passwords[0]), use(token, passwords[1], other)]);
      expect(answers.map(outcomeOf).sort()).toEqual(["204", "404 not_found"]);
      const winner = passwords[answers.findIndex(({ status }) => status === 204)]!;
      expect((await signIn(world, email, winner)).status).toBe(200);
    }
  });

  test("a link that is replaced while it is used sets the password first, or not at all", async () => {
    for (let i = 0; i < 4; i++) {
      const { id } = await join(world);
      const [old] = [await tokenFor(id)];
      const [used, made] = await Promise.all([use(old, NEW, other), make(id)]);
      expect(["204", "404 not_found"]).toContain(outcomeOf(used));
      expect(made.status).toBe(201);
      expect(await isDead(old)).toBe(true);
    }
  });
});
