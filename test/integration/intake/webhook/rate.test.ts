// 120 deliveries per hour per app; it resets when the hour turns, by UTC.
import { beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { type Hook, openHook, post, signed, tally } from "../../../support/clients/webhook-client.ts";
import { type Answer, DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const HOUR = 3_600_000;
const RATE = 4;

/** Fresh ids, so that each could be raised. */
let sent = 0;
const many = (hook: Hook, count: number, addresses = [hook.address]): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      post(addresses[i % addresses.length] + hook.path, { title: "T", external_id: sent++ }),
    ),
  );

describe.each(DATABASES)("on %s, with the limit that is set by default", (kind) => {
  const world = worldOf(kind);
  let hook: Hook;
  let hour = Math.ceil(Date.now() / HOUR) * HOUR;
  beforeEach(async () => {
    hour += 24 * HOUR;
    world.clock.frozenAt = hour;
    hook = await openHook(world);
  });

  test("more than 120 deliveries in the hour to one app are refused, and exactly those", async () => {
    world.clock.frozenAt = hour + HOUR / 2;
    expect(tally(await many(hook, 130))).toEqual({ 201: 120, "429 rate_limited": 10 });
    expect(await hook.config()).toMatchObject({ hour: { limit: 120, used: 120 } });
    const refused = await hook.deliver({ title: "T" });
    expectError(refused, 429, "rate_limited", /deliveries for this hour/);
    expect(refused.headers.get("retry-after")).toBe("1800");
    const other = await openHook(world);
    expect((await other.deliver({ title: "Another app" })).status).toBe(201);
  });

  test("120 in the last millisecond of an hour and 120 in the first of the next all pass", async () => {
    world.clock.frozenAt = hour - 1;
    hook = await openHook(world);
    expect(tally(await many(hook, 120))).toEqual({ 201: 120 });
    const refused = await hook.deliver({ title: "T" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    world.clock.frozenAt = hour;
    expect(tally(await many(hook, 121))).toEqual({ 201: 120, "429 rate_limited": 1 });
  });

  test("150 deliveries over two servers: exactly 120 pass, and both say when the hour turns", async () => {
    world.clock.frozenAt = hour + 1;
    const addresses = [world.address, await world.anotherServer()];
    const answers: Answer[] = [];
    for (let left = 150; left > 0; left -= 40) answers.push(...(await many(hook, Math.min(left, 40), addresses)));
    expect(tally(answers)).toEqual({ 201: 120, "429 rate_limited": 30 });
    const waits = answers.filter(({ status }) => status === 429).map(({ headers }) => headers.get("retry-after"));
    expect(new Set(waits)).toEqual(new Set(["3600"]));
    expect(await hook.issues()).toHaveLength(120);
    expect(await world.problems()).toEqual([]);
  });

  test("a clock that is set forward and back again lets no hour have more than its 120", async () => {
    expect(tally(await many(hook, 120))).toEqual({ 201: 120 });
    world.clock.frozenAt = hour + 1.5 * HOUR;
    expect(tally(await many(hook, 120))).toEqual({ 201: 120 });
    world.clock.frozenAt = hour;
    expect(tally(await many(hook, 20))).toEqual({ "429 rate_limited": 20 });
    world.clock.frozenAt = hour + 2 * HOUR;
    expect(tally(await many(hook, 10))).toEqual({ 201: 10 });
  });
});

describe.each(DATABASES)("on %s, with a limit of four", (kind) => {
  const world = worldOf(kind, { webhookRate: RATE });
  let hook: Hook;
  let hour = Math.ceil(Date.now() / HOUR) * HOUR;
  beforeEach(async () => {
    hour += 24 * HOUR;
    world.clock.frozenAt = hour;
    hook = await openHook(world);
  });

  test("duplicates and deliveries that can't be read count like those that are raised", async () => {
    const bodies = [{ title: "T", external_id: "d" }, { title: "T", external_id: "d" }, "no JSON", {}];
    const answers = [];
    for (const body of bodies) answers.push(await hook.deliver(body));
    expect(tally(answers)).toEqual({ 201: 1, 200: 1, "400 invalid_json": 1, "400 missing_title": 1 });
    expect(await hook.used()).toBe(4);
    for (const body of bodies) expectError(await hook.deliver(body), 429, "rate_limited");
    expect(await hook.used()).toBe(4);
  });

  test("what is refused before does not count: 404, 413, 401 and not_live", async () => {
    await hook.configure({ enabled: false });
    for (let i = 0; i < RATE; i++) expectError(await hook.deliver({ title: "T" }), 404, "not_found");
    await hook.configure({ enabled: true });
    for (let i = 0; i < RATE; i++) expectError(await hook.deliver(" ".repeat(1_048_577)), 413, "too_large");
    await hook.setSecret("a secret");
    for (let i = 0; i < RATE; i++) expectError(await hook.deliver({ title: "T" }), 401, "invalid_signature");
    await hook.setMode("testing");
    const signature = signed("a secret", { title: "T" });
    for (let i = 0; i < RATE; i++) expectError(await hook.deliver({ title: "T" }, signature), 409, "not_live");
    await hook.setMode("live");
    expect(await hook.used()).toBe(0);
    for (let i = 0; i < RATE; i++) expect((await hook.deliver({ title: "T" }, signature)).status).toBe(201);
    expectError(await hook.deliver({ title: "T" }, signature), 429, "rate_limited");
  });

  test.each([
    ["the first millisecond", 0, "3600"],
    ["a moment later", 1, "3600"],
    ["one second later", 1_000, "3599"],
    ["half past", HOUR / 2, "1800"],
    ["half a second before the turn", HOUR - 500, "1"],
    ["the last millisecond", HOUR - 1, "1"],
  ])("Retry-After is the seconds to the turn of the hour: %s", async (_sentence, offset, seconds) => {
    world.clock.frozenAt = hour + offset;
    hook = await openHook(world);
    const answers = await many(hook, RATE + 3);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    for (const { headers } of refused) expect(headers.get("retry-after")).toBe(seconds);
    const later = await hook.deliver({ title: "T" });
    expectError(later, 429, "rate_limited", new RegExp(`\\b${seconds} s\\b`));
  });

  test("what the refusal says of the time left goes down with the time", async () => {
    await many(hook, RATE + 1);
    for (const minute of [10, 40, 59]) {
      world.clock.frozenAt = hour + minute * 60_000;
      const refused = await hook.deliver({ title: "T" });
      const left = String((60 - minute) * 60);
      expect(refused.headers.get("retry-after")).toBe(left);
      expectError(refused, 429, "rate_limited", new RegExp(`\\b${left} s\\b`));
    }
  });

  test("the hour turns for a server that has refused as for one that has not, to the millisecond", async () => {
    const other = await world.anotherServer();
    world.clock.frozenAt = hour + HOUR - 300;
    expect(tally(await many(hook, RATE + 2))).toEqual({ 201: RATE, "429 rate_limited": 2 });
    world.clock.frozenAt = hour + HOUR;
    expect(tally(await many(hook, 2))).toEqual({ 201: 2 });
    expect(tally(await many(hook, RATE, [other]))).toEqual({ 201: 2, "429 rate_limited": RATE - 2 });
  });

  test("a new URL does not buy a new hour", async () => {
    await many(hook, RATE);
    await hook.regenerate();
    expectError(await hook.deliver({ title: "T" }), 429, "rate_limited");
  });

  test("issues that the API raises don't count as deliveries", async () => {
    for (let i = 0; i < RATE; i++) {
      await world.call(world.tester, "POST", "/issues", { app: hook.app.id, text: "T" });
    }
    expect(tally(await many(hook, RATE))).toEqual({ 201: RATE });
  });
});

describe.each(DATABASES)("on %s, without a limit", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });

  test("any number passes", async () => {
    const hook = await openHook(world);
    expect(tally(await many(hook, 130))).toEqual({ 201: 130 });
    expect((await post(world.address + hook.path, "no JSON")).status).toBe(400);
    expect((await hook.config()).hour.limit).toBe(0);
  });
});
