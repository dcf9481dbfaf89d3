// The monthly allowance of the Free plan: exact across servers, and new with each UTC month.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setPlan } from "../../../src/actions/workspace/change-workspace.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const ALLOWANCE = 15;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let other: string;
  let app: string;
  let year = 2030;
  beforeAll(async () => {
    world = await createWorld(kind, { freePlanIssues: ALLOWANCE });
    other = await world.anotherServer();
    await plan("free");
  });
  afterAll(() => world.close());
  // A year of its own for each test: its months begin with nothing used.
  beforeEach(async () => {
    world.clock.frozenAt = Date.UTC(++year, 0, 15);
    app = (await world.app()).id;
  });

  const plan = (name: "free" | "unlimited") =>
    world.store.performer.perform(setPlan, { workspaceId: world.store.workspace.id, plan: name });
  const raise = (address = world.address) =>
    world.callAt(address, world.tester, "POST", "/issues", { app, check: "SIGN-1", text: "It crashes" });
  const raiseMany = async (count: number) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) => raise(i % 2 === 0 ? world.address : other)),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => `${status} ${body.error.code}`)).toEqual(
      refused.map(() => "402 limit_reached"),
    );
    return answers.length - refused.length;
  };
  const openIssues = async () => (await world.call(world.viewer, "GET", `/apps/${app}`)).body.data.summary.open_issues;

  test("of N+20 issues raised at once over two servers exactly N are raised", async () => {
    expect(await raiseMany(ALLOWANCE + 20)).toBe(ALLOWANCE);
    expect(await openIssues()).toBe(ALLOWANCE);
  });

  test("it counts every issue of the workspace, whichever app it is raised on", async () => {
    expect(await raiseMany(ALLOWANCE - 1)).toBe(ALLOWANCE - 1);
    app = (await world.app()).id;
    expect(await raiseMany(5)).toBe(1);
    expect(await openIssues()).toBe(1);
  });

  test("a refused issue leaves nothing behind: no status, no counter, no number", async () => {
    expect(await raiseMany(ALLOWANCE)).toBe(ALLOWANCE);
    const before = (await world.call(world.viewer, "GET", `/apps/${app}`)).body;
    expect((await raise()).status).toBe(402);
    expect((await world.call(world.viewer, "GET", `/apps/${app}`)).body).toEqual(before);
    expect(await world.problems()).toEqual([]);
  });

  test("a request that is refused for another reason uses nothing up", async () => {
    const wrong = { app, check: "SIGN-1", text: "x", platforms: ["nope"] };
    for (let i = 0; i < 3; i++) expect((await world.call(world.tester, "POST", "/issues", wrong)).status).toBe(400);
    expect(await raiseMany(ALLOWANCE + 3)).toBe(ALLOWANCE);
  });

  test("it is used up until the last millisecond of the month and new at the first of the next", async () => {
    world.clock.frozenAt = Date.UTC(year, 0, 31, 23, 59, 59, 999);
    expect(await raiseMany(ALLOWANCE + 5)).toBe(ALLOWANCE);
    world.clock.frozenAt = Date.UTC(year, 1, 1);
    expect(await raiseMany(ALLOWANCE + 5)).toBe(ALLOWANCE);
    expect(await openIssues()).toBe(2 * ALLOWANCE);
  });

  test("fixing an issue gives nothing back", async () => {
    const { body } = await raise();
    await world.call(world.admin, "POST", `/issues/${body.data.id}/fix`);
    expect(await raiseMany(ALLOWANCE)).toBe(ALLOWANCE - 1);
  });

  test("the plan unlimited has none, and going back to free counts what was raised meanwhile", async () => {
    await plan("unlimited");
    expect(await raiseMany(ALLOWANCE - 2)).toBe(ALLOWANCE - 2);
    await plan("free");
    expect(await raiseMany(10)).toBe(2);
  });

  test("an issue counts toward the month of its raised_at, also when a clock steps back over the turn", async () => {
    world.clock.frozenAt = Date.UTC(year, 1, 1);
    expect((await raise()).status).toBe(201);
    world.clock.frozenAt = Date.UTC(year, 0, 31, 23, 59, 59, 999);
    await raiseMany(ALLOWANCE);
    world.clock.frozenAt = Date.UTC(year, 1, 1);
    await raiseMany(ALLOWANCE);
    const { body } = await world.call(world.viewer, "GET", `/issues?app=${app}&limit=200`);
    const february = body.data.filter((issue: { raised_at: string }) => issue.raised_at.startsWith(`${year}-02`));
    expect(february.length).toBe(ALLOWANCE);
  });

  test("changing the plan while issues are raised lets through no more than the allowance", async () => {
    let raised = 0;
    const raising = Promise.all([raiseMany(ALLOWANCE), raiseMany(ALLOWANCE)]).then((counts) => {
      raised = counts[0]! + counts[1]!;
    });
    while (raised === 0) await plan("free");
    await raising;
    expect(raised).toBe(ALLOWANCE);
  });
});
