// Signing in with an OpenID Connect issuer, a real one, which says what it should not.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removePerson } from "../../../../src/actions/access/change-person.ts";
import { expectCommonHeaders } from "../../../support/checks/expect-refusal.ts";
import { ask, outcomeOf } from "../../../support/checks/route-table.ts";
import { newest } from "../../../support/clients/audit-client.ts";
import { addTotp } from "../../../support/clients/factor-client.ts";
import {
  accept,
  everythingOfWorld,
  invite,
  isSignedIn,
  join,
  PASSWORD,
  rowsOf,
  SAME_ORIGIN,
  ui,
} from "../../../support/clients/person-client.ts";
import { comeBack, kept, throughIssuer, visitIssuer } from "../../../support/fake-tools/oidc-client.ts";
import { CLIENT, type OidcIssuer, startOidcIssuer } from "../../../support/fake-tools/oidc-issuer.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const MINUTE = 60_000;
/** As claims have times, by the clock that tokens are held against. */
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

describe.each(DATABASES)("on %s", (kind) => {
  let issuer: OidcIssuer;
  let world: World;
  let other: string;
  let admin: string;
  const log: string[] = [];
  let n = 0;
  /** Somebody new at the issuer, whom nobody here knows. */
  const stranger = (fields: Record<string, unknown> = {}) => {
    n += 1;
    issuer.account = {
      sub: `sub-${n}`,
      name: `Grace ${n}`,
      email: `grace-${n}@example.com`,
      email_verified: true,
      ...fields,
    };
    return issuer.account as { sub: string; name: string; email: string };
  };
  const signIn = async (at = world.address) => comeBack(at, await visitIssuer(at, issuer));
  const refused = (reason: string) => ({ location: `/sign-in?refused=${reason}`, session: undefined });
  const meOf = async (cookie: string | undefined) => (await ask(world, cookie!, "GET", "/me")).body.data;
  const peopleAt = (email: string) => rowsOf(world, `select id, removed_at from person where email = '${email}'`);
  const metric = async (reason: string) => {
    const text = await (await fetch(`${world.address}/metrics`)).text();
    return Number(new RegExp(`retest_failed_sign_ins_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  };

  beforeAll(async () => {
    issuer = await startOidcIssuer();
    world = await createWorld(kind, { oidc: issuer.settings }, (line) => log.push(line));
    other = await world.anotherServer();
    admin = (await join(world, { role: "admin" })).cookie;
  });
  beforeEach(() => {
    Object.assign(issuer, { forge: null, forgesKey: false, refuses: false, isBroken: false });
    world.clock.offset = 0;
  });
  afterAll(async () => {
    await world?.close();
    await issuer?.close();
  });

  test("whoever is invited by address joins by signing in, with the invitation's role, and signs in again as the same person", async () => {
    const { email, name } = stranger();
    await invite(world, { role: "tester", email });
    const first = await signIn();
    expect(first.location).toBe("/");
    const me = await meOf(first.session);
    expect(me).toMatchObject({ name, email, role: "tester", apps: null });
    expect(await newest(world)).toMatchObject({
      action: "sign_in.succeeded",
      actor: { kind: "person", id: me.id, name },
      details: { by: "oidc" },
    });
    // The address may be another one later: the subject is who they are.
    issuer.account.email = "grace@elsewhere.example";
    issuer.account.email_verified = false;
    expect((await meOf((await signIn(other)).session)).id).toBe(me.id);
    const own = await ask(world, first.session!, "GET", "/me/sign-in");
    expect(own.body.data).toEqual({
      has_password: false,
      email_confirmed: true,
      email_link: null,
      identities: [{ issuer: issuer.url, linked_at: expect.any(String) }],
    });
    expect(await peopleAt(email)).toHaveLength(1);
  });

  test("an invitation's link lets somebody in who signs in with the issuer, once, and only as whom it names", async () => {
    const go = async (token: string) => {
      const answer = await fetch(`${world.address}/ui/v1/invitations/accept-with-oidc`, {
        method: "POST",
        headers: { ...SAME_ORIGIN, "content-type": "application/json" },
        body: JSON.stringify({ token }),
      });
      if (answer.status !== 200) return answer.status;
      const { data } = (await answer.json()) as { data: { location: string } };
      return comeBack(world.address, await throughIssuer(issuer, data.location, kept(answer)));
    };
    stranger();
    const open = await invite(world, { role: "viewer" });
    expect(await meOf(((await go(open)) as { session: string }).session)).toMatchObject({ role: "viewer" });
    stranger();
    expect(await go(open)).toBe(404);
    expect(await go("x".repeat(43))).toBe(404);

    const named = await invite(world, { email: "somebody-else@example.com" });
    stranger();
    expect(await go(named)).toMatchObject(refused("other_email"));
    stranger({ email: "somebody-else@example.com", email_verified: false });
    expect(await go(named)).toMatchObject(refused("email_unverified"));
    // With a link that names nobody the address is their own word, and links nothing.
    const { email } = stranger({ email_verified: undefined });
    const joined = (await go(await invite(world))) as { session: string };
    expect((await ask(world, joined.session, "GET", "/me/sign-in")).body.data.email_confirmed).toBe(false);
    expect((await meOf(joined.session)).email).toBe(email);
    stranger({ email: "somebody-else@example.com", email_verified: undefined });
    expect(await go(await invite(world))).toMatchObject(refused("email_unverified"));
    stranger({ email: undefined });
    expect(await go(await invite(world))).toMatchObject(refused("email_missing"));
  });

  test("a verified address links the identity to the person who was invited by it, and to nobody who only says that it is theirs", async () => {
    const { email } = stranger();
    const token = await invite(world, { email });
    const joined = await accept(world, { token, email, name: "Joan" });
    const linked = await signIn();
    expect((await meOf(linked.session)).id).toBe(joined.body.data.id);
    expect((await ask(world, linked.session!, "GET", "/me/sign-in")).body.data).toMatchObject({ has_password: true });

    // Somebody who has written another's address into their own account.
    const victim = stranger();
    const thief = await join(world, { role: "admin" });
    const taken = { email: victim.email, current_password: PASSWORD };
    expect((await ask(world, thief.cookie, "PATCH", "/me", taken)).status).toBe(200);
    expect(await signIn()).toMatchObject(refused("email_unconfirmed"));
    expect(await rowsOf(world, `select subject from identity where person_id = '${thief.id}'`)).toEqual([]);
    // A confirmed address that is changed is confirmed no more.
    const moved = stranger();
    const change = { email: moved.email, current_password: PASSWORD };
    await world.store.performer.perform(removePerson, { workspaceId: world.store.workspace.id, id: thief.id });
    const confirmed = `confirmed-${n}@example.com`;
    const invited = await accept(world, {
      token: await invite(world, { email: confirmed }),
      email: confirmed,
      name: "Ida",
    });
    expect((await ask(world, invited.cookie!, "PATCH", "/me", change)).status).toBe(200);
    expect(await signIn()).toMatchObject(refused("email_unconfirmed"));
  });

  test("nobody takes an address that somebody else is invited by, nor a name that somebody has", async () => {
    const { cookie, id } = await join(world);
    await invite(world, { email: "expected@example.com" });
    const taken = await ask(world, cookie, "PATCH", "/me", {
      email: "Expected@example.com",
      current_password: PASSWORD,
    });
    expect([taken.status, taken.body.error.code]).toEqual([409, "name_taken"]);
    const token = await invite(world);
    expect((await accept(world, { token, email: "expected@example.com" })).status).toBe(409);
    expect((await accept(world, { token, email: `free-${n}@example.com`, name: "Hedy Lamarr" })).status).toBe(201);
    for (const name of ["Hedy Lamarr", "HEDY LAMARR", "Hedу Lamarr"]) {
      const renamed = await ask(world, cookie, "PATCH", "/me", { name });
      expect([name, renamed.status]).toEqual([name, 409]);
    }
    expect((await ask(world, cookie, "PATCH", "/me", { name: `Hedy ${id}` })).status).toBe(200);
  });

  test.each([
    ["unverified", { email_verified: false }, "email_unverified"],
    ["not said to be verified", { email_verified: undefined }, "email_unverified"],
    ["said to be verified in a text", { email_verified: "true" }, "email_unverified"],
    ["missing", { email: undefined }, "email_missing"],
    ["no address at all", { email: "not an address" }, "email_missing"],
    ["an odd one", { email: "a..b@example.com" }, "email_missing"],
  ])("an address that is %s finds neither a person nor an invitation", async (_, claims, reason) => {
    const { email } = stranger();
    const person = `person-${n}@example.com`;
    await invite(world, { email });
    await accept(world, { token: await invite(world, { email: person }), email: person });
    const before = await metric(reason);
    for (const address of [email, person]) {
      stranger({ email: address, ...claims });
      expect(await signIn()).toMatchObject(refused(reason));
    }
    expect(await metric(reason)).toBe(before + 2);
    expect(await newest(world, "?action=sign_in.failed")).toMatchObject({ details: { purpose: "oidc" } });
    expect(await peopleAt(email)).toHaveLength(0);
  });

  test("where somebody was going is found again however long it is, up to 4,000 characters; no cookie is longer than browsers keep", async () => {
    const { email } = stranger();
    await invite(world, { email });
    const path = `/authorize?state=${"a%2F".repeat(990)}`;
    const start = `${world.address}/auth/oidc/start?return_to=${encodeURIComponent(path)}`;
    const begun = await fetch(start, { redirect: "manual" });
    for (const cookie of begun.headers.getSetCookie()) expect(cookie.length).toBeLessThanOrEqual(4_096);
    const came = await comeBack(world.address, await visitIssuer(world.address, issuer, path));
    expect(came.location).toBe(path);
    expect(came.cookies).toEqual(expect.arrayContaining(["retest-oidc=", "retest-oidc-2="]));
    // What can't be carried costs nobody the way in.
    for (const tooLong of [`/${"x".repeat(4_000)}`, `/issues?q=${"\\".repeat(3_900)}`]) {
      const back = await comeBack(world.address, await visitIssuer(world.address, issuer, tooLong));
      expect([back.location, back.session === undefined]).toEqual(["/", false]);
    }
  });

  test("another subject with the address of somebody who is linked is refused, until an admin disconnects them", async () => {
    const { email } = stranger();
    await invite(world, { email });
    const me = await meOf((await signIn()).session);
    const changed = stranger({ email });
    expect(await signIn()).toMatchObject(refused("email_linked"));
    expect((await ask(world, admin, "DELETE", `/people/${me.id}/identities`)).status).toBe(204);
    expect(await newest(world)).toMatchObject({
      action: "person.identity_unlinked",
      details: { issuers: [issuer.url] },
    });
    issuer.account = { ...changed, email, email_verified: true };
    expect((await meOf((await signIn()).session)).id).toBe(me.id);
    const { id } = await meOf(admin);
    expect((await ask(world, admin, "DELETE", `/people/${id}/identities`)).status).toBe(403);
  });

  test("nobody joins who is not invited, unless the setting names a role; who was removed comes back by an invitation only", async () => {
    const { email } = stranger();
    expect(await signIn()).toMatchObject(refused("not_invited"));
    const open = await createWorld(kind, { oidc: { ...issuer.settings, join: "viewer" } });
    try {
      const enter = async () => comeBack(open.address, await visitIssuer(open.address, issuer));
      const first = await enter();
      const me = (await ask(open, first.session!, "GET", "/me")).body.data;
      expect(me).toMatchObject({ email, role: "viewer", apps: null });
      const workspaceId = open.store.workspace.id;
      await open.store.performer.perform(removePerson, { workspaceId, id: me.id });
      expect(await isSignedIn(open.address, first.session!)).toBe(false);
      expect(await enter()).toMatchObject(refused("removed"));
      // Somebody else at the issuer with the same address is not let in, either.
      const again = issuer.account;
      issuer.account = { ...again, sub: `${again.sub}-new` };
      expect(await enter()).toMatchObject(refused("removed"));
      issuer.account = again;
      await invite(open, { email, role: "tester" });
      const back = (await ask(open, (await enter()).session!, "GET", "/me")).body.data;
      expect(back).toMatchObject({ email, role: "tester" });
      expect(back.id).not.toBe(me.id);
      expect(await open.problems()).toEqual([]);
    } finally {
      await open.close();
    }
  });

  test.each([
    ["another nonce", (claims: object) => ({ ...claims, nonce: "of another visit" })],
    ["no nonce", ({ nonce: _, ...claims }: Record<string, unknown>) => claims],
    ["another audience", (claims: object) => ({ ...claims, aud: "somebody-else" })],
    ["another issuer", (claims: object) => ({ ...claims, iss: "https://other.example" })],
    ["a time that has passed", (claims: object) => ({ ...claims, exp: secondsFromNow(-120) })],
    ["a time to come", (claims: object) => ({ ...claims, nbf: secondsFromNow(120) })],
    ["no time of issue", ({ iat: _, ...claims }: Record<string, unknown>) => claims],
    ["a time of issue that is none", (claims: object) => ({ ...claims, iat: "now" })],
    ["a beginning that is no time", (claims: object) => ({ ...claims, nbf: "now" })],
    ["no subject", ({ sub: _, ...claims }: Record<string, unknown>) => claims],
  ])("a token of %s is not believed", async (_, forge) => {
    const { email } = stranger();
    await invite(world, { email });
    issuer.forge = forge as OidcIssuer["forge"];
    const before = await metric("not_believed");
    expect(await signIn()).toMatchObject(refused("not_believed"));
    expect(await metric("not_believed")).toBe(before + 1);
    issuer.forge = null;
    expect((await signIn()).session).toBeDefined();
  });

  test.each([
    ["begins to count in 40 seconds", { nbf: 40 }],
    ["has counted for an hour", { nbf: -3_600 }],
    // Nothing of a token is held against the clock but its begin and its end.
    ["was issued ten minutes to come", { iat: 600 }],
    ["was issued an hour ago", { iat: -3_600 }],
  ])("a token that %s is believed", async (_, times) => {
    const { email } = stranger();
    await invite(world, { email });
    issuer.forge = (claims) => {
      const changed = Object.entries(times).map(([claim, seconds]) => [claim, secondsFromNow(seconds)]);
      return { ...claims, ...Object.fromEntries(changed) };
    };
    expect((await signIn()).session).toBeDefined();
  });

  test("a token that another key has signed is not believed; clocks may differ by a minute", async () => {
    const { email } = stranger();
    await invite(world, { email });
    Object.assign(issuer, { forge: (claims: object) => claims, forgesKey: true });
    expect(await signIn()).toMatchObject(refused("not_believed"));
    issuer.forgesKey = false;
    issuer.forge = (claims) => ({ ...claims, exp: secondsFromNow(-40) });
    expect((await signIn()).session).toBeDefined();
  });

  test("a return is taken once, in the browser and the visit that it belongs to, and in time", async () => {
    const { email } = stranger();
    await invite(world, { email });
    const visit = await visitIssuer(world.address, issuer);
    const twin = await visitIssuer(world.address, issuer);
    expect(await comeBack(world.address, { ...visit, cookie: "" })).toMatchObject(refused("expired"));
    expect(await comeBack(world.address, { ...visit, cookie: twin.cookie })).toMatchObject(refused("expired"));
    expect(await comeBack(world.address, { ...visit, cookie: `${visit.cookie}x` })).toMatchObject(refused("expired"));
    world.clock.offset = 11 * MINUTE;
    expect(await comeBack(world.address, visit)).toMatchObject(refused("expired"));
    world.clock.offset = 0;
    const came = await comeBack(world.address, visit);
    expect([came.session === undefined, came.cookies.includes("retest-oidc=")]).toEqual([false, true]);
    for (const at of [world.address, other]) expect(await comeBack(at, visit)).toMatchObject(refused("used"));
    // A code of another visit, under the state of this one.
    const state = (text: string) => new URLSearchParams(text.split("?")[1]).get("state")!;
    const third = await visitIssuer(world.address, issuer);
    const mixed = {
      cookie: twin.cookie,
      callback: third.callback.replace(state(third.callback), state(twin.callback)),
    };
    expect(await comeBack(world.address, mixed)).toMatchObject(refused("not_believed"));
  });

  test("begun at one server it ends at the other, and two who come back at once are one person", async () => {
    const { email } = stranger();
    await invite(world, { email });
    const visits = [await visitIssuer(world.address, issuer), await visitIssuer(other, issuer)];
    const came = await Promise.all([comeBack(other, visits[0]!), comeBack(world.address, visits[1]!)]);
    const people = await Promise.all(came.map(async ({ session }) => (await meOf(session)).id));
    expect(new Set(people).size).toBe(1);
    expect(await peopleAt(email)).toHaveLength(1);
    // When the same return comes to both servers, one of them takes it.
    const { callback, cookie } = await visitIssuer(world.address, issuer);
    const twice = await Promise.all([world.address, other].map((at) => comeBack(at, { callback, cookie })));
    expect(twice.map(({ location }) => location).sort()).toEqual(["/", "/sign-in?refused=used"]);
  });

  test("who was on the way somewhere here arrives there, and nobody is sent elsewhere", async () => {
    const { email } = stranger();
    await invite(world, { email });
    const arrive = async (wanted: string) =>
      (await comeBack(world.address, await visitIssuer(world.address, issuer, wanted))).location;
    expect(await arrive("/apps/app_1/issues?status=open#top")).toBe("/apps/app_1/issues?status=open#top");
    expect(await arrive("https://evil.example/")).toBe("/");
  });

  test("an issuer that is away, or says no, leads to a page that says so; a server starts without it, and goes on once it is back", async () => {
    issuer.isBroken = true;
    const late = await createWorld(kind, { oidc: issuer.settings });
    try {
      const begin = () => fetch(`${late.address}/auth/oidc/start`, { redirect: "manual" });
      const away = await begin();
      expect([away.status, away.headers.get("location")]).toEqual([303, "/sign-in?refused=issuer_away"]);
      expectCommonHeaders(away.headers);
      const token = await invite(late);
      const posted = await ui(late.address, "POST", "/invitations/accept-with-oidc", { token });
      expect([posted.status, posted.body.error.code]).toEqual([503, "unavailable"]);
      issuer.isBroken = false;
      expect((await begin()).headers.get("location")).toContain(issuer.url);
      // Away only when somebody returns.
      const { email } = stranger();
      await invite(late, { email });
      const visit = await visitIssuer(late.address, issuer);
      issuer.isBroken = true;
      expect(await comeBack(late.address, visit)).toMatchObject(refused("issuer_away"));
    } finally {
      await late.close();
    }
    issuer.isBroken = false;
    issuer.refuses = true;
    stranger();
    expect(await signIn()).toMatchObject(refused("issuer_refused"));
  });

  test("somebody who is signed in connects their account with the password, whatever their address at the issuer", async () => {
    const { cookie, id } = await join(world);
    stranger({ email: undefined });
    const begin = async (password: string) =>
      fetch(`${world.address}/ui/v1/me/identities`, {
        method: "POST",
        headers: { ...SAME_ORIGIN, cookie, "content-type": "application/json" },
        body: JSON.stringify({ current_password: password }),
      });
    expect((await begin("not my password")).status).toBe(400);
    const go = async () => {
      const begun = await begin(PASSWORD);
      return throughIssuer(
        issuer,
        ((await begun.json()) as never as { data: { location: string } }).data.location,
        kept(begun),
      );
    };
    // Nobody is connected in another session than the one that asked.
    expect((await comeBack(world.address, await go())).location).toBe("/account?refused=session_over");
    expect((await comeBack(world.address, await go(), admin)).location).toBe("/account?refused=session_over");
    const connected = await comeBack(world.address, await go(), cookie);
    expect([connected.location, connected.session]).toEqual(["/account", undefined]);
    expect((await meOf((await signIn()).session)).id).toBe(id);
    const mine = issuer.account;
    stranger();
    expect((await comeBack(world.address, await go(), cookie)).location).toBe("/account?refused=person_linked");
    issuer.account = mine;
    const twin = await join(world);
    const begun = await fetch(`${world.address}/ui/v1/me/identities`, {
      method: "POST",
      headers: { ...SAME_ORIGIN, cookie: twin.cookie, "content-type": "application/json" },
      body: JSON.stringify({ current_password: PASSWORD }),
    });
    const { data } = (await begun.json()) as { data: { location: string } };
    const taken = await comeBack(world.address, await throughIssuer(issuer, data.location, kept(begun)), twin.cookie);
    expect(taken.location).toBe("/account?refused=identity_taken");
  });

  test("whoever has no password signs in with the issuer again to change factors, and goes on with a new token", async () => {
    const { email } = stranger();
    await invite(world, { email });
    const mine = issuer.account;
    const { session } = await signIn();
    const cookie = session!;
    world.clock.offset += 10 * MINUTE;
    const confirmed = async (who: string) =>
      (await ask(world, who, "GET", "/me/second-factors")).body.data.confirmed as boolean;
    expect(await confirmed(cookie)).toBe(false);
    const go = async (who = cookie) => {
      const begun = await fetch(`${world.address}/ui/v1/session/confirm/issuer`, {
        method: "POST",
        headers: { ...SAME_ORIGIN, cookie: who },
      });
      const { data } = (await begun.json()) as { data: { location: string } };
      return {
        asked: new URL(data.location).searchParams,
        visit: await throughIssuer(issuer, data.location, kept(begun)),
      };
    };
    const back = async (who = cookie) => comeBack(world.address, (await go()).visit, who);
    // The issuer is to ask again, and says when it last did: by its own clock ten minutes ago.
    const { asked, visit } = await go();
    expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);
    expect((await comeBack(world.address, visit, cookie)).location).toBe("/account?refused=not_again");
    issuer.forge = (claims) => ({ ...claims, auth_time: Number(claims.auth_time) + 10 * 60 });
    expect((await back(admin)).location).toBe("/account?refused=session_over");
    stranger();
    expect((await back()).location).toBe("/account?refused=not_you");
    issuer.account = mine;
    expect(await confirmed(cookie)).toBe(false);
    const done = await back();
    expect(done.location).toBe("/account");
    expect(await isSignedIn(other, cookie)).toBe(false);
    expect(await confirmed(done.session!)).toBe(true);
    await addTotp(world, done.session!);
    // An issuer that does not say when that was is believed.
    issuer.forge = ({ auth_time: _, ...claims }) => claims;
    const { visit: silent } = await go(done.session!);
    expect((await comeBack(world.address, silent, done.session!)).location).toBe("/account");
  });

  test("whoever has no password changes their e-mail address within ten minutes of signing in, and signs in as before", async () => {
    const { sub, email } = stranger();
    await invite(world, { email });
    const mine = issuer.account;
    const cookie = (await signIn()).session!;
    const change = (to: string) => ask(world, cookie, "PATCH", "/me", { email: to });
    world.clock.offset += 10 * MINUTE;
    expect(outcomeOf(await change(`${sub}@example.net`))).toBe("403 confirmation_needed");
    expect(await peopleAt(`${sub}@example.net`)).toEqual([]);
    world.clock.offset -= MINUTE;
    const answer = await change(`${sub}@example.net`);
    expect([answer.status, answer.body.data.email]).toEqual([200, `${sub}@example.net`]);
    expect(await newest(world)).toMatchObject({ action: "person.profile_changed", details: { fields: ["email"] } });
    expect((await peopleAt(email)).length).toBe(0);
    issuer.account = mine;
    expect((await meOf((await signIn()).session)).email).toBe(`${sub}@example.net`);
    const taken = await change((await join(world)).email);
    expect(outcomeOf(taken)).toBe("409 name_taken");
  });

  test("no secret, code, token or address of anybody is in the log or the tables; doctor finds nothing wrong", async () => {
    const { email } = stranger();
    await invite(world, { email });
    const visit = await visitIssuer(world.address, issuer);
    const { session } = await comeBack(world.address, visit);
    const code = new URLSearchParams(visit.callback.split("?")[1]).get("code")!;
    const state = new URLSearchParams(visit.callback.split("?")[1]).get("state")!;
    const tables = await everythingOfWorld(world);
    const lines = log.join("\n");
    for (const secret of [CLIENT.secret, code, state, session!.split("=")[1]!]) {
      expect(lines.includes(secret)).toBe(false);
      expect(tables.includes(secret)).toBe(false);
    }
    expect(lines.includes("@example.com")).toBe(false);
    expect(await world.problems()).toEqual([]);
  });
});
