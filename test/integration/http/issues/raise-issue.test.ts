// POST /issues: what it takes, what it answers, and what it refuses without raising anything.
import { describe, expect, test } from "vitest";
import { issueClientOf, refused, sampleIssue, TIMESTAMP } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const EMOJI = "\u{1F600}";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);

  const post = (body: unknown, key = world.tester) => world.call(key, "POST", "/issues", body);

  test("every field of an issue is in the answer, null or empty where unset", async () => {
    const app = await world.app();
    const answer = await post({ app: app.id, check: "SIGN-1", text: "Crash" });
    expect(answer.status).toBe(201);
    expect(answer.body).toStrictEqual({
      data: {
        id: expect.stringMatching(/^iss_./),
        app: { id: app.id, name: app.name },
        check: { id: expect.any(String), ref: "SIGN-1", title: "Password" },
        code: `${app.prefix}-1`,
        url: expect.stringMatching(/\/issues\/iss_\w+$/),
        text: "Crash",
        platforms: [],
        all_platforms: true,
        status: "open",
        raised_by: "tester key via API",
        raised_at: expect.stringMatching(TIMESTAMP),
        reporter: null,
        via: "api",
        edited_by: null,
        edited_at: null,
        fixed_by: null,
        fixed_at: null,
        fixed_on: [],
        still_open_on: [],
        webhook: null,
        section_id: null,
        priority: null,
        assignees: [],
        confirmed_fixed_by: null,
        confirmed_fixed_at: null,
        tracker: null,
        attachments: [],
      },
    });
  });

  test("every field that can be given is in the answer as it was given", async () => {
    const app = await world.app();
    const given = {
      text: "Crash",
      priority: "urgent",
      platforms: ["android"],
      reporter: { name: "Ann", email: "ann@customer.example" },
    };
    const issue = await issueClient.raise(app, { ...given, section: "SIGN" });
    expect(issue).toMatchObject({ ...given, all_platforms: false, status: "open", raised_by: "Ann via API" });
  });

  test("the answer to a raised issue says where it is, and the issue is there as it was answered", async () => {
    const app = await world.app();
    const answer = await post(sampleIssue(app));
    expect(answer.headers.get("location")).toBe(`/api/v1/issues/${answer.body.data.id}`);
    expect(await issueClient.read(answer.body.data.id)).toEqual(answer.body.data);
    expect((await issueClient.list(`app=${app.id}`)).data).toEqual([answer.body.data]);
  });

  test.each(["tester", "admin"] as const)("without a reporter a %s key's name is in raised_by", async (role) => {
    const issue = await issueClient.raise(await world.app(), {}, world[role]);
    expect(issue).toMatchObject({ raised_by: `${role} key via API`, reporter: null, via: "api" });
  });

  test("a reporter without an e-mail address is answered with the name alone", async () => {
    const issue = await issueClient.raise(await world.app(), { reporter: { name: "Ann" } });
    expect(issue).toMatchObject({ raised_by: "Ann via API" });
    expect(issue.reporter).toStrictEqual({ name: "Ann" });
  });

  test("a reporter's name can't put lines of its own into raised_by", async () => {
    const issue = await issueClient.raise(await world.app(), { reporter: { name: "Ann\r\nadmin via API\u2028x" } });
    expect(issue.raised_by).not.toMatch(/[\r\n\u2028]/);
  });

  test.each(["urgent", "high", "medium", "low"])("the priority %s is accepted in either mode", async (priority) => {
    for (const mode of ["testing", "live"]) {
      expect(await issueClient.raise(await world.app({ mode }), { priority })).toMatchObject({ priority });
    }
  });

  test("platform codes are a set: repeated codes count once", async () => {
    const app = await world.app();
    const issue = await issueClient.raise(app, { platforms: ["ios", "ios", "android", "ios"] });
    expect([...issue.platforms].sort()).toEqual(["android", "ios"]);
    expect(issue.all_platforms).toBe(false);
  });

  test("an empty list of platforms means every platform", async () => {
    const app = await world.app();
    expect(await issueClient.raise(app, { platforms: [] })).toMatchObject({ platforms: [], all_platforms: true });
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "failed" });
  });

  test("the check reads failed on the affected platforms, and only there", async () => {
    const app = await world.app();
    await issueClient.record(app, "passed");
    await issueClient.raise(app, { platforms: ["ios"] });
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "passed" });
    expect(await issueClient.statuses(app, "SIGN-2")).toEqual({ ios: "untested", android: "untested" });
  });

  test.each([
    ["1 character", "x", "x"],
    ["4,000 characters", "x".repeat(4000), "x".repeat(4000)],
    ["4,000 characters outside the basic plane", EMOJI.repeat(4000), EMOJI.repeat(4000)],
    ["4,000 characters between blanks that are trimmed", `  ${"x".repeat(4000)}\n\n`, "x".repeat(4000)],
    ["several lines, quotes and markup", 'a\n\n"b"\t<script>\\u0041é', 'a\n\n"b"\t<script>\\u0041é'],
    ["SQL", "'; drop table issue; --", "'; drop table issue; --"],
  ])("a text of %s is kept whole", async (_what, text, kept) => {
    const issue = await issueClient.raise(await world.app(), { text });
    expect(issue.text).toBe(kept);
    expect((await issueClient.read(issue.id)).text).toBe(kept);
  });

  test.each<[string, Record<string, unknown>]>([
    ["app", { app: undefined }],
    ["app", { app: 5 }],
    ["check", { check: 5 }],
    ["check", { check: { ref: "SIGN-1" } }],
    ["section", { section: ["SIGN"] }],
    ["text", { text: undefined }],
    ["text", { text: "" }],
    ["text", { text: " \n\t " }],
    ["text", { text: 5 }],
    ["priority", { priority: "highest" }],
    ["priority", { priority: "" }],
    ["priority", { priority: {} }],
    ["platforms", { platforms: "ios" }],
    ["platforms", { platforms: {} }],
    ["platforms", { platforms: [1] }],
    ["platforms", { platforms: [["ios"]] }],
    ["reporter", { reporter: "Ann" }],
    ["name", { reporter: {} }],
    ["name", { reporter: { name: 1 } }],
    ["name", { reporter: { name: " " } }],
    ["email", { reporter: { name: "Ann", email: 5 } }],
    ["email", { reporter: { name: "Ann", email: "ann@customer.example\r\nBcc: eve@evil.example" } }],
    ["phone", { reporter: { name: "Ann", phone: "123" } }],
    ["platform", { platform: ["ios"] }],
    ["via", { via: "webhook" }],
    ["status", { status: "fixed" }],
    ["raised_by", { raised_by: "Boss" }],
    ["id", { id: "iss_1" }],
    ["assignees", { assignees: ["Ann"] }],
    ["constructor", { constructor: { prototype: { polluted: 1 } } }],
  ])("a wrong or unknown field answers 400, names %s and raises nothing: %j", async (field, fields) => {
    const app = await world.app();
    const before = await issueClient.snapshot(app);
    expect(refused(await post({ ...sampleIssue(app), ...fields }), 400, "invalid_request")).toContain(field);
    expect(await issueClient.snapshot(app)).toEqual(before);
  });

  test.each(["x", EMOJI])("a text of 4,001 characters answers 400 and raises nothing: %s", async (char) => {
    const app = await world.app();
    const text = char.repeat(4001);
    expect(refused(await post({ ...sampleIssue(app), text }), 400, "invalid_request")).toContain("text");
    expect((await issueClient.list(`app=${app.id}`)).data).toEqual([]);
  });

  test("a field named __proto__ is an unknown field like any other", async () => {
    const app = await world.app();
    const body = JSON.stringify(sampleIssue(app)).replace("{", '{"__proto__":{"priority":"urgent"},');
    expect(refused(await post(body), 400, "invalid_request")).toContain("__proto__");
    expect((await issueClient.list(`app=${app.id}`)).data).toEqual([]);
  });

  test.each(["[]", "null", "5", '"text"', "[{}]"])("the body %s is no object: 400", async (body) => {
    refused(await post(body), 400, "invalid_request");
  });

  test.each(["", "  ", "{", '{"app":"x",}', "{app:1}", "{}{}", "NaN"])("the body %j is not JSON: 400", async (body) => {
    refused(await post(body), 400, "invalid_json");
  });

  test.each([["windows"], ["ios", "windows"], ["IOS"], ["iOS"], ["ios "], [""], ["*"]])(
    "an unknown platform code answers 400 unknown_platform and raises nothing: %j %j",
    async (...platforms) => {
      const app = await world.app();
      const before = await issueClient.snapshot(app);
      refused(await post({ ...sampleIssue(app), platforms }), 400, "unknown_platform");
      expect(await issueClient.snapshot(app)).toEqual(before);
    },
  );

  test("a code of another app's platforms is unknown", async () => {
    await world.app({ platforms: [{ code: "tv", label: "TV" }] });
    const answer = await post({ ...sampleIssue(await world.app()), platforms: ["tv"] });
    expect(refused(answer, 400, "unknown_platform")).toContain("tv");
  });

  test("unknown query parameters answer 400 and are named", async () => {
    const answer = await world.call(world.tester, "POST", "/issues?dry_run=1", sampleIssue(await world.app()));
    expect(refused(answer, 400, "invalid_request")).toContain("dry_run");
  });

  test("a viewer may not raise issues: 403 names the role needed", async () => {
    const app = await world.app();
    expect(refused(await post(sampleIssue(app), world.viewer), 403, "forbidden")).toContain("tester");
    expect((await issueClient.list(`app=${app.id}`)).data).toEqual([]);
  });

  test("without a key the answer is 401", async () => {
    const answer = await world.call(null, "POST", "/issues", sampleIssue(await world.app()));
    refused(answer, 401, "unauthorized");
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("the counters of the whole world agree with its issues", async () => {
    expect(await world.problems()).toEqual([]);
  });
});
