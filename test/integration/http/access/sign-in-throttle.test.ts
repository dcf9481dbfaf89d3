// Guessing passwords ends soon: five failures a minute for an e-mail address from one network, twenty from a network, on all
// servers together. Nobody can keep somebody else from signing in.
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { giveEachTestAMinute } from "../../../support/clients/factor-client.ts";
import { from, LOCAL_PROXY } from "../../../support/clients/local-proxy.ts";
import { join, PASSWORD, rowsOf, SAME_ORIGIN, signIn, ui } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, LOCAL_PROXY);
  const minute = giveEachTestAMinute(world, 15_000);

  const guess = (email: string, address: string, password = "a wrong guess") =>
    signIn(world, email, password, from(address));
  const outcomes = async (tries: Promise<{ status: number }>[]) => {
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    return { failed: statuses.filter((s) => s === 401).length, refused: statuses.filter((s) => s === 429).length };
  };

  test("after five failures from a network an e-mail address waits there for the next minute, even with the right password", async () => {
    const { email } = await join(world);
    for (let i = 0; i < 5; i++) expect((await guess(email, "192.0.2.1")).status).toBe(401);
    const refused = await guess(email, "192.0.2.1", PASSWORD);
    expect(outcomeOf(refused)).toBe("429 rate_limited");
    expect(refused.headers.get("retry-after")).toBe("45");
    expect(refused.cookie).toBeUndefined();
    world.clock.frozenAt! += 45_000;
    expect((await guess(email, "192.0.2.1", PASSWORD)).status).toBe(200);
  });

  test("while ten networks guess somebody's password, they sign in from their own, and each guesser slows down", async () => {
    const { email } = await join(world);
    const tries = Array.from({ length: 80 }, (_, i) => guess(email, `192.0.2.${i % 10}`));
    const { failed, refused } = await outcomes(tries);
    expect(failed + refused).toBe(80);
    // Five each until twenty have failed, and one for each network after that.
    expect(failed).toBeGreaterThanOrEqual(20);
    expect(failed).toBeLessThanOrEqual(30);
    expect((await guess(email, "198.51.100.200", PASSWORD)).status).toBe(200);
    expect((await guess(email, "192.0.2.3", PASSWORD)).status).toBe(429);
    expect((await guess(email, "198.51.100.201")).status).toBe(401);
    expect((await guess(email, "198.51.100.201")).status).toBe(429);
  });

  test("somebody who guesses in one's own network does not keep a browser waiting in which one has signed in before", async () => {
    const { email } = await join(world);
    const first = await guess(email, "192.0.2.50", PASSWORD);
    const [, known] = first.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
    const other = (await join(world)).email;
    for (let i = 0; i < 20; i++) await guess(i < 5 ? email : `n${i}@example.com`, "192.0.2.50");
    expect((await guess(email, "192.0.2.50", PASSWORD)).status).toBe(429);
    const inBrowser = (who: string, password: string) =>
      signIn(world, who, password, { ...from("192.0.2.50"), cookie: known! });
    expect((await inBrowser(email, PASSWORD)).status).toBe(200);
    // It is known as one person's, lets nobody in, and gives no more tries than any.
    expect((await inBrowser(other, PASSWORD)).status).toBe(429);
    for (let i = 0; i < 5; i++) expect((await inBrowser(email, "a wrong guess")).status).toBe(401);
    expect((await inBrowser(email, PASSWORD)).status).toBe(429);
    expect((await ui(world.address, "GET", "/me", undefined, { cookie: known! })).status).toBe(401);
    const forged = `${known!.slice(0, -2)}AA`;
    expect((await signIn(world, email, PASSWORD, { ...from("192.0.2.50"), cookie: forged })).status).toBe(429);
  });

  test("sign-ins that are refused cost no write each, and the audit log counts them", async () => {
    const { email } = await join(world);
    for (let i = 0; i < 6; i++) await guess(email, "192.0.2.60");
    const rows = async () => rowsOf(world, "select scope, period, n from counter order by scope, period");
    const before = await rows();
    const { total: entries } = { total: (await rowsOf(world, "select id from audit")).length };
    expect(await outcomes(Array.from({ length: 50 }, () => guess(email, "192.0.2.60")))).toEqual({
      failed: 0,
      refused: 50,
    });
    expect(await rows()).toEqual(before);
    expect(await rowsOf(world, "select id from audit")).toHaveLength(entries);
    const other = await world.anotherServer();
    const body = { email, password: PASSWORD };
    const there = await ui(other, "POST", "/session", body, { ...SAME_ORIGIN, ...from("192.0.2.60") });
    expect(there.status).toBe(429);
  });

  test("an unknown e-mail address is throttled the same way", async () => {
    for (let i = 0; i < 5; i++) expect((await guess("nobody@example.com", "192.0.2.1")).status).toBe(401);
    expect(outcomeOf(await guess("NOBODY@example.com", "192.0.2.1"))).toBe("429 rate_limited");
  });

  test("after twenty failures a network address waits, whichever the e-mail addresses", async () => {
    const { email } = await join(world);
    for (let i = 0; i < 20; i++) expect((await guess(`n${i}@example.com`, "198.51.100.7")).status).toBe(401);
    const refused = await guess(email, "198.51.100.7", PASSWORD);
    expect(outcomeOf(refused)).toBe("429 rate_limited");
    expect(refused.headers.get("retry-after")).toBe("45");
    expect((await guess(email, "198.51.100.8", PASSWORD)).status).toBe(200);
  });

  test("what fails at once on two servers is counted once each, and no more than five pass", async () => {
    const { email } = await join(world);
    const other = await world.anotherServer();
    const tries = Array.from({ length: 24 }, (_, i) => {
      const headers = { ...SAME_ORIGIN, ...from("192.0.2.1") };
      return ui(i % 2 ? other : world.address, "POST", "/session", { email, password: "a wrong guess" }, headers);
    });
    expect(await outcomes(tries)).toEqual({ failed: 5, refused: 19 });
  });

  test("what fails at once from one address: no more than twenty pass", async () => {
    const tries = Array.from({ length: 26 }, (_, i) => guess(`at-once-${i}@example.com`, "203.0.113.5"));
    expect(await outcomes(tries)).toEqual({ failed: 20, refused: 6 });
  });

  test("those who sign in are not counted", async () => {
    const { email } = await join(world);
    for (let i = 0; i < 12; i++) expect((await guess(email, "192.0.2.1", PASSWORD)).status).toBe(200);
    const left = await rowsOf(
      world,
      `select n from counter where scope like 'sign-in:%' and period >= ${minute.start()}`,
    );
    expect(left.map(({ n }) => Number(n))).toEqual([0, 0, 0]);
  });

  test("an IPv6 network counts as one address", async () => {
    for (let i = 0; i < 20; i++) expect((await guess(`v6-${i}@example.com`, `2001:db8:1:2::${i}`)).status).toBe(401);
    expect((await guess("v6@example.com", "2001:db8:1:2:ffff::1")).status).toBe(429);
    expect((await guess("v6@example.com", "2001:db8:1:3::1")).status).toBe(401);
  });

  test("only what the nearest proxy says counts: what a client wrote before it changes nothing", async () => {
    for (let i = 0; i < 20; i++) await guess(`proxy-${i}@example.com`, `10.0.0.${i}, 198.51.100.20`);
    expect((await guess("proxy@example.com", "10.9.9.9, 198.51.100.20")).status).toBe(429);
  });

  test("guessing the present password to change it is throttled, too", async () => {
    const { email, cookie } = await join(world);
    const change = (current_password: string) =>
      ui(
        world.address,
        "PUT",
        "/me/password",
        { current_password, new_password: "another password" },
        {
          ...SAME_ORIGIN,
          cookie,
        },
      );
    for (let i = 0; i < 5; i++) expect((await change("a wrong guess")).status).toBe(400);
    expect(outcomeOf(await change(PASSWORD))).toBe("429 rate_limited");
    expect((await guess(email, "192.0.2.1", PASSWORD)).status).toBe(200);
  });

  test("neither e-mail addresses nor network addresses are kept in the counts", async () => {
    await guess("private@example.com", "192.0.2.77");
    const scopes = JSON.stringify(await rowsOf(world, "select scope from counter"));
    expect(scopes).not.toContain("private");
    expect(scopes).not.toContain("192.0.2.77");
  });

  test("a right password is no failed sign-in, whatever else is wrong with the change that it was given for", async () => {
    const [{ email, cookie }, other] = [await join(world), await join(world)];
    const as = (method: string, path: string, body: object) =>
      ui(world.address, method, path, body, { ...SAME_ORIGIN, cookie });
    for (let i = 0; i < 6; i++) {
      const alike = { current_password: PASSWORD, new_password: email };
      const refused = await as("PUT", "/me/password", alike);
      expect([outcomeOf(refused), refused.body.error.message]).toEqual([
        "400 invalid_request",
        expect.stringMatching(/^new_password: /),
      ]);
      const taken = { email: other.email, current_password: PASSWORD };
      expect(outcomeOf(await as("PATCH", "/me", taken))).toBe("409 name_taken");
    }
    expect(
      await rowsOf(world, `select n from counter where scope like 'sign-in%' and n > 0 and period = ${minute.start()}`),
    ).toEqual([]);
    expect((await signIn(world, email)).status).toBe(200);
  });
});
