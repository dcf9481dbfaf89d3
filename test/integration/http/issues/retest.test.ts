// A fix is not a pass until somebody has tested again: what issues and results together make of a check's status.
import { afterEach, describe, expect, test } from "vitest";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const both = (status: string) => ({ ios: status, android: status });

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  afterEach(() => {
    world.clock.frozenAt = null;
    world.clock.offset = 0;
  });

  test.each(["passed", "failed"] as const)("a fix never returns a check that last %s to that", async (outcome) => {
    const app = await world.app();
    await issueClient.record(app, outcome);
    const { id } = await issueClient.raise(app);
    expect(await issueClient.statuses(app)).toEqual(both("failed"));
    await issueClient.fix(id);
    expect(await issueClient.statuses(app)).toEqual(both("needs_retest"));
  });

  test("a check without any result needs a retest after a fix too, and only on the affected platforms", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app, { platforms: ["ios"] });
    await issueClient.fix(id);
    expect(await issueClient.statuses(app)).toEqual({ ios: "needs_retest", android: "untested" });
  });

  test.each(["passed", "failed"] as const)("a result after the fix is what counts: %s", async (outcome) => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    await issueClient.fix(id);
    await issueClient.record(app, outcome, { platforms: ["ios"] });
    expect(await issueClient.statuses(app)).toEqual({ ios: outcome, android: "needs_retest" });
  });

  test("a result recorded while the issue is open neither clears it nor counts as the retest of the fix", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    await issueClient.record(app, "passed");
    expect(await issueClient.statuses(app)).toEqual(both("failed"));
    await issueClient.fix(id);
    expect(await issueClient.statuses(app)).toEqual(both("needs_retest"));
    await issueClient.record(app, "passed");
    expect(await issueClient.statuses(app)).toEqual(both("passed"));
  });

  test("what is fixed and what is recorded in one millisecond still has an order", async () => {
    const app = await world.app();
    world.clock.frozenAt = Date.now() + 60_000;
    const { id } = await issueClient.raise(app);
    await issueClient.record(app, "passed");
    await issueClient.fix(id);
    expect(await issueClient.statuses(app)).toEqual(both("needs_retest"));
    await issueClient.record(app, "passed");
    expect(await issueClient.statuses(app)).toEqual(both("passed"));
  });

  test("a clock that runs back changes nothing of that order", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    await issueClient.record(app, "passed");
    world.clock.offset = -3_600_000;
    await issueClient.fix(id);
    expect(await issueClient.statuses(app)).toEqual(both("needs_retest"));
    world.clock.offset = -7_200_000;
    await issueClient.record(app, "passed");
    expect(await issueClient.statuses(app)).toEqual(both("passed"));
  });

  test("reopening fails the check again, whatever was recorded since the fix", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    await issueClient.fix(id);
    await issueClient.record(app, "passed", { platforms: ["ios"] });
    await issueClient.reopen(id);
    expect(await issueClient.statuses(app)).toEqual(both("failed"));
    await issueClient.fix(id);
    expect(await issueClient.statuses(app)).toEqual(both("needs_retest"));
  });

  test("a check is failed until the last of its issues is fixed", async () => {
    const app = await world.app();
    const ids = await issueClient.raiseMany(app, 3);
    for (const id of ids) {
      expect(await issueClient.statuses(app)).toEqual(both("failed"));
      await issueClient.fix(id);
    }
    expect(await issueClient.statuses(app)).toEqual(both("needs_retest"));
  });

  test("a reopened issue's void fix leaves an earlier fix of another issue waiting for its retest", async () => {
    const app = await world.app();
    const [first, second] = await issueClient.raiseMany(app, 2);
    await issueClient.fix(first!);
    await issueClient.fix(second!);
    await issueClient.reopen(second!);
    await issueClient.edit(second!, { platforms: ["ios"] });
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "needs_retest" });
  });

  test("marked N/A the check reads not_applicable, open issue or not, and unmarked it reads failed again", async () => {
    const app = await world.app();
    const { id, check } = await issueClient.raise(app);
    await issueClient.markNotApplicable(check!.id, ["ios"]);
    expect(await issueClient.statuses(app)).toEqual({ ios: "not_applicable", android: "failed" });
    await issueClient.markNotApplicable(check!.id, []);
    expect(await issueClient.statuses(app)).toEqual(both("failed"));
    await issueClient.markNotApplicable(check!.id, ["ios"]);
    await issueClient.fix(id);
    expect(await issueClient.statuses(app)).toEqual({ ios: "not_applicable", android: "needs_retest" });
  });

  test("an issue raised on a platform that is N/A leaves it so", async () => {
    const app = await world.app();
    const { check } = await issueClient.raise(app, { platforms: ["android"] });
    await issueClient.markNotApplicable(check!.id, ["ios"]);
    await issueClient.raise(app, { platforms: ["ios"] });
    expect(await issueClient.statuses(app)).toEqual({ ios: "not_applicable", android: "failed" });
  });

  test("the app's summary follows every step", async () => {
    const app = await world.app();
    const summary = async () => (await world.call(world.viewer, "GET", `/apps/${app.id}`)).body.data.summary;
    const none = { checks: 3, passed: 0, failed: 0, needs_retest: 0, untested: 6, not_applicable: 0 };
    expect(await summary()).toEqual({ ...none, percent_complete: 0, open_issues: 0 });
    const { id, check } = await issueClient.raise(app);
    expect(await summary()).toEqual({ ...none, failed: 2, untested: 4, percent_complete: 33, open_issues: 1 });
    await issueClient.fix(id);
    expect(await summary()).toEqual({ ...none, needs_retest: 2, untested: 4, percent_complete: 0, open_issues: 0 });
    await issueClient.record(app, "passed", { platforms: ["ios"] });
    await issueClient.markNotApplicable(check!.id, ["android"]);
    const last = { ...none, passed: 1, not_applicable: 1, untested: 4 };
    expect(await summary()).toEqual({ ...last, percent_complete: 20, open_issues: 0 });
  });

  test("the counters of the whole world agree with its issues", async () => {
    expect(await world.problems()).toEqual([]);
  });
});
