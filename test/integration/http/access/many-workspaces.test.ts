// One e-mail address with accounts in several workspaces: signing in, choosing, going from one to another, and what one can't tell of the others.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { purgeSessions } from "../../../../src/actions/access/purge-sessions.ts";
import { randomText } from "../../../../src/lib/ids.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { addTotp, codeIn } from "../../../support/clients/factor-client.ts";
import { join, PASSWORD, rowsOf } from "../../../support/clients/person-client.ts";
import { anotherWorkspace, browserAt, type CookieJar, joinWith } from "../../../support/clients/workspace-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const OTHER_PASSWORD = "staple that battery";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let first: string;
  let second: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    first = world.store.workspace.id;
    second = await anotherWorkspace(world, "Second");
  });
  afterAll(() => world.close());

  const address = () => `${randomText(8)}@example.com`;
  const browser = () => browserAt(world.address);
  const enter = (jar: CookieJar, email: string, more: object = {}) =>
    jar.ask("POST", "/session", { email, password: PASSWORD, ...more });
  const choose = (jar: CookieJar, workspace: string) => jar.ask("POST", "/session/workspace", { workspace });
  const listed = async (jar: CookieJar) => (await jar.ask("GET", "/session/workspaces")).body.data;
  const who = async (jar: CookieJar) => (await jar.ask("GET", "/me")).body?.data?.id;
  /** Somebody with the same password in both. */
  const inBoth = async () => {
    const email = address();
    return { email, one: await joinWith(world, first, email), two: await joinWith(world, second, email) };
  };

  test("a password that is right in one workspace only signs in there, as if there were no other", async () => {
    const email = address();
    const one = await joinWith(world, first, email);
    const two = await joinWith(world, second, email, { password: OTHER_PASSWORD });
    const answer = await enter(browser(), email);
    expect([answer.status, Object.keys(answer.body.data), answer.body.data.id]).toEqual([
      200,
      ["id", "name", "email", "role", "apps", "operator", "needs_second_factor"],
      one,
    ]);
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split("=")[0])).toEqual(["retest", "retest-known"]);
    expect((await enter(browser(), email, { password: OTHER_PASSWORD })).body.data.id).toBe(two);
  });

  test("a password that is right in several has the person choose, and signs in to none of them before", async () => {
    const { email, one, two } = await inBoth();
    const jar = browser();
    const answer = await enter(jar, email);
    const workspaces = [
      { id: second, name: "Second" },
      { id: first, name: "Workspace" },
    ];
    expect([answer.status, answer.body]).toEqual([200, { data: { workspaces } }]);
    expect(outcomeOf(await jar.ask("GET", "/me"))).toBe("401 unauthorized");
    const own = [
      { ...workspaces[0], person: two },
      { ...workspaces[1], person: one },
    ];
    expect(await listed(jar)).toEqual(own.map((each) => ({ ...each, current: false })));
    expect((await choose(jar, second)).body.data.id).toBe(two);
    expect(await who(jar)).toBe(two);
    expect(await listed(jar)).toEqual([
      { ...own[0], current: true },
      { ...own[1], current: false },
    ]);
    expect((await choose(jar, first)).body.data.id).toBe(one);
    expect(await who(jar)).toBe(one);
    expect((await choose(jar, second)).body.data.id).toBe(two);
    expect(await who(jar)).toBe(two);
  });

  test("a workspace is picked directly by its id or its name, and a wrong one answers as a wrong password does", async () => {
    const { email, one, two } = await inBoth();
    expect((await enter(browser(), email, { workspace: second })).body.data.id).toBe(two);
    expect((await enter(browser(), email, { workspace: "Workspace" })).body.data.id).toBe(one);
    const wrong = await enter(browser(), email, { password: "wrong password" });
    expect(outcomeOf(wrong)).toBe("401 unauthorized");
    const third = await anotherWorkspace(world);
    for (const workspace of [third, "No such team"]) {
      expect((await enter(browser(), email, { workspace })).body).toEqual(wrong.body);
    }
  });

  test("a workspace in which the password was wrong, or that is another's, is not named and can't be chosen", async () => {
    const { email } = await inBoth();
    const third = await anotherWorkspace(world);
    await joinWith(world, third, email, { password: OTHER_PASSWORD });
    const jar = browser();
    const { workspaces } = (await enter(jar, email)).body.data;
    expect(workspaces.map(({ id }: { id: string }) => id)).not.toContain(third);
    for (const wrong of [third, "wsp_none", "Workspace"]) {
      expect(outcomeOf(await choose(jar, wrong))).toBe("404 not_found");
    }
    expect(outcomeOf(await choose(browser(), first))).toBe("404 not_found");
  });

  test("who has a second factor in one of them shows it before it opens, and not in the other", async () => {
    const { email, one, two } = await inBoth();
    const own = browser();
    await enter(own, email, { workspace: second });
    const { secret } = await addTotp(world, `retest=${own.cookies.get("retest")}`);
    const jar = browser();
    await enter(jar, email);
    expect((await choose(jar, first)).body.data.id).toBe(one);
    expect((await choose(jar, second)).body.data).toEqual({ needs: ["totp", "recovery"] });
    expect(await who(jar)).toBe(one);
    const shown = await jar.ask("POST", "/session/second-factor", { code: codeIn(world, secret, 1) });
    expect([shown.status, shown.body.data?.id]).toEqual([200, two]);
    expect(await who(jar)).toBe(two);
    expect((await choose(jar, first)).body.data.id).toBe(one);
  });

  test("signing out ends every workspace of the browser, and whatever it could still open", async () => {
    const { email } = await inBoth();
    const jar = browser();
    await enter(jar, email);
    await choose(jar, first);
    const kept = new Map(jar.cookies);
    expect((await jar.ask("DELETE", "/session")).status).toBe(204);
    expect([...jar.cookies.keys()]).toEqual(["retest-known"]);
    for (const [name, value] of kept) jar.cookies.set(name, value);
    expect(await listed(jar)).toEqual([]);
    expect(outcomeOf(await choose(jar, second))).toBe("404 not_found");
  });

  test("ending one of one's sessions also ends what its browser could still open, and not what one's own can", async () => {
    const { email, one } = await inBoth();
    const [lost, own] = [browser(), browser()];
    for (const jar of [lost, own]) {
      await enter(jar, email);
      await choose(jar, first);
    }
    const sessions = (await own.ask("GET", "/sessions")).body.data;
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    expect((await own.ask("DELETE", `/sessions/${other.id}`)).status).toBe(204);
    expect(outcomeOf(await lost.ask("GET", "/me"))).toBe("401 unauthorized");
    expect(outcomeOf(await choose(lost, second))).toBe("404 not_found");
    expect(await who(own)).toBe(one);
    expect((await choose(own, second)).status).toBe(200);
  });

  test("signing out everywhere also ends what other browsers could still open in one's other workspaces", async () => {
    const { email } = await inBoth();
    const [lost, own] = [browser(), browser()];
    for (const jar of [lost, own]) {
      await enter(jar, email);
      await choose(jar, first);
    }
    expect((await own.ask("DELETE", "/sessions")).status).toBe(204);
    expect(outcomeOf(await choose(lost, second))).toBe("404 not_found");
  });

  test("whoever has only said that an address is theirs ends nothing that its owner could still open", async () => {
    const { email, one, two } = await inBoth();
    const [waiting, stranger, other] = [browser(), browser(), browser()];
    await enter(waiting, email);
    const own = address();
    await joinWith(world, await anotherWorkspace(world), own, { password: OTHER_PASSWORD });
    await enter(stranger, own, { password: OTHER_PASSWORD });
    const said = { email, current_password: OTHER_PASSWORD };
    expect((await stranger.ask("PATCH", "/me", said)).body.data.email).toBe(email);
    await enter(other, email, { password: OTHER_PASSWORD });
    const sessions = (await stranger.ask("GET", "/sessions")).body.data;
    const ended = sessions.find(({ current }: { current: boolean }) => !current);
    expect((await stranger.ask("DELETE", `/sessions/${ended.id}`)).status).toBe(204);
    expect((await stranger.ask("DELETE", "/sessions")).status).toBe(204);
    expect((await choose(waiting, first)).body.data.id).toBe(one);
    expect((await choose(waiting, second)).body.data.id).toBe(two);
  });

  test("an admin who ends a session ends what leads into their own workspace, and no other", async () => {
    const { email, one, two } = await inBoth();
    const [lost, waiting] = [browser(), browser()];
    for (const jar of [lost, waiting]) await enter(jar, email);
    await choose(lost, first);
    const admin = await world.person("admin");
    const [session] = (await world.call(admin, "GET", `/people/${one}/sessions`)).body.data;
    expect((await world.call(admin, "DELETE", `/people/${one}/sessions/${session.id}`)).status).toBe(204);
    expect(outcomeOf(await lost.ask("GET", "/me"))).toBe("401 unauthorized");
    expect(outcomeOf(await choose(waiting, first))).toBe("404 not_found");
    for (const jar of [lost, waiting]) expect((await choose(jar, second)).body.data.id).toBe(two);
  });

  test("who signs in with another address finds nothing of the one before", async () => {
    const { email } = await inBoth();
    const somebody = await join(world);
    const jar = browser();
    await enter(jar, email);
    await choose(jar, first);
    await choose(jar, second);
    expect(jar.cookies.has("retest-others")).toBe(true);
    const before = new Map(jar.cookies);
    await enter(jar, somebody.email);
    expect(jar.cookies.has("retest-others")).toBe(false);
    expect((await listed(jar)).map(({ id }: { id: string }) => id)).toEqual([first]);
    const old = browser();
    for (const [name, value] of before) old.cookies.set(name, value);
    expect(await listed(old)).toEqual([]);
  });

  test("who signs in with another address can open nothing that the one before could, and is not taken for them", async () => {
    const [ada, bo] = [await inBoth(), address()];
    const boInFirst = await joinWith(world, first, bo);
    const jar = browser();
    await enter(jar, ada.email);
    expect((await choose(jar, second)).body.data.id).toBe(ada.two);
    expect((await enter(jar, bo)).body.data.id).toBe(boInFirst);
    expect((await listed(jar)).map(({ id }: { id: string }) => id)).toEqual([first]);
    expect(outcomeOf(await choose(jar, second))).toBe("404 not_found");
    expect(await who(jar)).toBe(boInFirst);
    await enter(jar, ada.email);
    expect((await listed(jar)).map(({ person }: { person: string }) => person)).toEqual([ada.two, ada.one]);
    expect((await choose(jar, first)).body.data.id).toBe(ada.one);
    expect(await who(jar)).toBe(ada.one);
  });

  test("a changed password, a removal and the end of all sessions take back what could still be opened", async () => {
    for (const end of [
      (own: CookieJar) => own.ask("PUT", "/me/password", { current_password: PASSWORD, new_password: OTHER_PASSWORD }),
      (own: CookieJar) => own.ask("DELETE", "/sessions"),
    ]) {
      const { email } = await inBoth();
      const jar = browser();
      await enter(jar, email);
      await choose(jar, first);
      const own = browser();
      await enter(own, email, { workspace: second });
      expect((await end(own)).status).toBe(204);
      expect(outcomeOf(await choose(jar, second))).toBe("404 not_found");
      expect((await listed(jar)).map(({ id }: { id: string }) => id)).toEqual([first]);
    }
  });

  test("what could be opened runs out after a working day, and is forgotten", async () => {
    const { email } = await inBoth();
    const jar = browser();
    await enter(jar, email);
    world.clock.offset = 12 * 3_600_000;
    expect(outcomeOf(await choose(jar, second))).toBe("404 not_found");
    await world.store.performer.perform(purgeSessions, null);
    expect(await rowsOf(world, "select * from sign_in_choice")).toEqual([]);
    world.clock.offset = 0;
  });

  test("accounts of one address share the salt of their passwords, also those that had another before", async () => {
    const email = address();
    const one = await joinWith(world, first, email);
    await joinWith(world, second, address());
    const moved = await joinWith(world, second, address());
    await rowsOf(world, `update person set email = '${email}' where id = '${moved}'`);
    const salts = async () => {
      const rows = await rowsOf(world, `select password_hash as hash from person where id in ('${one}', '${moved}')`);
      return new Set(rows.map(({ hash }) => (hash as string).split("$")[4])).size;
    };
    expect(await salts()).toBe(2);
    expect((await enter(browser(), email)).body.data.workspaces).toHaveLength(2);
    expect(await salts()).toBe(1);
    expect((await enter(browser(), email)).body.data.workspaces).toHaveLength(2);
    const third = await anotherWorkspace(world);
    const three = await joinWith(world, third, email);
    const [row] = await rowsOf(world, `select password_hash as hash from person where id = '${three}'`);
    const [model] = await rowsOf(world, `select password_hash as hash from person where id = '${one}'`);
    expect((row!.hash as string).split("$")[4]).toBe((model!.hash as string).split("$")[4]);
  });

  test("an address is one person's in a workspace, and may be invited to another one", async () => {
    const { email } = await inBoth();
    await expect(joinWith(world, second, email)).rejects.toThrow(/already a person/);
  });

  test("removing, renaming and resetting somebody in one workspace changes nothing in another", async () => {
    const { email, one, two } = await inBoth();
    const jar = browser();
    await enter(jar, email, { workspace: first });
    const admin = browser();
    const boss = address();
    await joinWith(world, second, boss, { role: "admin" });
    await enter(admin, boss);
    expect(outcomeOf(await admin.ask("DELETE", `/people/${one}`))).toBe("404 not_found");
    expect((await admin.ask("DELETE", `/people/${two}`)).status).toBe(204);
    expect(await who(jar)).toBe(one);
    expect((await enter(browser(), email)).body.data.id).toBe(one);
  });

  test("a sign-in that failed is noted in every workspace in which the address has an account", async () => {
    const { email, one, two } = await inBoth();
    await enter(browser(), email, { password: "wrong password" });
    const rows = await rowsOf(
      world,
      `select workspace_id as workspace from audit where action = 'sign_in.failed' and actor_id in ('${one}', '${two}')`,
    );
    expect(rows.map(({ workspace }) => workspace).sort()).toEqual([first, second].sort());
  });

  test("an account that only says to have the address does not push out those that are known to have it", async () => {
    const email = address();
    const others: string[] = [];
    for (let i = 0; i < 3; i++) others.push(await joinWith(world, await anotherWorkspace(world), email));
    await rowsOf(
      world,
      `update person set email_confirmed_at = null where id in (${others.map((id) => `'${id}'`).join(", ")})`,
    );
    const copies = Array.from({ length: 25 }, (_, i) => i);
    for (const i of copies) {
      const team = await anotherWorkspace(world);
      await rowsOf(
        world,
        `insert into person (id, workspace_id, name, email, role, password_hash, created_at)
         select 'per_0${i}' || id, '${team}', name, email, role, password_hash, created_at from person where id = '${others[0]}'`,
      );
    }
    const own = await joinWith(world, second, email, { password: OTHER_PASSWORD });
    expect((await enter(browser(), email, { password: OTHER_PASSWORD })).body.data.id).toBe(own);
  });
});
