// POST /api/integrations/webhook/<token>: each answer of the contract's tables, and whom the URL admits.
import { describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { exchangeRaw, openRaw, request } from "../../../support/clients/raw-socket.ts";
import { openHook, post, setPlan } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const LIMIT = 1_048_576;
const NEVER = "/api/integrations/webhook/rw_00000000000000000000000000000000";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { freePlanIssues: 1 });

  test("201 {issue: {id, code, url}} when an issue was raised; the code counts up within the app", async () => {
    const hook = await openHook(world, { prefix: `A${kind === "sqlite" ? "S" : "P"}` });
    const answers = [await hook.deliver({ title: "One" }), await hook.deliver({ title: "Two" })];
    expect(answers.map(({ status, body }) => [status, body.issue.code.split("-")[1]])).toEqual([
      [201, "1"],
      [201, "2"],
    ]);
    const [two, one] = await hook.issues();
    expect([one!.id, two!.id]).toEqual(answers.map(({ body }) => body.issue.id));
    expect(one).toMatchObject({ text: "One", status: "open", via: "webhook", check: null, section_id: null });
  });

  test("200 {duplicate: true, issue} when an open issue from the same source has the same external id", async () => {
    const hook = await openHook(world);
    const first = await hook.deliver({ title: "One", external_id: "7", source: "tool" });
    const second = await hook.deliver({ title: "Again", external_id: "7", source: "tool" });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual({ duplicate: true, issue: first.body.issue });
    expect((await hook.issues()).map(({ text }) => text)).toEqual(["One"]);
  });

  test("without an external id each delivery is its own issue", async () => {
    const hook = await openHook(world);
    for (let i = 0; i < 3; i++) await hook.raised({ title: "Same", source: "tool" });
    expect(await hook.issues()).toHaveLength(3);
  });

  test.each([
    ["400 invalid_json when the body is not a JSON object", "[1]", 400, "invalid_json", /list/],
    [
      "400 missing_title when there is no title and no description to take one from",
      "{}",
      400,
      "missing_title",
      /title/,
    ],
    ["413 too_large when the body is over 1 MB", " ".repeat(LIMIT + 1), 413, "too_large", /1,048,576/],
  ])("%s", async (_sentence, body, status, code, naming) => {
    const hook = await openHook(world);
    expectError(await hook.deliver(body), status, code, naming);
    expect(await hook.issues()).toEqual([]);
  });

  test("a body of exactly 1 MB is accepted, of one byte more refused, however its length is told", async () => {
    const hook = await openHook(world);
    const body = (length: number) => `{"title":"Large"}`.padEnd(length);
    const chunked = async (length: number) => {
      const bytes = `${length.toString(16)}\r\n${body(length)}\r\n0\r\n\r\n`;
      const [answer] = await exchangeRaw(
        world.address,
        request(`POST ${hook.path}`, ["Transfer-Encoding: chunked"], bytes),
      );
      return answer!.status;
    };
    expect((await hook.deliver(body(LIMIT))).status).toBe(201);
    expect((await hook.deliver(body(LIMIT + 1))).status).toBe(413);
    expect(await chunked(LIMIT)).toBe(201);
    expect(await chunked(LIMIT + 1)).toBe(413);
  });

  test("401 invalid_signature when the app has a signing secret and the signature is missing or wrong", async () => {
    const hook = await openHook(world);
    await hook.setSecret("a shared one");
    expectError(await hook.deliver({ title: "x" }), 401, "invalid_signature", /X-Signature: sha256=/);
    const wrong = { "x-signature": `sha256=${"0".repeat(64)}` };
    expectError(await hook.deliver({ title: "x" }, wrong), 401, "invalid_signature", /exact bytes/);
    expect(await hook.issues()).toEqual([]);
  });

  test("402 limit_reached when the workspace has used this month's allowance on the Free plan", async () => {
    const hook = await openHook(world);
    await hook.raised({ title: "The one" });
    await setPlan(world, "free");
    expectError(await hook.deliver({ title: "One more" }), 402, "limit_reached", /allowance/);
    await setPlan(world, "unlimited");
    expect(await hook.issues()).toHaveLength(1);
  });

  test("409 not_live when the app went back to testing, and everything works again when it is live again", async () => {
    const hook = await openHook(world);
    await hook.setMode("testing");
    expectError(await hook.deliver({ title: "x" }), 409, "not_live", /live/);
    await hook.setMode("live");
    await hook.raised({ title: "x" });
  });

  test("404 not_found when it is off, was replaced, or never existed: the same answer for each", async () => {
    const [off, replaced] = [await openHook(world), await openHook(world)];
    await off.configure({ enabled: false });
    const old = world.address + replaced.path;
    await replaced.regenerate();
    const answers = [
      await off.deliver({ title: "x" }),
      await post(old, { title: "x" }),
      await post(world.address + NEVER, { title: "x" }),
      await post(world.address + off.path.slice(0, -1), { title: "x" }),
      await post(
        world.address + off.path.toUpperCase().replace("/API/INTEGRATIONS/WEBHOOK", "/api/integrations/webhook"),
        {},
      ),
      await post(world.address + "/api/integrations/webhook/%00", { title: "x" }),
    ];
    for (const answer of answers) expectError(answer, 404, "not_found", "off, was replaced, or never existed");
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect([await off.issues(), await replaced.issues()]).toEqual([[], []]);
  });

  test("off refuses every delivery and the URL stays the same", async () => {
    const hook = await openHook(world);
    await hook.configure({ enabled: false });
    expect((await hook.deliver({ title: "x" })).status).toBe(404);
    const { url } = await hook.configure({ enabled: true });
    expect(new URL(url).pathname).toBe(hook.path);
    await hook.raised({ title: "x" });
  });

  test("regenerating invalidates the old URL at once, on every server; the new one works on every server", async () => {
    const other = await world.anotherServer();
    const hook = await openHook(world);
    for (const at of [world.address, other]) expect((await hook.deliver({ title: "x" }, {}, at)).status).toBe(201);
    const old = hook.path;
    await hook.regenerate();
    expect(hook.path).not.toBe(old);
    for (const at of [world.address, other]) {
      expect((await post(at + old, { title: "x" })).status).toBe(404);
      expect((await hook.deliver({ title: "x" }, {}, at)).status).toBe(201);
    }
  });

  test("another app's URL raises on the other app only", async () => {
    const [one, other] = [await openHook(world), await openHook(world)];
    await one.raised({ title: "Here", app: other.app.id, app_id: other.app.name });
    expect([(await one.issues()).length, (await other.issues()).length]).toEqual([1, 0]);
  });

  test("the token is the permission: an Authorization header or a cookie changes nothing", async () => {
    const hook = await openHook(world);
    const strange = { authorization: "Bearer rt_nonsense", cookie: "session=x" };
    await hook.raised({ title: "x" }, strange);
    const { status } = await post(world.address + NEVER, { title: "x" }, { authorization: `Bearer ${world.admin}` });
    expect(status).toBe(404);
  });

  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])("405 with Allow: POST for %s", async (method) => {
    const hook = await openHook(world);
    const response = await fetch(world.address + hook.path, { method, ...(method[0] === "P" ? { body: "{}" } : {}) });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    const text = await response.text();
    if (method !== "HEAD") expect(JSON.parse(text).error.code).toBe("method_not_allowed");
    expect(text).not.toContain(hook.token);
    expect(await hook.issues()).toEqual([]);
  });

  test("a query after the URL is ignored", async () => {
    const hook = await openHook(world);
    const answer = await post(`${world.address}${hook.path}?source=x&title=y`, { title: "Mine" });
    expect(outcomeOf(answer)).toBe("201");
    expect(await issueClientOf(world).read(answer.body.issue.id)).toMatchObject({
      text: "Mine",
      webhook: { source: null },
    });
  });

  test("404 and 413 are answered before the body is read", async () => {
    const hook = await openHook(world);
    const cases: [string, number][] = [
      [NEVER, 404],
      [hook.path, 413],
    ];
    for (const [path, status] of cases) {
      const connection = await openRaw(world.address);
      connection.socket.write(request(`POST ${path}`, ["Content-Length: 1000000000", "Content-Type: text/plain"]));
      const [answer] = await connection.answers(1);
      expect(answer!.status).toBe(status);
    }
  });

  test("nothing of all this disturbs the books", async () => {
    expect(await world.problems()).toEqual([]);
  });
});
