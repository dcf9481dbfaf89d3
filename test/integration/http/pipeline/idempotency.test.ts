// Idempotency-Key: a request that is repeated is done once, and answered as it was the first time.
import { describe, expect, test } from "vitest";
import { runRetentionJob } from "../../../../src/engine/retention-job.ts";
import { DAY_MS } from "../../../../src/lib/clock.ts";
import { randomText } from "../../../../src/lib/ids.ts";
import { expectError, issuesOf } from "../../../support/checks/expect-refusal.ts";
import { bytesOf } from "../../../support/clients/bytes.ts";
import { rowsOf } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const newKey = () => `key-${randomText(12)}`;
  const keyed = (key: string) => ({ "idempotency-key": key });
  const post = (path: string, body: unknown, key: string, as = world.tester) =>
    bytesOf(world, as, "POST", path, { body, headers: keyed(key) });

  test("the same key and body get the first answer again, byte for byte, and nothing more is raised", async () => {
    const app = await world.app();
    const body = { app: app.id, check: "PAY-1", text: "Broken", platforms: ["ios"] };
    const key = newKey();
    const first = await post("/issues", body, key);
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    const { id } = JSON.parse(first.text).data;
    // What has changed since makes no difference to what was answered then.
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { name: `${app.name} later` });
    await world.call(world.admin, "POST", `/issues/${id}/fix`);
    const again = await post("/issues", body, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(await issuesOf(world, app)).toHaveLength(1);
  });

  test("it is what is asked for that counts: spaces and the order of fields are no other body", async () => {
    const app = await world.app();
    const key = newKey();
    const first = await post("/issues", `{"app":"${app.name}","check":"PAY-1","text":"Broken"}`, key);
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { name: `${app.name} later` });
    const again = await post("/issues", `{ "text": "Broken",\n "check": "PAY-1", "app": "${app.name}" }`, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  test("results are recorded once, single and in batches", async () => {
    const app = await world.app();
    const single = { app: app.id, check: "PAY-1", outcome: "passed", note: "ok" };
    const batch = { app: app.id, results: ["SIGN-1", "SIGN-2"].map((check) => ({ check, outcome: "failed" })) };
    for (const body of [single, batch]) {
      const key = newKey();
      const first = await post("/results", body, key);
      const again = await post("/results", body, key);
      expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
    }
    const { body } = await world.call(world.viewer, "GET", `/results?app=${app.id}`);
    expect(body.data).toHaveLength(6);
    expect(await world.problems()).toEqual([]);
  });

  test("sections and checks, single and in lists, are added once, and answered as the first time whatever became of them", async () => {
    const app = await world.app();
    const bodies: [string, object][] = [
      ["/sections", { app: app.id, title: "Search" }],
      ["/checks", { app: app.id, section: "PAY", title: "By cheque", not_applicable: ["ios"], position: 0 }],
      ["/checks/batch", { app: app.id, section: "PAY", checks: [{ title: "By wire" }, { title: "By post" }] }],
    ];
    for (const [path, body] of bodies) {
      const key = newKey();
      const first = await post(path, body, key, world.admin);
      expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
      const { data } = JSON.parse(first.text);
      if (path === "/checks") await world.call(world.admin, "DELETE", `/checks/${data.id}`);
      const again = await post(path, body, key, world.admin);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
    }
    const titles = await world.call(world.viewer, "GET", `/checks?app=${app.id}&section=PAY`);
    expect(titles.body.data.map(({ title }: { title: string }) => title)).toEqual([
      expect.any(String),
      "By wire",
      "By post",
    ]);
    const { body } = await world.call(world.viewer, "GET", `/sections?app=${app.id}`);
    expect(body.data.filter(({ title }: { title: string }) => title === "Search")).toHaveLength(1);
    expect(await world.problems()).toEqual([]);
  });

  test("another body, another app or another route under the same key is refused with 409 and does nothing", async () => {
    const app = await world.app();
    const other = await world.app();
    const key = newKey();
    const body = { app: app.id, check: "PAY-1", text: "Broken" };
    await post("/issues", body, key);
    const say = (path: string, asked: unknown) => world.call(world.tester, "POST", path, asked, keyed(key));
    for (const asked of [
      { ...body, text: "Other" },
      { ...body, app: other.id },
    ]) {
      expectError(await say("/issues", asked), 409, "idempotency_conflict", /Idempotency-Key/);
    }
    const result = { app: app.id, check: "PAY-1", outcome: "passed" };
    expectError(await say("/results", result), 409, "idempotency_conflict", /another request/);
    expect([(await issuesOf(world, app)).length, (await issuesOf(world, other)).length]).toEqual([1, 0]);
  });

  test("a key belongs to whoever sent it: another key or person may use the same word", async () => {
    const app = await world.app();
    const key = newKey();
    const body = { app: app.id, check: "PAY-1", text: "Broken" };
    for (const who of [world.tester, world.admin, await world.person("tester")]) {
      const first = await post("/issues", body, key, who);
      const again = await post("/issues", body, key, who);
      expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
      expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    }
    expect(await issuesOf(world, app)).toHaveLength(3);
  });

  test("a refused request is not kept: put right, it may use the same key", async () => {
    const app = await world.app();
    const key = newKey();
    const say = (body: unknown) => world.call(world.tester, "POST", "/issues", body, keyed(key));
    expectError(await say({ app: app.id, check: "NONE-1", text: "Broken" }), 404, "not_found");
    expectError(await say({ app: app.id, check: "PAY-1", text: "" }), 400, "invalid_request");
    expectError(await say({ app: app.id, check: "PAY-1", text: "x", platforms: ["tv"] }), 400, "unknown_platform");
    const raised = await say({ app: app.id, check: "PAY-1", text: "Broken" });
    expect([raised.status, raised.headers.get("idempotent-replayed")]).toEqual([201, null]);
  });

  test("whoever lost their reach meanwhile is told that there is nothing", async () => {
    const app = await world.app();
    const other = await world.app();
    const person = await world.person("tester", [app.id]);
    const { id } = (await world.call(person, "GET", "/me")).body.data;
    const key = newKey();
    const body = { app: app.id, check: "PAY-1", text: "Secret" };
    expect((await post("/issues", body, key, person)).status).toBe(201);
    await world.call(await world.person("admin"), "PATCH", `/people/${id}`, { apps: [other.id] });
    expectError(await world.call(person, "POST", "/issues", body, keyed(key)), 404, "not_found");
  });

  test.each([
    ["empty", ""],
    ["256 characters", "k".repeat(256)],
    ["a tab", "a\tb"],
    ["a letter beyond ASCII", "schl\u00fcssel"],
  ])("a key that is %s is refused with 400", async (_, key) => {
    const app = await world.app();
    const body = { app: app.id, check: "PAY-1", text: "Broken" };
    const refused = await world.call(world.tester, "POST", "/issues", body, keyed(key));
    expectError(refused, 400, "invalid_request", /Idempotency-Key: send 1 to 255/);
    expect(await issuesOf(world, app)).toEqual([]);
  });

  test("a key of 255 characters is taken, and one on another route is of no account", async () => {
    const app = await world.app();
    const body = { app: app.id, check: "PAY-1", text: "Broken" };
    const key = "k".repeat(247) + randomText(8);
    const { status, text } = await post("/issues", body, key);
    expect(status).toBe(201);
    const { id } = JSON.parse(text).data;
    for (const change of ["one", "two"]) {
      const edited = await world.call(world.tester, "PATCH", `/issues/${id}`, { text: change }, keyed(key));
      expect([edited.status, edited.body.data.text]).toEqual([200, change]);
    }
  });

  test("after 24 hours a key is new again, and the retention job drops it", async () => {
    const app = await world.app();
    const body = { app: app.id, check: "PAY-1", text: "Broken" };
    const [key, other] = [newKey(), newKey()];
    await post("/issues", body, key);
    await post("/issues", body, other);
    world.clock.offset = DAY_MS - 60_000;
    expect((await post("/issues", body, key)).headers.get("idempotent-replayed")).toBe("true");
    world.clock.offset = DAY_MS + 60_000;
    const later = await post("/issues", { ...body, text: "Another" }, key);
    expect([later.status, later.headers.get("idempotent-replayed")]).toEqual([201, null]);
    const clock = () => Date.now() + world.clock.offset;
    await runRetentionJob({
      ...world.store,
      clock,
      deliveryDays: 30,
      onError: (error) => expect.unreachable(String(error)),
    });
    const kept = await rowsOf(world, `select key from idempotency where app_id = '${app.id}'`);
    expect(kept.map((row) => Object.values(row)[0])).toEqual([key]);
    world.clock.offset = 0;
  });
});
