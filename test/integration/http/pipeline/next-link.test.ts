// Every page that is not the last carries a link to the next, which asks the same question from another place on.
import { describe, expect, test } from "vitest";
import { nextLink } from "../../../../src/http/pipeline/paging.ts";
import type { Route } from "../../../../src/http/pipeline/route.ts";
import { isPage } from "../../../../src/http/pipeline/send-answer.ts";
import { API_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { bytesOf } from "../../../support/clients/bytes.ts";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

/** What is sent to a connected tool has a stage of its own; the list is made as the others are. */
const FORWARDS = "/apps/:id/connections/:connection/forwards";
const LINK = /^<http:\/\/localhost:3000\/api\/v1(\/[^<>"\s]*)>; rel="next"$/;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });

  async function walk(path: string): Promise<{ pages: number; rows: unknown[] }> {
    const rows: unknown[] = [];
    for (let pages = 1, next = path; ; pages++) {
      // Twice: the second may come from what the server keeps.
      await bytesOf(world, world.admin, "GET", next);
      const { status, headers, text } = await bytesOf(world, world.admin, "GET", next);
      expect([next, status]).toEqual([next, 200]);
      const { data, next_cursor: cursor } = JSON.parse(text);
      rows.push(...data);
      const link = headers.get("link");
      if (cursor === null) {
        expect(link).toBeNull();
        return { pages, rows };
      }
      expect([next, link]).toEqual([next, expect.stringMatching(LINK)]);
      next = LINK.exec(link!)![1]!;
      expect(new URLSearchParams(next.split("?")[1]).get("cursor")).toBe(cursor);
    }
  }

  test("following the links gives every row once, on every list that is paged", async () => {
    const hook = await openHook(world);
    const { app } = hook;
    await hook.setSecret("a secret");
    await hook.configure({ notify_url: "http://127.0.0.1:9/" });
    const raised: string[] = [];
    for (let n = 0; n < 3; n++) {
      raised.push((await dataOf(world, "POST", "/issues", { app: app.id, text: `Raised & told, ${n}` })).id);
      await hook.deliver({ title: "Unsigned" });
      await dataOf(world, "POST", `/apps/${app.id}/notifications/test`);
      await dataOf(world, "PATCH", `/issues/${raised[0]}`, { text: `Edited ${n}` });
    }
    for (let n = 0; n < 3; n++) await dataOf(world, "POST", `/issues/${raised[1]}/comments`, { text: `Said ${n}` });
    const sections = [
      { title: "S", checks: [{ ref: "A" }, { ref: "B" }, { ref: "C" }].map((one) => ({ ...one, title: one.ref })) },
    ];
    const other = await world.app({ name: `Süß & "more" ${app.id}`, sections });
    const results = ["A", "B", "C"].map((check) => ({ check, platforms: ["ios"], outcome: "passed" }));
    await dataOf(world, "POST", "/results", { app: other.id, results });
    await hook.log(3);
    const left = await world.app({ sections: [...sections, { title: "X" }, { title: "Y" }, { title: "Z" }] });
    const checks = (await dataOf(world, "GET", `/checks?app=${left.id}`)).map(({ id }: { id: string }) => id);
    await dataOf(world, "POST", "/checks/archive", { app: left.id, checks });
    for (const { id } of (await dataOf(world, "GET", `/apps/${left.id}`)).sections.slice(1)) {
      await world.call(world.admin, "DELETE", `/sections/${id}`);
    }
    for (let n = 0; n < 3; n++) await dataOf(world, "POST", `/apps/${(await world.app()).id}/archive`);
    for (let n = 0; n < 3; n++) {
      const email = `customer${n}@example.org`;
      await dataOf(world, "POST", "/erasures", { kind: "reporter", subject: email, confirm: email });
    }
    await expect
      .poll(async () => (await dataOf(world, "GET", "/erasures")).map(({ state }: { state: string }) => state))
      .toEqual(["done", "done", "done"]);
    for (let n = 0; n < 3; n++) await dataOf(world, "POST", `/apps/${other.id}/cycles`, { name: `Round ${n}` });
    const [cycle] = await dataOf(world, "GET", `/apps/${other.id}/cycles`);
    const name = encodeURIComponent(other.name);
    const lists: Record<string, [string, number | null]> = {
      "/issues": [`/issues?app=${app.id}&q=told&status=all&limit=1`, 2],
      "/issues/:id/history": [`/issues/${raised[0]}/history?limit=1`, 4],
      "/issues/:id/comments": [`/issues/${raised[1]}/comments?limit=1`, 3],
      "/checks": [`/checks?limit=1&app=${name}&status=passed`, 3],
      "/apps/archived": ["/apps/archived?limit=1", 3],
      "/checks/archived": [`/checks/archived?limit=1&app=${left.id}`, 3],
      "/sections/archived": [`/sections/archived?limit=1&app=${left.id}`, 3],
      "/results": [`/results?limit=2&app=${name}`, 3],
      "/apps/:id/webhook/deliveries": [`/apps/${app.id}/webhook/deliveries?limit=1`, 3],
      "/apps/:id/notifications": [`/apps/${app.id}/notifications?limit=1`, 3],
      "/apps/:id/cycles": [`/apps/${other.id}/cycles?limit=1`, 3],
      "/cycles/:id/checks": [`/cycles/${cycle.id}/checks?limit=1`, 3],
      "/erasures": ["/erasures?limit=1", 3],
      "/audit": [`/audit?app=${app.id}&limit=1`, null],
    };
    const paged = API_ROUTES.filter(({ response }: Route) => isPage(response)).map(({ path }) => path);
    expect([...Object.keys(lists), FORWARDS].sort()).toEqual(paged.sort());
    for (const [path, count] of Object.values(lists)) {
      const { pages, rows } = await walk(path);
      expect(pages).toBeGreaterThan(1);
      expect([path, new Set(rows.map((row) => JSON.stringify(row))).size]).toEqual([path, rows.length]);
      if (count !== null) expect([path, rows.length]).toEqual([path, count]);
    }
  });

  test("people get it at their own addresses", async () => {
    const app = await world.app({ mode: "live" });
    for (let n = 0; n < 2; n++) await dataOf(world, "POST", "/issues", { app: app.id, text: "One" });
    const { headers } = await bytesOf(world, await world.person("viewer"), "GET", `/issues?app=${app.id}&limit=1`);
    expect(headers.get("link")).toMatch(
      /^<http:\/\/localhost:3000\/ui\/v1\/issues\?app=\w+&limit=1&cursor=\S+>; rel="next"$/,
    );
  });
});

describe("the link", () => {
  test.each([
    ["/api/v1/issues", "/api/v1/issues?cursor=new"],
    ["/api/v1/issues?", "/api/v1/issues?cursor=new"],
    ["/api/v1/issues?limit=2&cursor=old&app=a%20b", "/api/v1/issues?limit=2&app=a%20b&cursor=new"],
    ["/api/v1/issues?%63ursor=old&q=a+b", "/api/v1/issues?q=a+b&cursor=new"],
    ['/api/v1/issues?q=<"\u00e9>', "/api/v1/issues?q=%3C%22%E9%3E&cursor=new"],
  ])("of %s is %s", (url, next) => {
    expect(nextLink("https://example.com/retest", url, "new")).toBe(`<https://example.com/retest${next}>; rel="next"`);
  });
});
