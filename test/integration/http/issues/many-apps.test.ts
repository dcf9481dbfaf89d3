// Lists over more apps than can be merged: every page is the one that looking app by app would give.
import { beforeAll, describe, expect, test } from "vitest";
import { runRetentionJob } from "../../../../src/engine/retention-job.ts";
import { systemClock } from "../../../../src/lib/clock.ts";
import { query } from "../../../../src/storage/database/database.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

/** One more than are merged, one more that is archived, and one that is out of the scoped key's reach. */
const APPS = 53;

// biome-ignore lint/suspicious/noExplicitAny: answers as they come
type Any = any;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let apps: Any[];
  /** Every issue of an app that is not archived, newest first, as `GET /issues?app=` gives them. */
  let issues: Any[];
  let scoped: string;

  const pages = async (key: string, query: string, list = "/issues"): Promise<Any[]> => {
    const rows: Any[] = [];
    for (let path: string | null = `${list}?${query}&limit=7`; path !== null; ) {
      const { status, body } = await ask(world, key, "GET", path);
      expect(status).toBe(200);
      rows.push(...body.data);
      const { next_cursor: cursor } = body;
      path = cursor === null ? null : `${list}?${query}&limit=7&cursor=${encodeURIComponent(cursor)}`;
    }
    return rows;
  };
  const firstSection = async (app: string) => (await dataOf(world, "GET", `/apps/${app}`)).sections[0];
  const idsOf = (rows: Any[]) => rows.map(({ id }) => id);

  beforeAll(async () => {
    apps = [];
    for (let i = 0; i < APPS; i++) {
      const platforms = i % 2 === 0 ? [{ code: "ios" }, { code: "web" }] : [{ code: "ios" }];
      apps.push(await world.app({ mode: "live", platforms, sections: [{ title: "All" }] }));
    }
    scoped = await world.key("viewer", idsOf(apps.slice(0, -1)));
    for (let i = 0; i < 3 * APPS; i++) {
      const word = i % 40 === 0 ? "scarce" : "plain";
      await dataOf(world, "POST", "/issues", {
        app: apps[(i * 7) % APPS].id,
        text: `A ${word} sentence ${i}`,
        priority: i % 5 === 0 ? "high" : null,
      });
    }
    const raised = await dataOf(world, "GET", "/issues?limit=200");
    for (const { id } of raised.filter((_: Any, i: number) => i % 3 === 0)) {
      await dataOf(world, "POST", `/issues/${id}/fix`);
    }
    await dataOf(world, "POST", `/apps/${apps[1].id}/archive`);
    issues = [];
    for (const { id } of apps.filter((_, i) => i !== 1)) {
      issues.push(...(await dataOf(world, "GET", `/issues?status=all&limit=200&app=${id}`)));
    }
    issues.sort((a, b) => (a.id < b.id ? 1 : -1));
  });

  const isOnWeb = ({ app }: Any) => apps.findIndex(({ id }) => id === app.id) % 2 === 0;
  const CASES: [query: string, isListed: (issue: Any) => boolean][] = [
    ["status=open", ({ status }) => status === "open"],
    ["status=fixed", ({ status }) => status === "fixed"],
    ["status=all", () => true],
    ["status=all&priority=high", ({ priority }) => priority === "high"],
    ["status=all&q=scarce", ({ text }) => text.includes("scarce")],
    ["q=scar", ({ text, status }) => text.includes("scarce") && status === "open"],
    ["status=all&q=sentence", () => true],
    ["status=all&q=nowhere", () => false],
    ["status=all&platform=web", isOnWeb],
    ["status=all&platform=web&q=scarce", (issue) => isOnWeb(issue) && issue.text.includes("scarce")],
  ];
  test.each(CASES)(
    "GET /issues?%s over every app lists what each app has, in order, page by page",
    async (query, isListed) => {
      expect(idsOf(await pages(world.viewer, query))).toEqual(idsOf(issues.filter(isListed)));
    },
  );

  test.each(CASES)("GET /issues?%s by a key of many apps lists nothing of another", async (query, isListed) => {
    const reached = issues.filter(({ app }) => app.id !== apps.at(-1).id);
    expect(idsOf(await pages(scoped, query))).toEqual(idsOf(reached.filter(isListed)));
  });

  test("sort=fixed_at over every app lists the most recently fixed first, page by page", async () => {
    const fixed = issues.filter(({ status }) => status === "fixed");
    const listed = await pages(world.viewer, "sort=fixed_at");
    expect(idsOf(listed).sort()).toEqual(idsOf(fixed).sort());
    const times = listed.map(({ fixed_at: at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test("an issue asked for by its code stands above the others, by a prefix of before as well", async () => {
    const last = issues.at(-1);
    const app = apps.find(({ id }) => id === last.app.id);
    expect(idsOf(await pages(world.viewer, `status=all&q=${last.code}`))[0]).toBe(last.id);
    await dataOf(world, "PATCH", `/apps/${app.id}`, { prefix: "NEWER" });
    expect(idsOf(await pages(world.viewer, `status=all&q=${last.code}`))[0]).toBe(last.id);
    await dataOf(world, "PATCH", `/apps/${app.id}`, { prefix: app.prefix });
    const out = issues.find((issue) => issue.app.id === apps.at(-1).id);
    expect(idsOf(await pages(scoped, `status=all&q=${out.code}`))).toEqual([]);
  });

  test("a page has the same tag until it changes, and another one then", async () => {
    const path = "/issues?status=all&limit=5";
    const first = await ask(world, world.viewer, "GET", path);
    const etag = first.headers.get("etag")!;
    const again = await world.call(world.viewer, "GET", path, undefined, { "if-none-match": etag });
    expect(again.status).toBe(304);
    await dataOf(world, "PATCH", `/issues/${first.body.data[0].id}`, { priority: "low" });
    const changed = await world.call(world.viewer, "GET", path, undefined, { "if-none-match": etag });
    expect([changed.status, changed.body.data[0].priority]).toEqual([200, "low"]);
    await dataOf(world, "PATCH", `/issues/${first.body.data[0].id}`, { priority: first.body.data[0].priority });
  });

  test("a platform that none of the apps has is named", async () => {
    const answer = await ask(world, world.viewer, "GET", "/issues?platform=tv");
    expect(outcomeOf(answer)).toBe("400 unknown_platform");
    expect(answer.body.error.message).toContain('"tv" is not a platform code of these apps');
  });

  test("GET /results over every app lists what each app has, in order, page by page, by reach and platform", async () => {
    const recorded: Any[] = [];
    for (const [i, { id }] of apps.entries()) {
      if (i === 1) continue;
      const check = await dataOf(world, "POST", "/checks", {
        app: id,
        section: (await firstSection(id)).id,
        title: "Starts",
      });
      recorded.unshift(
        ...(await dataOf(world, "POST", "/results", { app: id, check: check.id, outcome: "passed" })).reverse(),
      );
    }
    const list = async (key: string, query: string) => idsOf(await pages(key, query, "/results"));
    expect(await list(world.viewer, "")).toEqual(idsOf(recorded));
    expect(await list(world.viewer, "outcome=failed")).toEqual([]);
    expect(await list(world.viewer, "platform=web")).toEqual(
      idsOf(recorded.filter(({ platform }) => platform === "web")),
    );
    expect(await list(scoped, "")).toEqual(idsOf(recorded.filter(({ app }) => app.id !== apps.at(-1).id)));
  });

  test("results that a server of before has recorded are listed like the others, and have their workspace once the hour's job has run", async () => {
    const app = apps[2].id;
    const check = await dataOf(world, "POST", "/checks", {
      app,
      section: (await firstSection(app)).id,
      title: "Stops",
    });
    const recorded = await dataOf(world, "POST", "/results", { app, check: check.id, outcome: "failed" });
    await behind(world, "update result set workspace_id = null where platform = 'web'");
    const listed = async () => idsOf(await pages(world.viewer, "outcome=failed", "/results"));
    expect(await listed()).toEqual(idsOf(recorded.reverse()));
    const onError = (error: Error) => expect(error).toBeUndefined();
    await runRetentionJob({ ...world.store, clock: systemClock, deliveryDays: 30, onError });
    const without = query<{ id: string }>({ id: "id" }, "from result where workspace_id is null");
    expect(await world.store.reader.all(without)).toEqual([]);
    expect(await listed()).toEqual(idsOf(recorded));
  });

  test("issues that a server of before has raised are listed like the others", async () => {
    await behind(world, "update issue set workspace_id = null where number % 2 = 1");
    expect(idsOf(await pages(world.viewer, "status=all"))).toEqual(idsOf(issues));
    expect(idsOf(await pages(world.viewer, "status=all&platform=web"))).toEqual(idsOf(issues.filter(isOnWeb)));
  });
});
