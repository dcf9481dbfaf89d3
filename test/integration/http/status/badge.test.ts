// The public badge: switched on and off by an admin, shown to anybody who has its address, and telling nothing else.
import { describe, expect, test } from "vitest";
import { drawBadge } from "../../../../src/wire/status/badge-svg.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { type Answer, DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const URL_OF_BADGE = /^http:\/\/localhost:3000\/badge\/(rb_[0-9a-z]{39})\.svg$/;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const on = (app: string) => dataOf(world, "PUT", `/apps/${app}/badge`);
  const off = (app: string) => dataOf(world, "DELETE", `/apps/${app}/badge`);
  const show = (url: string, init: RequestInit = {}) => fetch(world.address + new URL(url).pathname, init);
  const refusalOf = async (response: Response): Promise<Answer> => ({
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  });
  const wordsOf = async (url: string) => /<title>retest: (.*)<\/title>/.exec(await (await show(url)).text())![1];

  test("is off until an admin switches it on, and then has an address and a line for a readme", async () => {
    const app = await world.app();
    expect(await dataOf(world, "GET", `/apps/${app.id}/badge`)).toEqual({ enabled: false, url: null, markdown: null });
    const { url, ...rest } = await on(app.id);
    expect(url).toMatch(URL_OF_BADGE);
    expect(rest).toEqual({ enabled: true, markdown: `![Retest](${url})` });
    expect(await on(encodeURIComponent(app.name))).toEqual({ url, ...rest });
    expect(await dataOf(world, "GET", `/apps/${app.id}/badge`)).toEqual({ url, ...rest });
  });

  test("switched on by many at once it has one address", async () => {
    const app = await world.app();
    const urls = await Promise.all(Array.from({ length: 10 }, async () => (await on(app.id)).url));
    expect(new Set(urls).size).toBe(1);
  });

  test("follows the app from untested over failed and fixed to passed, for anybody", async () => {
    const app = await world.app();
    const { url } = await on(app.id);
    expect(await wordsOf(url)).toBe("0 % tested");
    const results = ["SIGN-1", "SIGN-2", "PAY-1"].map((check) => ({ check, outcome: "passed" }));
    await dataOf(world, "POST", "/results", { app: app.id, results });
    expect(await wordsOf(url)).toBe("passed");
    const issue = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    expect(await wordsOf(url)).toBe("2 failed");
    await dataOf(world, "POST", `/issues/${issue.id}/fix`);
    expect(await wordsOf(url)).toBe("2 to retest");
  });

  test("is a picture that other sites may show, asked for again each time, unchanged by its tag", async () => {
    const app = await world.app({ name: `Secret <name> ${Date.now()}` });
    const { url } = await on(app.id);
    const first = await show(url);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "no-cache",
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
    const picture = await first.text();
    expect(picture).toMatch(/^<svg /);
    expect(picture).not.toMatch(/Secret|name>|app_|style=|<script/);
    const etag = first.headers.get("etag")!;
    for (const named of [`W/${etag}`, `"another", ${etag}`, "*"]) {
      expect([named, (await show(url, { headers: { "if-none-match": named } })).status]).toEqual([named, 304]);
    }
    const again = await show(url, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    await dataOf(world, "POST", "/results", { app: app.id, check: "PAY-1", outcome: "failed" });
    expect((await show(url, { headers: { "if-none-match": etag } })).status).toBe(200);
    const head = await show(url, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("off, its address leads nowhere at once; on again, it has another", async () => {
    const app = await world.app();
    const { url } = await on(app.id);
    await off(app.id);
    expectError(await refusalOf(await show(url)), 404, "not_found");
    await off(app.id);
    const other = (await on(app.id)).url;
    expect(other).not.toBe(url);
    expect((await show(url)).status).toBe(404);
    expect((await show(other)).status).toBe(200);
  });

  test("what is no badge answers 404, another method 405", async () => {
    const { url } = await on((await world.app()).id);
    const token = URL_OF_BADGE.exec(url)![1]!;
    for (const name of [
      token,
      `${token}.png`,
      `${token}x.svg`,
      `${token.slice(0, -1)}.svg`,
      ".svg",
      "%00.svg",
      "..%2f.svg",
    ]) {
      expectError(await refusalOf(await fetch(`${world.address}/badge/${name}`)), 404, "not_found");
    }
    const posted = await show(url, { method: "POST" });
    expect(posted.headers.get("allow")).toBe("GET, HEAD");
    expectError(await refusalOf(posted), 405, "method_not_allowed");
  });

  test("its token is nowhere in the database as it stands, nor in the audit log, which says who switched it", async () => {
    const app = await world.app();
    const { url } = await on(app.id);
    const token = URL_OF_BADGE.exec(url)![1]!;
    await off(app.id);
    await on(app.id);
    const rows = await behind(world, `select * from badge where app_id = '${app.id}'`);
    expect(JSON.stringify(rows)).not.toContain("rb_");
    const entries = await dataOf(world, "GET", `/audit?action=badge.&app=${app.id}`);
    const target = { kind: "app", id: app.id, name: app.name };
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual([
      "badge.enabled",
      "badge.disabled",
      "badge.enabled",
    ]);
    expect(entries[0]).toMatchObject({ actor: { kind: "key", name: "admin key" }, target, details: {} });
    expect(JSON.stringify(entries)).not.toContain(token);
    expect(await world.problems()).toEqual([]);
  });
});

test("whatever a badge says is text in it", () => {
  const picture = drawBadge({ text: `<b a="1">&'`, tone: "bad" });
  expect(picture).toContain("&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
  expect(picture).not.toContain("<b");
});
