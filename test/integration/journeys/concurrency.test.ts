// Many requests at once, on one server and spread over two: one transition, one history entry, nothing lost.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untilHandled } from "../../support/clients/until-handled.ts";
import { type Answer, createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers as they come
type Shown = any;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let other: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    other = await world.anotherServer();
  });
  afterAll(() => world.close());

  const read = async (path: string, address = world.address): Promise<Shown> => {
    const { status, body } = await world.callAt(address, world.admin, "GET", path);
    expect(status).toBe(200);
    return body.data;
  };
  const history = async (id: string): Promise<Shown[]> => (await read(`/issues/${id}/history?limit=200`)).reverse();
  const raise = async (app: Shown, fields: object = {}): Promise<string> => {
    const body = { app: app.id, check: "SIGN-1", text: "It crashes", ...fields };
    return (await world.call(world.tester, "POST", "/issues", body)).body.data.id;
  };
  const fix = (id: string, body?: unknown, address = world.address): Promise<Answer> =>
    untilHandled(() => world.callAt(address, world.admin, "POST", `/issues/${id}/fix`, body));
  const statusOf = async (app: Shown, check = "SIGN-1"): Promise<string[]> => {
    const checks = await read(`/checks?app=${app.id}`);
    return checks.find((one: Shown) => one.ref === check).platforms.map((one: Shown) => one.status);
  };
  const together = (count: number, make: (i: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, i) => make(i)));
  const repositories = [
    { repo: "shop/ios", platforms: ["ios"] },
    { repo: "shop/android", platforms: ["android"] },
  ];

  test.each([
    ["one server", () => [world.address]],
    ["two servers", () => [world.address, other]],
  ])("fifty fixes of one issue at once on %s are one transition with one fixed_at", async (_sentence, servers) => {
    const app = await world.app();
    const id = await raise(app);
    const addresses = servers();
    const answers = await together(50, (i) => fix(id, undefined, addresses[i % addresses.length]));
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    expect((await history(id)).map((entry) => entry.kind)).toEqual(["raised", "fixed"]);
    expect((await read(`/apps/${app.id}`)).summary.open_issues).toBe(0);
    expect(await statusOf(app)).toEqual(["needs_retest", "needs_retest"]);
  });

  test("a hundred fixes and a hundred reopens mixed end in the state of the last history entry", async () => {
    const app = await world.app();
    const id = await raise(app);
    const answers = await together(200, (i) => fix(id, { fixed: i % 2 === 0 }, i % 3 === 0 ? other : world.address));
    expect(answers.map((answer) => answer.status)).toEqual(Array(200).fill(200));
    const kinds = (await history(id)).map((entry) => entry.kind).slice(1);
    expect(kinds).toEqual(kinds.map((_, i) => (i % 2 === 0 ? "fixed" : "reopened")));
    const last = kinds.at(-1) === "fixed" ? "fixed" : "open";
    const issue = await read(`/issues/${id}`);
    expect([issue.status, issue.fixed_at !== null]).toEqual([last, last === "fixed"]);
    const status = last === "fixed" ? "needs_retest" : "failed";
    expect(await statusOf(app)).toEqual([status, status]);
  });

  test("per-platform fixes finishing together on two servers make the issue fixed exactly once", async () => {
    const app = await world.app({ repositories });
    for (let round = 0; round < 10; round++) {
      const id = await raise(app);
      const answers = await together(8, (i) => {
        const platform = i % 2 === 0 ? "ios" : "android";
        return fix(id, { platforms: [platform] }, i % 4 < 2 ? world.address : other);
      });
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        const fixed = body.data.fixed_on.map((one: Shown) => one.platform);
        expect(body.data.still_open_on.filter((code: string) => fixed.includes(code))).toEqual([]);
        expect(body.data.status).toBe(fixed.length === 2 ? "fixed" : "open");
      }
      const kinds = (await history(id)).map((entry) => entry.kind);
      expect(kinds).toEqual(["raised", "partly_fixed", "fixed"]);
      const issue = await read(`/issues/${id}`);
      expect([issue.status, issue.fixed_on.length, issue.still_open_on]).toEqual(["fixed", 2, []]);
    }
  });

  test("edits and fixes together lose no wording: each replaced one is in the history once", async () => {
    const app = await world.app();
    const id = await raise(app, { text: "wording start" });
    await together(40, (i) => {
      const address = i % 2 === 0 ? world.address : other;
      if (i % 4 === 3) return fix(id, { fixed: i % 8 === 3 }, address);
      return world.callAt(address, world.tester, "PATCH", `/issues/${id}`, { text: `wording ${i}` });
    });
    const edits = (await history(id)).filter((entry) => entry.kind === "edited");
    const texts = edits.map((entry) => entry.changes.text);
    expect(texts.length).toBe(30);
    expect(new Set(texts.map(({ from }) => from)).size).toBe(30);
    expect(texts.map(({ from }) => from)).toEqual(["wording start", ...texts.slice(0, -1).map(({ to }) => to)]);
    expect((await read(`/issues/${id}`)).text).toBe(texts.at(-1).to);
  });

  test("results and fixes in one millisecond are ordered by what came first, not by the clock", async () => {
    const app = await world.app();
    const pass = (address: string) =>
      world.callAt(address, world.tester, "POST", "/results", { app: app.id, check: "SIGN-1", outcome: "passed" });
    world.clock.frozenAt = Date.now() + 60_000;
    try {
      const id = await raise(app);
      for (const [fixer, tester] of [
        [world.address, other],
        [other, world.address],
      ] as const) {
        await pass(tester);
        expect(await statusOf(app)).toEqual(["failed", "failed"]);
        await fix(id, undefined, fixer);
        expect(await statusOf(app)).toEqual(["needs_retest", "needs_retest"]);
        await pass(tester);
        expect(await statusOf(app)).toEqual(["passed", "passed"]);
        await fix(id, { fixed: false }, fixer);
        expect(await statusOf(app)).toEqual(["failed", "failed"]);
      }
    } finally {
      world.clock.frozenAt = null;
    }
  });

  test("a server whose clock is behind still orders a retest after the fix it follows", async () => {
    const app = await world.app();
    const id = await raise(app);
    world.clock.offset = 90_000;
    await fix(id);
    world.clock.offset = 0;
    await world.call(world.tester, "POST", "/results", { app: app.id, check: "SIGN-1", outcome: "passed" });
    expect(await statusOf(app)).toEqual(["passed", "passed"]);
    await fix(id, { fixed: false });
    const again = await fix(id);
    expect(await statusOf(app)).toEqual(["needs_retest", "needs_retest"]);
    expect(again.body.data.fixed_at >= again.body.data.raised_at).toBe(true);
  });

  test("issues raised at once on two servers get numbers, counters and statuses that agree", async () => {
    const app = await world.app();
    const answers = await together(60, (i) => {
      const body = { app: app.id, check: "SIGN-2", text: `n ${i}`, platforms: ["ios"] };
      return world.callAt(i % 2 === 0 ? world.address : other, world.tester, "POST", "/issues", body);
    });
    expect(answers.map((answer) => answer.status)).toEqual(Array(60).fill(201));
    expect((await read(`/apps/${app.id}`)).summary.open_issues).toBe(60);
    await together(60, (i) => fix(answers[i]!.body.data.id, undefined, i % 2 === 0 ? other : world.address));
    expect((await read(`/apps/${app.id}`)).summary.open_issues).toBe(0);
    expect(await statusOf(app, "SIGN-2")).toEqual(["needs_retest", "untested"]);
  });

  test("after all of this the facts and what is kept of them agree", async () => {
    expect(await world.problems()).toEqual([]);
  });
});
