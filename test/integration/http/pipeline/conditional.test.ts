// Conditional reads: a tag is another whenever the answer is, and whoever has the answer is not sent it again.
import { beforeAll, describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { bytesOf } from "../../../support/clients/bytes.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let app: { id: string; name: string };
  let issue: string;
  let check: string;
  let section: string;
  let paths: string[];
  beforeAll(async () => {
    app = await world.app({ mode: "live" });
    issue = (await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "At first" })).id;
    const checks = await dataOf(world, "GET", `/checks?app=${app.id}`);
    check = checks.find(({ ref }: { ref: string }) => ref === "PAY-1").id;
    section = checks.find(({ ref }: { ref: string }) => ref === "PAY-1").section.id;
    await dataOf(world, "POST", "/results", { app: app.id, check, outcome: "passed", note: "fine" });
    paths = [
      "/apps",
      `/apps/${app.id}`,
      `/apps/${app.id}/runbook`,
      `/apps/${app.id}/runbook?since=2`,
      `/apps/${app.id}/gate?platform=ios`,
      `/apps/${app.id}/report?format=csv`,
      `/apps/${app.id}/export?format=yaml`,
      `/apps/${app.id}/export?format=csv`,
      "/issues",
      `/issues?app=${app.id}&status=all&limit=1`,
      "/issues?q=first&status=all",
      `/issues/${issue}`,
      `/issues/${issue}/history`,
      `/checks?app=${app.id}`,
      `/checks/${check}`,
      `/sections?app=${app.id}`,
      `/sections/${section}`,
      "/results",
      `/results?check=${check}&limit=2`,
    ];
  });

  const get = (path: string, key = world.viewer, tag?: string, method = "GET") =>
    bytesOf(world, key, method, path, { headers: tag === undefined ? {} : { "if-none-match": tag } });

  test("whoever names the tag is answered 304 without a body, and with all that browsers need to keep the answer", async () => {
    for (const path of paths) {
      const first = await get(path);
      const tag = first.headers.get("etag")!;
      expect([path, first.status, tag, first.headers.get("cache-control")]).toEqual([
        path,
        200,
        expect.stringMatching(/^"[\w-]+"$/),
        "private, no-cache",
      ]);
      // Twice: the second may come from what the server keeps.
      for (const header of [tag, tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const known = await get(path, world.viewer, header);
        expect([path, known.status, known.text]).toEqual([path, 304, ""]);
        expect([known.headers.get("etag"), known.headers.get("cache-control")]).toEqual([tag, "private, no-cache"]);
        expect([known.headers.get("content-type"), known.headers.get("x-content-type-options")]).toEqual([
          null,
          "nosniff",
        ]);
      }
      const head = await get(path, world.viewer, undefined, "HEAD");
      expect([path, head.status, head.headers.get("etag")]).toEqual([path, 200, tag]);
      expect((await get(path, world.viewer, tag, "HEAD")).status).toBe(304);
      const other = await get(path, world.viewer, '"other", W/"one more"');
      expect([path, other.status, other.text]).toEqual([path, 200, first.text]);
    }
  });

  test("no two answers that differ have the same tag, and 304 is never given for what has changed", {
    timeout: 120_000,
  }, async () => {
    const other = await world.app({ mode: "live" });
    const keys = [world.viewer, await world.key("viewer", [app.id]), await world.key("viewer", [other.id, app.id])];
    const admin = await world.person("admin");
    const assignee = (await world.call(admin, "GET", "/me")).body.data.id;
    const seen = new Map<string, string>();
    const last = new Map<string, { tag: string; text: string }>();
    const look = async () => {
      const looks = keys.flatMap((key, k) =>
        paths.map(async (path) => {
          const known = last.get(`${k} ${path}`);
          const asked = await get(path, key, known?.tag);
          const answer = asked.status === 304 ? await get(path, key) : asked;
          if (asked.status === 304) expect([path, answer.text]).toEqual([path, known!.text]);
          expect([path, answer.status]).toEqual([path, 200]);
          const tag = answer.headers.get("etag")!;
          const place = `${path} ${tag}`;
          expect([path, answer.text]).toEqual([path, seen.get(place) ?? answer.text]);
          seen.set(place, answer.text);
          last.set(`${k} ${path}`, { tag, text: answer.text });
        }),
      );
      await Promise.all(looks);
    };
    const steps: [string, string, unknown?, string?][] = [
      ["PATCH", `/issues/${issue}`, { text: "At first, and then" }],
      ["PUT", `/issues/${issue}/assignees`, { people: [assignee] }, admin],
      ["PATCH", `/apps/${app.id}`, { name: `${app.name} again` }],
      ["POST", "/issues", { app: other.id, text: "Elsewhere" }],
      ["PATCH", `/checks/${check}`, { title: "Pay by card" }],
      ["POST", `/issues/${issue}/fix`],
      ["POST", "/results", { app: app.id, check: "PAY-1", outcome: "passed", build: "7" }],
      ["PATCH", `/sections/${section}`, { title: "Paying", position: 0 }],
      ["PUT", `/checks/${check}/not-applicable`, { platforms: ["ios"] }],
      ["POST", "/apps", { name: `New ${app.name}`, platforms: [{ code: "web", label: "Web" }] }],
    ];
    await look();
    for (const [method, path, body, who] of steps) {
      const done = await world.call(who ?? world.admin, method, path, body);
      expect([path, done.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)]);
      await look();
    }
  });

  test("people get the same tags at the same addresses, and whoever is signed out gets none of it", async () => {
    const person = await world.person("viewer");
    for (const path of ["/overview", `/issues/${issue}`, "/issues"]) {
      const tag = (await get(path, person)).headers.get("etag")!;
      expect([(await get(path, person, tag)).status, (await get(path, person, '"x"')).status]).toEqual([304, 200]);
      const stranger = await get(path, "retest=nobody", tag);
      expect([stranger.status, stranger.headers.get("cache-control")]).toEqual([401, "no-store"]);
    }
    const [mine, theirs] = [await world.person("viewer", [app.id]), person];
    const tag = (await get("/issues", theirs)).headers.get("etag")!;
    expect((await get("/issues", mine, tag)).status).toBe(200);
  });

  test("what says more than the apps' revisions tell carries no tag and is never kept", async () => {
    for (const path of ["/me", "/keys", "/workspace", "/audit", `/apps/${app.id}/trend`]) {
      const { status, headers } = await get(path, world.admin, "*");
      expect([path, status, headers.get("etag"), headers.get("cache-control")]).toEqual([path, 200, null, "no-store"]);
    }
    const webhook = await get(`/apps/${app.id}/webhook`, world.admin, "*");
    expect([webhook.status, webhook.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(webhook.headers.get("etag")).toMatch(/^"[\w-]+"$/);
    const missing = await get("/issues/iss_none", world.viewer, "*");
    expect([missing.status, missing.headers.get("etag")]).toEqual([404, null]);
  });

  test("two servers give the same tag for the same answer", async () => {
    const at = await world.anotherServer();
    for (const path of paths) {
      const tag = (await get(path)).headers.get("etag")!;
      const answer = await bytesOf(world, world.viewer, "GET", path, { headers: { "if-none-match": tag }, at });
      expect([path, answer.status]).toEqual([path, 304]);
    }
  });
});
