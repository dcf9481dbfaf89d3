// GET and PATCH /apps/:id/webhook, POST .../url: the settings of an incoming webhook, by an admin of the app.
import { describe, expect, test } from "vitest";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { refused } from "../../../support/clients/issue-client.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const TOKEN_URL = /^http:\/\/localhost:3000\/api\/integrations\/webhook\/rw_[0-9a-z]{39}$/;
const FRESH = {
  enabled: true,
  url: expect.stringMatching(TOKEN_URL),
  preset: "native",
  mapping: {},
  default_platforms: [],
  default_priority: null,
  default_section: null,
  recoveries: "raise",
  has_secret: false,
  notify_url: null,
  hour: { limit: 120, used: 0, resets_at: expect.stringMatching(/T\d\d:00:00\.000Z$/) },
  setup: { steps: expect.any(Array), template: null },
};

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const live = async () => `/apps/${(await world.app({ mode: "live" })).id}/webhook`;
  const read = (path: string) => dataOf(world, "GET", path);
  const change = (path: string, body: unknown) => dataOf(world, "PATCH", path, body);
  const tryTo = (path: string, body: unknown) => ask(world, world.admin, "PATCH", path, body);
  const deliver = (url: string, body: unknown) =>
    fetch(world.address + new URL(url).pathname, { method: "POST", body: JSON.stringify(body) });

  test("a live app has a webhook from the first look on, and the same at every further look", async () => {
    const path = await live();
    const config = await read(path);
    expect(config).toEqual(FRESH);
    expect(await read(path)).toEqual(config);
    expect((await read(await live())).url).not.toBe(config.url);
  });

  test("looks at once find one webhook: all see the same URL", async () => {
    const path = await live();
    const configs = await Promise.all(Array.from({ length: 20 }, () => read(path)));
    expect(new Set(configs.map(({ url }) => url)).size).toBe(1);
    expect(await behind(world, `select 1 from webhook where app_id = '${path.split("/")[2]}'`)).toHaveLength(1);
  });

  test("a default section is named by id, ref or title and shown by its id; an unknown one answers 404", async () => {
    const app = await world.app({ mode: "live" });
    const path = `/apps/${app.id}/webhook`;
    const { id } = app.sections[1];
    for (const name of ["PAY", "Pay", id]) {
      expect((await change(path, { default_section: name })).default_section).toBe(id);
      expect((await change(path, { default_section: null })).default_section).toBeNull();
    }
    const other = await world.app({ mode: "live" });
    for (const name of ["Nope", other.sections[0].id]) {
      refused(await tryTo(path, { default_section: name }), 404, "not_found");
    }
    refused(await tryTo(path, { default_section: 1 }), 400, "invalid_request");
    expect((await read(path)).default_section).toBeNull();
  });

  test("a section that is the default can't be deleted until another is", async () => {
    const app = await world.app({ mode: "live", sections: [{ ref: "OPS", title: "Operations" }] });
    const path = `/apps/${app.id}/webhook`;
    await change(path, { default_section: "OPS" });
    const remove = () => world.call(world.admin, "DELETE", `/sections/${app.sections[0].id}`);
    expect(refused(await remove(), 409, "not_empty")).toContain("webhook");
    await change(path, { default_section: null });
    expect((await remove()).status).toBe(204);
  });

  test("an app is found by its name too", async () => {
    const app = await world.app({ mode: "live" });
    const byName = await read(`/apps/${encodeURIComponent(app.name)}/webhook`);
    expect(byName).toEqual(await read(`/apps/${app.id}/webhook`));
  });

  test.each<[string, string, unknown]>([
    ["GET", "", undefined],
    ["PATCH", "", { enabled: true }],
    ["POST", "/url", undefined],
    ["PUT", "/secret", undefined],
    ["DELETE", "/secret", undefined],
    ["POST", "/preview", { payload: { title: "It broke" } }],
  ])("%s .../webhook%s of an app that is not live answers 409 not_live", async (method, below, body) => {
    const app = await world.app();
    const path = `/apps/${app.id}/webhook${below}`;
    refused(await ask(world, world.admin, method, path, body), 409, "not_live");
    expect(await behind(world, `select 1 from webhook where app_id = '${app.id}'`)).toEqual([]);
  });

  test("an app that went back to testing keeps its settings for when it is live again", async () => {
    const path = await live();
    const config = await change(path, { preset: "datadog" });
    const app = path.replace("/webhook", "");
    await dataOf(world, "PATCH", app, { mode: "testing" });
    refused(await tryTo(path, { preset: "native" }), 409, "not_live");
    await dataOf(world, "PATCH", app, { mode: "live" });
    expect(await read(path)).toEqual(config);
  });

  test.each<[string, Record<string, unknown>]>([
    ["enabled", { enabled: false }],
    ["preset bugsnag", { preset: "bugsnag" }],
    ["preset rollbar", { preset: "rollbar" }],
    ["preset datadog", { preset: "datadog" }],
    ["preset custom", { preset: "custom" }],
    ["mapping", { mapping: { title: "a.b[0] | c", description: "{x}: {y}", link: null } }],
    ["default_platforms", { default_platforms: ["android", "ios"] }],
    ["default_priority", { default_priority: "urgent" }],
    ["recoveries", { recoveries: "ignore" }],
    ["several at once", { enabled: false, preset: "custom", mapping: { platform: "os" }, default_priority: "low" }],
  ])("%s is changed, shown and kept; nothing else changes", async (_what, body) => {
    const path = await live();
    const { setup: _, ...before } = await read(path);
    const after = await change(path, body);
    expect(after).toEqual({ ...before, ...body, setup: expect.any(Object) });
    expect(await read(path)).toEqual(after);
  });

  test("a setting goes back: a mapping is replaced as a whole, defaults are taken away, codes count once", async () => {
    const path = await live();
    await change(path, {
      mapping: { title: "a", link: "b" },
      default_platforms: ["ios", "ios"],
      default_priority: "low",
    });
    expect(await read(path)).toMatchObject({ default_platforms: ["ios"] });
    const body = { mapping: { external_id: "c" }, default_platforms: [], default_priority: null };
    expect(await change(path, body)).toMatchObject(body);
  });

  test("each preset says how to set the tool up", async () => {
    const path = await live();
    for (const preset of ["native", "bugsnag", "rollbar", "datadog", "custom"]) {
      const { setup } = await change(path, { preset });
      expect(setup.steps.length, preset).toBeGreaterThan(0);
    }
  });

  test.each<[string, unknown]>([
    ["body", {}],
    ["enabled", { enabled: "false" }],
    ["preset", { preset: "sentry" }],
    ["preset", { preset: "__proto__" }],
    ["mapping", { mapping: "title" }],
    ["mapping", { mapping: { titel: "a" } }],
    ["mapping.title", { mapping: { title: 5 } }],
    ["mapping.title", { mapping: { title: "a".repeat(100_000) } }],
    ["default_platforms", { default_platforms: "ios" }],
    ["default_platforms", { default_platforms: [1] }],
    ["default_priority", { default_priority: "P1" }],
    ["notify_url", { notify_url: 5 }],
    ["url", { url: "http://localhost:3000/api/integrations/webhook/mine" }],
    ["token", { token: "mine" }],
    ["secret", { secret: "mine" }],
    ["has_secret", { has_secret: true }],
    ["hour", { hour: { used: 0 } }],
  ])("a wrong or unknown field answers 400, names %s and changes nothing: %j", async (field, body) => {
    const path = await live();
    const before = await read(path);
    expect(refused(await tryTo(path, body), 400, "invalid_request")).toContain(field);
    expect(await read(path)).toEqual(before);
  });

  test("an unknown code among the default platforms answers 400 unknown_platform and names it", async () => {
    const path = await live();
    const before = await read(path);
    const message = refused(
      await tryTo(path, { enabled: false, default_platforms: ["ios", "web"] }),
      400,
      "unknown_platform",
    );
    expect(message).toContain('"web"');
    expect(await read(path)).toEqual(before);
  });

  test.each<[string, string, number]>([
    ["title", "a..b", 3],
    ["title", "{a", 1],
    ["description", "a[x]", 2],
    ["link", "a.", 3],
    ["external_id", ".a", 1],
    ["priority", "a | ", 5],
    ["platform", "{a} }", 5],
  ])("a mistake in a mapping is refused with its place: %s %j at character %i", async (key, expression, at) => {
    const path = await live();
    const message = refused(await tryTo(path, { mapping: { [key]: expression } }), 400, "invalid_request");
    expect(message).toMatch(`mapping.${key}: at character ${at}:`);
    expect((await read(path)).mapping).toEqual({});
  });

  test("off refuses every delivery and keeps the URL; on takes them again", async () => {
    const path = await live();
    const { url } = await change(path, { enabled: false });
    expect((await deliver(url, { title: "It broke" })).status).toBe(404);
    expect((await change(path, { enabled: true })).url).toBe(url);
    expect((await deliver(url, { title: "It broke" })).status).toBe(201);
    expect((await read(path)).hour.used).toBe(1);
  });

  test("a new URL has a new token and all other settings; the old one leads nowhere at once", async () => {
    const path = await live();
    const before = await change(path, { preset: "custom", mapping: { title: "a" }, default_priority: "high" });
    const after = await dataOf(world, "POST", `${path}/url`);
    expect(after).toEqual({ ...before, url: expect.stringMatching(TOKEN_URL) });
    expect(after.url).not.toBe(before.url);
    expect(await read(path)).toEqual(after);
    expect((await deliver(before.url, { title: "It broke" })).status).toBe(404);
    expect((await deliver(after.url, { title: "It broke" })).status).toBe(201);
  });

  test("the app's history says who changed which setting, each change once", async () => {
    const path = await live();
    await read(path);
    await change(path, { preset: "custom", mapping: { title: "secret.place" } });
    await change(path, { preset: "custom" });
    await dataOf(world, "POST", `${path}/url`);
    const rows = await behind(
      world,
      `select kind, actor, changes from event where app_id = '${path.split("/")[2]}' and kind like 'webhook%' order by revision`,
    );
    expect(rows).toEqual(
      [
        { kind: "webhook_changed", changes: { fields: ["created"] } },
        { kind: "webhook_changed", changes: { fields: ["preset", "mapping"] } },
        { kind: "webhook_url_replaced", changes: { fields: ["tokenHash", "token"] } },
      ].map(({ kind: what, changes }) => ({
        kind: what,
        actor: "admin key via API",
        changes: JSON.stringify(changes),
      })),
    );
  });
});
