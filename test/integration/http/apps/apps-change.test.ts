// Changing apps: name, mode, prefix, platforms and repositories.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { DATABASES, sampleApp } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const IOS = { code: "ios", label: "iOS" };
const ANDROID = { code: "android", label: "Android" };
const WEB = { code: "web", label: "Web" };
const REPOSITORIES = [
  { repo: "acme/mobile", platforms: ["ios", "android"] },
  { repo: "acme/web", platforms: ["web"] },
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const change = (id: string, body: unknown) => ask(world, world.admin, "PATCH", `/apps/${id}`, body);
  const statuses = async (app: string, ref: string) => {
    const checks = await dataOf(world, "GET", `/checks?app=${app}`);
    const { platforms } = checks.find((check: { ref: string }) => check.ref === ref);
    return platforms.map(({ code, status }: { code: string; status: string }) => `${code} ${status}`);
  };
  const firstCheck = async (app: string) => (await dataOf(world, "GET", `/checks?app=${app}`))[0].id as string;

  test("one field changes and the others stay", async () => {
    const before = await world.app();
    const name = sampleApp().name;
    expect((await change(before.id, { name })).body.data).toEqual({ ...before, name });
    expect((await change(before.id, { mode: "live" })).body.data).toEqual({ ...before, name, mode: "live" });
    const prefixed = await change(before.id, { prefix: kind === "sqlite" ? "SQL" : "POST" });
    expect(prefixed.body.data.prefix).toBe(kind === "sqlite" ? "SQL" : "POST");
    expect(await dataOf(world, "GET", `/apps/${before.id}`)).toEqual(prefixed.body.data);
  });

  test("an issue shows the new name of its app", async () => {
    const { id } = await world.app();
    const issue = await dataOf(world, "POST", "/issues", { app: id, check: "PAY-1", text: "Broken" });
    await dataOf(world, "GET", `/issues/${issue.id}`);
    const { name } = (await change(id, { name: sampleApp().name })).body.data;
    expect((await dataOf(world, "GET", `/issues/${issue.id}`)).app).toEqual({ id, name });
  });

  test("a name or prefix of another app answers 409 name_taken; its own is no clash", async () => {
    const [one, other] = [await world.app(), await world.app()];
    expect(outcomeOf(await change(one.id, { name: other.name }))).toBe("409 name_taken");
    expect(outcomeOf(await change(one.id, { prefix: other.prefix }))).toBe("409 name_taken");
    expect(outcomeOf(await change(one.id, { name: one.name, prefix: one.prefix }))).toBe("200");
    expect(await dataOf(world, "GET", `/apps/${one.id}`)).toEqual(one);
  });

  test("a refused change changes nothing of what was asked beside it", async () => {
    const { id, ...before } = await world.app();
    const other = await world.app();
    expect(outcomeOf(await change(id, { mode: "live", name: other.name }))).toBe("409 name_taken");
    expect(outcomeOf(await change(id, { mode: "live", repositories: [{ repo: "x", platforms: ["tv"] }] }))).toBe(
      "400 unknown_platform",
    );
    expect(await dataOf(world, "GET", `/apps/${id}`)).toEqual({ id, ...before });
  });

  test.each([
    ["nothing", {}, "name"],
    ["an unknown field", { nam: "x" }, "nam"],
    ["a field that can't be changed", { id: "app_mine" }, "id"],
    ["the sections", { sections: [] }, "sections"],
    ["a blank name", { name: "" }, "name"],
    ["null for a name", { name: null }, "name"],
    ["an unknown mode", { mode: "Live" }, "mode"],
    ["a prefix that is none", { prefix: "toolong" }, "prefix"],
    ["a platform code twice", { platforms: [IOS, IOS] }, "platforms"],
  ])("PATCH with %s answers 400 and names the field", async (_what, body, field) => {
    const { id } = await world.app();
    const answer = await change(id, body);
    expect(outcomeOf(answer)).toBe("400 invalid_request");
    expect(answer.body.error.message).toContain(field);
  });

  test("a new platform is untested; labels and order are what was given last", async () => {
    const { id } = await world.app();
    const { body } = await change(id, { platforms: [WEB, { code: "ios", label: "iPhone" }, ANDROID] });
    expect(body.data.platforms).toEqual([WEB, { code: "ios", label: "iPhone" }, ANDROID]);
    expect(body.data.summary).toMatchObject({ checks: 3, untested: 9 });
    expect(await statuses(id, "PAY-1")).toEqual(["web untested", "ios untested", "android untested"]);
  });

  test("a new platform is covered by the issues on every platform: failed while open, needs_retest once fixed", async () => {
    const { id } = await world.app();
    const raise = (check: string, platforms: string[]) =>
      dataOf(world, "POST", "/issues", { app: id, check, text: "Broken", platforms });
    await raise("SIGN-1", []);
    const { id: fixed } = await raise("SIGN-2", []);
    await dataOf(world, "POST", `/issues/${fixed}/fix`);
    await raise("PAY-1", ["ios"]);
    const { body } = await change(id, { platforms: [IOS, ANDROID, WEB] });
    expect(await statuses(id, "SIGN-1")).toContain("web failed");
    expect(await statuses(id, "SIGN-2")).toContain("web needs_retest");
    expect(await statuses(id, "PAY-1")).toContain("web untested");
    expect(body.data.summary).toMatchObject({ failed: 4, needs_retest: 3, untested: 2 });
    expect(await world.problems()).toEqual([]);
  });

  test("a platform that nothing names can be dropped, and its counts go with it", async () => {
    const { id } = await world.app({ platforms: [IOS, ANDROID, WEB] });
    await dataOf(world, "POST", "/results", { app: id, check: "PAY-1", outcome: "passed", platforms: ["ios"] });
    const { status, body } = await change(id, { platforms: [IOS, WEB] });
    expect([status, body.data.platforms]).toEqual([200, [IOS, WEB]]);
    expect(body.data.summary).toMatchObject({ passed: 1, untested: 5 });
    expect(await statuses(id, "PAY-1")).toEqual(["ios passed", "web untested"]);
    const late = { app: id, check: "PAY-1", outcome: "passed", platforms: ["android"] };
    expect(outcomeOf(await ask(world, world.tester, "POST", "/results", late))).toBe("400 unknown_platform");
    expect(await world.problems()).toEqual([]);
  });

  test.each([
    [
      "a result",
      (app: string) => ["POST", "/results", { app, check: "PAY-1", outcome: "passed", platforms: ["android"] }],
    ],
    ["a result on every platform", (app: string) => ["POST", "/results", { app, check: "PAY-1", outcome: "failed" }]],
    ["an issue", (app: string) => ["POST", "/issues", { app, check: "PAY-1", text: "Broken", platforms: ["android"] }]],
    [
      "a check that is not applicable on it",
      (app: string) => ["POST", "/checks", { app, section: "PAY", title: "New", not_applicable: ["android"] }],
    ],
    [
      "a repository",
      (app: string) => ["PATCH", `/apps/${app}`, { repositories: [{ repo: "a", platforms: ["android"] }] }],
    ],
  ] as const)("a platform in use by %s can't be dropped: 409 not_empty, and nothing changes", async (_what, use) => {
    const { id } = await world.app();
    const [method, path, body] = use(id) as [string, string, unknown];
    await dataOf(world, method, path, body);
    const before = await dataOf(world, "GET", `/apps/${id}`);
    const answer = await change(id, { mode: "live", platforms: [IOS] });
    expect(outcomeOf(answer)).toBe("409 not_empty");
    expect(answer.body.error.message).toContain("android");
    expect(await dataOf(world, "GET", `/apps/${id}`)).toEqual(before);
    expect(outcomeOf(await change(id, { platforms: [{ ...ANDROID, label: "Droid" }, IOS] }))).toBe("200");
  });

  test.each([
    ["the webhook", (app: string) => ["PATCH", `/apps/${app}/webhook`, { default_platforms: ["android"] }]],
    [
      "a connection",
      (app: string) => [
        "POST",
        `/apps/${app}/connections`,
        {
          tool: "slack",
          name: "Chat",
          settings: { default_platforms: ["android"] },
          credentials: { signing_secret: "a secret of Slack" },
        },
      ],
    ],
  ] as const)(
    "a default platform of %s can't be dropped: 409 not_empty, by a file with prune neither",
    async (by, use) => {
      const { id, name } = await world.app({ mode: "live" });
      await dataOf(world, "GET", `/apps/${id}/webhook`);
      const [method, path, body] = use(id) as [string, string, unknown];
      await dataOf(world, method, path, body);
      const answer = await change(id, { platforms: [IOS] });
      expect(outcomeOf(answer)).toBe("409 not_empty");
      expect(answer.body.error.message).toContain(
        `android can't be removed: it is a default platform of the ${by.split(" ")[1]}`,
      );
      const file = `name: ${name}\nplatforms: [{code: ios}]\nsections: []`;
      const yaml = { "content-type": "application/yaml" };
      expect((await world.call(world.admin, "POST", "/apps/import?prune=true", file, yaml)).status).toBe(200);
      const { platforms } = await dataOf(world, "GET", `/apps/${id}`);
      expect(platforms.map(({ code }: { code: string }) => code)).toEqual(["ios", "android"]);
    },
  );

  test("a platform on which a check was marked not applicable can't be dropped while the mark stands", async () => {
    const { id } = await world.app();
    const path = `/checks/${await firstCheck(id)}/not-applicable`;
    await dataOf(world, "PUT", path, { platforms: ["android"] });
    expect(outcomeOf(await change(id, { platforms: [IOS] }))).toBe("409 not_empty");
  });

  test("repositories are replaced as a whole, and decide whether fixes go platform by platform", async () => {
    const { id } = await world.app({ platforms: [IOS, ANDROID, WEB] });
    const fixOnWeb = async () => {
      const issue = await dataOf(world, "POST", "/issues", { app: id, check: "PAY-1", text: "Broken" });
      return ask(world, world.admin, "POST", `/issues/${issue.id}/fix`, { platforms: ["web"] });
    };
    expect(outcomeOf(await fixOnWeb())).toBe("400 invalid_request");
    expect((await change(id, { repositories: REPOSITORIES })).body.data.repositories).toEqual(REPOSITORIES);
    expect((await fixOnWeb()).body.data).toMatchObject({ status: "open", still_open_on: ["ios", "android"] });
    expect((await change(id, { repositories: [] })).body.data.repositories).toEqual([]);
    expect(outcomeOf(await fixOnWeb())).toBe("400 invalid_request");
  });

  test("an issue partly fixed never reads open with nothing left open: not when its last open platform is dropped", async () => {
    const { id } = await world.app({
      platforms: [IOS, ANDROID, WEB],
      repositories: REPOSITORIES.slice(0, 1).concat({ repo: "b", platforms: [] }),
    });
    const issue = await dataOf(world, "POST", "/issues", { app: id, check: "PAY-1", text: "Broken" });
    await dataOf(world, "POST", `/issues/${issue.id}/fix`, { platforms: ["ios", "android"] });
    await change(id, { platforms: [IOS, ANDROID] });
    const { status, still_open_on } = await dataOf(world, "GET", `/issues/${issue.id}`);
    expect(status === "open" && still_open_on.length === 0).toBe(false);
  });

  test("of two that take one name at the same time, one gets it", async () => {
    const [one, other] = [await world.app(), await world.app()];
    const name = sampleApp().name;
    const answers = await Promise.all([change(one.id, { name }), change(other.id, { name })]);
    expect(answers.map(outcomeOf).sort()).toEqual(["200", "409 name_taken"]);
  });
});
