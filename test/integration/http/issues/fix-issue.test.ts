// POST /issues/:id/fix on the whole issue: fixing, reopening, doing either twice, and what is refused.
import { describe, expect, test } from "vitest";
import { issueClientOf, refused, severalRepositories, TIMESTAMP } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PULL_REQUEST = { number: 7, url: "https://code.example/pull/7", repo: "example/web" };

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);

  const post = (id: string, body?: unknown, key = world.admin) => world.call(key, "POST", `/issues/${id}/fix`, body);

  test.each<[string, unknown]>([
    ["no body", undefined],
    ["an empty body", ""],
    ["{}", {}],
    ["{fixed: true}", { fixed: true }],
  ])("%s marks the issue fixed, by the key and in one go", async (_what, body) => {
    const app = await world.app();
    const issue = await issueClient.raise(app, { priority: "high", reporter: { name: "Ann" } });
    const answer = await post(issue.id, body);
    const fixed = {
      ...issue,
      status: "fixed",
      fixed_by: "admin key via API",
      fixed_at: expect.stringMatching(TIMESTAMP),
      fixed_on: [],
      still_open_on: [],
    };
    expect(answer).toMatchObject({ status: 200, body: { data: fixed } });
    expect(await issueClient.read(issue.id)).toEqual(answer.body.data);
    expect(await issueClient.statuses(app)).toEqual({ ios: "needs_retest", android: "needs_retest" });
  });

  test("a fix without a body is accepted whatever the Content-Type", async () => {
    const { id } = await issueClient.raise(await world.app());
    const answer = await world.call(world.admin, "POST", `/issues/${id}/fix`, undefined, {
      "content-type": "text/plain",
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { status: "fixed" } } });
  });

  test("{fixed: false} reopens: every trace of the fix is gone and the check fails again", async () => {
    const app = await world.app();
    const issue = await issueClient.raise(app, { platforms: ["ios"] });
    await issueClient.fix(issue.id);
    expect(await issueClient.reopen(issue.id)).toEqual(issue);
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "untested" });
    expect(await issueClient.read(issue.id)).toEqual(issue);
  });

  test("reopening a confirmed issue clears the confirmation", async () => {
    const issue = await issueClient.raise(await world.app({ mode: "live" }), { check: undefined });
    await issueClient.fix(issue.id);
    await issueClient.confirm(issue.id);
    expect(await issueClient.reopen(issue.id)).toEqual(issue);
  });

  test("reopening keeps the edits", async () => {
    const { id } = await issueClient.raise(await world.app());
    const edited = await issueClient.edit(id, { text: "Edited" });
    await issueClient.fix(id);
    expect(await issueClient.reopen(id)).toEqual(edited);
  });

  test("fixing a fixed issue answers 200 and changes nothing", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    const fixed = await issueClient.fix(id);
    await issueClient.record(app, "passed");
    const before = await issueClient.snapshot(app);
    world.clock.offset += 5_000;
    for (const body of [undefined, { fixed: true }]) {
      expect(await issueClient.fix(id, body, await issueClient.keyNamed("Second"))).toEqual(fixed);
    }
    expect(await issueClient.snapshot(app)).toEqual(before);
    expect((await issueClient.history(id)).map((entry) => entry.kind)).toEqual(["fixed", "raised"]);
  });

  test("reopening an open issue answers 200 and changes nothing", async () => {
    const app = await world.app();
    const issue = await issueClient.raise(app);
    const before = await issueClient.snapshot(app);
    expect(await issueClient.reopen(issue.id)).toEqual(issue);
    expect(await issueClient.snapshot(app)).toEqual(before);
    expect((await issueClient.history(issue.id)).map((entry) => entry.kind)).toEqual(["raised"]);
  });

  test("a fix after reopening is a new fix, with the new key and time", async () => {
    const { id } = await issueClient.raise(await world.app());
    const first = await issueClient.fix(id);
    await issueClient.reopen(id);
    world.clock.offset += 5_000;
    const second = await issueClient.fix(id, undefined, await issueClient.keyNamed("Second"));
    expect(second.fixed_by).toBe("Second via API");
    expect(Date.parse(second.fixed_at!)).toBeGreaterThan(Date.parse(first.fixed_at!));
  });

  test("open_issues counts open issues only, through fixing and reopening", async () => {
    const app = await world.app();
    const openIssues = async () => {
      const list = await world.call(world.viewer, "GET", "/apps");
      const single = await world.call(world.viewer, "GET", `/apps/${app.id}`);
      const listed = list.body.data.find((one: { id: string }) => one.id === app.id);
      return [listed.open_issues, single.body.data.summary.open_issues];
    };
    const [id] = await issueClient.raiseMany(app, 2);
    expect(await openIssues()).toEqual([2, 2]);
    await issueClient.fix(id!);
    expect(await openIssues()).toEqual([1, 1]);
    await issueClient.reopen(id!);
    expect(await openIssues()).toEqual([2, 2]);
  });

  test.each<[string, unknown]>([
    ["fixed", { fixed: "false" }],
    ["fixed", { fixed: 0 }],
    ["fixed", { fixed: {} }],
    ["status", { status: "open" }],
    ["fixed_by", { fixed: true, fixed_by: "Eve" }],
    ["platforms", { platforms: ["ios"] }],
    ["platforms", { platforms: ["ios", "android"] }],
    ["pull_request", { pull_request: PULL_REQUEST }],
    ["platforms", { platforms: ["ios"], pull_request: PULL_REQUEST }],
  ])("a wrong field, or one not for this app, answers 400, names %s and changes nothing: %j", async (field, body) => {
    const app = await world.app();
    for (const status of ["open", "fixed"]) {
      const { id } = await issueClient.raise(app);
      if (status === "fixed") await issueClient.fix(id);
      const before = await issueClient.snapshot(app);
      expect(refused(await post(id, body), 400, "invalid_request")).toContain(field);
      expect(await issueClient.snapshot(app)).toEqual(before);
    }
  });

  test("an app with one repository has no fixes per platform", async () => {
    const { platforms, repositories } = severalRepositories();
    const app = await world.app({ platforms, repositories: repositories.slice(0, 1) });
    const { id } = await issueClient.raise(app);
    for (const body of [{ platforms: ["ios"] }, { pull_request: PULL_REQUEST }]) {
      refused(await post(id, body), 400, "invalid_request");
    }
    expect(await issueClient.fix(id)).toMatchObject({ status: "fixed", fixed_on: [] });
  });

  test.each(["[]", "null", "false", '"fixed"'])("the body %s is no object: 400, and nothing changes", async (body) => {
    const issue = await issueClient.raise(await world.app());
    refused(await post(issue.id, body), 400, "invalid_request");
    expect(await issueClient.read(issue.id)).toEqual(issue);
  });

  test("a body that is not JSON answers 400 invalid_json, and nothing changes", async () => {
    const issue = await issueClient.raise(await world.app());
    for (const body of ["{", "fixed=true", " "]) refused(await post(issue.id, body), 400, "invalid_json");
    expect(await issueClient.read(issue.id)).toEqual(issue);
  });

  test.each(["viewer", "tester"] as const)("a %s may neither fix nor reopen: 403 names admin", async (role) => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    for (const body of [undefined, { fixed: false }]) {
      expect(refused(await post(id, body, world[role]), 403, "forbidden")).toContain("admin");
    }
    expect(await issueClient.read(id)).toMatchObject({ status: "open" });
  });

  test("an issue out of reach or unknown answers 404, whatever the role", async () => {
    const [mine, other] = [await world.app(), await world.app()];
    const issue = await issueClient.raise(other);
    const absent = await post("iss_unknown");
    refused(absent, 404, "not_found");
    for (const role of ["viewer", "tester", "admin"] as const) {
      const answer = await post(issue.id, undefined, await world.key(role, [mine.id]));
      expect([answer.status, answer.body]).toEqual([404, absent.body]);
    }
    expect(await issueClient.read(issue.id)).toEqual(issue);
  });

  test("of many fixes at once, on two servers, one counts: all answer 200 with the same fixed_at", async () => {
    const { id } = await issueClient.raise(await world.app());
    const addresses = [world.address, await world.anotherServer()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => world.callAt(addresses[i % 2]!, world.admin, "POST", `/issues/${id}/fix`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.fixed_at)).size).toBe(1);
    expect((await issueClient.history(id)).map((entry) => entry.kind)).toEqual(["fixed", "raised"]);
  });

  test("an issue whose check was archived can still be fixed and reopened, and keeps its check", async () => {
    const app = await world.app();
    const issue = await issueClient.raise(app);
    await world.call(world.admin, "DELETE", `/checks/${issue.check!.id}`);
    expect(await issueClient.fix(issue.id)).toMatchObject({ status: "fixed", check: issue.check });
    expect(await issueClient.reopen(issue.id)).toEqual(issue);
  });

  test("the counters of the whole world agree with its issues", async () => {
    expect(await world.problems()).toEqual([]);
  });
});
