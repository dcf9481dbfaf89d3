// POST /issues/batch: one change of several issues, each of which answers for itself.
import { describe, expect, test } from "vitest";
import { IssueOutcomeSchema } from "../../../../src/wire/issues/issue-batch.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { issueClientOf, refused } from "../../../support/clients/issue-client.ts";
import { join } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  const post = (ids: unknown, change: unknown, key = world.admin, headers: Record<string, string> = {}) =>
    world.call(key, "POST", "/issues/batch", { ids, change }, headers);
  const changed = async (ids: string[], change: unknown, key = world.tester) => {
    const answer = await post(ids, change, key);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    return IssueOutcomeSchema.array().parse(answer.body.data);
  };
  const raised = async (app: { id: string }, count: number) => (await issueClient.raiseMany(app, count)).reverse();
  const live = () => world.app({ mode: "live" });

  test("each answers in the order asked, by the name it was asked for, with the issue as it is now", async () => {
    const app = await live();
    const ids = await raised(app, 3);
    const code = (await issueClient.read(ids[1]!)).code;
    const names = [ids[2]!, code.toLowerCase(), ids[0]!, ids[2]!];
    const outcomes = await changed(names, { priority: "high" });
    expect(outcomes.map(({ id, error }) => [id, error])).toEqual(names.slice(0, 3).map((name) => [name, null]));
    expect(outcomes.map(({ issue }) => issue)).toEqual([
      await issueClient.read(ids[2]!),
      await issueClient.read(ids[1]!),
      await issueClient.read(ids[0]!),
    ]);
    expect(outcomes.every(({ issue }) => issue?.priority === "high")).toBe(true);
    for (const id of ids)
      expect((await issueClient.history(id)).map((entry) => entry.kind)).toEqual(["edited", "raised"]);
    expect((await changed(ids, { priority: null }))[0]!.issue?.priority).toBeNull();
    expect(await world.problems()).toEqual([]);
  });

  test("fixing and reopening settle the checks, and are in the audit log one by one", async () => {
    const app = await world.app();
    const ids = [...(await raised(app, 2)), (await issueClient.raise(app, { check: "PAY-1" })).id];
    await changed(ids, { fixed: true }, world.admin);
    expect(await issueClient.statuses(app)).toEqual({ ios: "needs_retest", android: "needs_retest" });
    expect(await issueClient.statuses(app, "PAY-1")).toEqual({ ios: "needs_retest", android: "needs_retest" });
    const log = (await dataOf(world, "GET", "/audit?limit=3")).map(
      ({ action, target }: { action: string; target: { id: string } }) => [action, target.id],
    );
    expect(log.sort()).toEqual(ids.map((id) => ["issue.fixed", id]).sort());
    await changed(ids.slice(0, 1), { fixed: false }, world.admin);
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "failed" });
    expect((await dataOf(world, "GET", `/apps/${app.id}`)).summary.open_issues).toBe(1);
    expect(await world.problems()).toEqual([]);
  });

  test("placing several moves them all, and both places read what is then so", async () => {
    const app = await live();
    const ids = await raised(app, 30);
    const outcomes = await changed(ids, { place: { check: "PAY-1" } });
    expect(outcomes.every(({ issue }) => issue?.check?.ref === "PAY-1")).toBe(true);
    expect(await issueClient.statuses(app)).toEqual({ ios: "untested", android: "untested" });
    expect(await issueClient.statuses(app, "PAY-1")).toEqual({ ios: "failed", android: "failed" });
    expect((await changed(ids, { place: {} })).every(({ issue }) => issue?.check === null)).toBe(true);
    expect(await issueClient.statuses(app, "PAY-1")).toEqual({ ios: "untested", android: "untested" });
    expect(await world.problems()).toEqual([]);
  });

  test("what one is refused the others still get: of other apps, out of reach, unknown", async () => {
    const [app, other, hidden] = [await live(), await world.app(), await live()];
    const one = await issueClient.raise(app);
    const elsewhere = await issueClient.raise(other);
    const secret = await issueClient.raise(hidden);
    const key = await world.key("tester", [app.id, other.id]);
    const names = [secret.id, elsewhere.id, "iss_unknown", one.id, secret.code];
    const outcomes = await changed(names, { place: { section: "PAY" } }, key);
    expect(outcomes.map(({ id, issue, error }) => [id, issue?.id ?? null, error?.code ?? null])).toEqual([
      [secret.id, null, "not_found"],
      [elsewhere.id, null, "missing_check"],
      ["iss_unknown", null, "not_found"],
      [one.id, one.id, null],
      [secret.code, null, "not_found"],
    ]);
    const single = await world.call(key, "PUT", `/issues/${elsewhere.id}/place`, { section: "PAY" });
    expect(outcomes[1]!.error).toEqual(single.body.error);
    const gone = await world.call(key, "GET", "/issues/iss_unknown");
    for (const i of [0, 2, 4]) expect(outcomes[i]!.error).toEqual(gone.body.error);
    expect(await issueClient.read(elsewhere.id)).toEqual(elsewhere);
    expect(await issueClient.read(secret.id)).toEqual(secret);
  });

  test("placing on another app's check is refused for each issue that is not of that app, and changes nothing there", async () => {
    const [app, other] = [await live(), await live()];
    const [one, theirs] = [await issueClient.raise(app), await issueClient.raise(other)];
    const [check] = await dataOf(world, "GET", `/checks?app=${other.id}&section=PAY`);
    const places = [{ check: check.id }, { section: check.section.id }];
    for (const place of places) {
      const outcomes = await changed([one.id, theirs.id], { place });
      expect(outcomes.map(({ issue, error }) => issue?.id ?? error?.code)).toEqual(["not_found", theirs.id]);
    }
    expect(await issueClient.read(one.id)).toEqual(one);
    expect(await issueClient.statuses(app, "PAY-1")).toEqual({ ios: "untested", android: "untested" });
  });

  test("people are assigned by id or by name; who does not reach an issue's app is refused for that issue alone", async () => {
    const [app, other] = [await live(), await live()];
    const [one, two] = [await issueClient.raise(app), await issueClient.raise(other)];
    const { id } = await join(world, { apps: [app.id] });
    const name = "Ada";
    const outcomes = await changed([one.id, two.id], { assignees: [id] });
    expect(outcomes[0]!.issue?.assignees).toEqual([name]);
    expect(outcomes[1]).toMatchObject({ issue: null, error: { code: "invalid_request" } });
    expect((await changed([one.id], { assignees: [] }))[0]!.issue?.assignees).toEqual([]);
    expect((await changed([one.id], { assignees: ["Nobody"] }))[0]!.error?.message).toContain("Nobody");
    expect((await changed([one.id], { assignees: [name, id] }))[0]!.issue?.assignees).toEqual([name]);
    await join(world, { apps: [app.id] });
    expect((await changed([one.id], { assignees: [name] }))[0]!.error?.message).toContain("several people");
  });

  test("the role is that of the single change: a tester may not fix, a viewer may change nothing", async () => {
    const ids = await raised(await live(), 2);
    for (const change of [{ priority: "low" }, { assignees: [] }, { place: {} }, { fixed: true }]) {
      expect(refused(await post(ids, change, world.viewer), 403, "forbidden")).toContain("tester");
    }
    for (const fixed of [true, false]) {
      expect(refused(await post(ids, { fixed }, world.tester), 403, "forbidden")).toContain("admin");
    }
    for (const id of ids) expect(await issueClient.history(id)).toHaveLength(1);
  });

  test.each<[string, unknown, unknown]>([
    ["ids", [], { fixed: true }],
    ["ids", Array.from({ length: 201 }, (_, i) => `iss_${i}`), { fixed: true }],
    ["ids", "iss_1", { fixed: true }],
    ["ids[0]", [7], { fixed: true }],
    ["ids: required", undefined, { fixed: true }],
    ["change: required", ["iss_1"], undefined],
    ["exactly one", ["iss_1"], {}],
    ["exactly one", ["iss_1"], { fixed: true, priority: "low" }],
    ["exactly one", ["iss_1"], { fixed: null }],
    ["change.fixed", ["iss_1"], { fixed: "yes" }],
    ["change.priority", ["iss_1"], { priority: "soon" }],
    ["change.place", ["iss_1"], { place: { app: "Shop" } }],
    ["text", ["iss_1"], { text: "All the same" }],
  ])("a wrong request answers 400 and says %s: %j %j", async (words, ids, change) => {
    expect(refused(await post(ids, change), 400, "invalid_request")).toContain(words);
  });

  test("200 are taken", async () => {
    const app = await live();
    const { id } = await issueClient.raise(app);
    const names = [id, ...Array.from({ length: 199 }, (_, i) => `iss_${i}`)];
    const outcomes = await changed(names, { priority: "low" });
    expect(outcomes).toHaveLength(200);
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test("with an Idempotency-Key it is done once, over several apps too, and answered as it was", async () => {
    const apps = [await live(), await live(), await live()];
    const issues = await Promise.all(apps.map((app) => issueClient.raise(app)));
    const names = [...issues.map(({ id }) => id), "iss_unknown"];
    const key = { "idempotency-key": `batch ${apps[0]!.id}` };
    const first = await post(names, { fixed: true }, world.admin, key);
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([200, null]);
    await issueClient.reopen(issues[0]!.id);
    const again = await post(names, { fixed: true }, world.admin, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await issueClient.read(issues[0]!.id)).status).toBe("open");
    for (const [ids, change] of [
      [names, { fixed: false }],
      [names.slice(1), { fixed: true }],
      [["iss_unknown", issues[1]!.id], { fixed: true }],
    ] as const) {
      refused(await post(ids, change, world.admin, key), 409, "idempotency_conflict");
    }
    expect(await world.problems()).toEqual([]);
  });

  test("the same batch many times at once is as one: every answer whole, one history entry each", async () => {
    const app = await live();
    const ids = await raised(app, 5);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(ids, { place: { check: "PAY-1" } })));
    for (const { status, body } of answers) {
      expect([status, body.data.every(({ error }: { error: unknown }) => error === null)]).toEqual([200, true]);
    }
    for (const id of ids)
      expect((await issueClient.history(id)).map((entry) => entry.kind)).toEqual(["moved", "raised"]);
    expect(await world.problems()).toEqual([]);
  });
});
