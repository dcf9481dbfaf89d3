// Whom somebody else vouches for, where one server holds several workspaces: they come where they are known or waited for, and nobody leads them elsewhere.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomText } from "../../../../src/lib/ids.ts";
import { readAddressRanges } from "../../../../src/lib/network/address-range.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { accept, invite, PASSWORD, rowsOf, SAME_ORIGIN, ui } from "../../../support/clients/person-client.ts";
import { anotherWorkspace, browserAt, type CookieJar, joinWith } from "../../../support/clients/workspace-client.ts";
import { type MailServer, openMailServer } from "../../../support/fake-tools/mail-server.ts";
import { comeBack, visitIssuer } from "../../../support/fake-tools/oidc-client.ts";
import { type OidcIssuer, startOidcIssuer } from "../../../support/fake-tools/oidc-issuer.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const HEADER = "x-forwarded-email";
const BY_PROXY = { proxyUserHeader: HEADER, trustedProxies: readAddressRanges("127.0.0.1") as never };

describe.each(DATABASES)("on %s", (kind) => {
  let mail: MailServer;
  let issuer: OidcIssuer;
  /** Where the operator makes the workspaces, and where anybody does. */
  let closed: World;
  let open: World;
  beforeAll(async () => {
    mail = await openMailServer();
    issuer = await startOidcIssuer();
    closed = await createWorld(kind, { ...BY_PROXY, oidc: issuer.settings });
    open = await createWorld(kind, { ...BY_PROXY, mail: mail.settings, signUp: true });
  });
  afterAll(async () => {
    await closed?.close();
    await open?.close();
    await mail?.close();
    await issuer?.close();
  });

  const address = () => `${randomText(8)}@example.com`;
  const first = (world: World) => world.store.workspace.id;
  const comeIn = (world: World, email: string) =>
    ui(world.address, "POST", "/session/proxy", undefined, { ...SAME_ORIGIN, [HEADER]: email });
  const workspacesOf = async (world: World, email: string) => {
    const rows = await rowsOf(world, `select workspace_id as id from person where email = '${email}' order by id`);
    return rows.map(({ id }) => id);
  };
  /** An account that says to have the address, in a workspace of somebody else. */
  const saidToBe = async (world: World, workspaceId: string, email: string) => {
    const token = await invite(world, { workspaceId });
    expect((await accept(world, { token, email })).status).toBe(201);
  };

  test("an account elsewhere that only says to have the address keeps nobody out of where they are invited", async () => {
    for (const world of [closed, open]) {
      const email = address();
      await saidToBe(world, await anotherWorkspace(world), email);
      await invite(world, { email, role: "tester" });
      const { status, body } = await comeIn(world, email);
      expect([status, body.data?.role]).toEqual([200, "tester"]);
      expect(await workspacesOf(world, email)).toContain(first(world));
    }
  });

  test("somebody who is known in one workspace and invited to another, or has an account there, chooses", async () => {
    const email = address();
    await invite(closed, { email });
    expect((await comeIn(closed, email)).body.data.email).toBe(email);
    const [second, third] = [await anotherWorkspace(closed), await anotherWorkspace(closed)];
    await invite(closed, { workspaceId: second, email });
    await joinWith(closed, third, email);
    const jar = browserAt(closed.address);
    const offered = await jar.ask("POST", "/session/proxy", undefined, { [HEADER]: email });
    const ids = offered.body.data.workspaces.map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual([first(closed), second, third].sort());
    const chosen = await jar.ask("POST", "/session/workspace", { workspace: second }, { [HEADER]: email });
    expect(chosen.body.data.email).toBe(email);
  });

  test("where anybody makes a workspace, nobody is led into one by an invitation that they did not follow", async () => {
    const email = address();
    const team = await anotherWorkspace(open);
    await invite(open, { workspaceId: team, email });
    expect((await comeIn(open, email)).status).toBe(403);
    expect(await workspacesOf(open, email)).toEqual([]);
    await invite(open, { email });
    expect((await comeIn(open, email)).status).toBe(200);
    expect(await workspacesOf(open, email)).toEqual([first(open)]);
  });

  test("where anybody makes a workspace, an address is not theirs by a link that whoever invites was shown", async () => {
    const confirmed = async (world: World, email: string) =>
      (await rowsOf(world, `select email_confirmed_at as at from person where email = '${email}'`)).map(
        ({ at }) => at !== null,
      );
    const [shown, mailed, told] = [address(), address(), address()];
    const team = await anotherWorkspace(open);
    const ofMail = { workspaceId: team, mail: true };
    await accept(open, { token: await invite(open, { ...ofMail, email: shown }), email: shown });
    expect(await confirmed(open, shown)).toEqual([false]);
    await invite(open, { ...ofMail, email: mailed });
    await expect.poll(() => mail.mails.some(({ to }) => to.includes(mailed))).toBe(true);
    const letter = mail.mails.find(({ to }) => to.includes(mailed))!;
    await accept(open, { token: /join#([\w-]+)/.exec(letter.text)![1]!, email: mailed });
    expect(await confirmed(open, mailed)).toEqual([true]);
    // Elsewhere whoever makes workspaces is trusted with it.
    await joinWith(closed, await anotherWorkspace(closed), told);
    expect(await confirmed(closed, told)).toEqual([true]);
  });

  test("what a proxy has vouched for and nobody has opened yet ends when the address is no longer theirs", async () => {
    const email = address();
    const second = await anotherWorkspace(closed);
    const ids = [await joinWith(closed, first(closed), email), await joinWith(closed, second, email)];
    const jar = browserAt(closed.address);
    await jar.ask("POST", "/session/proxy", undefined, { [HEADER]: email });
    const own = browserAt(closed.address);
    await own.ask("POST", "/session", { email, password: "correct horse battery", workspace: second });
    const change = { email: address(), current_password: "correct horse battery" };
    expect((await own.ask("PATCH", "/me", change)).status).toBe(200);
    const both = ids.map((id) => `'${id}'`).join(", ");
    const left = await rowsOf(closed, `select person_id as id from sign_in_choice where person_id in (${both})`);
    expect(left.map(({ id }) => id)).toEqual([ids[0]]);
  });

  test("who comes in by an issuer or a proxy with another address can open nothing that the one before could", async () => {
    const byIssuer = async (jar: CookieJar, email: string) => {
      issuer.account = { sub: email, name: "Bo", email, email_verified: true };
      const had = [...jar.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const { cookies } = await comeBack(closed.address, await visitIssuer(closed.address, issuer), had);
      for (const cookie of cookies) {
        const [name = "", value = ""] = cookie.split(/=(.*)/s);
        if (value === "") jar.cookies.delete(name);
        else jar.cookies.set(name, value);
      }
    };
    const byProxy = (jar: CookieJar, email: string) =>
      jar.ask("POST", "/session/proxy", undefined, { [HEADER]: email });
    for (const [comes, headers] of [
      [byIssuer, () => ({})],
      [byProxy, (email: string) => ({ [HEADER]: email })],
    ] as const) {
      const [ada, bo] = [address(), address()];
      const second = await anotherWorkspace(closed);
      for (const workspace of [first(closed), second]) await joinWith(closed, workspace, ada);
      await joinWith(closed, first(closed), bo);
      const jar = browserAt(closed.address);
      await jar.ask("POST", "/session", { email: ada, password: PASSWORD });
      expect((await jar.ask("POST", "/session/workspace", { workspace: first(closed) })).body.data.email).toBe(ada);
      expect(jar.cookies.has("retest-choice")).toBe(true);
      await comes(jar, bo);
      const asBo = (method: string, path: string, body?: unknown) => jar.ask(method, path, body, headers(bo));
      expect((await asBo("GET", "/me")).body.data.email).toBe(bo);
      const listed = (await asBo("GET", "/session/workspaces")).body.data;
      expect(listed.map(({ id }: { id: string }) => id)).toEqual([first(closed)]);
      expect(outcomeOf(await asBo("POST", "/session/workspace", { workspace: second }))).toBe("404 not_found");
      expect((await asBo("GET", "/me")).body.data.email).toBe(bo);
    }
  });
});
