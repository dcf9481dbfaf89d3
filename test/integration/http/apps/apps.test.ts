// Reading apps: the list, the single form, and every way to name one.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { DATABASES, sampleApp } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const NAMES = [
  ["slashes", "web/app/v2"],
  ["a question mark, a hash and an ampersand", "what? #1 & only"],
  ["percent signs", "100% %25 %2F"],
  ["a plus and a semicolon", "a+b;c=d"],
  ["emoji", "🚀 Rocket 👩‍👩‍👧"],
  ["150 characters", "n".repeat(150)],
  ["150 emoji", "🧪".repeat(150)],
  ["dots and a colon", "..:id.."],
  ["quotes and SQL", '\' OR 1=1 -- "x"'],
  ["a back slash", "C:\\apps"],
  ["a name of another route's word", "webhook"],
  ["letters with accents", "Überprüfung ñ"],
] as const;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const byName = (key: string, name: string) => ask(world, key, "GET", `/apps/${encodeURIComponent(name)}`);

  test("the list has each app in the list form, with the number of checks and open issues", async () => {
    const { id, name, created_at } = await world.app({ mode: "live" });
    await dataOf(world, "POST", "/issues", { app: id, check: "PAY-1", text: "Broken" });
    await dataOf(world, "POST", "/issues", { app: id, text: "On nothing" });
    const fixed = await dataOf(world, "POST", "/issues", { app: id, text: "Done" });
    await dataOf(world, "POST", `/issues/${fixed.id}/fix`);
    const list = await dataOf(world, "GET", "/apps");
    expect(list.find((app: { id: string }) => app.id === id)).toEqual({
      id,
      name,
      platforms: [
        { code: "ios", label: "iOS" },
        { code: "android", label: "Android" },
      ],
      created_at,
      mode: "live",
      checks: 3,
      open_issues: 2,
    });
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test("the list is oldest first, also after an old app was changed", async () => {
    const made = [await world.app(), await world.app(), await world.app()].map(({ id }) => id);
    await dataOf(world, "PATCH", `/apps/${made[0]}`, { mode: "live" });
    const list = (await dataOf(world, "GET", "/apps")).map(({ id }: { id: string }) => id);
    expect(list.slice(-3)).toEqual(made);
  });

  test("apps created in one millisecond keep the order they were created in", async () => {
    world.clock.frozenAt = Date.now();
    try {
      const made = [await world.app(), await world.app(), await world.app()].map(({ id }) => id);
      const list = (await dataOf(world, "GET", "/apps")).map(({ id }: { id: string }) => id);
      expect(list.slice(-3)).toEqual(made);
    } finally {
      world.clock.frozenAt = null;
    }
  });

  test.each(["limit=1", "cursor=x", "name=x"])(
    "the list is not paged or filtered: ?%s answers 400 and is named",
    async (query) => {
      const answer = await ask(world, world.viewer, "GET", `/apps?${query}`);
      expect(outcomeOf(answer)).toBe("400 invalid_request");
      expect(answer.body.error.message).toContain(query.split("=")[0]);
    },
  );

  test("a key scoped to some apps sees only those, and only those exist for it", async () => {
    const mine = [await world.app(), await world.app()];
    const foreign = await world.app();
    const key = await world.key("viewer", [mine[1].name, mine[0].id]);
    const list = (await ask(world, key, "GET", "/apps")).body.data;
    expect(list.map(({ id }: { id: string }) => id)).toEqual(mine.map(({ id }) => id));
    expect((await byName(key, mine[0].name)).body.data.id).toBe(mine[0].id);
    const absent = await byName(key, "No such app");
    expect(outcomeOf(absent)).toBe("404 not_found");
    for (const name of [foreign.id, foreign.name]) {
      expect([(await byName(key, name)).status, (await byName(key, name)).body]).toEqual([404, absent.body]);
    }
  });

  test("a single app has its summary and its sections in runbook order", async () => {
    const { id, name, created_at } = await world.app();
    const app = await dataOf(world, "GET", `/apps/${id}`);
    const counts = { passed: 0, failed: 0, needs_retest: 0, not_applicable: 0 };
    const section = { id: expect.stringMatching(/./), summary: expect.anything() };
    expect(app).toMatchObject({ id, name, created_at, mode: "testing", repositories: [] });
    expect(app.summary).toEqual({ checks: 3, ...counts, untested: 6, percent_complete: 0, open_issues: 0 });
    expect(app.sections).toEqual([
      { ...section, ref: "SIGN", title: "Sign in", checks: 2, summary: { ...counts, untested: 4 } },
      { ...section, ref: "PAY", title: "Pay", checks: 1, summary: { ...counts, untested: 2 } },
    ]);
    expect(app).not.toHaveProperty("checks");
    expect(app).not.toHaveProperty("open_issues");
  });

  test.each(NAMES)(
    "an app is found by its URL-encoded name with %s, wherever an app id is accepted",
    async (_what, name) => {
      const { id } = await world.app({ name });
      expect((await byName(world.viewer, name)).body.data).toMatchObject({ id, name });
      const query = `?app=${encodeURIComponent(name)}`;
      for (const list of ["/sections", "/checks", "/results", "/issues"]) {
        expect((await ask(world, world.viewer, "GET", list + query)).status, list).toBe(200);
      }
      const issue = await dataOf(world, "POST", "/issues", { app: name, check: "PAY-1", text: "Broken" });
      expect(issue.app).toEqual({ id, name });
      const patched = await dataOf(world, "PATCH", `/apps/${encodeURIComponent(name)}`, { mode: "live" });
      expect(patched.id).toBe(id);
    },
  );

  test("a name is exact: other letters, blanks, wildcards or another Unicode form are not it", async () => {
    const { id } = await world.app({ name: "Café Exact" });
    expect((await byName(world.viewer, "Café Exact")).body.data.id).toBe(id);
    for (const name of [
      "Café Exact".normalize("NFD"),
      "café exact",
      "Café Exact ",
      "Café",
      "Caf_ Exact",
      "Café%",
      "%",
      "_",
    ]) {
      expect(outcomeOf(await byName(world.viewer, name)), name).toBe("404 not_found");
    }
  });

  test("where a name equals another app's id, the id wins", async () => {
    const first = await world.app();
    const second = await world.app({ name: first.id });
    expect((await byName(world.viewer, first.id)).body.data.id).toBe(first.id);
    expect((await byName(world.viewer, second.id)).body.data.name).toBe(first.id);
  });

  test("an app named like the id of an app out of reach is found by its name, in reading and in writing", async () => {
    const hidden = await world.app();
    const mine = await world.app({ name: hidden.id });
    const key = await world.key("admin", [mine.id]);
    const result = { app: hidden.id, check: "PAY-1", outcome: "passed" };
    const [written] = (await ask(world, key, "POST", "/results", result)).body.data;
    expect(written.app.id).toBe(mine.id);
    const issue = await ask(world, key, "POST", "/issues", { app: hidden.id, check: "PAY-1", text: "Broken" });
    expect(issue.body.data.app.id).toBe(mine.id);
    expect(outcomeOf(await byName(key, hidden.id))).toBe("200");
    expect(outcomeOf(await ask(world, key, "GET", `/checks?app=${hidden.id}`))).toBe("200");
  });

  test.each(["%00", "a%00b", "%ED%A0%80", "%", "%zz", "x".repeat(5_000)])(
    "an address that can't be a name (%s) answers 400 or 404 in the one error shape",
    async (name) => {
      const answer = await ask(world, world.viewer, "GET", `/apps/${name}`);
      expect([400, 404]).toContain(answer.status);
    },
  );

  test("a body that names an app by what no name can be answers 400 or 404, never 500", async () => {
    for (const app of ["\0", "a\0b", "\ud800", "%", "x".repeat(4_097), "", 7, null, {}, []]) {
      const answer = await ask(world, world.admin, "POST", "/sections", { app, title: "x" });
      expect([400, 404], JSON.stringify(app)).toContain(answer.status);
    }
  });

  test("an app that was renamed is found by its new name only", async () => {
    const before = sampleApp().name;
    const { id } = await world.app({ name: before });
    expect((await byName(world.viewer, before)).status).toBe(200);
    await dataOf(world, "PATCH", `/apps/${id}`, { name: `${before} renamed` });
    expect((await byName(world.viewer, before)).status).toBe(404);
    const other = await world.app({ name: before });
    expect((await byName(world.viewer, before)).body.data.id).toBe(other.id);
    expect((await byName(world.viewer, `${before} renamed`)).body.data.id).toBe(id);
  });
});
