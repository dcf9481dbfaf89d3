// Guessing passwords ends soon: five failures a minute for an e-mail address, twenty for a network address, on all
// servers together.
import { beforeEach, describe, expect, test } from "vitest";
import { join, PASSWORD, rowsOf, SAME_ORIGIN, signIn, ui } from "../support/people.ts";
import { worldOf } from "../support/world-of.ts";
import { DATABASES } from "../world.ts";
import { outcomeOf } from "./route-table.ts";

const MINUTE = 60_000;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let minute = Math.ceil(Date.now() / MINUTE);
  beforeEach(() => {
    // A minute of its own for every test, begun 15 seconds ago.
    world.clock.frozenAt = ++minute * MINUTE + 15_000;
  });

  /** From an address of its own, as a proxy on the same machine tells it. */
  const from = (address: string) => ({ "x-forwarded-for": address });
  const guess = (email: string, address: string, password = "a wrong guess") =>
    signIn(world, email, password, from(address));
  const outcomes = async (tries: Promise<{ status: number }>[]) => {
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    return { failed: statuses.filter((s) => s === 401).length, refused: statuses.filter((s) => s === 429).length };
  };

  test("after five failures an e-mail address waits for the next minute, even with the right password", async () => {
    const { email } = await join(world);
    for (let i = 0; i < 5; i++) expect((await guess(email, `192.0.2.${i}`)).status).toBe(401);
    const refused = await guess(email, "192.0.2.9", PASSWORD);
    expect(outcomeOf(refused)).toBe("429 rate_limited");
    expect(refused.headers.get("retry-after")).toBe("45");
    expect(refused.cookie).toBeUndefined();
    world.clock.frozenAt! += 45_000;
    expect((await guess(email, "192.0.2.9", PASSWORD)).status).toBe(200);
  });

  test("an unknown e-mail address is throttled the same way", async () => {
    for (let i = 0; i < 5; i++) expect((await guess("nobody@example.com", `192.0.2.${i}`)).status).toBe(401);
    expect(outcomeOf(await guess("NOBODY@example.com", "192.0.2.9"))).toBe("429 rate_limited");
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
      const headers = { ...SAME_ORIGIN, ...from(`192.0.2.${i}`) };
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
      `select n from counter where scope like 'sign-in:%' and period >= ${minute * MINUTE}`,
    );
    expect(left.map(({ n }) => Number(n))).toEqual([0, 0]);
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
    expect(outcomeOf(await guess(email, "192.0.2.1", PASSWORD))).toBe("429 rate_limited");
  });

  test("neither e-mail addresses nor network addresses are kept in the counts", async () => {
    await guess("private@example.com", "192.0.2.77");
    const scopes = JSON.stringify(await rowsOf(world, "select scope from counter"));
    expect(scopes).not.toContain("private");
    expect(scopes).not.toContain("192.0.2.77");
  });
});
