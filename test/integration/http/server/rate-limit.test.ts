// How often a key, a person, a connected tool or a network address may ask, at all servers together.
import { describe, expect, test } from "vitest";
import { createKey } from "../../../../src/actions/access/change-key.ts";
import { shareCounts } from "../../../../src/actions/workspace/share-counts.ts";
import { MINUTE_MS } from "../../../../src/lib/clock.ts";
import { newToken, tokenHash } from "../../../../src/lib/crypto/token.ts";
import { windowAt } from "../../../../src/lib/time-window.ts";
import { rateScope } from "../../../../src/storage/workspace/counters.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { LOCAL_PROXY } from "../../../support/clients/local-proxy.ts";
import { connectApp } from "../../../support/samples/connected-app.ts";
import { fromSentry, fromSlack, SENTRY_SECRET, SLACK_SECRET, slash } from "../../../support/samples/signed-as-tool.ts";
import { type Answer, DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const LIMIT = 5;

async function times<T>(n: number, make: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < n; i++) made.push(await make(i));
  return made;
}

function shown({ headers }: Answer): (string | null)[] {
  return ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"].map((name) => headers.get(name));
}

/** At the start of a minute, so that all of the test is within it. */
function freeze(world: World, seconds: number): void {
  world.clock.frozenAt ??= windowAt(Date.now() + 3_600_000, MINUTE_MS).start;
  world.clock.frozenAt += seconds * 1_000;
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { apiRate: LIMIT, ...LOCAL_PROXY });

  test("an assistant's requests count for its key like any other", async () => {
    const key = await world.key("viewer");
    freeze(world, 0);
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const ask = () =>
      fetch(`${world.address}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(list),
      });
    const answers = await times(LIMIT - 1, ask);
    expect(answers.map(({ status }) => status)).toEqual(Array(LIMIT - 1).fill(200));
    const fifth = await world.call(key, "GET", "/me");
    expect([fifth.status, fifth.headers.get("ratelimit-remaining")]).toEqual([200, "0"]);
    const refused = await ask();
    expectError({ status: refused.status, headers: refused.headers, body: await refused.json() }, 429, "rate_limited");
  });

  test("a key is told what is left, and refused with 429 until its minute is over", async () => {
    const app = await world.app();
    const key = await world.key("viewer");
    freeze(world, 0);
    const ask = () => world.call(key, "GET", `/apps/${app.id}`);
    const answers = await times(LIMIT, ask);
    expect(answers.map(({ status }) => status)).toEqual(Array(LIMIT).fill(200));
    expect(answers.map(shown)).toEqual([4, 3, 2, 1, 0].map((left) => ["5", String(left), "60"]));
    freeze(world, 20);
    const refused = await ask();
    expectError(refused, 429, "rate_limited", /5 requests for this minute; try again in 40 s/);
    expect([...shown(refused), refused.headers.get("retry-after")]).toEqual(["5", "0", "40", "40"]);
    freeze(world, 39);
    expect((await ask()).headers.get("retry-after")).toBe("1");
    freeze(world, 1);
    const again = await ask();
    expect([again.status, ...shown(again)]).toEqual([200, "5", "4", "60"]);
  });

  test("refusals count too, and whatever was refused for the rate has done nothing", async () => {
    const app = await world.app();
    const key = await world.key("tester");
    freeze(world, 60);
    await times(LIMIT - 1, () => world.call(key, "POST", `/apps/${app.id}/webhook/url`));
    const issue = { app: app.id, check: "PAY-1", text: "Broken" };
    expect((await world.call(key, "POST", "/issues", issue)).status).toBe(201);
    expectError(await world.call(key, "POST", "/issues", issue), 429, "rate_limited");
    freeze(world, 60);
    expect((await world.call(key, "GET", `/issues?app=${app.id}`)).body.data).toHaveLength(1);
  });

  test("a minute is one of the clock, the same at every server, and what came to one server counts at the others", async () => {
    freeze(world, 60);
    const made = { workspaceId: world.store.workspace.id, name: "Counted", role: "viewer" as const, apps: null };
    const { key, token } = await world.store.performer.perform(createKey, made);
    const other = await world.anotherServer();
    const statuses: number[] = [];
    const passed = () => statuses.filter((status) => status === 200).length;
    const period = world.clock.frozenAt!;
    const shared = async () => {
      const counts = [{ scope: rateScope("key", key.id), period, n: 0 }];
      return (await world.store.performer.perform(shareCounts, { counts }))[0];
    };
    for (let n = 0; n < 2 * LIMIT; n++) {
      const { status } = await world.callAt(n % 2 === 0 ? world.address : other, token, "GET", "/me");
      statuses.push(status);
      // A server tells the others after it has answered.
      await expect.poll(shared).toBe(passed());
    }
    expect(passed()).toBeGreaterThanOrEqual(LIMIT);
    // One more for each server, and what was under way.
    expect(passed()).toBeLessThanOrEqual(LIMIT + 2);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    freeze(world, 60);
    expect((await world.callAt(other, token, "GET", "/me")).status).toBe(200);
  });

  test("each key has its own, and a person ten times as much", async () => {
    freeze(world, 60);
    const [one, other, person] = [await world.key("viewer"), await world.key("viewer"), await world.person("viewer")];
    const me = (key: string) => world.call(key, "GET", "/me");
    const statuses = async (n: number, key: string) => (await times(n, () => me(key))).map(({ status }) => status);
    expect(await statuses(LIMIT + 1, one)).toEqual([...Array(LIMIT).fill(200), 429]);
    expect(await statuses(LIMIT + 1, other)).toEqual([...Array(LIMIT).fill(200), 429]);
    expect(new Set(await statuses(10 * LIMIT, person))).toEqual(new Set([200]));
    const refused = await me(person);
    expectError(refused, 429, "rate_limited", /^You have used up the 50 requests/);
    expect(refused.headers.get("retry-after")).toBe("60");
  });

  test("keys that are not valid are refused with 429 after 60 in a minute from an address; valid ones are let in", async () => {
    freeze(world, 60);
    const key = await world.key("viewer");
    const from = (address: string, token: string | null) =>
      world.call(token, "GET", "/me", undefined, { "x-forwarded-for": address });
    const failed = await times(61, (n) => from("203.0.113.7", n % 2 === 0 ? newToken() : "mistyped"));
    expect(failed.slice(0, 60).every(({ status }) => status === 401)).toBe(true);
    expectError(failed[60]!, 429, "rate_limited", /invalid keys came from this network address/);
    expect([failed[60]!.headers.get("retry-after"), failed[60]!.headers.get("www-authenticate")]).toEqual(["60", null]);
    expect((await from("203.0.113.7", key)).status).toBe(200);
    expect((await from("203.0.113.8", newToken())).status).toBe(401);
    expectError(await from("203.0.113.7", null), 401, "unauthorized");
    freeze(world, 60);
    expect((await from("203.0.113.7", newToken())).status).toBe(401);
  });
});

describe.each(DATABASES)("at the endpoints without a key, on %s", (kind) => {
  const world = worldOf(kind, { toolRate: LIMIT, publicRate: LIMIT, ...LOCAL_PROXY });

  test("a connected tool may send so many requests a minute, and what is not signed by it does not count", async () => {
    freeze(world, 60);
    const sentry = await connectApp(world, "sentry", { credentials: { client_secret: SENTRY_SECRET } });
    const other = await connectApp(world, "sentry", { credentials: { client_secret: SENTRY_SECRET } });
    const body = (n: number) =>
      JSON.stringify({ action: "created", data: { issue: { id: String(n), title: "Broken" } } });
    const say = (to: typeof sentry, n: number) => to.say(body(n), fromSentry(body(n), "issue"));
    for (let n = 0; n < LIMIT; n++) expect((await sentry.say(body(n))).status).toBe(401);
    const answers = await times(LIMIT + 1, (n) => say(sentry, n));
    expect(answers.map(({ status }) => status)).toEqual([...Array(LIMIT).fill(201), 429]);
    expectError(answers.at(-1)!, 429, "rate_limited", /5 requests for this minute; try again in 60 s/);
    expect(answers.at(-1)!.headers.get("retry-after")).toBe("60");
    // The limit is looked at before the body is read: one that is too large would be refused for that.
    expect((await sentry.say("x".repeat(3_000_000))).status).toBe(429);
    expect((await say(other, 1)).status).toBe(201);
    freeze(world, 60);
    expect((await say(sentry, LIMIT)).status).toBe(201);
    expect(await sentry.issues()).toHaveLength(LIMIT + 1);
  });

  test("whoever sends a tool's connection what the tool has not signed is refused with 429 after 60 in a minute", async () => {
    freeze(world, 60);
    const slack = await connectApp(world, "slack", { credentials: { signing_secret: SLACK_SECRET } });
    const answers = await times(61, () => slack.say(slash("broken")));
    expect(answers.slice(0, 60).every(({ status }) => status === 401)).toBe(true);
    expectError(answers[60]!, 429, "rate_limited", /without the signature of this connection's tool/);
    const signed = slash("help");
    expect((await slack.say(signed, fromSlack(signed, world.clock.frozenAt!))).status).toBe(200);
  });

  test("what a connected tool, an address and whoever shows wrong keys have sent to one server counts at another", async () => {
    freeze(world, 60);
    const sentry = await connectApp(world, "sentry", { credentials: { client_secret: SENTRY_SECRET } });
    const other = await world.anotherServer();
    // Addresses are counted in hex, and one of IPv4 as it is mapped to IPv6.
    const address = tokenHash("00000000000000000000ffffcb007114");
    const elsewhere = (path: string, headers: Record<string, string> = {}) =>
      fetch(other + path, { headers: { "x-forwarded-for": "203.0.113.20", ...headers } });
    const body = (n: number) =>
      JSON.stringify({ action: "created", data: { issue: { id: `o${n}`, title: "Broken" } } });
    const doors = [
      [rateScope("tool", sentry.id), (n: number) => sentry.say(body(n), fromSentry(body(n), "issue"), other)],
      [rateScope("address", address), () => elsewhere("/badge/none.svg")],
      [rateScope("bad-key", address), () => elsewhere("/api/v1/me", { authorization: `Bearer ${newToken()}` })],
    ] as const;
    for (const [scope, ask] of doors) {
      // More than any of them may send in a minute. A server hears of it when it tells of a twentieth more itself.
      const counts = [{ scope, period: world.clock.frozenAt!, n: 100 }];
      await world.store.performer.perform(shareCounts, { counts });
      let n = 0;
      await expect.poll(async () => (await ask(n++)).status).toBe(429);
      expect(n).toBeLessThan(20);
    }
  });

  test.each([
    ["the badge", "GET", "/badge/none.svg", undefined],
    ["the reference", "GET", "/openapi.json", undefined],
    ["joining", "POST", "/ui/v1/invitations/look", { token: "none" }],
  ] as const)("%s: a network address may ask so many times a minute", async (_what, method, path, body) => {
    freeze(world, 60);
    const ask = (from: string) =>
      fetch(world.address + path, {
        method,
        headers: { "x-forwarded-for": from, "content-type": "application/json", "sec-fetch-site": "same-origin" },
        body: body === undefined ? null : JSON.stringify(body),
      });
    const answers = await times(LIMIT + 1, () => ask("203.0.113.9"));
    const statuses = answers.map(({ status }) => status);
    expect([statuses.slice(0, LIMIT).includes(429), statuses[LIMIT]]).toEqual([false, 429]);
    expect(answers[LIMIT]!.headers.get("retry-after")).toBe("60");
    expect((await ask("203.0.113.10")).status).not.toBe(429);
  });
});

describe("with RETEST_API_RATE=0", () => {
  const world = worldOf("sqlite", { apiRate: 0 });

  test("nobody is counted or told anything", async () => {
    const answers = await times(20, () => world.call(world.viewer, "GET", "/me"));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(shown(answers.at(-1)!)).toEqual([null, null, null]);
  });
});
