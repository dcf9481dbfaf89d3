// The monthly allowance of issues on the Free plan, as POST /issues meets it.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setPlan } from "../../../../src/actions/workspace/change-workspace.ts";
import { issueClientOf, refused, sampleIssue } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const ALLOWANCE = 3;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { freePlanIssues: ALLOWANCE });
  const issueClient = issueClientOf(world);
  let month: number;
  beforeAll(async () => {
    month = startOfNextMonth(Date.now());
  });
  /** Every test has a month of its own, and begins in the middle of it on plan free. */
  beforeEach(async () => {
    month = startOfNextMonth(month);
    world.clock.frozenAt = month + 14 * 86_400_000;
    await choosePlan("free");
  });

  const choosePlan = (plan: "free" | "unlimited") =>
    world.store.performer.perform(setPlan, { workspaceId: world.store.workspace.id, plan });
  const attempt = (app: { id: string }) => world.call(world.tester, "POST", "/issues", sampleIssue(app));

  test("once the month's allowance is used up, raising answers 402 limit_reached and raises nothing", async () => {
    const app = await world.app();
    await issueClient.raiseMany(app, ALLOWANCE, { platforms: ["ios"] });
    const before = await issueClient.snapshot(app);
    refused(await attempt(app), 402, "limit_reached");
    expect(await issueClient.snapshot(app)).toEqual(before);
    expect(await world.problems()).toEqual([]);
  });

  test("the allowance counts every issue of the workspace, whichever app and whether fixed since or not", async () => {
    const [one, other] = [await world.app(), await world.app({ mode: "live" })];
    const { id } = await issueClient.raise(one);
    await issueClient.raise(other);
    await issueClient.raise(other, { check: undefined });
    await issueClient.fix(id);
    for (const app of [one, other]) refused(await attempt(app), 402, "limit_reached");
  });

  test("a refused request does not use up the allowance", async () => {
    const app = await world.app();
    for (let i = 0; i <= ALLOWANCE; i++) {
      refused(await world.call(world.tester, "POST", "/issues", { ...sampleIssue(app), check: "?" }), 404, "not_found");
    }
    await issueClient.raiseMany(app, ALLOWANCE);
  });

  test("issues that are there can be edited, fixed and reopened when the allowance is used up", async () => {
    const app = await world.app();
    const [id] = await issueClient.raiseMany(app, ALLOWANCE);
    await issueClient.edit(id!, { text: "Edited" });
    await issueClient.fix(id!);
    expect(await issueClient.reopen(id!)).toMatchObject({ status: "open", text: "Edited" });
  });

  test("issues raised before the workspace came to plan free count in their month", async () => {
    await choosePlan("unlimited");
    const app = await world.app();
    await issueClient.raiseMany(app, ALLOWANCE);
    await choosePlan("free");
    refused(await attempt(app), 402, "limit_reached");
  });

  test("on plan unlimited there is no allowance", async () => {
    const app = await world.app();
    await issueClient.raiseMany(app, ALLOWANCE);
    await choosePlan("unlimited");
    await issueClient.raiseMany(app, ALLOWANCE);
  });

  test("the allowance lasts to the last millisecond of the UTC month and starts anew with the next", async () => {
    const app = await world.app();
    await issueClient.raiseMany(app, ALLOWANCE);
    world.clock.frozenAt = startOfNextMonth(month) - 1;
    refused(await attempt(app), 402, "limit_reached");
    world.clock.frozenAt = startOfNextMonth(month);
    await issueClient.raiseMany(app, ALLOWANCE);
    refused(await attempt(app), 402, "limit_reached");
    month = startOfNextMonth(month);
  });

  test("of many requests at once, on two servers and two apps, exactly the allowance is raised", async () => {
    const apps = [await world.app(), await world.app()];
    const addresses = [world.address, await world.anotherServer()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        world.callAt(addresses[i % 2]!, world.tester, "POST", "/issues", sampleIssue(apps[(i >> 1) % 2])),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(ALLOWANCE);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(20 - ALLOWANCE);
    const listed = await Promise.all(apps.map((app) => issueClient.list(`app=${app.id}`)));
    expect(listed.flatMap(({ data }) => data)).toHaveLength(ALLOWANCE);
    expect(await world.problems()).toEqual([]);
  });
});

function startOfNextMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
