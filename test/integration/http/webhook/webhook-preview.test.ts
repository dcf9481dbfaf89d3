// POST /apps/:id/webhook/preview: the issue that a payload would raise, where each field came from, and nothing raised.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { refused } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

interface Field {
  field: string;
  value: unknown;
  from: string | null;
  expression: string | null;
  alternative: string | null;
  why: string | null;
}

const PAYLOAD = {
  title: "Checkout fails",
  description: "For everybody",
  platforms: ["android"],
  priority: "P1",
  reporter: { name: "Ada", email: "ada@example.com" },
  external_id: "E-1",
  link: "https://tool.example.com/1",
  source: "Pager",
};
const ISSUE = {
  title: "Checkout fails",
  text: "Checkout fails\n\nFor everybody",
  platforms: ["android"],
  all_platforms: false,
  priority: "urgent",
  check: null,
  section_id: null,
  raised_by: "Ada via webhook",
  reporter: { name: "Ada", email: "ada@example.com" },
  webhook: { source: "Pager", external_id: "E-1", link: "https://tool.example.com/1" },
};

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let app: string;
  let path: string;
  beforeEach(async () => {
    app = (await world.app({ mode: "live" })).id;
    path = `/apps/${app}/webhook`;
  });
  /** Whatever was previewed: no issue, and no delivery beyond those that were really made. */
  let delivered = 0;
  afterEach(async () => {
    expect(await dataOf(world, "GET", `/issues?app=${app}&status=all`)).toHaveLength(delivered);
    expect(await dataOf(world, "GET", `${path}/deliveries`)).toHaveLength(delivered);
    delivered = 0;
  });

  const tryTo = (body: unknown) => ask(world, world.admin, "POST", `${path}/preview`, body);
  const preview = (body: unknown) => dataOf(world, "POST", `${path}/preview`, body);
  const configure = (body: unknown) => dataOf(world, "PATCH", path, body);
  const fieldOf = (shown: { fields: Field[] }, name: string) => shown.fields.find(({ field }) => field === name);
  const deliver = async (body: string, type: string) => {
    const url = world.address + new URL((await dataOf(world, "GET", path)).url).pathname;
    const answer = await fetch(url, { method: "POST", body, headers: { "content-type": type } });
    expect(answer.status).toBe(201);
    delivered++;
    const [newest] = await dataOf(world, "GET", `${path}/deliveries`);
    return newest.id as string;
  };

  test("a payload is shown as the issue that it would raise", async () => {
    const { issue, error } = await preview({ payload: PAYLOAD });
    expect({ issue, error }).toEqual({ issue: ISSUE, error: null });
  });

  test("a payload may have more fields than any body of ours", async () => {
    const extra = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`k${i}`, i]));
    expect((await preview({ payload: { ...PAYLOAD, ...extra } })).issue).toEqual(ISSUE);
    refused(await tryTo({ payload: PAYLOAD, ...extra }), 400, "invalid_request");
  });

  test("the text of a body is read as a delivery of it would be: JSON, or a form", async () => {
    for (const payload of [JSON.stringify(PAYLOAD), `payload=${encodeURIComponent(JSON.stringify(PAYLOAD))}`]) {
      expect((await preview({ payload })).issue).toEqual(ISSUE);
    }
    const { issue } = await preview({ payload: "title=It+broke&platforms=ios" });
    expect(issue).toMatchObject({ text: "It broke", platforms: ["ios"] });
    refused(await tryTo({ payload: "neither" }), 400, "invalid_json");
    refused(await tryTo({ payload: "[1]" }), 400, "invalid_json");
  });

  test("a payload that looks like an entry of the log is still a payload", async () => {
    const looks = { id: "dlv_1", encoding: "utf8", receivedAt: 1, headers: "{}", body: '{"title":"Not this"}' };
    expect((await preview({ payload: { ...PAYLOAD, ...looks } })).issue).toEqual(ISSUE);
  });

  test("what the preview shows is what a delivery then raises", async () => {
    await configure({ preset: "custom", mapping: { title: "{event.type}: {event.message}", platform: "event.os" } });
    const payload = {
      event: { type: "Crash", message: "on start", os: "iPhone" },
      priority: "warning",
      external_id: 7,
    };
    const { issue } = await preview({ payload });
    await deliver(JSON.stringify(payload), "application/json");
    const [raised] = await dataOf(world, "GET", `/issues?app=${app}`);
    const { title, ...rest } = issue;
    expect(raised).toMatchObject(rest);
    expect(title).toBe("Crash: on start");
  });

  test("each field says where it came from: which expression, which of its alternatives, or why there is none", async () => {
    await configure({
      preset: "custom",
      mapping: { title: "event.name | alert", external_id: "event.id" },
      default_priority: "low",
      default_platforms: ["ios"],
    });
    const payload = { alert: "Down", description: "All of it", priority: "weird", link: "javascript:alert(1)" };
    const shown = await preview({ payload });
    const names = [
      "title",
      "description",
      "url",
      "link",
      "external_id",
      "priority",
      "platforms",
      "reporter",
      "source",
      "recovered",
    ];
    expect(shown.fields.map(({ field }: Field) => field)).toEqual(names);
    expect(fieldOf(shown, "title")).toEqual({
      ...{ field: "title", value: "Down", from: "mapping", why: null },
      ...{ expression: "event.name | alert", alternative: "alert" },
    });
    expect(fieldOf(shown, "description")).toMatchObject({ value: "All of it", from: "native", why: null });
    expect(fieldOf(shown, "link")).toMatchObject({ value: null, why: expect.stringContaining("javascript:alert(1)") });
    expect(fieldOf(shown, "external_id")).toMatchObject({
      ...{ value: null, from: null, why: expect.stringContaining("event.id") },
    });
    expect(fieldOf(shown, "priority")).toMatchObject({
      ...{ value: "low", from: "default", why: expect.stringContaining("weird") },
    });
    expect(fieldOf(shown, "platforms")).toMatchObject({ value: ["ios"], from: "default" });
    expect(fieldOf(shown, "source")).toMatchObject({ value: null, from: null, why: expect.any(String) });
  });

  test("another preset, mapping or default is tried without being kept", async () => {
    const before = await dataOf(world, "GET", path);
    const payload = { title: "Theirs", other: "Ours" };
    expect((await preview({ payload, mapping: { title: "other" } })).issue.title).toBe("Ours");
    const tried = { default_priority: "high", default_platforms: ["android", "android"], preset: "datadog" };
    expect((await preview({ payload, ...tried })).issue).toMatchObject({ priority: "high", platforms: ["android"] });
    expect((await preview({ payload })).issue).toMatchObject({ title: "Theirs", priority: null, all_platforms: true });
    expect(await dataOf(world, "GET", path)).toEqual(before);
  });

  test("a kept delivery is read again, by its own type, with another mapping", async () => {
    const form = await deliver("title=Theirs&other=Ours&external_id=1", "application/x-www-form-urlencoded");
    const json = await deliver(`{"title":"Theirs","other":"Ours","external_id":2}`, "text/plain");
    for (const delivery of [form, json]) {
      expect((await preview({ delivery })).issue.title).toBe("Theirs");
      expect((await preview({ delivery, mapping: { title: "other" } })).issue.title).toBe("Ours");
    }
    refused(await tryTo({ delivery: "dlv_unknown" }), 404, "not_found");
    const elsewhere = (await world.app({ mode: "live" })).id;
    const answer = await ask(world, world.admin, "POST", `/apps/${elsewhere}/webhook/preview`, { delivery: json });
    refused(answer, 404, "not_found");
  });

  test("numbers keep all their digits", async () => {
    for (const id of ["9007199254740993", "12345678901234567890", "-90071992547409931", "7"]) {
      const { issue } = await preview(`{"payload":{"title":"It broke","external_id":${id}}}`);
      expect(issue.webhook.external_id).toBe(id);
    }
  });

  test("a payload without a title shows what the delivery would be refused with, and where a title was looked for", async () => {
    await configure({ preset: "custom", mapping: { title: "event.name" } });
    const shown = await preview({ payload: { event: {} } });
    expect(shown).toMatchObject({ issue: null, error: { code: "missing_title", message: expect.any(String) } });
    expect(fieldOf(shown, "title")?.why).toContain("event.name");
  });

  test("whatever a payload's fields are called, it is taken for a payload", async () => {
    const payload =
      '{"title":"It broke","encoding":"utf8","receivedAt":1,"headers":"{","body":"x","__proto__":{"a":1}}';
    for (const body of [`{"payload":${payload}}`, { payload }]) {
      expect((await preview(body)).issue.text).toBe("It broke");
    }
  });

  test("a payload as large as a delivery may be is previewed", async () => {
    const payload = { title: "It broke", description: "x".repeat(1_040_000) };
    expect([...(await preview({ payload })).issue.text]).toHaveLength(4_000);
  });

  test.each<[string, string, unknown]>([
    ["invalid_request", "payload", {}],
    ["invalid_request", "payload", { payload: PAYLOAD, delivery: "dlv_1" }],
    ["invalid_request", "payload", { payload: [] }],
    ["invalid_request", "payload", { payload: 5 }],
    ["invalid_request", "preset", { payload: PAYLOAD, preset: "none" }],
    ["invalid_request", "mapping.title: at character 3", { payload: PAYLOAD, mapping: { title: "a..b" } }],
    ["invalid_request", "mapping", { payload: PAYLOAD, mapping: { name: "a" } }],
    ["unknown_platform", "default_platforms", { payload: PAYLOAD, default_platforms: ["web"] }],
    ["invalid_request", "notify_url", { payload: PAYLOAD, notify_url: null }],
  ])("what is wrong answers 400 %s and names %s: %j", async (code, named, body) => {
    expect(refused(await tryTo(body), 400, code)).toContain(named);
  });
});
