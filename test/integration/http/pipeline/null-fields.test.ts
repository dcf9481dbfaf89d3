// `null` in a field of a body that may be left out: it counts as left out.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { issueClientOf, refused, sampleIssue } from "../../../support/clients/issue-client.ts";
import { DATABASES, sampleApp } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);

  test("null in every optional field of an issue raises the same issue as leaving them out", async () => {
    const app = await world.app();
    const without = await issueClient.raise(app);
    const nulls = { section: null, priority: null, platforms: null, reporter: null };
    const with_ = await issueClient.raise(app, nulls);
    const own = { id: with_.id, code: with_.code, url: with_.url, raised_at: with_.raised_at };
    expect(with_).toEqual({ ...without, ...own });
  });

  test.each([null, "", "  "])("a reporter's e-mail of %j counts as left out", async (email) => {
    const { reporter } = await issueClient.raise(await world.app(), { reporter: { name: "Ann", email } });
    expect(reporter).toEqual({ name: "Ann" });
  });

  test.each(["ann", "Ann Lee <ann@customer.example>", "ann@customer..example", "x".repeat(254)])(
    "any other e-mail of a reporter is taken as it is: %s",
    async (email) => {
      const { reporter } = await issueClient.raise(await world.app(), { reporter: { name: "Ann", email } });
      expect(reporter).toEqual({ name: "Ann", email });
    },
  );

  test.each(["x".repeat(255), "a\u0000b", "a\tb@c.example", "a\u0085b"])(
    "a reporter's e-mail of over 254 characters, or with control characters, answers 400: %j",
    async (email) => {
      const app = await world.app();
      const answer = await world.call(world.tester, "POST", "/issues", {
        ...sampleIssue(app),
        reporter: { name: "Ann", email },
      });
      expect(refused(answer, 400, "invalid_request")).toContain("email");
    },
  );

  test("null counts as left out in sections, checks, results, fixes, apps, keys and webhooks", async () => {
    const { id: app } = await world.app({ mode: "live" });
    await dataOf(world, "GET", `/apps/${app}/webhook`);
    const issue = await issueClient.raise({ id: app } as never, { check: "PAY-1" });
    for (const [method, path, body] of [
      ["POST", "/apps", { ...sampleApp(), mode: null, prefix: null, repositories: null, sections: null }],
      ["POST", `/sections`, { app, title: "New", ref: null, position: null }],
      ["POST", "/checks", { app, section: "PAY", title: "New", ref: null, instructions: null, not_applicable: null }],
      ["POST", "/checks", { app, section: "PAY", title: "Newer", position: null, after: null }],
      ["POST", "/results", { app, check: "PAY-1", outcome: "passed", platforms: null, note: null, build: null }],
      ["PATCH", `/issues/${issue.id}`, { text: "Changed", platforms: null }],
      ["POST", `/issues/${issue.id}/fix`, { fixed: null, platforms: null, pull_request: null }],
      ["POST", "/keys", { name: "CI", role: "tester", apps: null }],
      ["PATCH", `/apps/${app}`, { mode: "testing", name: null, platforms: null }],
      ["PATCH", `/apps/${app}`, { mode: "live", prefix: null, repositories: null }],
      ["PATCH", `/apps/${app}/webhook`, { enabled: true, mapping: null, preset: null, default_platforms: null }],
      ["PUT", `/apps/${app}/webhook/secret`, { secret: null }],
    ] as const) {
      const answer = await ask(world, world.admin, method, path, body);
      expect(`${method} ${path} ${answer.status}`, JSON.stringify(answer.body)).toMatch(/ 20[01]$/);
    }
    expect(await world.problems()).toEqual([]);
  });

  test("a change of nothing but null fields names nothing to change: 400", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    for (const [path, body] of [
      [`/issues/${id}`, { text: null }],
      [`/apps/${app.id}`, { name: null, mode: null }],
    ] as const) {
      expect(outcomeOf(await ask(world, world.admin, "PATCH", path, body))).toBe("400 invalid_request");
    }
  });

  test("null where null means something still means it: no priority, no instructions, every app", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app, { priority: "high" });
    expect(await dataOf(world, "PATCH", `/issues/${id}`, { priority: null })).toMatchObject({ priority: null });
  });
});
