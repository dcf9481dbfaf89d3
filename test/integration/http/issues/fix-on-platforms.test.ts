// POST /issues/:id/fix platform by platform, on apps built from two or more repositories.
import { describe, expect, test } from "vitest";
import { type IssueData, issueClientOf, refused, severalRepositories } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PULL_REQUEST = { number: 7, url: "https://code.example/mobile/pull/7", repo: "example/mobile" };

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);

  const post = (id: string, body: unknown) => world.call(world.admin, "POST", `/issues/${id}/fix`, body);
  const raised = async (fields: Record<string, unknown> = {}) => {
    const app = await world.app(severalRepositories());
    const issue = await issueClient.raise(app, fields);
    return { app, issue, id: issue.id };
  };

  test("while fixed on some platforms, fixed_on lists those, still_open_on the rest, and the issue is open", async () => {
    const { app, issue, id } = await raised();
    const partly = await issueClient.fix(id, { platforms: ["ios"], pull_request: PULL_REQUEST });
    expect(partly).toEqual({
      ...issue,
      fixed_on: [
        { platform: "ios", fixed_by: "admin key via API", fixed_at: expect.any(String), pull_request: PULL_REQUEST },
      ],
      still_open_on: partly.still_open_on,
    });
    expect([...partly.still_open_on].sort()).toEqual(["android", "web"]);
    expect(await issueClient.read(id)).toEqual(partly);
    expect(await issueClient.statuses(app)).toEqual({ ios: "needs_retest", android: "failed", web: "failed" });
  });

  test("once all affected platforms are fixed the issue is fixed; fixed_by and fixed_at are the last one's", async () => {
    const { app, id } = await raised();
    await issueClient.fix(id, { platforms: ["ios"], pull_request: PULL_REQUEST }, await issueClient.keyNamed("First"));
    world.clock.offset += 5_000;
    await issueClient.fix(id, { platforms: ["web"] }, await issueClient.keyNamed("Second"));
    world.clock.offset += 5_000;
    const fixed = await issueClient.fix(id, { platforms: ["android"] }, await issueClient.keyNamed("Third"));
    expect(fixed).toMatchObject({ status: "fixed", fixed_by: "Third via API", still_open_on: [] });
    expect(byPlatform(fixed)).toEqual({
      android: ["Third via API", null],
      ios: ["First via API", PULL_REQUEST],
      web: ["Second via API", null],
    });
    const times = fixed.fixed_on.map((fix) => fix.fixed_at).sort();
    expect(new Set(times).size).toBe(3);
    expect(fixed.fixed_at).toBe(times.at(-1));
    expect(await issueClient.statuses(app)).toEqual({
      ios: "needs_retest",
      android: "needs_retest",
      web: "needs_retest",
    });
  });

  test("fixing without a list fixes the rest of a partly fixed issue", async () => {
    const { id } = await raised({ platforms: ["ios", "web"] });
    await issueClient.fix(id, { platforms: ["web"] }, await issueClient.keyNamed("First"));
    const fixed = await issueClient.fix(id);
    expect(fixed).toMatchObject({ status: "fixed", fixed_by: "admin key via API", still_open_on: [] });
    expect(byPlatform(fixed)).toMatchObject({ web: ["First via API", null] });
  });

  test("fixed_on is empty for an issue fixed in one go", async () => {
    const { id } = await raised();
    expect(await issueClient.fix(id)).toMatchObject({ status: "fixed", fixed_on: [], still_open_on: [] });
  });

  test("all affected platforms named at once fix the issue, and repeated codes count once", async () => {
    const { id } = await raised({ platforms: ["ios", "web"] });
    const fixed = await issueClient.fix(id, {
      fixed: true,
      platforms: ["web", "ios", "web"],
      pull_request: PULL_REQUEST,
    });
    expect(fixed.status).toBe("fixed");
    expect(byPlatform(fixed)).toEqual({
      ios: ["admin key via API", PULL_REQUEST],
      web: ["admin key via API", PULL_REQUEST],
    });
  });

  test("an empty list of platforms means every platform", async () => {
    const { id } = await raised();
    expect(await issueClient.fix(id, { platforms: [] })).toMatchObject({ status: "fixed", still_open_on: [] });
  });

  test("fixing a platform a second time answers 200 and changes nothing", async () => {
    const { app, id } = await raised();
    const partly = await issueClient.fix(id, { platforms: ["ios"], pull_request: PULL_REQUEST });
    const before = await issueClient.snapshot(app);
    world.clock.offset += 5_000;
    const again = { platforms: ["ios"], pull_request: { ...PULL_REQUEST, number: 8 } };
    expect(await issueClient.fix(id, again, await issueClient.keyNamed("Second"))).toEqual(partly);
    expect(await issueClient.snapshot(app)).toEqual(before);
    expect(await issueClient.history(id)).toHaveLength(2);
  });

  test("fixing platforms of a fixed issue answers 200 and changes nothing", async () => {
    const { id } = await raised();
    const fixed = await issueClient.fix(id);
    expect(await issueClient.fix(id, { platforms: ["web"], pull_request: PULL_REQUEST })).toEqual(fixed);
  });

  test("reopening a partly fixed issue takes its fixes back: the platforms fail again, and both lists are empty", async () => {
    const { app, issue, id } = await raised();
    await issueClient.fix(id, { platforms: ["ios"], pull_request: PULL_REQUEST });
    expect(await issueClient.reopen(id)).toEqual(issue);
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "failed", web: "failed" });
    const [latest] = await issueClient.history(id);
    expect(latest).toMatchObject({ kind: "reopened", changes: { fixed_on: { from: ["ios"], to: [] } } });
    const before = await issueClient.snapshot(app);
    expect(await issueClient.reopen(id)).toEqual(issue);
    expect(await issueClient.snapshot(app)).toEqual(before);
    expect(await issueClient.history(id)).toHaveLength(3);
    expect(await world.problems()).toEqual([]);
  });

  test("reopening an issue fixed platform by platform clears fixed_on and fails every platform again", async () => {
    const { app, issue, id } = await raised();
    for (const platform of ["ios", "android", "web"]) await issueClient.fix(id, { platforms: [platform] });
    expect(await issueClient.reopen(id)).toEqual(issue);
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "failed", web: "failed" });
  });

  test("a result after a platform's fix is its retest, also while the issue is open on others", async () => {
    const { app, id } = await raised();
    await issueClient.fix(id, { platforms: ["ios"] });
    await issueClient.record(app, "passed");
    expect(await issueClient.statuses(app)).toEqual({ ios: "passed", android: "failed", web: "failed" });
    await issueClient.fix(id, { platforms: ["android", "web"] });
    expect(await issueClient.statuses(app)).toEqual({ ios: "passed", android: "needs_retest", web: "needs_retest" });
  });

  test("N/A platforms don't count: fixed on all the others, the issue is fixed", async () => {
    const { app, issue, id } = await raised();
    await issueClient.markNotApplicable(issue.check!.id, ["android"]);
    expect(await issueClient.fix(id, { platforms: ["ios"] })).toMatchObject({ status: "open", still_open_on: ["web"] });
    expect(await issueClient.fix(id, { platforms: ["web"] })).toMatchObject({ status: "fixed", still_open_on: [] });
    expect(await issueClient.statuses(app)).toEqual({
      ios: "needs_retest",
      android: "not_applicable",
      web: "needs_retest",
    });
  });

  test.each([
    ["an empty list of platforms", { platforms: [] }],
    ["a pull request without platforms", { pull_request: PULL_REQUEST }],
  ])("%s fixes the platforms that count, and none that is N/A", async (_words, body) => {
    const { issue, id } = await raised();
    await issueClient.markNotApplicable(issue.check!.id, ["android"]);
    const { status, fixed_on } = await issueClient.fix(id, body);
    expect([status, fixed_on.map(({ platform }) => platform)]).toEqual(["fixed", ["ios", "web"]]);
  });

  test("a pull request is named in fixed_on even where no platform counts", async () => {
    const { issue, id } = await raised();
    await issueClient.markNotApplicable(issue.check!.id, ["ios", "android", "web"]);
    const { status, fixed_on } = await issueClient.fix(id, { pull_request: PULL_REQUEST });
    expect(status).toBe("fixed");
    expect(fixed_on.map(({ pull_request }) => pull_request)).toEqual([PULL_REQUEST, PULL_REQUEST, PULL_REQUEST]);
  });

  test("a platform marked N/A after a partial fix is not still open, and is again when unmarked", async () => {
    const { issue, id } = await raised();
    await issueClient.fix(id, { platforms: ["ios"] });
    await issueClient.markNotApplicable(issue.check!.id, ["android"]);
    expect(await issueClient.read(id)).toMatchObject({ status: "open", still_open_on: ["web"] });
    await issueClient.markNotApplicable(issue.check!.id, []);
    expect((await issueClient.read(id)).still_open_on.sort()).toEqual(["android", "web"]);
  });

  test("N/A platforms don't count either once the app has fewer repositories", async () => {
    const { app, issue, id } = await raised();
    await issueClient.fix(id, { platforms: ["ios"] });
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { repositories: [] });
    await issueClient.markNotApplicable(issue.check!.id, ["android"]);
    expect(await issueClient.read(id)).toMatchObject({ status: "open", still_open_on: ["web"] });
  });

  test("a platform the app gains is still open on an issue that covers every platform", async () => {
    const { app, id } = await raised();
    await issueClient.fix(id, { platforms: ["ios"] });
    const platforms = [...severalRepositories().platforms, { code: "tv", label: "TV" }];
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { platforms });
    expect((await issueClient.read(id)).still_open_on.sort()).toEqual(["android", "tv", "web"]);
    expect(await issueClient.statuses(app)).toMatchObject({ ios: "needs_retest", tv: "failed" });
  });

  test("a platform the app gains reads the same whether the issue was fixed at once or platform by platform", async () => {
    const app = await world.app(severalRepositories());
    const [whole, single] = [
      await issueClient.raise(app, { check: "SIGN-1" }),
      await issueClient.raise(app, { check: "SIGN-2" }),
    ];
    await issueClient.fix(whole.id);
    for (const platform of ["ios", "android", "web"]) await issueClient.fix(single.id, { platforms: [platform] });
    const platforms = [...severalRepositories().platforms, { code: "tv", label: "TV" }];
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { platforms });
    expect(await issueClient.statuses(app, "SIGN-2")).toEqual(await issueClient.statuses(app, "SIGN-1"));
  });

  test("an issue with no check is fixed platform by platform too", async () => {
    const app = await world.app({ ...severalRepositories(), mode: "live" });
    const { id } = await issueClient.raise(app, { check: undefined, platforms: ["ios", "web"] });
    expect(await issueClient.fix(id, { platforms: ["web"] })).toMatchObject({ status: "open", still_open_on: ["ios"] });
    expect(await issueClient.fix(id, { platforms: ["ios"] })).toMatchObject({ status: "fixed", still_open_on: [] });
  });

  test.each<[string, string, unknown]>([
    ["unknown_platform", "tv", { platforms: ["ios", "tv"] }],
    ["invalid_request", "web", { platforms: ["ios", "web"] }],
    ["invalid_request", "platforms", { platforms: "ios" }],
    ["invalid_request", "number", { platforms: ["ios"], pull_request: { ...PULL_REQUEST, number: "7" } }],
    ["invalid_request", "number", { platforms: ["ios"], pull_request: { ...PULL_REQUEST, number: 1.5 } }],
    ["invalid_request", "url", { platforms: ["ios"], pull_request: { ...PULL_REQUEST, url: "javascript:alert(1)" } }],
    ["invalid_request", "url", { platforms: ["ios"], pull_request: { ...PULL_REQUEST, url: "https://x/\0a" } }],
    ["invalid_request", "url", { platforms: ["ios"], pull_request: { ...PULL_REQUEST, url: "https://x/\ud800" } }],
    ["invalid_request", "url", { platforms: ["ios"], pull_request: { number: 7, repo: "example/mobile" } }],
    ["invalid_request", "repo", { platforms: ["ios"], pull_request: { ...PULL_REQUEST, repo: undefined } }],
    ["invalid_request", "title", { platforms: ["ios"], pull_request: { ...PULL_REQUEST, title: "Fix" } }],
    ["invalid_request", "pull_request", { platforms: ["ios"], pull_request: 7 }],
  ])("a fix that can't be recorded answers 400 %s, names %s and changes nothing: %j", async (code, word, body) => {
    const { app, id } = await raised({ platforms: ["ios", "android"] });
    const before = await issueClient.snapshot(app);
    expect(refused(await post(id, body), 400, code)).toContain(word);
    expect(await issueClient.snapshot(app)).toEqual(before);
  });

  test("of fixes of single platforms at once, on two servers, the last one fixes the issue, once", async () => {
    const { app, id } = await raised();
    const addresses = [world.address, await world.anotherServer()];
    const answers = await Promise.all(
      ["ios", "android", "web", "ios", "android", "web"].map((platform, i) =>
        world.callAt(addresses[i % 2]!, world.admin, "POST", `/issues/${id}/fix`, { platforms: [platform] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(Object.keys(byPlatform(await issueClient.read(id)))).toEqual(["android", "ios", "web"]);
    const kinds = (await issueClient.history(id)).map((entry) => entry.kind);
    expect(kinds).toEqual(["fixed", "partly_fixed", "partly_fixed", "raised"]);
    expect((await issueClient.list(`app=${app.id}&status=fixed`)).data).toHaveLength(1);
  });

  test("the counters of the whole world agree with its issues", async () => {
    expect(await world.problems()).toEqual([]);
  });
});

function byPlatform(issue: IssueData): Record<string, unknown> {
  const fixes = issue.fixed_on.map((fix) => [fix.platform, [fix.fixed_by, fix.pull_request]] as const);
  return Object.fromEntries(fixes.sort(([a], [b]) => (a < b ? -1 : 1)));
}
