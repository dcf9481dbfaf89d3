// GET /issues and GET /issues/:id: what is listed, in which order, and what a key may see.
import { describe, expect, test } from "vitest";
import { issueClientOf, refused, severalRepositories } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);

  const get = (query: string, key = world.viewer) => world.call(key, "GET", `/issues?${query}`);
  const ids = async (query: string, key?: string) => (await issueClient.list(query, key)).data.map((issue) => issue.id);
  /** Three open issues and two fixed ones: the one raised first was fixed last. */
  const mixed = async () => {
    const app = await world.app();
    const [e, d, c, b, a] = await issueClient.raiseMany(app, 5);
    await issueClient.fix(d!);
    world.clock.offset += 10;
    await issueClient.fix(a!);
    return { app, open: [e, c, b], fixed: [a, d], all: [e, d, c, b, a] };
  };

  test("without a status the open issues are listed, newest first, each whole", async () => {
    const { app, open } = await mixed();
    const { data, next_cursor } = await issueClient.list(`app=${app.id}`);
    expect(data.map((issue) => issue.id)).toEqual(open);
    expect(next_cursor).toBeNull();
    for (const issue of data) expect(issue).toEqual(await issueClient.read(issue.id));
  });

  test("status chooses open, fixed or all, newest first", async () => {
    const { app, open, fixed, all } = await mixed();
    expect(await ids(`app=${app.id}&status=open`)).toEqual(open);
    expect(await ids(`app=${app.id}&status=fixed`)).toEqual([...fixed].reverse());
    expect(await ids(`app=${app.id}&status=all`)).toEqual(all);
    expect(await ids(`app=${app.id}&status=all&sort=raised_at`)).toEqual(all);
  });

  test("sort=fixed_at implies status=fixed and lists the most recently fixed first", async () => {
    const { app, fixed } = await mixed();
    expect(await ids(`app=${app.id}&sort=fixed_at`)).toEqual(fixed);
    expect(await ids(`app=${app.id}&sort=fixed_at&status=fixed`)).toEqual(fixed);
  });

  test("sort=fixed_at goes by the latest fix: a reopened issue is gone, fixed again it is first", async () => {
    const { app, fixed } = await mixed();
    await issueClient.reopen(fixed[1]!);
    expect(await ids(`app=${app.id}&sort=fixed_at`)).toEqual([fixed[0]]);
    world.clock.offset += 10;
    await issueClient.fix(fixed[1]!);
    expect(await ids(`app=${app.id}&sort=fixed_at`)).toEqual([fixed[1], fixed[0]]);
  });

  test.each(["open", "all"])("sort=fixed_at with status=%s answers 400 invalid_sort", async (status) => {
    const { id } = await world.app();
    for (const query of [`sort=fixed_at&status=${status}`, `app=${id}&status=${status}&sort=fixed_at`]) {
      refused(await get(query), 400, "invalid_sort");
    }
  });

  test("a partly fixed issue is listed as open until all its platforms are fixed", async () => {
    const app = await world.app(severalRepositories());
    const { id } = await issueClient.raise(app);
    await issueClient.fix(id, { platforms: ["ios"] });
    expect(await ids(`app=${app.id}`)).toEqual([id]);
    expect(await ids(`app=${app.id}&sort=fixed_at`)).toEqual([]);
    await issueClient.fix(id, { platforms: ["android", "web"] });
    expect(await ids(`app=${app.id}`)).toEqual([]);
    expect(await ids(`app=${app.id}&sort=fixed_at`)).toEqual([id]);
  });

  test("app filters by id or by exact name, and an app without issues lists none", async () => {
    const [app, other] = [await world.app({ name: `A/B & "c" ? ü ${kind}` }), await world.app()];
    const { id } = await issueClient.raise(app);
    expect(await ids(`app=${app.id}`)).toEqual([id]);
    expect(await ids(`app=${encodeURIComponent(app.name)}`)).toEqual([id]);
    expect(await issueClient.list(`app=${other.id}`)).toEqual({ data: [], next_cursor: null });
  });

  test("check filters by the check's id, with or without app, or by its ref together with app", async () => {
    const app = await world.app();
    const issue = await issueClient.raise(app, { check: "SIGN-2" });
    await issueClient.raise(app);
    const fixed = await issueClient.fix((await issueClient.raise(app, { check: "SIGN-2" })).id);
    const check = issue.check!.id;
    for (const query of [`check=${check}`, `app=${app.id}&check=${check}`, `app=${app.id}&check=SIGN-2`]) {
      expect(await ids(query)).toEqual([issue.id]);
      expect(await ids(`${query}&status=all`)).toEqual([fixed.id, issue.id]);
      expect(await ids(`${query}&sort=fixed_at`)).toEqual([fixed.id]);
    }
    expect(await ids(`app=${app.id}&check=PAY-1&status=all`)).toEqual([]);
  });

  test("a check's id comes before another check's ref", async () => {
    const app = await world.app();
    const issue = await issueClient.raise(app);
    const check = { app: app.id, section: "PAY", ref: issue.check!.id, title: "Named like an id" };
    expect((await world.call(world.admin, "POST", "/checks", check)).status).toBe(201);
    expect(await ids(`app=${app.id}&check=${issue.check!.id}`)).toEqual([issue.id]);
  });

  test("an archived check's issues are listed by its id", async () => {
    const issue = await issueClient.raise(await world.app());
    await world.call(world.admin, "DELETE", `/checks/${issue.check!.id}`);
    expect((await issueClient.list(`check=${issue.check!.id}`)).data).toEqual([issue]);
  });

  test("a check's ref without app answers 400", async () => {
    expect(refused(await get("check=SIGN-1"), 400, "invalid_request")).toContain("app");
  });

  test("an unknown app or check answers 404", async () => {
    const [app, other] = [await world.app(), await world.app()];
    const { check } = await issueClient.raise(other);
    const apps = ["nothing", "%", "_", "' OR 1=1--", "app_unknown"].map((name) => `app=${encodeURIComponent(name)}`);
    const checks = [`app=${app.id}&check=NO-1`, "check=chk_unknown", `app=${app.id}&check=${check!.id}`];
    for (const query of [...apps, ...checks]) refused(await get(query), 404, "not_found");
  });

  test.each([
    ["status", "status="],
    ["status", "status=closed"],
    ["status", "status=OPEN"],
    ["sort", "sort=__proto__"],
    ["sort", "sort=-raised_at"],
    ["platforms", "platforms=ios"],
    ["Limit", "Limit=5"],
    ["__proto__", "__proto__=1"],
    ["page", "limit=5&page=2"],
    ...["0", "-1", "201", "1e2", "0x10", "%2050", "50%20", "", "1.5", "%2B5", "abc", "9999999999999999999", "٣"].map(
      (limit) => ["limit", `limit=${limit}`],
    ),
  ])("a wrong or unknown parameter answers 400 and names %s: ?%s", async (name, query) => {
    expect(refused(await get(query), 400, "invalid_request")).toContain(name);
  });

  test("a key scoped to some apps lists, finds and counts only those", async () => {
    const [one, two, other] = [await world.app(), await world.app(), await world.app()];
    const mine = [await issueClient.raise(two), await issueClient.raise(one)].map((issue) => issue.id).reverse();
    const theirs = await issueClient.raise(other);
    const key = await world.key("viewer", [one.id, two.name]);
    expect(await ids("status=all", key)).toEqual(mine);
    expect(await ids("", await world.key("admin", [one.id]))).toEqual([mine[0]]);
    const absent = await get("app=nothing", key);
    for (const query of [`app=${other.id}`, `app=${encodeURIComponent(other.name)}`]) {
      expect([(await get(query, key)).status, (await get(query, key)).body]).toEqual([404, absent.body]);
    }
    refused(await get(`check=${theirs.check!.id}`, key), 404, "not_found");
    refused(await get(`app=${one.id}&check=${theirs.check!.id}`, key), 404, "not_found");
  });

  test("a key without a scope lists the issues of every app, apps made later included", async () => {
    const before = await issueClient.walk("status=all", 200);
    const [one, two] = [await world.app(), await world.app()];
    const raised = [await issueClient.raise(one), await issueClient.raise(two)].map((issue) => issue.id).reverse();
    expect(await issueClient.walk("status=all", 200)).toEqual([...raised, ...before]);
  });

  test("one issue out of reach or unknown answers 404 in the same words", async () => {
    const [mine, other] = [await world.app(), await world.app()];
    const { id } = await issueClient.raise(other);
    const key = await world.key("admin", [mine.id]);
    const answers = await Promise.all(
      [id, "iss_unknown", `${id}x`, "%25", "__proto__"].map((name) => world.call(key, "GET", `/issues/${name}`)),
    );
    for (const answer of answers) refused(answer, 404, "not_found");
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
    expect((await issueClient.read(id, await world.key("viewer", [other.id]))).id).toBe(id);
    const unknown = await world.call(world.viewer, "GET", `/issues/${id}?fields=text`);
    expect(refused(unknown, 400, "invalid_request")).toContain("fields");
  });

  test("a list shows every change at once, on every server", async () => {
    const app = await world.app();
    const address = await world.anotherServer();
    const seen = async () =>
      (await issueClient.list(`app=${app.id}`, world.viewer, address)).data.map((issue) => issue.text);
    const { id } = await issueClient.raise(app, { text: "One" });
    expect(await seen()).toEqual(["One"]);
    await issueClient.edit(id, { text: "Two" });
    expect(await seen()).toEqual(["Two"]);
    await issueClient.fix(id);
    expect(await seen()).toEqual([]);
  });
});
