// Open sign-up: whoever confirms an e-mail address makes a workspace on the plan free, and is its admin.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { purgeSessions } from "../../../src/actions/access/purge-sessions.ts";
import { randomText } from "../../../src/lib/ids.ts";
import { readConfig } from "../../../src/startup/config.ts";
import { ConfigError } from "../../../src/startup/config-error.ts";
import { outcomeOf } from "../../support/checks/route-table.ts";
import { everythingOfWorld, PASSWORD, rowsOf, ui } from "../../support/clients/person-client.ts";
import { browserAt, joinWith } from "../../support/clients/workspace-client.ts";
import { type MailServer, openMailServer } from "../../support/fake-tools/mail-server.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const HOUR = 3_600_000;
const SOON = { timeout: 120_000 };

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let mail: MailServer;
  beforeAll(async () => {
    mail = await openMailServer();
    world = await createWorld(kind, { mail: mail.settings, signUp: true });
  });
  afterAll(async () => {
    await world?.close();
    await mail?.close();
  });

  const address = () => `${randomText(8)}@new.example`;
  const ask = (email: string) => ui(world.address, "POST", "/sign-up", { email });
  const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email));
  const tokenTo = async (email: string, nth = 1) => {
    await expect.poll(() => mailsTo(email).length, SOON).toBe(nth);
    return /sign-up#([\w.-]+)/.exec(mailsTo(email).at(-1)!.text)![1]!;
  };
  const use = (token: string, more: object = {}) =>
    ui(world.address, "POST", "/sign-up/use", { token, workspace: "Acme", name: "Eve", password: PASSWORD, ...more });

  test("whoever opens the mailed link makes a workspace on the plan free, as its admin, and is signed in", async () => {
    const email = address();
    expect((await ask(` ${email.toUpperCase()} `)).status).toBe(204);
    const token = await tokenTo(email);
    expect(mailsTo(email)[0]!.headers).toMatchObject({ subject: "Begin with Retest" });
    const look = await ui(world.address, "POST", "/sign-up/look", { token });
    expect(look.body.data).toEqual({ email, expires_at: expect.stringMatching(/Z$/) });
    const made = await use(token);
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        name: "Eve",
        email,
        role: "admin",
        apps: null,
        operator: false,
        needs_second_factor: false,
      },
    ]);
    const own = await ui(world.address, "GET", "/workspace", undefined, { cookie: made.cookie! });
    expect(own.body.data).toMatchObject({ name: "Acme", plan: "free" });
    expect((await ui(world.address, "GET", "/apps", undefined, { cookie: made.cookie! })).body.data).toEqual([]);
    const jar = browserAt(world.address);
    expect((await jar.ask("POST", "/session", { email, password: PASSWORD })).body.data.id).toBe(made.body.data.id);
    const [{ confirmed }] = (await rowsOf(
      world,
      `select email_confirmed_at as confirmed from person where id = '${made.body.data.id}'`,
    )) as [{ confirmed: unknown }];
    expect(confirmed).not.toBeNull();
    expect(await world.problems()).toEqual([]);
  });

  test("a link works once, for a day, and only the newest; one that was changed makes nothing", async () => {
    const email = address();
    await ask(email);
    const old = await tokenTo(email);
    world.clock.offset += 19 * 60_000;
    await ask(email);
    expect((await ui(world.address, "POST", "/sign-up/look", { token: old })).status).toBe(200);
    world.clock.offset += 2 * 60_000;
    await ask(email);
    const token = await tokenTo(email, 2);
    const before = await rowsOf(world, "select id from workspace");
    const [secret] = token.split(".");
    const forged = `${secret}.${Buffer.from("else@new.example").toString("base64url")}`;
    for (const wrong of [old, forged, secret!, "", "x".repeat(43), `${token}.more`]) {
      expect(outcomeOf(await use(wrong))).toBe("404 not_found");
    }
    world.clock.offset += 24 * HOUR;
    expect(outcomeOf(await use(token))).toBe("404 not_found");
    world.clock.offset -= 24 * HOUR;
    expect(outcomeOf(await use(token, { password: "short" }))).toBe("400 invalid_request");
    expect(outcomeOf(await use(token, { workspace: " " }))).toBe("400 invalid_request");
    expect(await rowsOf(world, "select id from workspace")).toEqual(before);
    expect((await use(token)).status).toBe(201);
    expect(outcomeOf(await use(token))).toBe("404 not_found");
    expect(await rowsOf(world, "select id from workspace")).toHaveLength(before.length + 1);
  });

  test("of many who use one link at once, one makes a workspace", async () => {
    const email = address();
    await ask(email);
    const token = await tokenTo(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => use(token, { workspace: email })));
    expect(answers.map(outcomeOf).sort()).toEqual(["201", ...Array(4).fill("404 not_found")]);
    expect(await rowsOf(world, `select id from workspace where name = '${email}'`)).toHaveLength(1);
  });

  test("the answer is the same for an address that has an account, which gets another one beside it", async () => {
    const email = address();
    const before = await joinWith(world, world.store.workspace.id, email);
    const [known, unknown] = [await ask(email), await ask(address())];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    const made = await use(await tokenTo(email), { workspace: "Beside" });
    expect(made.body.data.id).not.toBe(before);
    const jar = browserAt(world.address);
    const { workspaces } = (await jar.ask("POST", "/session", { email, password: PASSWORD })).body.data;
    expect(workspaces.map(({ name }: { name: string }) => name)).toEqual(["Beside", "Workspace"]);
  });

  test("nobody's mailbox is filled, and a network may ask only so often", async () => {
    world.clock.offset += HOUR;
    const email = address();
    expect([(await ask(email)).status, (await ask(email)).status]).toEqual([204, 204]);
    await tokenTo(email);
    const outcomes = new Set<string>();
    for (let i = 0; i < 30; i++) outcomes.add(outcomeOf(await ask(address())));
    expect([...outcomes].sort()).toEqual(["204", "429 rate_limited"]);
    expect(mailsTo(email)).toHaveLength(1);
    world.clock.offset += HOUR;
  });

  test("the address is kept nowhere once the mail is sent, and what was not used is forgotten", async () => {
    const email = address();
    await ask(email);
    const token = await tokenTo(email);
    await expect.poll(async () => (await everythingOfWorld(world)).includes(email), SOON).toBe(false);
    expect(await everythingOfWorld(world)).not.toContain(token.split(".")[0]);
    world.clock.offset += 25 * HOUR;
    await world.store.performer.perform(purgeSessions, null);
    expect(await rowsOf(world, "select * from sign_up")).toEqual([]);
    expect(await world.problems()).toEqual([]);
  });

  test("where it is off, which it is by default, there is nothing to sign up with", async () => {
    const closed = await createWorld(kind, { mail: mail.settings });
    try {
      expect((await ui(closed.address, "GET", "/sign-in")).body.data.sign_up).toBe(false);
      for (const [path, body] of [
        ["/sign-up", { email: address() }],
        ["/sign-up/look", { token: "t" }],
        ["/sign-up/use", { token: "t", workspace: "W", name: "N", password: PASSWORD }],
      ] as const) {
        expect(outcomeOf(await ui(closed.address, "POST", path, body))).toBe("404 not_found");
      }
    } finally {
      await closed.close();
    }
    expect((await ui(world.address, "GET", "/sign-in")).body.data.sign_up).toBe(true);
  });
});

test("RETEST_SIGN_UP is refused at the start where it can't work, with a sentence that says why", () => {
  const mailed = { RETEST_SMTP_URL: "smtp://localhost", RETEST_MAIL_FROM: "retest@example.com" };
  const read = (env: Record<string, string>) => () =>
    readConfig({ RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef", ...env });
  expect(read({})().signUp).toBe(false);
  expect(read({ RETEST_SIGN_UP: "open", ...mailed })().signUp).toBe(true);
  expect(read({ RETEST_SIGN_UP: "open" })).toThrow(ConfigError);
  expect(read({ RETEST_SIGN_UP: "open" })).toThrow(/no mail is set up.*RETEST_SMTP_URL and RETEST_MAIL_FROM/);
  expect(read({ RETEST_SIGN_UP: "yes" })).toThrow("RETEST_SIGN_UP must be off or open");
});
