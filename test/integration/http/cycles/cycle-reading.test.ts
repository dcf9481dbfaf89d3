// Reading a cycle: its checks, its compact runbook, the gate, the badge and the export by it, comparison, report and burn-down.
import { describe, expect, test } from "vitest";
import { recordTrendDay } from "../../../../src/actions/status/record-trend-day.ts";
import { DAY_MS } from "../../../../src/lib/clock.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const get = async (path: string) => (await world.call(world.viewer, "GET", path)).body.data;
  const text = async (path: string) => {
    const answer = await fetch(world.address + path, { headers: { authorization: `Bearer ${world.viewer}` } });
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      body: await answer.text(),
      headers: answer.headers,
    };
  };
  const start = async (app: string, body: object = {}) =>
    (await world.call(world.admin, "POST", `/apps/${app}/cycles`, { name: "1.5", ...body })).body.data;
  const close = (id: string) => world.call(world.admin, "POST", `/cycles/${id}/close`);
  const record = (app: string, check: string, outcome: string, more: object = {}) =>
    world.call(world.tester, "POST", "/results", { app, check, outcome, ...more });
  const raise = async (app: string, check: string, more: object = {}) =>
    (await world.call(world.tester, "POST", "/issues", { app, check, text: "Broken", ...more })).body.data;

  describe("checks", () => {
    test("have the cycle's platforms, statuses and last results, with the filters of /checks, open and closed alike", async () => {
      const { id } = await world.app();
      await record(id, "SIGN-1", "passed");
      const cycle = await start(id, { platforms: ["ios"] });
      await record(id, "PAY-1", "failed", { note: "No", build: "b1" });
      const refs = async (query: string) =>
        (await get(`/cycles/${cycle.id}/checks${query}`)).map(({ ref }: { ref: string }) => ref);
      const look = async () => {
        const [first, , last] = await get(`/cycles/${cycle.id}/checks`);
        expect(first.platforms).toEqual([{ code: "ios", status: "untested", last_result: null, open_issues: 0 }]);
        expect(last).toMatchObject({ ref: "PAY-1", section: { ref: "PAY", title: "Pay" }, instructions: null });
        expect(last.platforms[0]).toMatchObject({
          code: "ios",
          status: "failed",
          last_result: { outcome: "failed", note: "No", build: "b1", recorded_by: "tester key via API" },
        });
        expect(await refs("?status=untested")).toEqual(["SIGN-1", "SIGN-2"]);
        expect(await refs("?status=failed&platform=ios")).toEqual(["PAY-1"]);
        expect(await refs("?section=SIGN")).toEqual(["SIGN-1", "SIGN-2"]);
        expect(await refs("?section=SIGN&status=failed")).toEqual([]);
        const page = (await world.call(world.viewer, "GET", `/cycles/${cycle.id}/checks?limit=2`)).body;
        expect(page.data).toHaveLength(2);
        expect(await refs(`?limit=2&cursor=${page.next_cursor}`)).toEqual(["PAY-1"]);
        return page.next_cursor;
      };
      const cursor = await look();
      await close(cycle.id);
      await look();
      expect(await refs(`?limit=2&cursor=${cursor}`)).toEqual(["PAY-1"]);
    });

    test("are the same in the compact runbook, with null where a check is not in the cycle", async () => {
      const { id } = await world.app();
      const first = await start(id, { name: "RC 1" });
      await record(id, "SIGN-1", "passed", { platforms: ["ios"] });
      const left = await start(id, { name: "Left", from: { cycle: "RC 1" } });
      const whole = await get(`/cycles/${left.id}/runbook`);
      expect(whole).toMatchObject({ whole: true, app: { id }, cycle: { id: left.id, name: "Left" } });
      expect(whole.platforms.map(({ code }: { code: string }) => code)).toEqual(["ios", "android"]);
      const lines = (runbook: { checks: { ref: string; statuses: unknown[] }[] }) =>
        runbook.checks.map(({ ref, statuses }) => [ref, ...statuses]);
      expect(lines(whole)).toEqual([
        ["SIGN-1", null, "untested"],
        ["SIGN-2", "untested", "untested"],
        ["PAY-1", "untested", "untested"],
      ]);
      await record(id, "PAY-1", "passed", { platforms: ["ios"] });
      await raise(id, "SIGN-2", { platforms: ["android"] });
      const since = await get(`/cycles/${left.id}/runbook?since=${whole.revision}`);
      expect(since.whole).toBe(false);
      expect(lines(since)).toEqual([
        ["SIGN-2", "untested", "failed"],
        ["PAY-1", "passed", "untested"],
      ]);
      expect(since.checks[0].open_issues).toEqual([0, 1]);
      expect(since.cycle.summary).toMatchObject({ passed: 1, failed: 1 });
      await close(left.id);
      const closed = await get(`/cycles/${left.id}/runbook?since=${since.revision}`);
      expect(closed).toMatchObject({ whole: true, cycle: { status: "closed" } });
      expect(lines(closed)).toHaveLength(3);
      expect(lines(await get(`/cycles/${first.id}/runbook`))[0]).toEqual(["SIGN-1", "passed", "untested"]);
    });
  });

  describe("the gate, the badge and the export", () => {
    test("go by the cycle that is named, and say which; without one they answer as ever", async () => {
      const { id, name } = await world.app();
      const plain = await get(`/apps/${id}/gate`);
      for (const check of ["SIGN-1", "SIGN-2", "PAY-1"]) await record(id, check, "passed");
      const cycle = await start(id, { sections: ["SIGN"] });
      const gate = (query: string) => get(`/apps/${id}/gate${query}`);
      expect(await gate("")).toMatchObject({ result: "pass", passed: 6 });
      expect(Object.keys(await gate(""))).toEqual(Object.keys(plain));
      expect(await gate("?cycle=1.5")).toMatchObject({
        result: "fail",
        untested: 4,
        cycle: { id: cycle.id, name: "1.5" },
        platforms: ["ios", "android"],
      });
      await record(id, "SIGN-1", "passed", { platforms: ["ios"] });
      await record(id, "SIGN-2", "passed", { platforms: ["ios"] });
      expect(await gate("?cycle=1.5&platform=ios")).toMatchObject({ result: "pass", passed: 2, platforms: ["ios"] });
      // An issue outside its scope is nothing to the cycle.
      await raise(id, "PAY-1");
      expect(await gate("?cycle=1.5&platform=ios")).toMatchObject({ result: "pass", open_issues: 0 });
      await raise(id, "SIGN-1", { platforms: ["android"] });
      expect(await gate("?cycle=1.5&platform=ios")).toMatchObject({ open_issues: 0 });
      const open = await gate("?cycle=1.5");
      expect(open).toMatchObject({ result: "fail", failed: 1, open_issues: 1 });
      await close(cycle.id);
      expect(await gate("?cycle=1.5")).toEqual(open);
      expect(await gate("?cycle=1.5&platform=android")).toMatchObject({ open_issues: 1, failed: 1 });
      expect(name).toBe(open.app.name);
    });

    test("the badge shows how a cycle stands", async () => {
      const { id } = await world.app();
      const { url } = (await world.call(world.admin, "PUT", `/apps/${id}/badge`)).body.data;
      await record(id, "PAY-1", "failed");
      await start(id);
      const { pathname } = new URL(url);
      expect((await text(pathname)).body).toContain("2 failed");
      expect((await text(`${pathname}?cycle=1.5`)).body).toContain("0 % tested");
      expect((await text(`${pathname}?cycle=1.6`)).status).toBe(404);
    });

    test("the export has only what is in the cycle, with its statuses", async () => {
      const { id } = await world.app();
      await record(id, "PAY-1", "failed");
      const cycle = await start(id, { platforms: ["ios"], sections: ["PAY"] });
      await record(id, "PAY-1", "passed");
      const path = `/api/v1/apps/${id}/export?format=csv&cycle=${cycle.id}`;
      const open = await text(path);
      expect(open.body.trim().split(/\r?\n/)).toEqual([
        "section_ref,section,ref,title,instructions,not_applicable,status:ios",
        "PAY,Pay,PAY-1,Card,,,passed",
      ]);
      await close(cycle.id);
      expect((await text(path)).body).toBe(open.body);
    });
  });

  test("two cycles are compared: newly failed, newly passed, still failing, no longer tested", async () => {
    const { id } = await world.app();
    const before = await start(id, { name: "1.4" });
    await record(id, "SIGN-1", "passed");
    await record(id, "SIGN-2", "failed");
    await record(id, "PAY-1", "passed", { platforms: ["ios"] });
    await close(before.id);
    const now = await start(id, { name: "1.5" });
    await record(id, "SIGN-1", "failed", { platforms: ["ios"] });
    await record(id, "SIGN-2", "failed", { platforms: ["ios"] });
    await record(id, "SIGN-2", "passed", { platforms: ["android"] });
    const look = async () => {
      const compared = await get(`/cycles/${now.id}/compare?with=1.4`);
      const places = (kindOf: string) =>
        compared[kindOf].map((row: { check: { ref: string }; platform: string; before: string; now: string }) =>
          [row.check.ref, row.platform, row.before, row.now].join(" "),
        );
      expect(compared.cycle).toEqual({ id: now.id, name: "1.5" });
      expect(compared.with).toEqual({ id: before.id, name: "1.4" });
      expect(compared.counts).toEqual({ newly_failed: 1, newly_passed: 1, still_failing: 1, no_longer_tested: 2 });
      expect(places("newly_failed")).toEqual(["SIGN-1 ios passed failed"]);
      expect(places("newly_passed")).toEqual(["SIGN-2 android failed passed"]);
      expect(places("still_failing")).toEqual(["SIGN-2 ios failed failed"]);
      expect(places("no_longer_tested")).toEqual(["SIGN-1 android passed untested", "PAY-1 ios passed untested"]);
    };
    await look();
    await close(now.id);
    await look();
    const [archived] = await get(`/checks?app=${id}&section=PAY`);
    await world.call(world.admin, "DELETE", `/checks/${archived.id}`);
    const later = await start(id, { name: "1.6", sections: ["SIGN"] });
    const compared = await get(`/cycles/${later.id}/compare?with=${before.id}`);
    expect(compared.no_longer_tested).toContainEqual(
      expect.objectContaining({ check: expect.objectContaining({ ref: "PAY-1" }), before: "passed", now: null }),
    );
  });

  test("two cycles are compared with the platforms of a check in the order that the app has them in now", async () => {
    const { id, platforms } = await world.app();
    const [ios, android] = platforms;
    const set = (list: object[]) => world.call(world.admin, "PATCH", `/apps/${id}`, { platforms: list });
    await set([ios, android, { code: "all", label: "All" }]);
    const before = await start(id, { name: "1.4" });
    const now = await start(id, { name: "1.5" });
    await record(id, "SIGN-1", "failed", { cycle: "1.5" });
    const failed = async () => {
      const compared = await get(`/cycles/${now.id}/compare?with=1.4`);
      return compared.newly_failed.map((row: { platform: string }) => row.platform);
    };
    expect(await failed()).toEqual(["ios", "android", "all"]);
    await set([{ code: "all", label: "All" }, android, ios]);
    expect(await failed()).toEqual(["all", "android", "ios"]);
    await close(before.id);
    await close(now.id);
    expect(await failed()).toEqual(["all", "android", "ios"]);
  });

  test("the report has everything with tester, time, note, build and issues, the gate's answer, and is a table too", async () => {
    const { id } = await world.app();
    const cycle = await start(id, { sections: ["PAY"], build: "1.5.0" });
    await record(id, "PAY-1", "passed", { platforms: ["ios"], note: "=fine", build: "1.5.0" });
    const issue = await raise(id, "PAY-1", { platforms: ["android"] });
    const report = await get(`/cycles/${cycle.id}/report?max_failed=1&max_open=1&percent=50`);
    expect(report.gate).toMatchObject({ result: "pass", failed: 1, open_issues: 1, cycle: { name: "1.5" } });
    expect((await get(`/cycles/${cycle.id}/report`)).gate.result).toBe("fail");
    const [section] = report.sections;
    expect(section).toMatchObject({ ref: "PAY", title: "Pay", summary: { passed: 1, failed: 1 } });
    expect(section.checks[0].platforms).toEqual([
      {
        code: "ios",
        status: "passed",
        outcome: "passed",
        tester: "tester key via API",
        recorded_at: section.checks[0].platforms[0].recorded_at,
        note: "=fine",
        build: "1.5.0",
        issues: [],
      },
      {
        code: "android",
        status: "failed",
        outcome: null,
        tester: null,
        recorded_at: null,
        note: null,
        build: null,
        issues: [issue.code],
      },
    ]);
    const path = `/api/v1/cycles/${cycle.id}/report?format=csv`;
    const table = await text(path);
    expect(table.type).toContain("text/csv");
    expect(table.headers.get("content-disposition")).toContain(".csv");
    const [head, first, second] = table.body.trim().split(/\r?\n/);
    expect(head).toContain(
      "section_ref,section,ref,title,platform,status,outcome,tester,recorded_at,note,build,issues",
    );
    expect(first).toMatch(/^PAY,Pay,PAY-1,Card,ios,passed,passed,tester key via API,.*fine,1\.5\.0,$/);
    // What a spreadsheet would take for a formula is not one.
    expect(first).not.toContain(",=fine");
    expect(second).toBe(`PAY,Pay,PAY-1,Card,android,failed,,,,,,${issue.code}`);
    await close(cycle.id);
    expect((await text(path)).body).toBe(table.body);
    const { cycle: _, ...closed } = await get(`/cycles/${cycle.id}/report?max_failed=1&max_open=1&percent=50`);
    const { cycle: __, ...open } = report;
    expect(closed).toEqual(open);
  });

  test("the burn-down has an entry for each day from the start to today, and ends when the cycle is closed", async () => {
    const { id } = await world.app();
    const begun = Date.now();
    try {
      const cycle = await start(id);
      await record(id, "SIGN-1", "passed");
      await world.store.performer.perform(recordTrendDay, { appId: id });
      world.clock.offset = 3 * DAY_MS;
      await record(id, "PAY-1", "failed");
      const days = await get(`/cycles/${cycle.id}/burndown`);
      expect(days).toHaveLength(4);
      expect(days[0]).toEqual({
        day: new Date(begun).toISOString().slice(0, 10),
        passed: 2,
        failed: 0,
        needs_retest: 0,
        untested: 4,
        not_applicable: 0,
      });
      expect(days[2]).toMatchObject({ passed: 2, untested: 4 });
      expect(days[3]).toMatchObject({ passed: 2, failed: 2, untested: 2 });
      await close(cycle.id);
      world.clock.offset = 9 * DAY_MS;
      expect(await get(`/cycles/${cycle.id}/burndown`)).toEqual(days);
    } finally {
      world.clock.offset = 0;
    }
  });
});
