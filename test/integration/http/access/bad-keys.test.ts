// Keys, scopes and ids: who is refused, that every refusal of a kind reads alike, and that nothing leaks.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { newToken } from "../../../../src/lib/crypto/token.ts";
import { expectError, issuesOf } from "../../../support/checks/expect-refusal.ts";
import { exchangeRaw, request } from "../../../support/clients/raw-socket.ts";
import { NOT_KEYS } from "../../../support/hostile/hostile-keys.ts";
import { DATABASES, sampleApp } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const NAMES = [
  "a/b",
  "a?b",
  "a#b",
  "a%b",
  "100%25",
  "%2F",
  "a+b",
  "a b",
  "a&b=c",
  ".",
  "..",
  "../../issues",
  "😀 app",
].concat(["n".repeat(150), "ü".repeat(200), "😀".repeat(200), "' OR 1=1--", "__proto__", "constructor", "*", ":id"]);

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let issue: any;
  let scoped: string;
  const asking = (authorization: string) => world.call(null, "GET", "/me", undefined, { authorization });
  const raw = async (lines: string[], line = "GET /api/v1/me") =>
    (await exchangeRaw(world.address, request(line, lines)))[0]!;

  beforeAll(async () => {
    app = await world.app();
    const fields = { app: app.id, check: "SIGN-1", text: "broken" };
    issue = (await world.call(world.tester, "POST", "/issues", fields)).body.data;
    scoped = await world.key("admin", [(await world.app()).id]);
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
  });

  test("a request without a key answers 401 with WWW-Authenticate on every route, before its body is looked at", async () => {
    for (const { method, path } of API_ROUTES) {
      const answer = await world.call(null, method, path.replace(":id", "x"), method === "GET" ? undefined : "{");
      expectError(answer, 401, "unauthorized", "Authorization");
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  test.each(NOT_KEYS)(
    "%s answers 401, with the same body as every other key that is not valid",
    async (_name, header) => {
      const answer = await asking(header(world.admin));
      expectError(answer, 401, "unauthorized");
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(answer.body).toEqual((await asking(`Bearer ${newToken()}`)).body);
    },
  );

  test("a revoked key answers the same 401 as an unknown one, at once", async () => {
    const { body } = await world.call(world.admin, "POST", "/keys", { name: "short", role: "viewer" });
    expect((await asking(`Bearer ${body.data.key}`)).status).toBe(200);
    expect((await world.call(world.admin, "DELETE", `/keys/${body.data.id}`)).status).toBe(204);
    const answer = await asking(`Bearer ${body.data.key}`);
    expectError(answer, 401, "unauthorized");
    expect(answer.body).toEqual((await asking(`Bearer ${newToken()}`)).body);
  });

  test.each(["bearer", "BEARER", "Bearer"])("the scheme may be written %s", async (scheme) => {
    expect((await asking(`${scheme} ${world.viewer}`)).status).toBe(200);
  });

  test("two Authorization headers answer 400, whichever of them is valid", async () => {
    const valid = `Authorization: Bearer ${world.viewer}`;
    for (const lines of [
      [valid, valid],
      [valid, "authorization: Bearer x"],
      ["AUTHORIZATION: Bearer x", valid],
    ]) {
      expectError(await raw(lines), 400, "invalid_request", /authorization/i);
    }
  });

  test("a key in the query, in a cookie or in another header is no key", async () => {
    expectError(await raw([], `GET /api/v1/me?api_key=${world.admin}`), 401, "unauthorized");
    for (const name of ["Cookie: key", "X-Api-Key: ", "Proxy-Authorization: Bearer "]) {
      expectError(await raw([`${name}${name.startsWith("Cookie") ? "=" : ""}${world.admin}`]), 401, "unauthorized");
    }
  });

  test("X-HTTP-Method-Override has no effect", async () => {
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const answer = await world.call(world.admin, "GET", `/issues/${issue.id}`, undefined, { [name]: "POST" });
      expect([answer.status, answer.body.data]).toEqual([200, issue]);
    }
    expectError(await world.call(world.admin, "GET", `/issues/${issue.id}/fix`), 405, "method_not_allowed");
    expect(await issuesOf(world, app)).toEqual([issue]);
  });

  test("what a key can't reach answers the same 404 as what does not exist", async () => {
    const pairs = [
      ["GET", `/issues/${issue.id}`, "/issues/iss_000000000000000000000000"],
      ["GET", `/issues/${issue.id}/history`, "/issues/iss_000000000000000000000000/history"],
      ["PATCH", `/issues/${issue.id}`, "/issues/iss_000000000000000000000000"],
      ["POST", `/issues/${issue.id}/fix`, "/issues/iss_000000000000000000000000/fix"],
      ["GET", `/apps/${app.id}`, "/apps/app_000000000000000000000000"],
      ["GET", `/apps/${encodeURIComponent(app.name)}`, "/apps/unknown"],
      ["PATCH", `/apps/${app.id}`, "/apps/unknown"],
      ["GET", `/issues?app=${app.id}`, "/issues?app=unknown"],
      ["GET", `/issues?check=${issue.check.id}`, "/issues?check=chk_000000000000000000000000"],
      ["GET", `/checks/${issue.check.id}`, "/checks/chk_000000000000000000000000"],
    ] as const;
    for (const [method, hidden, absent] of pairs) {
      const body =
        method === "PATCH" ? (hidden.startsWith("/apps") ? { name: "Taken" } : { text: "taken" }) : undefined;
      const [first, second] = [
        await world.call(scoped, method, hidden, body),
        await world.call(scoped, method, absent, body),
      ];
      expectError(first, 404, "not_found");
      expect(first.body).toEqual(second.body);
      expect([...first.headers.keys()]).toEqual([...second.headers.keys()]);
      expect(first.headers.get("content-length")).toBe(second.headers.get("content-length"));
    }
    expect(await issuesOf(world, app)).toEqual([issue]);
  });

  test.each(["iss_", "0", "null", "__proto__", "constructor", "%00", "%20", "..%2F..%2Fapps", "%F0%9F%98%80", "*"])(
    "the id %s is nobody's: 404 or 400, never a failure",
    async (id) => {
      for (const path of [`/issues/${id}`, `/issues/${id}/history`, `/apps/${id}`, `/checks/${id}`, `/keys/${id}`]) {
        const answer = await raw([`Authorization: Bearer ${world.admin}`], `GET /api/v1${path}`);
        expectError(answer, answer.status === 400 ? 400 : 404, /^(not_found|invalid_request)$/);
      }
    },
  );

  test("an id longer than any name answers 404", async () => {
    for (const length of [2_401, 12_000]) {
      expectError(await world.call(world.admin, "GET", `/apps/${"a".repeat(length)}`), 404, "not_found");
    }
  });

  test.each(NAMES)("an app named %j is found by its encoded name, in a path and in a query", async (name) => {
    const made = await world.app({ name });
    const encoded = encodeURIComponent(name).replaceAll(".", "%2E");
    const auth = [`Authorization: Bearer ${world.viewer}`];
    expect((await raw(auth, `GET /api/v1/apps/${encoded}`)).body.data).toMatchObject({ id: made.id, name });
    expect((await raw(auth, `GET /api/v1/issues?app=${encoded}`)).body).toEqual({ data: [], next_cursor: null });
  });

  test("an app named like another app's id does not stand in its way", async () => {
    const double = await world.app({ name: app.id });
    expect((await world.call(world.viewer, "GET", `/apps/${app.id}`)).body.data.id).toBe(app.id);
    expect((await world.call(world.viewer, "GET", `/apps/${double.id}`)).body.data.id).toBe(double.id);
    const reachesDouble = await world.key("viewer", [double.id]);
    expect((await world.call(reachesDouble, "GET", `/apps/${double.id}`)).body.data.name).toBe(app.id);
  });

  test("an app named like the id of an app out of reach opens nothing of that", async () => {
    const [own, hidden] = [await world.app(), await world.app()];
    const cycle = (await world.call(world.admin, "POST", `/apps/${hidden.id}/cycles`, { name: "1.5" })).body.data;
    const [check] = (await world.call(world.viewer, "GET", `/checks?app=${hidden.id}`)).body.data;
    const passed = { app: hidden.id, check: check.id, outcome: "passed" };
    const [result] = (await world.call(world.tester, "POST", "/results", passed)).body.data;
    await world.call(world.admin, "PATCH", `/apps/${own.id}`, { name: hidden.id });
    const key = await world.key("admin", [own.id]);
    expect((await world.call(key, "GET", `/apps/${hidden.id}`)).body.data.id).toBe(own.id);
    const asked: [string, string, object?][] = [
      ["GET", `/cycles/${cycle.id}`],
      ["GET", `/cycles/${cycle.id}/runbook`],
      ["POST", `/cycles/${cycle.id}/close`],
      ["GET", `/checks/${check.id}`],
      ["PATCH", `/checks/${check.id}`, { title: "Mine" }],
      ["DELETE", `/checks/${check.id}`],
      ["PATCH", `/sections/${hidden.sections[0].id}`, { title: "Mine" }],
      ["GET", `/results/${result.id}`],
      ["GET", `/results?check=${check.id}`],
    ];
    for (const [method, path, body] of asked) expectError(await world.call(key, method, path, body), 404, "not_found");
  });

  test("a name that differs from another only in its normal form looks the same and is taken", async () => {
    await world.app({ name: "Caf\u00e9" });
    const decomposed = { ...sampleApp(), name: "Cafe\u0301" };
    expectError(await world.call(world.admin, "POST", "/apps", decomposed), 409, "name_taken");
  });
});
