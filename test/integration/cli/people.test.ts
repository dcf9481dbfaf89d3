// `retest person invite|list|reset|drop-factors|remove`, and the link that a server without people shows, on both databases.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeAt } from "../../../src/lib/crypto/totp.ts";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { ui } from "../../support/clients/person-client.ts";
import { type RunningServer, serve } from "../../support/clients/run-cli.ts";
import { until } from "../../support/database/migrate-in-process.ts";
import { DATABASES } from "../../support/server/test-server.ts";

const LINK = /http:\/\/\S+\/join#([\w-]{43})/;
const PASSWORD = "a password of ten";
const ONLY_PROXY = {
  RETEST_PASSWORD_SIGN_IN: "off",
  RETEST_PROXY_USER_HEADER: "X-Forwarded-Email",
  RETEST_TRUSTED_PROXIES: "127.0.0.1",
};

/** Joins by a link, as the join page would. */
function join(address: string, link: string, email: string, name = "Ada") {
  const token = LINK.exec(link)![1];
  return ui(address, "POST", "/invitations/accept", { token, name, email, password: PASSWORD });
}

/** The link in a server's log, once it is there. */
async function shownBy(server: RunningServer): Promise<string> {
  await until(() => LINK.test(server.output().stdout));
  return LINK.exec(server.output().stdout)![0];
}

describe.each(DATABASES)("on %s", (kind) => {
  let place: Place;
  let server: RunningServer;
  let admin: string;
  let voided: string;

  beforeAll(async () => {
    place = await freshPlace(kind);
    const first = await serve(place.settings);
    voided = await shownBy(first);
    await first.stop();
    server = await serve(place.settings);
  });

  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const run = (...args: string[]) => command(["person", ...args], place.settings);
  const list = async () => JSON.parse((await run("list", "--json")).stdout);
  const made = async (...args: string[]) => JSON.parse((await run("invite", ...args, "--json")).stdout);

  test("without people, the list says how to invite one", async () => {
    expect(await run("list")).toMatchObject({ code: 0, stdout: expect.stringContaining("retest person invite") });
  });

  test("where only a proxy signs people in, a server without people says how to invite the first admin, and resets are refused", async () => {
    const settings = { ...place.settings, ...ONLY_PROXY };
    const behindProxy = await serve(settings);
    await until(() => behindProxy.output().stdout.includes("retest person invite --role admin --email ADDRESS"));
    await behindProxy.stop();
    expect(behindProxy.output().stdout).not.toContain("/join#");
    const refused = await command(["person", "reset", "first@example.com"], settings);
    expect(refused).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("RETEST_PASSWORD_SIGN_IN is off"),
    });
  });

  test("a server without people shows one link, which the next start voids; by it comes the first admin", async () => {
    const link = await shownBy(server);
    expect(link).not.toBe(voided);
    expect(server.output().stdout.match(/\/join#/g)).toHaveLength(1);
    expect((await join(server.address, voided, "first@example.com")).status).toBe(404);
    const joined = await join(server.address, link, "first@example.com", "First");
    expect(joined.body.data).toMatchObject({ name: "First", role: "admin", apps: null });
    admin = joined.cookie!;
  });

  test("with people, a server shows no link", async () => {
    const another = await serve(place.settings);
    await ui(another.address, "GET", "/me", undefined, { cookie: admin });
    await another.stop();
    expect(another.output().stdout).not.toContain("/join#");
  });

  test("an invitation made while a server runs works at once, with its role, reach and e-mail address", async () => {
    const headers = { cookie: admin, "sec-fetch-site": "same-origin" };
    const body = { name: "Shop", platforms: [{ code: "web", label: "Web" }] };
    const app = (await ui(server.address, "POST", "/apps", body, headers)).body.data;
    const { link, ...shown } = await made("--role", "tester", "--app", "Shop", "--email", "Grace@Example.com");
    expect(shown).toMatchObject({ role: "tester", apps: [app.id], email: "grace@example.com", created_by: null });
    const joined = await join(server.address, link, "grace@example.com", "Grace");
    expect(joined.body.data).toMatchObject({ role: "tester", apps: [app.id], email: "grace@example.com" });
    const { stdout } = await run("list");
    expect(stdout).toMatch(/^grace@example.com {2}tester {2}Grace {2}\(Shop\)$/m);
    expect(stdout).toMatch(/^first@example.com {2}admin {3}First {2}\(every app\)$/m);
  });

  test("without --json the link stands alone on the first line", async () => {
    const { stdout } = await run("invite", "--role", "viewer");
    expect(stdout.split("\n")[0]).toMatch(new RegExp(`^${LINK.source}$`));
  });

  test("the list shows nothing of a password", async () => {
    for (const one of await list()) {
      expect(Object.keys(one).sort()).toEqual(["apps", "created_at", "email", "id", "name", "role"]);
    }
  });

  test("a removed person is signed out at once by a running server, and is listed no more", async () => {
    const { link } = await made("--role", "viewer");
    const { cookie } = await join(server.address, link, "gone@example.com", "Gone");
    const me = () => ui(server.address, "GET", "/me", undefined, { cookie: cookie! });
    expect((await me()).status).toBe(200);
    expect(await run("remove", "GONE@example.com")).toMatchObject({
      code: 0,
      stdout: "Removed Gone (gone@example.com).\n",
      stderr: "",
    });
    expect((await me()).status).toBe(401);
    expect((await list()).map(({ email }: { email: string }) => email)).not.toContain("gone@example.com");
    expect(await run("remove", "gone@example.com")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^retest: No such person.*\n$/),
    });
  });

  test("a link to set a new password works at a running server, once", async () => {
    const { stdout } = await run("reset", "GRACE@example.com");
    const token = /http:\/\/\S+\/reset#([\w-]{43})/.exec(stdout)![1];
    expect(stdout).toContain("With this link Grace can set a new password. It works once, for 60 minutes");
    const use = (given: unknown) =>
      ui(server.address, "POST", "/reset-links/use", { token: given, password: "staple that battery" });
    const { link, expires_at } = JSON.parse((await run("reset", "grace@example.com", "--json")).stdout);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
    expect((await use(token)).status).toBe(404);
    expect((await use(link.split("#")[1])).status).toBe(204);
    const signedIn = { email: "grace@example.com", password: "staple that battery" };
    expect((await ui(server.address, "POST", "/session", signedIn)).status).toBe(200);
    expect(await run("reset", "gone@example.com")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^retest: No such person.*\n$/),
    });
  });

  test("second factors that were lost are taken away, and the password alone signs in", async () => {
    const email = "lost@example.com";
    const { cookie } = await join(server.address, (await made("--role", "viewer")).link, email, "Lost");
    const headers = { cookie: cookie!, "sec-fetch-site": "same-origin" };
    const { secret, setup } = (await ui(server.address, "POST", "/me/second-factors/totp", undefined, headers)).body
      .data;
    const code = codeAt(secret, Math.floor(Date.now() / 30_000));
    const body = { kind: "totp", name: "Phone", setup, code };
    expect((await ui(server.address, "POST", "/me/second-factors", body, headers)).status).toBe(201);
    const signIn = async () =>
      Object.keys((await ui(server.address, "POST", "/session", { email, password: PASSWORD })).body.data);
    expect(await signIn()).toEqual(["needs"]);
    expect((await run("drop-factors", email)).stdout).toBe(`Lost (${email}) has no second factor any more.\n`);
    expect(await signIn()).toContain("email");
  });

  test("whoever is removed leaves keys behind, which are named, and end if that is asked for", async () => {
    const leave = async (email: string, ...flags: string[]) => {
      const { cookie } = await join(server.address, (await made("--role", "admin")).link, email, "Leaver");
      const headers = { cookie: cookie!, "sec-fetch-site": "same-origin" };
      const key = (await ui(server.address, "POST", "/keys", { name: "Theirs", role: "viewer" }, headers)).body.data;
      const { stdout } = await run("remove", email, ...flags);
      const { status } = await fetch(`${server.address}/api/v1/me`, {
        headers: { authorization: `Bearer ${key.key}` },
      });
      return [stdout.replace(key.id, "ID"), status];
    };
    expect(await leave("one@example.com")).toEqual([
      'Removed Leaver (one@example.com).\nStill works: the key "Theirs" (ID), which they made.\n',
      200,
    ]);
    expect(await leave("two@example.com", "--revoke-keys")).toEqual([
      'Removed Leaver (two@example.com).\nRevoked the key "Theirs" (ID), which they made.\n',
      401,
    ]);
  });

  test("the last admin stays", async () => {
    const { code, stderr } = await run("remove", "first@example.com");
    expect([code, stderr]).toEqual([1, expect.stringContaining("last admin")]);
    expect((await list()).length).toBeGreaterThan(0);
  });

  test("an app that does not exist, or an e-mail address that is somebody's, makes no invitation", async () => {
    expect(await run("invite", "--role", "viewer", "--app", "nowhere")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("nowhere"),
    });
    expect(await run("invite", "--role", "viewer", "--email", "first@example.com")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("e-mail"),
    });
  });
});

test.each([
  [["invite"], "--role"],
  [["invite", "--role", "owner"], "--role"],
  [["invite", "--role", "viewer", "--email", "nowhere"], "--email"],
  [["invite", "--role", "viewer", "--email", ".a@example.com"], "without two dots in a row"],
  [["remove", "nowhere"], "is not an e-mail address"],
  [["invite", "--role", "viewer", "--colour", "red"], "--colour"],
  [["invite", "--role", "viewer", "more"], "more"],
  [["list", "all"], "all"],
  [["remove"], "e-mail"],
  [["reset"], "e-mail"],
  [["drop-factors"], "e-mail"],
  [["reset", "nobody"], "nobody"],
  [["remove", "nobody"], "nobody"],
  [["remove", "a@example.com", "b@example.com"], "b@example.com"],
  [["promote"], "promote"],
])("retest person %j exits with 2 and a sentence that names %s", async (args, named) => {
  const { code, stdout, stderr } = await command(["person", ...args], { RETEST_DATA_DIR: "/nonexistent/retest" });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(named);
  expect(stderr).not.toMatch(/\n\s+at /);
});
