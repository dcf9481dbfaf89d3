// Keys that expire: refused from then on, on every server; warned of before; and renewed by rotating them.
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { newest } from "../../../support/clients/audit-client.ts";
import { join } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let other: string;
  beforeAll(async () => {
    other = await world.anotherServer();
  });
  afterEach(() => {
    world.clock.frozenAt = null;
  });
  const from = (ms: number) => new Date(Date.now() + ms).toISOString();
  const made = (fields: object) => dataOf(world, "POST", "/keys", { name: "CI", role: "tester", ...fields });
  const statuses = async (key: string) => [
    (await world.call(key, "GET", "/me")).status,
    (await world.callAt(other, key, "GET", "/me")).status,
  ];

  test("a key works until it expires and is refused from then on, on every server, without anything being written", async () => {
    const expires_at = from(HOUR);
    const key = await made({ expires_at });
    expect(key.expires_at).toBe(expires_at);
    expect(await newest(world)).toMatchObject({ action: "key.created", details: { expires_at } });
    expect((await dataOf(world, "GET", `/keys/${key.id}`)).expires_at).toBe(expires_at);
    world.clock.frozenAt = Date.parse(expires_at) - 1;
    expect(await statuses(key.key)).toEqual([200, 200]);
    world.clock.frozenAt = Date.parse(expires_at);
    expect(await statuses(key.key)).toEqual([401, 401]);
    const refused = await world.call(key.key, "GET", "/me");
    expect(refused.body.error.message).toContain("has expired");
    // It is listed until it is revoked.
    const listed = await dataOf(world, "GET", "/keys");
    expect(listed.find(({ id }: { id: string }) => id === key.id)).toMatchObject({ expires_at });
  });

  test.each([
    ["a time that is past", "2020-01-01T00:00:00Z", "still to come"],
    ["no time", "soon", "ISO 8601"],
    ["a time without its offset", "2099-01-01T00:00:00", "ISO 8601"],
    ["a number", 4_000_000_000, "expires_at"],
  ])("%s as the end of a key is refused, and no key is made", async (_what, expires_at, named) => {
    const before = (await dataOf(world, "GET", "/keys")).length;
    const answer = await ask(world, world.admin, "POST", "/keys", { name: "CI", role: "viewer", expires_at });
    expect([outcomeOf(answer), answer.body.error.message]).toEqual([
      "400 invalid_request",
      expect.stringMatching(new RegExp(`^expires_at: .*|${named}`)),
    ]);
    expect(answer.body.error.message).toContain(named);
    expect((await dataOf(world, "GET", "/keys")).length).toBe(before);
  });

  test("rotating keeps the end of a key, or gives it a new one", async () => {
    const first = await made({ expires_at: from(HOUR) });
    const kept = await dataOf(world, "POST", `/keys/${first.id}/rotate`);
    expect(kept.expires_at).toBe(first.expires_at);
    const later = from(100 * DAY);
    const renewed = await dataOf(world, "POST", `/keys/${first.id}/rotate`, { expires_at: later });
    expect(renewed.expires_at).toBe(later);
    expect(await newest(world)).toMatchObject({ action: "key.rotated", details: { expires_at: later } });
    world.clock.frozenAt = Date.now() + 50 * DAY;
    expect(await statuses(renewed.key)).toEqual([200, 200]);
  });

  test("what a key makes or rotates ends no later than that key does; only people prolong it", async () => {
    const expires_at = from(HOUR);
    const asker = await made({ role: "admin", expires_at });
    const endless = await made({});
    const as = (path: string, body: object = {}) => ask(world, asker.key, "POST", path, body);
    const CI = { name: "CI", role: "admin" };
    const inherited = await as("/keys", CI);
    expect([inherited.status, inherited.body.data.expires_at]).toEqual([201, expires_at]);
    expect(await newest(world)).toMatchObject({ action: "key.created", details: { expires_at } });
    expect((await as("/keys", { ...CI, expires_at: from(HOUR / 2) })).status).toBe(201);
    const own = await as(`/keys/${asker.id}/rotate`, { overlap_seconds: 60 });
    expect([own.status, own.body.data.expires_at]).toEqual([200, expires_at]);

    const later = { expires_at: from(2 * HOUR) };
    const refusals = [
      await as("/keys", { ...CI, ...later }),
      await as(`/keys/${asker.id}/rotate`, later),
      // Its new secret would be known to whoever has the key that ends.
      await as(`/keys/${endless.id}/rotate`),
    ];
    for (const refused of refusals) {
      expect([outcomeOf(refused), refused.body.error.message]).toEqual([
        "400 invalid_request",
        `expires_at: the key that asks for this ends at ${expires_at}: expected no later time.`,
      ]);
    }
    expect(await statuses(endless.key)).toEqual([200, 200]);
    const { cookie } = await join(world, { role: "admin" });
    const prolonged = await ask(world, cookie, "POST", `/keys/${asker.id}/rotate`, later);
    expect([prolonged.status, prolonged.body.data.expires_at]).toEqual([200, later.expires_at]);
  });

  test("an old secret never works longer than it would have, whatever the overlap", async () => {
    const old = await made({ expires_at: from(HOUR) });
    const next = await dataOf(world, "POST", `/keys/${old.id}/rotate`, {
      overlap_seconds: 86_400,
      expires_at: from(9 * DAY),
    });
    expect([await statuses(old.key), await statuses(next.key)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    world.clock.frozenAt = Date.now() + 2 * HOUR;
    expect([await statuses(old.key), await statuses(next.key)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });

  test("a key that has expired is rotated with a new end only, and its old secret stays dead", async () => {
    const old = await made({ expires_at: from(HOUR) });
    world.clock.frozenAt = Date.now() + 2 * HOUR;
    const without = await ask(world, world.admin, "POST", `/keys/${old.id}/rotate`);
    expect([outcomeOf(without), without.body.error.message]).toEqual([
      "400 invalid_request",
      "expires_at: expected a time that is still to come.",
    ]);
    const body = { overlap_seconds: 86_400, expires_at: from(DAY) };
    const next = await dataOf(world, "POST", `/keys/${old.id}/rotate`, body);
    expect([await statuses(old.key), await statuses(next.key)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });

  test("/metrics counts the keys that expire within 14 days, and those that have expired", async () => {
    const counted = async () => {
      const text = await (await fetch(`${world.address}/metrics`)).text();
      return ["soon", "expired"].map((state) =>
        Number(text.split(`retest_keys_expiring{state="${state}"} `)[1]!.split("\n")[0]),
      );
    };
    const [soon, expired] = (await counted()) as [number, number];
    const { id } = await made({ expires_at: from(13 * DAY) });
    await made({ expires_at: from(15 * DAY) });
    await made({});
    expect(await counted()).toEqual([soon + 1, expired]);
    world.clock.frozenAt = Date.now() + 14 * DAY;
    const later = (await counted()) as [number, number];
    expect(later[1]).toBeGreaterThan(expired);
    await ask(world, world.admin, "DELETE", `/keys/${id}`);
    expect(await counted()).toEqual([later[0], later[1] - 1]);
  });
});
