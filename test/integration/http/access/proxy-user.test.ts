// Signing in by the word of a proxy: only of one that is listed, and only one address at a time.
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAddressRanges } from "../../../../src/lib/network/address-range.ts";
import { ask } from "../../../support/checks/route-table.ts";
import { newest } from "../../../support/clients/audit-client.ts";
import { accept, invite, join, PASSWORD, SAME_ORIGIN, ui } from "../../../support/clients/person-client.ts";
import { SESSION } from "../../../support/conformance/session-cookie.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const HEADER = "x-forwarded-email";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  /** The same database behind a server that believes nobody on this machine. */
  let stranger: World;
  beforeAll(async () => {
    const proxyUserHeader = HEADER;
    world = await createWorld(kind, { proxyUserHeader, trustedProxies: ranges("127.0.0.1") });
    stranger = await createWorld(kind, { proxyUserHeader, trustedProxies: ranges("192.0.2.1") });
  });
  afterAll(async () => {
    await world?.close();
    await stranger?.close();
  });
  const signIn = (email: string, at = world) =>
    ui(at.address, "POST", "/session/proxy", undefined, { ...SAME_ORIGIN, [HEADER]: email });
  const statusOf = async (cookie: string, headers: Record<string, string>) =>
    (await ui(world.address, "GET", "/me", undefined, { cookie, ...headers })).status;

  test("whom a trusted proxy names is signed in if they are invited, for as long as the proxy goes on naming them", async () => {
    const email = "ada@example.com";
    await invite(world, { email, role: "tester" });
    expect((await ui(world.address, "GET", "/sign-in", undefined, { [HEADER]: "Ada@Example.com" })).body.data).toEqual({
      password: true,
      oidc: null,
      proxy: { email },
      sign_up: false,
    });
    const { status, body, cookie } = await signIn("Ada@Example.com");
    expect([status, body.data]).toEqual([200, expect.objectContaining({ name: "ada", email, role: "tester" })]);
    expect(await newest(world)).toMatchObject({ action: "sign_in.succeeded", details: { by: "proxy" } });
    expect(await statusOf(cookie!, { [HEADER]: email })).toBe(200);
    expect(await statusOf(cookie!, { [HEADER]: "bob@example.com" })).toBe(401);
    expect(await statusOf(cookie!, {})).toBe(401);
    expect((await signIn(email)).body.data.id).toBe(body.data.id);
    // A session of one's own needs no proxy.
    const own = await join(world);
    expect(await statusOf(own.cookie, { [HEADER]: email })).toBe(200);
    expect(await world.problems()).toEqual([]);
  });

  test("from an address that is not listed the header is nothing", async () => {
    await invite(stranger, { email: "ada@example.com" });
    expect((await signIn("ada@example.com", stranger)).status).toBe(401);
    const ways = await ui(stranger.address, "GET", "/sign-in", undefined, { [HEADER]: "ada@example.com" });
    expect(ways.body.data.proxy).toBeNull();
    expect((await signIn("ada@example.com", stranger)).cookie).toBeUndefined();
  });

  test("no value, several values, and what is no address are refused", async () => {
    await invite(world, { email: "eve@example.com" });
    const values = [
      "",
      " ",
      "eve",
      "eve@example.com, mallory@example.com",
      "eve@example.com,",
      "@example.com",
      "e..ve@example.com",
    ];
    for (const value of values) expect([value, (await signIn(value)).status]).toEqual([value, 401]);
    expect(await twice(world.address, ["eve@example.com", "mallory@example.com"])).toBe(401);
    expect(await twice(world.address, ["eve@example.com", "eve@example.com"])).toBe(401);
    expect(await twice(world.address, ["eve@example.com"])).toBe(200);
  });

  test("who is called as somebody else joins with a number behind the name", async () => {
    const names = [];
    for (const email of ["joan@example.com", "joan@example.net", "JOAN@example.org"]) {
      await invite(world, { email: email.toLowerCase() });
      names.push((await signIn(email)).body.data.name);
    }
    expect(names).toEqual(["joan", "joan (2)", "joan (3)"]);
  });

  test("nobody is signed in who is not invited, was removed, or has another's address by their own word", async () => {
    const refused = async (email: string) => {
      const { status, body, cookie } = await signIn(email);
      return [status, body.error?.code, cookie];
    };
    expect(await refused("nobody@example.com")).toEqual([403, "forbidden", undefined]);
    const thief = await join(world);
    const email = "boss@example.com";
    await ask(world, thief.cookie, "PATCH", "/me", { email, current_password: PASSWORD });
    expect(await refused(email)).toEqual([403, "forbidden", undefined]);
    expect((await signIn(email)).body.error.message).toMatch(/confirmed that the address.*invite your address\.$/);
    const admin = await world.person("admin");
    const gone = "gone@example.com";
    const { body } = await accept(world, { token: await invite(world, { email: gone }), email: gone });
    const { cookie } = await signIn(gone);
    expect((await ask(world, admin, "DELETE", `/people/${body.data.id}`)).status).toBe(204);
    expect(await statusOf(cookie!, { [HEADER]: gone })).toBe(401);
    expect(await refused(gone)).toEqual([403, "forbidden", undefined]);
    expect(cookie!.startsWith(SESSION)).toBe(true);
  });

  test("whoever has an address after somebody else comes in as themselves, not as who had it", async () => {
    const email = "qa-lead@example.com";
    const token = await invite(world, { email, role: "admin" });
    const lead = await accept(world, { token, email });
    const byProxy = await signIn(email);
    expect(byProxy.body.data.id).toBe(lead.body.data.id);
    await ask(world, lead.cookie!, "PATCH", "/me", { email: "rosa@example.com", current_password: PASSWORD });
    expect(await statusOf(byProxy.cookie!, { [HEADER]: email })).toBe(401);
    expect((await signIn(email)).status).toBe(403);
    await invite(world, { email, role: "viewer" });
    const next = await signIn(email);
    expect([next.status, next.body.data.role]).toEqual([200, "viewer"]);
    expect(next.body.data.id).not.toBe(lead.body.data.id);
    expect(await world.problems()).toEqual([]);
  });

  test("where passwords are switched off, nobody signs in, joins or resets with one", async () => {
    const off = await createWorld(kind, {
      proxyUserHeader: HEADER,
      trustedProxies: ranges("127.0.0.1"),
      passwordSignIn: false,
    });
    try {
      const admin = await off.person("admin");
      const { id, email } = (await ask(off, admin, "GET", "/me")).body.data;
      const token = await invite(off);
      const answers = [
        await ui(off.address, "POST", "/session", { email, password: PASSWORD }),
        await accept(off, { token, email: "new@example.com" }),
        await ask(off, admin, "POST", `/people/${id}/reset-link`),
        await ask(off, admin, "POST", `/people/${id}/reset-mail`),
        await ui(off.address, "POST", "/reset-links", { email }),
        await ui(off.address, "POST", "/reset-links/use", { token, password: "quarry lamp seven" }),
      ];
      expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
        answers.map(() => [403, "forbidden"]),
      );
      expect((await ui(off.address, "GET", "/sign-in")).body.data.password).toBe(false);
      await invite(off, { email: "new@example.com" });
      expect((await signIn("new@example.com", off)).status).toBe(200);
    } finally {
      await off.close();
    }
  });
});

function ranges(text: string) {
  const read = readAddressRanges(text);
  if (typeof read === "string") throw new Error(read);
  return read;
}

/** The header once for each value, which fetch can't send. */
function twice(address: string, values: string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { ...SAME_ORIGIN, [HEADER]: values };
    const sent = httpRequest(`${address}/ui/v1/session/proxy`, { method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on("error", reject);
    sent.end();
  });
}
