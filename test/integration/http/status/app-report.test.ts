// GET /apps/:id/report: the evidence of an app as it stands, as JSON and as a table.
import { describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { bytesOf } from "../../../support/clients/bytes.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const record = (app: string, check: string, fields: object = {}) =>
    dataOf(world, "POST", "/results", { app, check, outcome: "passed", ...fields });
  const raise = (app: string, check: string | undefined, fields: object = {}) =>
    dataOf(world, "POST", "/issues", { app, check, text: "Broken", ...fields });
  const report = (app: string, query = "") => dataOf(world, "GET", `/apps/${app}/report${query}`);
  const rows = async (app: string) => {
    const table = await bytesOf(world, world.viewer, "GET", `/apps/${app}/report?format=csv`);
    return { head: table.headers, lines: table.text.trim().split(/\r?\n/) };
  };

  test("it has every check with tester, time, note, build and open issues, the summary and the gate's answer", async () => {
    const app = await world.app({ mode: "live" });
    await record(app.id, "PAY-1", { platforms: ["ios"], note: "=fine", build: "1.5.0" });
    const first = await raise(app.id, "PAY-1", { platforms: ["android"] });
    const second = await raise(app.id, "PAY-1");
    await raise(app.id, undefined);
    const { summary } = await dataOf(world, "GET", `/apps/${app.id}`);
    const shown = await report(app.id);
    expect(Object.keys(shown)).toEqual(["app", "summary", "gate", "platforms", "sections"]);
    expect(shown).toMatchObject({ app: { id: app.id, name: app.name }, summary, platforms: ["ios", "android"] });
    expect(shown.gate).toEqual(await dataOf(world, "GET", `/apps/${app.id}/gate`));
    const [sign, pay] = shown.sections;
    expect(sign).toMatchObject({ ref: "SIGN", title: "Sign in", summary: { untested: 4 } });
    expect(sign.checks.map(({ ref }: { ref: string }) => ref)).toEqual(["SIGN-1", "SIGN-2"]);
    expect(pay.summary).toEqual({ passed: 0, failed: 2, needs_retest: 0, untested: 0, not_applicable: 0 });
    expect(pay.checks[0].platforms).toEqual([
      {
        code: "ios",
        status: "failed",
        outcome: "passed",
        tester: "admin key via API",
        recorded_at: pay.checks[0].platforms[0].recorded_at,
        note: "=fine",
        build: "1.5.0",
        issues: [second.code],
      },
      {
        code: "android",
        status: "failed",
        outcome: null,
        tester: null,
        recorded_at: null,
        note: null,
        build: null,
        issues: [first.code, second.code],
      },
    ]);
  });

  test("as a table it has a row for each platform-check, and nothing in it is a formula", async () => {
    const app = await world.app();
    await record(app.id, "PAY-1", { platforms: ["ios"], note: "=fine", build: "1.5.0" });
    const { code } = await raise(app.id, "PAY-1", { platforms: ["android"] });
    const { head, lines } = await rows(app.id);
    expect(head.get("content-type")).toContain("text/csv");
    expect(head.get("content-disposition")).toContain(".csv");
    expect(lines).toHaveLength(7);
    expect(lines[0]).toContain(
      "section_ref,section,ref,title,platform,status,outcome,tester,recorded_at,note,build,issues",
    );
    expect(lines[1]).toBe("SIGN,Sign in,SIGN-1,Password,ios,untested,,,,,,");
    expect(lines[5]).toMatch(/^PAY,Pay,PAY-1,Card,ios,passed,passed,admin key via API,.*fine,1\.5\.0,$/);
    expect(lines[5]).not.toContain(",=fine");
    expect(lines[6]).toBe(`PAY,Pay,PAY-1,Card,android,failed,,,,,,${code}`);
  });

  test("it is the same as the report of a cycle of everything that all results count for, and cycles change nothing in it", async () => {
    const app = await world.app();
    const cycle = await dataOf(world, "POST", `/apps/${app.id}/cycles`, { name: "1.5" });
    await record(app.id, "SIGN-1");
    await record(app.id, "SIGN-2", { outcome: "failed", note: "No" });
    const { id: fixed } = await raise(app.id, "SIGN-2", { platforms: ["ios"] });
    await dataOf(world, "POST", `/issues/${fixed}/fix`);
    await raise(app.id, "PAY-1");
    const { cycle: _, gate, ...ofCycle } = await dataOf(world, "GET", `/cycles/${cycle.id}/report`);
    const { cycle: __, ...gateOfCycle } = gate;
    const { app: ___, summary: ____, ...whole } = await report(app.id);
    expect(whole).toEqual({ ...ofCycle, gate: gateOfCycle });
    const before = await rows(app.id);
    await dataOf(world, "POST", `/cycles/${cycle.id}/close`);
    expect((await rows(app.id)).lines).toEqual(before.lines);
  });

  test("an issue stands where it is open: no more where it is fixed, and not with a check that was archived", async () => {
    const app = await world.app({
      repositories: [
        { repo: "shop/ios", platforms: ["ios"] },
        { repo: "shop/android", platforms: ["android"] },
      ],
    });
    const issue = await raise(app.id, "PAY-1");
    const issuesOf = async () =>
      (await report(app.id)).sections.flatMap(({ checks }: { checks: { platforms: { issues: string[] }[] }[] }) =>
        checks.flatMap(({ platforms }) => platforms.map(({ issues }) => issues.join())),
      );
    expect(await issuesOf()).toEqual(["", "", "", "", issue.code, issue.code]);
    await dataOf(world, "POST", `/issues/${issue.id}/fix`, { platforms: ["ios"] });
    expect(await issuesOf()).toEqual(["", "", "", "", "", issue.code]);
    const [check] = await dataOf(world, "GET", `/checks?app=${app.id}&section=PAY`);
    await ask(world, world.admin, "DELETE", `/checks/${check.id}`);
    expect(await issuesOf()).toEqual(["", "", "", ""]);
  });

  test("the gate in it goes by the thresholds that are asked for, and what makes no sense is refused", async () => {
    const app = await world.app();
    await raise(app.id, "PAY-1");
    expect((await report(app.id)).gate.result).toBe("fail");
    const lenient = (await report(app.id, "?percent=0&max_failed=2&max_open=1")).gate;
    expect(lenient).toMatchObject({ result: "pass", thresholds: { percent: 0, max_failed: 2, max_open: 1 } });
    const refused = (query: string) => ask(world, world.viewer, "GET", `/apps/${app.id}/report${query}`);
    expectError(await refused("?format=pdf"), 400, "invalid_request", /format/);
    expectError(await refused("?percent=101"), 400, "invalid_request", /percent/);
    expectError(await refused("?cycle=1.5"), 400, "invalid_request", /cycle/);
    expectError(await ask(world, world.viewer, "GET", "/apps/nowhere/report"), 404, "not_found");
  });
});
