// Sessions: signing in and out, how long they last, the cookie they travel in, and the change of a password.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { purgeSessions } from "../../../../src/actions/access/purge-sessions.ts";
import { touchSession } from "../../../../src/actions/access/sign-in.ts";
import { randomText } from "../../../../src/lib/ids.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import {
  accept,
  invite,
  isSignedIn,
  join,
  PASSWORD,
  rowsOf,
  SAME_ORIGIN,
  signIn,
  tokenOf,
  ui,
} from "../../../support/clients/person-client.ts";
import { countPerformed } from "../../../support/server/arrivals.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const HOUR = 3_600_000;
const NEW_PASSWORD = "staple that battery";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterEach(() => {
    world.clock.offset = 0;
  });
  afterAll(() => world.close());

  const as = (cookie: string, method: string, path: string, body?: unknown) =>
    ui(world.address, method, path, body, { ...SAME_ORIGIN, cookie });
  const seenAt = async (personId: string) => {
    const rows = await rowsOf(world, `select last_seen_at as at from session where person_id = '${personId}'`);
    return rows.map(({ at }) => Number(at));
  };

  test("signing in answers who one is, and sets a cookie that opens /ui/v1", async () => {
    const app = await world.app();
    const { id, email } = await join(world, { role: "tester", apps: [app.id] });
    const answer = await signIn(world, email);
    const me = { id, name: "Ada", email, role: "tester", apps: [app.id], operator: false, needs_second_factor: false };
    expect([answer.status, answer.body]).toEqual([200, { data: me }]);
    expect((await as(answer.cookie!, "GET", "/me")).body).toEqual({ data: me });
  });

  test("the e-mail address is taken in large and small letters, with blanks around it", async () => {
    const { email } = await join(world);
    expect((await signIn(world, ` ${email.toUpperCase()} `)).status).toBe(200);
  });

  test("a letter with a mark in the e-mail address is the same letter whether it is typed as one sign or as two", async () => {
    const email = `zo\u00eb.${randomText(8)}@example.com`;
    const token = await invite(world);
    expect((await accept(world, { token, email: email.normalize("NFD") })).body.data.email).toBe(email.toLowerCase());
    for (const form of ["NFC", "NFD"]) expect((await signIn(world, email.normalize(form))).status).toBe(200);
  });

  test("each sign-in gives a new token, and ends the session that the browser had", async () => {
    const { email, cookie } = await join(world);
    const elsewhere = (await signIn(world, email)).cookie!;
    const again = (await signIn(world, email, PASSWORD, { cookie })).cookie!;
    expect(new Set([cookie, elsewhere, again]).size).toBe(3);
    expect(await isSignedIn(world.address, cookie)).toBe(false);
    expect(await isSignedIn(world.address, elsewhere)).toBe(true);
    expect(await isSignedIn(world.address, again)).toBe(true);
  });

  test("a wrong password and an unknown e-mail address answer the same, without a cookie", async () => {
    const { email } = await join(world);
    const answers = [
      await signIn(world, email, "wrong password"),
      await signIn(world, "nobody@example.com"),
      await signIn(world, "no address at all", ""),
    ];
    for (const answer of answers) {
      expect(outcomeOf(answer)).toBe("401 unauthorized");
      expect(answer.headers.get("www-authenticate")).toBeNull();
      expect(answer.cookie).toBeUndefined();
    }
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test("signing out ends this session and no other, and has the browser forget the cookie", async () => {
    const { email, cookie } = await join(world);
    const other = (await signIn(world, email)).cookie!;
    const answer = await as(cookie, "DELETE", "/session");
    expect([answer.status, answer.body, answer.cookie]).toEqual([204, undefined, "retest="]);
    expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
    expect(await isSignedIn(world.address, cookie)).toBe(false);
    expect(await isSignedIn(world.address, other)).toBe(true);
  });

  test("signing out has the browser clear what it has kept of our answers, and nothing else does", async () => {
    const cookie = await world.person("viewer");
    const before = await as(cookie, "GET", "/me");
    const after = await as(cookie, "DELETE", "/session");
    expect([before, after].map(({ headers }) => headers.get("clear-site-data"))).toEqual([null, '"cache"']);
  });

  test("signing out everywhere ends every session of the person, and nobody else's", async () => {
    const { email, cookie } = await join(world);
    const other = (await signIn(world, email)).cookie!;
    const stranger = await world.person("viewer");
    const answer = await as(cookie, "DELETE", "/sessions");
    expect([answer.status, answer.headers.get("clear-site-data")]).toEqual([204, '"cache"']);
    expect(await isSignedIn(world.address, cookie)).toBe(false);
    expect(await isSignedIn(world.address, other)).toBe(false);
    expect(await isSignedIn(world.address, stranger)).toBe(true);
  });

  test("a session ends after 12 hours without a request", async () => {
    const cookie = await world.person("viewer");
    world.clock.offset = 12 * HOUR - 60_000;
    expect(await isSignedIn(world.address, cookie)).toBe(true);
    const idle = await world.person("viewer");
    world.clock.offset += 12 * HOUR + 1_000;
    expect(await isSignedIn(world.address, idle)).toBe(false);
  });

  test("a session in use ends after 7 days all the same", async () => {
    const cookie = await world.person("viewer");
    const { id } = (await as(cookie, "GET", "/me")).body.data;
    for (let hours = 10; hours < 7 * 24; hours += 10) {
      world.clock.offset = hours * HOUR;
      expect(await isSignedIn(world.address, cookie)).toBe(true);
      await expect.poll(async () => (await seenAt(id))[0]! > Date.now() + (hours - 1) * HOUR).toBe(true);
    }
    world.clock.offset = 7 * 24 * HOUR + 1_000;
    expect(await isSignedIn(world.address, cookie)).toBe(false);
  });

  test("when a session was last seen is written once a minute at most", async () => {
    const cookie = await world.person("viewer");
    const { id } = (await as(cookie, "GET", "/me")).body.data;
    const [first] = await seenAt(id);
    const touched = countPerformed(world, touchSession);
    for (let i = 0; i < 5; i++) await as(cookie, "GET", "/me");
    expect([touched(), await seenAt(id)]).toEqual([0, [first]]);
    world.clock.offset = 61_000;
    await Promise.all(Array.from({ length: 5 }, () => as(cookie, "GET", "/me")));
    await expect.poll(() => seenAt(id)).not.toEqual([first]);
    const [second] = await seenAt(id);
    const before = touched();
    expect(second! - first!).toBeGreaterThanOrEqual(60_000);
    world.clock.offset = 100_000;
    await as(cookie, "GET", "/me");
    expect([touched(), await seenAt(id)]).toEqual([before, [second]]);
  });

  test("ended sessions, old invitations and counts of failures are forgotten", async () => {
    const kept = await world.person("viewer");
    await signIn(world, "somebody@example.com");
    world.clock.offset = 40 * 24 * HOUR;
    const fresh = await world.person("viewer");
    await world.store.performer.perform(purgeSessions, null);
    const left = await rowsOf(world, "select hash from session");
    expect(left).toHaveLength(1);
    expect(await isSignedIn(world.address, fresh)).toBe(true);
    expect(await isSignedIn(world.address, kept)).toBe(false);
    expect(await rowsOf(world, "select scope from counter where scope like 'sign-in:%'")).toEqual([]);
    expect(await rowsOf(world, "select id from invitation")).toHaveLength(1);
  });

  test("over plain http the cookie is HttpOnly and SameSite=Lax, for the whole site", async () => {
    const { email } = await join(world);
    const [set] = (await signIn(world, email)).headers.getSetCookie();
    expect(set).toMatch(/^retest=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/);
  });

  test.each([
    ["another name", (token: string) => `session=${token}`],
    ["the name that https has", (token: string) => `__Host-retest=${token}`],
    ["a token cut short", (token: string) => `retest=${token.slice(1)}`],
    ["a token with more behind it", (token: string) => `retest=${token}0`],
    ["the token of nobody", () => `retest=${"A".repeat(43)}`],
    ["no token", () => "retest="],
    ["a NUL in it", () => "retest=%00"],
  ])("a cookie with %s opens nothing", async (_what, spell) => {
    expect(await isSignedIn(world.address, spell(tokenOf(await world.person("admin"))))).toBe(false);
  });

  test("the cookie is found among others", async () => {
    const cookie = await world.person("viewer");
    expect(await isSignedIn(world.address, `a=1;${cookie}; xretest=2; b`)).toBe(true);
  });

  test("changing the password needs the present one, and ends every other session", async () => {
    const { email, cookie } = await join(world);
    const other = (await signIn(world, email)).cookie!;
    const change = (current_password: string, new_password: string) =>
      as(cookie, "PUT", "/me/password", { current_password, new_password });
    const wrong = await change("not the present one", NEW_PASSWORD);
    expect(outcomeOf(wrong)).toBe("400 invalid_request");
    expect(wrong.body.error.message).toContain("current_password");
    const short = await change(PASSWORD, "too short");
    expect(outcomeOf(short)).toBe("400 invalid_request");
    expect(short.body.error.message).toContain("new_password: expected at least 10 characters");
    expect(await isSignedIn(world.address, other)).toBe(true);
    expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(204);
    expect(await isSignedIn(world.address, cookie)).toBe(true);
    expect(await isSignedIn(world.address, other)).toBe(false);
    expect((await signIn(world, email)).status).toBe(401);
    expect((await signIn(world, email, NEW_PASSWORD)).status).toBe(200);
  });

  test("a password works until it is changed, however old it is", async () => {
    const { email } = await join(world);
    world.clock.offset = 5 * 366 * 24 * HOUR;
    expect((await signIn(world, email)).status).toBe(200);
  });

  test("what a person does bears their plain name, by no channel", async () => {
    const app = await world.app();
    const { cookie } = await join(world, { role: "tester" });
    const answer = await as(cookie, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    expect(answer.body.data).toMatchObject({ raised_by: "Ada", via: null });
    expect(answer.headers.get("location")).toBe(`/ui/v1/issues/${answer.body.data.id}`);
  });
});

test("over https the cookie is Secure and bound to the host", async () => {
  const world = await createWorld("sqlite", { baseUrl: "https://retest.example.com" });
  try {
    const { email } = await join(world);
    const answer = await signIn(world, email);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-retest=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/,
    );
    expect(await isSignedIn(world.address, answer.cookie!)).toBe(true);
    expect(await isSignedIn(world.address, answer.cookie!.replace("__Host-", ""))).toBe(false);
  } finally {
    await world.close();
  }
});
