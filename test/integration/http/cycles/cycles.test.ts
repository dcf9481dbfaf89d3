// Cycles over REST: starting, reading, changing and closing them.
import { describe, expect, test } from "vitest";
import { behind } from "../../../support/database/direct-sql.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const NOTHING = { passed: 0, failed: 0, needs_retest: 0, untested: 0, not_applicable: 0 };

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const get = async (path: string, who = world.viewer) => (await world.call(who, "GET", path)).body.data;
  const start = async (app: string, body: object = {}) =>
    (await world.call(world.admin, "POST", `/apps/${app}/cycles`, { name: "1.5", ...body })).body.data;
  const pass = (app: string, check: string, more: object = {}) =>
    world.call(world.tester, "POST", "/results", { app, check, outcome: "passed", ...more });
  const summary = async (cycle: { id: string }) => {
    const { percent_complete: _, ...counts } = (await get(`/cycles/${cycle.id}`)).summary;
    return counts;
  };

  test("a new cycle begins again: what passed before reads untested in it, and the app's own summary stays", async () => {
    const { id } = await world.app();
    await pass(id, "PAY-1");
    const before = await get(`/apps/${id}`);
    const answer = await world.call(world.admin, "POST", `/apps/${id}/cycles`, { name: "1.5" });
    const cycle = answer.body.data;
    expect(answer.headers.get("location")).toBe(`/api/v1/cycles/${cycle.id}`);
    expect(cycle).toEqual({
      id: cycle.id,
      app: { id, name: before.name },
      name: "1.5",
      build: null,
      platforms: null,
      sections: null,
      from: null,
      status: "open",
      started_at: cycle.started_at,
      started_by: "admin key via API",
      closed_at: null,
      closed_by: null,
      summary: { checks: 3, ...NOTHING, untested: 6, percent_complete: 0 },
      testers: [],
    });
    expect(await get(`/apps/${id}`)).toEqual(before);
    await pass(id, "PAY-1");
    expect((await get(`/cycles/${cycle.id}`)).summary).toEqual({
      checks: 3,
      ...NOTHING,
      passed: 2,
      untested: 4,
      percent_complete: 33,
    });
    expect(await world.problems()).toEqual([]);
  });

  test("N/A, open issues and fixes that wait for a retest are in a new cycle what they are outside", async () => {
    const { id } = await world.app();
    const [first, second] = await get(`/checks?app=${id}`);
    await world.call(world.tester, "PUT", `/checks/${first.id}/not-applicable`, { platforms: ["ios"] });
    await world.call(world.tester, "POST", "/issues", { app: id, check: "PAY-1", text: "Broken", platforms: ["ios"] });
    const issue = { app: id, check: second.ref, text: "Broken" };
    const { data } = (await world.call(world.tester, "POST", "/issues", issue)).body;
    await world.call(world.admin, "POST", `/issues/${data.id}/fix`);
    const cycle = await start(id);
    expect(await summary(cycle)).toEqual({
      checks: 3,
      passed: 0,
      failed: 1,
      needs_retest: 2,
      untested: 2,
      not_applicable: 1,
    });
  });

  test("which results count: after the start, of the cycle's build or of none, or of those that name it", async () => {
    const { id } = await world.app();
    const built = await start(id, { name: "1.5", build: "1.5.0" });
    const any = await start(id, { name: "Any" });
    const passedIn = async () => [(await summary(built)).passed, (await summary(any)).passed];
    await pass(id, "SIGN-1", { platforms: ["ios"], build: "1.4.9" });
    expect(await passedIn()).toEqual([0, 1]);
    await pass(id, "SIGN-1", { platforms: ["android"], build: "1.5.0" });
    expect(await passedIn()).toEqual([1, 2]);
    await pass(id, "SIGN-2", { platforms: ["ios"] });
    expect(await passedIn()).toEqual([2, 3]);
    await pass(id, "SIGN-2", { platforms: ["android"], build: "1.4.9", cycle: "1.5" });
    expect(await passedIn()).toEqual([3, 3]);
    await pass(id, "PAY-1", { platforms: ["ios"], build: "1.5.0", cycle: any.id });
    expect(await passedIn()).toEqual([3, 4]);
    // With another build other results count, those of before included.
    await world.call(world.admin, "PATCH", `/cycles/${built.id}`, { build: "1.4.9" });
    expect(await passedIn()).toEqual([3, 4]);
    await world.call(world.admin, "PATCH", `/cycles/${built.id}`, { build: null });
    expect((await passedIn())[0]).toBe(4);
    expect(await world.problems()).toEqual([]);
  });

  test("a result shows the cycle that it names, and only then", async () => {
    const { id } = await world.app();
    const cycle = await start(id);
    const named = (await pass(id, "PAY-1", { platforms: ["ios"], cycle: "1.5" })).body.data;
    expect(named[0].cycle).toEqual({ id: cycle.id, name: "1.5" });
    const plain = (await pass(id, "PAY-1", { platforms: ["ios"] })).body.data;
    expect(Object.keys(plain[0])).not.toContain("cycle");
    const listed = await get(`/results?app=${id}`);
    expect(listed.map((result: { cycle?: { id: string } }) => result.cycle?.id)).toEqual([undefined, cycle.id]);
  });

  test("a result outside the scope of the cycle that it names is recorded, and doesn't count", async () => {
    const { id } = await world.app();
    const cycle = await start(id, { sections: ["SIGN"] });
    expect((await pass(id, "PAY-1", { cycle: cycle.id })).status).toBe(201);
    expect(await summary(cycle)).toEqual({ checks: 2, ...NOTHING, untested: 4 });
    expect((await get(`/apps/${id}`)).summary.passed).toBe(2);
  });

  test("a test run is recorded for the cycle that it names", async () => {
    const { id } = await world.app();
    const cycle = await start(id, { build: "1.5.0" });
    const junit = '<testsuite name="Pay"><testcase name="PAY-1 works"/><testcase name="SIGN-1 works"/></testsuite>';
    const path = `/results/junit?app=${id}&build=nightly`;
    expect((await world.call(world.tester, "POST", path, junit)).status).toBe(201);
    expect((await summary(cycle)).passed).toBe(0);
    expect((await world.call(world.tester, "POST", `${path}&cycle=1.5`, junit)).status).toBe(201);
    expect((await summary(cycle)).passed).toBe(4);
    expect((await get(`/results?app=${id}&limit=1`))[0].cycle).toEqual({ id: cycle.id, name: "1.5" });
  });

  test("a cycle of some platforms and sections has only those, and says so", async () => {
    const { id, sections } = await world.app();
    const cycle = await start(id, { platforms: ["android"], sections: ["Sign in"] });
    expect(cycle.platforms).toEqual(["android"]);
    expect(cycle.sections).toEqual([{ id: sections[0].id, ref: "SIGN", title: "Sign in" }]);
    expect(await summary(cycle)).toEqual({ checks: 2, ...NOTHING, untested: 2 });
    await world.call(world.admin, "PATCH", `/sections/${sections[0].id}`, { title: "Log in" });
    expect((await get(`/cycles/${cycle.id}`)).sections[0].title).toBe("Log in");
    const dropped = await world.call(world.admin, "PATCH", `/apps/${id}`, { platforms: [{ code: "ios" }] });
    expect(dropped.body.error.code).toBe("not_empty");
  });

  test("checks that are added, moved, archived and restored join and leave", async () => {
    const { id, sections } = await world.app();
    const cycle = await start(id, { sections: ["PAY"] });
    const all = await start(id, { name: "All" });
    const counts = async () => [(await summary(cycle)).checks, (await summary(all)).checks];
    const added = (await world.call(world.admin, "POST", "/checks", { app: id, section: "PAY", title: "Refund" })).body
      .data;
    expect(await counts()).toEqual([2, 4]);
    await pass(id, "Refund");
    await world.call(world.admin, "PATCH", `/checks/${added.id}`, { section: "SIGN" });
    expect(await counts()).toEqual([1, 4]);
    await world.call(world.admin, "PATCH", `/checks/${added.id}`, { section: sections[1].id });
    // What was recorded while it was elsewhere, or before, counts: it came after the start.
    expect(await summary(cycle)).toEqual({ checks: 2, ...NOTHING, passed: 2, untested: 2 });
    await world.call(world.admin, "DELETE", `/checks/${added.id}`);
    expect(await counts()).toEqual([1, 3]);
    await world.call(world.admin, "POST", `/checks/${added.id}/restore`, {});
    expect(await summary(cycle)).toEqual({ checks: 2, ...NOTHING, passed: 2, untested: 2 });
    expect(await world.problems()).toEqual([]);
  });

  test("a platform that is added joins cycles of all platforms, and leaves them when it goes", async () => {
    const { id, platforms } = await world.app();
    const all = await start(id);
    const some = await start(id, { name: "iOS", platforms: ["ios"] });
    const set = (list: object[]) => world.call(world.admin, "PATCH", `/apps/${id}`, { platforms: list });
    await set([...platforms, { code: "web", label: "Web" }]);
    expect([await summary(all), await summary(some)]).toEqual([
      { checks: 3, ...NOTHING, untested: 9 },
      { checks: 3, ...NOTHING, untested: 3 },
    ]);
    await set(platforms);
    expect(await summary(all)).toEqual({ checks: 3, ...NOTHING, untested: 6 });
    expect(await world.problems()).toEqual([]);
  });

  test("what is left of another cycle, open or closed, is a cycle of its own", async () => {
    const { id } = await world.app();
    const first = await start(id, { name: "RC 1" });
    await pass(id, "SIGN-1");
    await pass(id, "PAY-1", { platforms: ["ios"], outcome: "failed" });
    const left = await start(id, { name: "Left", from: { cycle: "RC 1" } });
    expect(left.from).toEqual({ id: first.id, name: "RC 1" });
    expect(await summary(left)).toEqual({ checks: 2, ...NOTHING, untested: 4 });
    await world.call(world.admin, "POST", `/cycles/${first.id}/close`);
    await pass(id, "PAY-1", { platforms: ["ios"] });
    const failed = await start(id, { name: "Failed", from: { cycle: first.id, statuses: ["failed"] } });
    expect(await summary(failed)).toEqual({ checks: 1, ...NOTHING, untested: 1 });
    const ios = await start(id, { name: "iOS", from: { cycle: first.id }, platforms: ["ios"] });
    expect(await summary(ios)).toEqual({ checks: 2, ...NOTHING, untested: 2 });
    await world.call(world.admin, "POST", "/checks", { app: id, section: "PAY", title: "New" });
    expect((await summary(left)).checks).toBe(2);
    expect(await world.problems()).toEqual([]);
  });

  test("closing freezes everything, whatever happens to the runbook afterwards", async () => {
    const { id, sections, platforms } = await world.app();
    const cycle = await start(id, { build: "1.5.0" });
    await pass(id, "SIGN-1", { note: "Twice", build: "1.5.0" });
    const issue = { app: id, check: "PAY-1", text: "Broken", platforms: ["ios"] };
    const raised = (await world.call(world.tester, "POST", "/issues", issue)).body.data;
    const open = await get(`/cycles/${cycle.id}/checks`);
    const closed = (await world.call(world.admin, "POST", `/cycles/${cycle.id}/close`)).body.data;
    expect(closed).toMatchObject({
      status: "closed",
      closed_by: "admin key via API",
      summary: { passed: 2, failed: 1 },
    });
    expect(await get(`/cycles/${cycle.id}/checks`)).toEqual(open);
    const all = async () => [
      await get(`/cycles/${cycle.id}`),
      await get(`/cycles/${cycle.id}/checks`),
      await get(`/cycles/${cycle.id}/report`),
      await get(`/apps/${id}/gate?cycle=${cycle.id}`),
    ];
    const before = await all();
    expect(JSON.stringify(before[2])).toContain(`"issues":["${raised.code}"]`);
    await pass(id, "SIGN-2");
    await world.call(world.admin, "POST", `/issues/${raised.id}/fix`);
    await world.call(world.admin, "PATCH", `/sections/${sections[0].id}`, { title: "Renamed", ref: "REN" });
    await world.call(world.admin, "PATCH", `/checks/${open[0].id}`, { title: "Renamed", instructions: "New" });
    await world.call(world.admin, "DELETE", `/checks/${open[2].id}`);
    await world.call(world.admin, "DELETE", `/sections/${sections[1].id}`);
    const reordered = [...platforms.toReversed(), { code: "web", label: "Web" }];
    expect((await world.call(world.admin, "PATCH", `/apps/${id}`, { platforms: reordered })).status).toBe(200);
    expect(await all()).toEqual(before);
    expect(await world.problems()).toEqual([]);
  });

  test("a result that was taken back counts no more, and the one before counts again", async () => {
    const { id } = await world.app();
    const cycle = await start(id);
    await pass(id, "PAY-1", { platforms: ["ios"] });
    const person = await world.person("tester");
    const body = { app: id, check: "PAY-1", platforms: ["ios"], outcome: "failed" };
    const [mistake] = (await world.call(person, "POST", "/results", body)).body.data;
    expect((await summary(cycle)).failed).toBe(1);
    await world.call(person, "DELETE", `/results/${mistake.id}`);
    expect(await summary(cycle)).toEqual({ checks: 3, ...NOTHING, passed: 1, untested: 5 });
    expect(await world.problems()).toEqual([]);
  });

  test("a result that was recorded in a cycle stays once that is closed", async () => {
    const { id } = await world.app();
    const cycle = await start(id);
    const person = await world.person("tester");
    const body = { app: id, check: "PAY-1", platforms: ["ios"], outcome: "failed", cycle: cycle.id };
    const [result] = (await world.call(person, "POST", "/results", body)).body.data;
    await world.call(world.admin, "POST", `/cycles/${cycle.id}/close`);
    const answer = await world.call(person, "DELETE", `/results/${result.id}`);
    expect([answer.status, answer.body.error.code]).toEqual([409, "cycle_closed"]);
    expect((await world.call(world.viewer, "GET", `/results/${result.id}`)).status).toBe(200);
  });

  test("cycles are listed newest first, page by page, open or closed", async () => {
    const { id } = await world.app();
    for (const name of ["1", "2", "3"]) await start(id, { name });
    const [, second] = await get(`/apps/${id}/cycles`);
    await world.call(world.admin, "POST", `/cycles/${second.id}/close`);
    const names = async (query: string) =>
      (await get(`/apps/${id}/cycles${query}`)).map(({ name }: { name: string }) => name);
    expect(await names("")).toEqual(["3", "2", "1"]);
    expect(await names("?status=open")).toEqual(["3", "1"]);
    expect(await names("?status=closed")).toEqual(["2"]);
    const page = (await world.call(world.viewer, "GET", `/apps/${id}/cycles?limit=2`)).body;
    expect(page.data).toHaveLength(2);
    expect(await names(`?limit=2&cursor=${page.next_cursor}`)).toEqual(["1"]);
  });

  test("testers are assigned to sections, and see their own checks with mine", async () => {
    const { id } = await world.app();
    const person = await world.person("tester");
    const me = (await world.call(person, "GET", "/me")).body.data;
    const cycle = await start(id, {
      testers: [
        { section: "PAY", person: me.id },
        { section: "PAY", person: me.id },
      ],
    });
    expect(cycle.testers).toEqual([
      { section: expect.objectContaining({ ref: "PAY", title: "Pay" }), person: { id: me.id, name: me.name } },
    ]);
    const refs = async (query: string) =>
      (await get(`/cycles/${cycle.id}/checks${query}`, person)).map(({ ref }: { ref: string }) => ref);
    expect(await refs("?mine=true")).toEqual(["PAY-1"]);
    expect(await refs("?mine=true&section=SIGN")).toEqual([]);
    expect(await refs("")).toEqual(["SIGN-1", "SIGN-2", "PAY-1"]);
    const path = `/cycles/${cycle.id}`;
    const both = [
      { section: "SIGN", person: me.id },
      { section: "PAY", person: me.id },
    ];
    const changed = (await world.call(world.admin, "PATCH", path, { testers: both })).body.data;
    expect(changed.testers).toHaveLength(2);
    await world.call(world.admin, "POST", `${path}/close`);
    expect(await refs("?mine=true")).toEqual(["SIGN-1", "SIGN-2", "PAY-1"]);
  });

  test("testers are called what they are called now, wherever the cycle is shown and whoever has seen it before", async () => {
    const { id } = await world.app();
    const me = (await world.call(await world.person("tester"), "GET", "/me")).body.data;
    const open = await start(id, { testers: [{ section: "PAY", person: me.id }] });
    const closed = await start(id, { name: "1.4", testers: [{ section: "PAY", person: me.id }] });
    await world.call(world.admin, "POST", `/cycles/${closed.id}/close`);
    const cycles = [open, closed].map((cycle) => `/cycles/${cycle.id}`);
    const shown = cycles.flatMap((path) => [path, `${path}/runbook`, `${path}/report`]);
    const seen = new Map<string, string>();
    for (const path of [`/apps/${id}/cycles`, ...shown]) {
      // What is asked for again is kept.
      for (let n = 0; n < 3; n++) {
        const { headers, body } = await world.call(world.viewer, "GET", path);
        expect(JSON.stringify(body)).toContain(me.name);
        seen.set(path, headers.get("etag")!);
      }
      const again = await world.call(world.viewer, "GET", path, undefined, { "if-none-match": seen.get(path)! });
      expect([path, again.status]).toEqual([path, 304]);
    }
    await behind(world, `update person set name = 'Ada Lovelace' where id = '${me.id}'`);
    for (const [path, tag] of seen) {
      const { status, body } = await world.call(world.viewer, "GET", path, undefined, { "if-none-match": tag });
      expect([path, status]).toEqual([path, 200]);
      expect(JSON.stringify(body)).toContain("Ada Lovelace");
    }
  });

  test("starting, changing and closing stand in the audit log", async () => {
    const { id } = await world.app();
    const cycle = await start(id);
    await world.call(world.admin, "PATCH", `/cycles/${cycle.id}`, { name: "1.5.1", build: "b7" });
    await world.call(world.admin, "PATCH", `/cycles/${cycle.id}`, { name: "1.5.1" });
    await world.call(world.admin, "POST", `/cycles/${cycle.id}/close`);
    const entries = (await world.call(world.admin, "GET", `/audit?app=${id}&action=cycle.`)).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      "cycle.closed",
      "cycle.changed",
      "cycle.started",
    ]);
    expect(entries[0].target).toEqual({ kind: "cycle", id: cycle.id, name: "1.5.1" });
  });

  test("starting with an Idempotency-Key is done once", async () => {
    const { id } = await world.app();
    const key = { "idempotency-key": "start-1" };
    const ask = () => world.call(world.admin, "POST", `/apps/${id}/cycles`, { name: "1.5" }, key);
    const [first, again] = [await ask(), await ask()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });
});
