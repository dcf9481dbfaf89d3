// GET /apps/:id/gate: pass or fail with the reasons and the figures, for all of an app or some of its platforms.
import { describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const gate = (app: string, query = "") => dataOf(world, "GET", `/apps/${app}/gate${query}`);
  const record = (app: string, fields: object) => dataOf(world, "POST", "/results", { app, ...fields });
  const passAll = async (app: string, platforms: string[] = []) =>
    record(app, { results: ["SIGN-1", "SIGN-2", "PAY-1"].map((check) => ({ check, platforms, outcome: "passed" })) });
  const raise = (app: string, fields: object = {}) =>
    dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken", ...fields });
  const rules = async (app: string, query = "") =>
    (await gate(app, query)).reasons.map(({ rule }: { rule: string }) => rule);

  test("a fresh app fails, all tested it passes, and the answer says what it looked at and by which thresholds", async () => {
    const app = await world.app();
    expect(await gate(app.id)).toEqual({
      app: { id: app.id, name: app.name },
      result: "fail",
      reasons: [{ rule: "percent", message: "0 % is tested (6 untested); 100 % is needed." }],
      thresholds: { percent: 100, max_failed: 0, max_open: 0 },
      platforms: ["ios", "android"],
      passed: 0,
      failed: 0,
      needs_retest: 0,
      untested: 6,
      not_applicable: 0,
      percent_complete: 0,
      open_issues: 0,
    });
    await passAll(app.id);
    expect(await gate(encodeURIComponent(app.name))).toMatchObject({ result: "pass", reasons: [], passed: 6 });
  });

  test("from an open issue over its fix to the retest, the gate opens only at the end", async () => {
    const app = await world.app();
    await passAll(app.id);
    const issue = await raise(app.id);
    expect(await rules(app.id)).toEqual(["max_failed", "max_open"]);
    expect(await rules(app.id, "?max_failed=2&max_open=1")).toEqual([]);
    await dataOf(world, "POST", `/issues/${issue.id}/fix`);
    expect(await rules(app.id)).toEqual(["percent"]);
    expect(await gate(app.id, "?percent=66")).toMatchObject({ result: "pass", needs_retest: 2, percent_complete: 66 });
    expect(await rules(app.id, "?percent=67")).toEqual(["percent"]);
    await record(app.id, { check: "PAY-1", outcome: "passed" });
    expect(await rules(app.id)).toEqual([]);
  });

  test("a platform is looked at alone: its checks and the issues that cover it", async () => {
    const app = await world.app({ mode: "live" });
    await passAll(app.id, ["ios"]);
    expect(await gate(app.id, "?platform=ios")).toMatchObject({ result: "pass", passed: 3, platforms: ["ios"] });
    expect(await gate(app.id, "?platform=android")).toMatchObject({ result: "fail", untested: 3 });
    await raise(app.id, { platforms: ["android"] });
    await raise(app.id, { check: undefined, platforms: ["android"] });
    expect(await gate(app.id, "?platform=ios")).toMatchObject({ result: "pass", open_issues: 0 });
    expect(await gate(app.id, "?platform=android")).toMatchObject({ failed: 1, open_issues: 2 });
    await raise(app.id);
    expect(await gate(app.id, "?platform=ios")).toMatchObject({ result: "fail", failed: 1, open_issues: 1 });
    const both = { failed: 2, untested: 2, open_issues: 3, platforms: ["ios", "android"] };
    for (const query of ["?platform=ios,android", "?platform=ios&platform=android", "?platform=ios,android,ios,"]) {
      expect(await gate(app.id, query)).toMatchObject(both);
    }
    expect(await gate(app.id)).toMatchObject(both);
  });

  test("an issue that is fixed on a platform is not open there any more", async () => {
    const repositories = ["ios", "android"].map((code) => ({ repo: `shop/${code}`, platforms: [code] }));
    const app = await world.app({ repositories });
    await passAll(app.id);
    const issue = await raise(app.id);
    await dataOf(world, "POST", `/issues/${issue.id}/fix`, { platforms: ["ios"] });
    expect(await gate(app.id, "?platform=ios")).toMatchObject({ open_issues: 0, needs_retest: 1, failed: 0 });
    expect(await gate(app.id, "?platform=android")).toMatchObject({ open_issues: 1, needs_retest: 0, failed: 1 });
    expect(await gate(app.id, "?platform=ios,android")).toMatchObject({ open_issues: 1, needs_retest: 1, failed: 1 });
  });

  test("archived checks and marks of not applicable count as in the summary of the app", async () => {
    const app = await world.app();
    await passAll(app.id);
    const checks = await dataOf(world, "GET", `/checks?app=${app.id}`);
    await dataOf(world, "PUT", `/checks/${checks[0].id}/not-applicable`, { platforms: ["ios"] });
    await dataOf(world, "DELETE", `/checks/${checks[1].id}`);
    const { summary } = await dataOf(world, "GET", `/apps/${app.id}`);
    const { checks: _, ...figures } = summary;
    expect(await gate(app.id)).toMatchObject(figures);
    expect(await gate(app.id, "?platform=ios,android")).toMatchObject(figures);
    expect(await gate(app.id, "?platform=ios")).toMatchObject({ passed: 1, not_applicable: 1, result: "pass" });
  });

  test("open issues of a platform are counted up to a thousand, or as far as the threshold needs", async () => {
    const app = await world.app();
    for (let raised = 0; raised < 1_100; raised += 50) {
      await Promise.all(Array.from({ length: 50 }, () => raise(app.id, { platforms: ["ios"] })));
    }
    expect(await gate(app.id, "?platform=ios")).toMatchObject({ open_issues: 1_000 });
    expect(await gate(app.id, "?platform=ios&max_open=1050")).toMatchObject({ open_issues: 1_051 });
    expect(await rules(app.id, "?platform=ios&max_open=1100&max_failed=9&percent=0")).toEqual([]);
    expect(await gate(app.id, "?platform=android")).toMatchObject({ open_issues: 0 });
    expect(await gate(app.id)).toMatchObject({ open_issues: 1_100 });
  });

  test.each([
    ["percent=101", "invalid_request", "percent: expected a whole number from 0 to 100"],
    ["percent=-1", "invalid_request", "percent"],
    ["percent=99.5", "invalid_request", "percent"],
    ["max_failed=", "invalid_request", "max_failed"],
    ["max_open=1e3", "invalid_request", "max_open"],
    ["max_open=100001", "invalid_request", "max_open"],
    ["percent=1&percent=2", "invalid_request", "appears twice"],
    ["platfroms=ios", "invalid_request", "platforms"],
    ["platform=watch", "unknown_platform", 'unknown "watch"; this app has "ios", "android"'],
    ["platform=ios,watch", "unknown_platform", "watch"],
    ["platform=ios&platform=watch", "unknown_platform", "watch"],
    ["platform=iOS", "unknown_platform", "iOS"],
    [`platform=${"x".repeat(9_000)}`, "invalid_request", "platform"],
    ["platform=%00", "invalid_request", "query"],
  ])("?%s is refused with %s", async (query, code, naming) => {
    const app = await world.app();
    expectError(await ask(world, world.viewer, "GET", `/apps/${app.id}/gate?${query}`), 400, code, naming);
  });
});
