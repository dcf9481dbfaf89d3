// PUT /issues/:id/place: where an issue belongs. Both places read what the rules then say of them.
import { describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { issueClientOf, refused, severalRepositories } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  const put = (id: string, body: unknown, key = world.tester, headers: Record<string, string> = {}) =>
    world.call(key, "PUT", `/issues/${id}/place`, body, headers);
  const live = (fields: Record<string, unknown> = {}) => world.app({ mode: "live", ...fields });
  const loose = async (fields: Record<string, unknown> = {}) => {
    const app = await live();
    return { app, issue: await issueClient.raise(app, { check: undefined, ...fields }) };
  };
  const checkId = async (app: { id: string }, ref: string) =>
    (await dataOf(world, "GET", `/checks?app=${app.id}`)).find((check: { ref: string }) => check.ref === ref).id;
  const both = (status: string) => ({ ios: status, android: status });

  test("an issue that belonged nowhere fails the check that it is placed on, on its platforms", async () => {
    const { app, issue } = await loose({ platforms: ["ios"] });
    const placed = await issueClient.place(issue.id, { check: "PAY-1" });
    expect(placed).toEqual({ ...issue, check: { id: await checkId(app, "PAY-1"), ref: "PAY-1", title: "Card" } });
    expect(await issueClient.read(issue.id)).toEqual(placed);
    expect(await issueClient.statuses(app, "PAY-1")).toEqual({ ios: "failed", android: "untested" });
    const { summary } = await dataOf(world, "GET", `/apps/${app.id}`);
    expect(summary).toMatchObject({ failed: 1, untested: 5, open_issues: 1 });
    expect(await world.problems()).toEqual([]);
  });

  test("the check that it leaves reads what is left there, the one that it comes to fails, in one step", async () => {
    const app = await world.app();
    await issueClient.record(app, "passed");
    const other = await issueClient.raise(app, { platforms: ["android"] });
    const { id } = await issueClient.raise(app);
    const before = (await dataOf(world, "GET", `/apps/${app.id}/runbook`)).revision;
    await issueClient.place(id, { check: "SIGN-2" });
    expect(await issueClient.statuses(app)).toEqual({ ios: "passed", android: "failed" });
    expect(await issueClient.statuses(app, "SIGN-2")).toEqual(both("failed"));
    const after = await dataOf(world, "GET", `/apps/${app.id}/runbook?since=${before}`);
    expect(after.revision).toBe(before + 1);
    expect(after.checks.map(({ ref }: { ref: string }) => ref)).toEqual(["SIGN-1", "SIGN-2"]);
    expect((await issueClient.list(`app=${app.id}&check=SIGN-1`)).data.map((issue) => issue.id)).toEqual([other.id]);
    expect((await issueClient.list(`app=${app.id}&check=SIGN-2`)).data.map((issue) => issue.id)).toEqual([id]);
    expect(await world.problems()).toEqual([]);
  });

  test("a section is a place too: the issue is found there, and no check fails", async () => {
    const { app, issue } = await loose();
    await issueClient.place(issue.id, { check: "PAY-1" });
    const section = app.sections.find((one: { ref: string }) => one.ref === "PAY").id;
    for (const name of [section, "PAY", "Pay"]) {
      expect(await issueClient.place(issue.id, { section: name })).toEqual({ ...issue, section_id: section });
      expect((await issueClient.list(`app=${app.id}&section=PAY`)).data).toHaveLength(1);
      expect((await issueClient.list(`app=${app.id}&section=SIGN`)).data).toHaveLength(0);
      expect(await issueClient.statuses(app, "PAY-1")).toEqual(both("untested"));
      expect(await issueClient.place(issue.id, {})).toEqual(issue);
    }
    expect(await issueClient.place(issue.id, { section: "PAY" })).toMatchObject({ section_id: section });
    expect(await issueClient.place(issue.id, { check: "SIGN-2" })).toMatchObject({ section_id: null });
    expect((await issueClient.list(`app=${app.id}&section=SIGN`)).data).toHaveLength(1);
    expect(await world.problems()).toEqual([]);
  });

  test("null counts as left out, and a check is found by id, ref, exact title, and title with its section", async () => {
    const app = await live({
      sections: ["A", "B"].map((ref) => ({ ref, title: ref, checks: [{ ref: `${ref}-1`, title: "Works" }] })),
    });
    const { id } = await issueClient.raise(app, { check: "B-1" });
    expect(await issueClient.place(id, { check: await checkId(app, "A-1") })).toMatchObject({ check: { ref: "A-1" } });
    expect((await put(id, { check: "B-1", section: null })).body.data.check.ref).toBe("B-1");
    expect(await issueClient.place(id, { check: "Works", section: "A" })).toMatchObject({ check: { ref: "A-1" } });
    expect(refused(await put(id, { check: "Works" }), 409, "ambiguous_check")).toContain("section");
    refused(await put(id, { check: "B-1", section: "A" }), 404, "not_found");
    expect((await put(id, { check: null })).body.data).toMatchObject({ check: null, section_id: null });
  });

  test("the history says where it belonged and where it belongs, by the names of that time", async () => {
    const { app, issue } = await loose();
    const [card, pay] = [
      { id: await checkId(app, "PAY-1"), ref: "PAY-1", title: "Card" },
      { id: app.sections[1].id, ref: "PAY", title: "Pay" },
    ];
    await issueClient.place(issue.id, { check: "PAY-1" });
    await issueClient.place(issue.id, { section: "PAY" }, world.admin);
    await world.call(world.admin, "PATCH", `/checks/${card.id}`, { title: "Renamed" });
    const [second, first] = await issueClient.history(issue.id);
    expect(first).toMatchObject({
      kind: "moved",
      by: "tester key via API",
      changes: { check: { from: null, to: card } },
    });
    expect(second).toMatchObject({ kind: "moved", by: "admin key via API" });
    expect(second!.changes).toEqual({ check: { from: card, to: null }, section: { from: null, to: pay } });
  });

  test("the place that it has already changes nothing: no history, no new revision, no edit", async () => {
    const { app, issue } = await loose();
    await issueClient.place(issue.id, { check: "PAY-1" });
    const before = await issueClient.snapshot(app);
    const { revision } = await dataOf(world, "GET", `/apps/${app.id}/runbook`);
    await issueClient.place(issue.id, { check: "Card", section: "Pay" });
    expect(await issueClient.snapshot(app)).toEqual(before);
    expect((await dataOf(world, "GET", `/apps/${app.id}/runbook`)).revision).toBe(revision);
    expect((await issueClient.history(issue.id)).map((entry) => entry.kind)).toEqual(["moved", "raised"]);
    expect(await issueClient.read(issue.id)).toMatchObject({ edited_by: null });
  });

  test("a fix goes with the issue as of when it was made: needs_retest, unless the new check has a later result", async () => {
    const { app, issue } = await loose();
    await issueClient.record(app, "passed", { check: "PAY-1" });
    await issueClient.fix(issue.id);
    await issueClient.record(app, "passed", { check: "SIGN-2", platforms: ["ios"] });
    await issueClient.place(issue.id, { check: "PAY-1" });
    expect(await issueClient.statuses(app, "PAY-1")).toEqual(both("needs_retest"));
    await issueClient.place(issue.id, { check: "SIGN-2" });
    expect(await issueClient.statuses(app, "PAY-1")).toEqual(both("passed"));
    expect(await issueClient.statuses(app, "SIGN-2")).toEqual({ ios: "passed", android: "needs_retest" });
    expect(await issueClient.reopen(issue.id)).toMatchObject({ check: { ref: "SIGN-2" } });
    expect(await issueClient.statuses(app, "SIGN-2")).toEqual(both("failed"));
    expect(await world.problems()).toEqual([]);
  });

  test("fixes on single platforms stay, each as of when it was made, wherever the issue goes", async () => {
    const app = await live(severalRepositories());
    const { id } = await issueClient.raise(app, { check: undefined });
    await issueClient.fix(id, { platforms: ["ios"] });
    await issueClient.record(app, "passed", { check: "PAY-1", platforms: ["ios"] });
    const partly = await issueClient.fix(id, { platforms: ["android"] });
    const placed = await issueClient.place(id, { check: "PAY-1" });
    expect(placed).toMatchObject({ fixed_on: partly.fixed_on, still_open_on: ["web"], status: "open" });
    expect(await issueClient.statuses(app, "PAY-1")).toEqual({ ios: "passed", android: "needs_retest", web: "failed" });
    await issueClient.place(id, { check: "SIGN-2" });
    expect(await issueClient.statuses(app, "SIGN-2")).toEqual({
      ios: "needs_retest",
      android: "needs_retest",
      web: "failed",
    });
    await issueClient.place(id, {});
    await issueClient.fix(id, { platforms: ["web"] });
    await issueClient.place(id, { check: "PAY-1" });
    expect(await issueClient.statuses(app, "PAY-1")).toEqual({
      ios: "passed",
      android: "needs_retest",
      web: "needs_retest",
    });
    expect(await world.problems()).toEqual([]);
  });

  test("what counts as still open is what counts on the new check; nothing left open there answers 409", async () => {
    const app = await live(severalRepositories());
    await issueClient.markNotApplicable(await checkId(app, "PAY-1"), ["web"]);
    await issueClient.markNotApplicable(await checkId(app, "SIGN-2"), ["android", "web"]);
    const { id } = await issueClient.raise(app);
    await issueClient.fix(id, { platforms: ["ios"] });
    expect(await issueClient.place(id, { check: "PAY-1" })).toMatchObject({ still_open_on: ["android"] });
    const before = await issueClient.snapshot(app);
    expect(refused(await put(id, { check: "SIGN-2" }), 409, "nothing_left_open")).toContain("N/A");
    expect(await issueClient.snapshot(app)).toEqual(before);
    expect(await issueClient.place(id, {})).toMatchObject({ still_open_on: ["android", "web"], status: "open" });
    expect(await world.problems()).toEqual([]);
  });

  test("an archived check can be left but not come to; restored, it reads without the issue", async () => {
    const { app, issue } = await loose();
    const id = await checkId(app, "PAY-1");
    await issueClient.place(issue.id, { check: id });
    await world.call(world.admin, "DELETE", `/checks/${id}`);
    await issueClient.place(issue.id, { check: "SIGN-1" });
    for (const name of [id, "PAY-1", "Card"]) refused(await put(issue.id, { check: name }), 404, "not_found");
    await dataOf(world, "POST", `/checks/${id}/restore`, {});
    expect(await issueClient.statuses(app, "PAY-1")).toEqual(both("untested"));
    expect(await issueClient.statuses(app)).toEqual(both("failed"));
    expect(await world.problems()).toEqual([]);
  });

  test("another app's check or section and unknown ones answer 404, and nothing changes", async () => {
    const { app, issue } = await loose();
    const other = await live();
    const before = await issueClient.snapshot(app);
    const places = [
      { check: await checkId(other, "SIGN-1") },
      { section: other.sections[0].id },
      { check: "NOPE" },
      { section: "NOPE" },
      { check: "SIGN-1", section: "NOPE" },
    ];
    for (const place of places) refused(await put(issue.id, place), 404, "not_found");
    expect(await issueClient.snapshot(app)).toEqual(before);
    expect(await issueClient.statuses(other)).toEqual(both("untested"));
  });

  test("in testing mode an issue needs a check: 400 missing_check", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    const before = await issueClient.snapshot(app);
    for (const place of [{}, { section: "PAY" }]) {
      expect(refused(await put(id, place), 400, "missing_check")).toContain("live mode");
    }
    expect(await issueClient.snapshot(app)).toEqual(before);
    expect(await issueClient.place(id, { check: "PAY-1" })).toMatchObject({ check: { ref: "PAY-1" } });
  });

  test.each<[string, unknown]>([
    ["check", { check: 1 }],
    ["section", { section: [] }],
    ["app", { app: "Shop", check: "PAY-1" }],
    ["body", []],
  ])("a wrong or unknown field answers 400, names %s and changes nothing: %j", async (field, body) => {
    const { issue } = await loose();
    expect(refused(await put(issue.id, body), 400, "invalid_request")).toContain(field);
    refused(await put(issue.id, ""), 400, "invalid_json");
    expect(await issueClient.read(issue.id)).toEqual(issue);
  });

  test("with If-Match it is placed only by whoever has seen it as it is", async () => {
    const { issue } = await loose();
    const read = await world.call(world.viewer, "GET", `/issues/${issue.id}`);
    const seen = { "if-match": read.headers.get("etag")! };
    const placed = await put(issue.id, { check: "PAY-1" }, world.tester, seen);
    expect(placed.status).toBe(200);
    expect(placed.headers.get("etag")).not.toBe(seen["if-match"]);
    refused(await put(issue.id, {}, world.tester, seen), 412, "precondition_failed");
    expect((await issueClient.read(issue.id)).check?.ref).toBe("PAY-1");
  });

  test("of placings at once each is whole: the issue is on one check, and just that one fails", async () => {
    const { app, issue } = await loose();
    const refs = ["SIGN-1", "SIGN-2", "PAY-1"];
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => put(issue.id, { check: refs[i % 3] })));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const { check } = await issueClient.read(issue.id);
    for (const ref of refs) {
      expect(await issueClient.statuses(app, ref)).toEqual(both(ref === check!.ref ? "failed" : "untested"));
    }
    expect(await world.problems()).toEqual([]);
  });
});
