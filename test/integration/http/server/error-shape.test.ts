// Every failure of every path has the one error shape, the common headers and a request id.
import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../../../../src/http/pipeline/route.ts";
import { API_PREFIX, API_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { expectCommonHeaders, expectError, issuesOf } from "../../../support/checks/expect-refusal.ts";
import { exchangeRaw, request } from "../../../support/clients/raw-socket.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const LIMIT = 262_144;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  const raw = async (line: string, headers: string[] = [], body?: string) => {
    const [answer] = await exchangeRaw(world.address, request(line, [...headers, ...(body ? [] : [""])], body));
    return answer!;
  };
  const auth = () => `Authorization: Bearer ${world.admin}`;

  beforeAll(async () => {
    app = await world.app();
  });

  test.each([
    "/api",
    "/api/v1",
    "/api/v1/",
    "/api/v1/nothing",
    "/api/v1/issues/x/nothing",
    "/api/v2/issues",
    "//api/v1/issues",
    "/api/v1//issues",
    "/API/V1/issues",
    "/api/v1/Issues",
    "/api/v1/issues%2F",
    "/favicon.ico",
    "/.env",
    "/api/v1/../v1/nothing",
    "/__proto__",
    "/api/v1/constructor",
  ])("%s is an unknown route and answers 404 not_found, with and without a key", async (path) => {
    for (const headers of [[], [auth()]]) {
      for (const method of METHODS) expectError(await raw(`${method} ${path}`, headers), 404, "not_found");
    }
  });

  test("a method that a path does not have answers 405 and lists in Allow those it has", async () => {
    for (const path of new Set(API_ROUTES.map((route) => route.path))) {
      // An app may be called "import", and "batch" may be a check's id: what is said of those goes for such addresses, too.
      const parent = path.replace(/\/[a-z]+$/, "/:id");
      const isMeant = (route: Route) =>
        route.path === path ||
        (route.path === parent &&
          [
            "/apps/import",
            "/apps/archived",
            "/checks/batch",
            "/checks/archive",
            "/checks/archived",
            "/checks/copy",
            "/sections/archived",
            "/sections/copy",
            "/issues/batch",
            "/results/ctrf",
            "/results/junit",
            "/results/report",
          ].includes(path));
      const has = [...new Set(API_ROUTES.filter(isMeant).map(({ method }) => method as string))];
      for (const method of [...METHODS, "OPTIONS"].filter((one) => !has.includes(one))) {
        const answer = await raw(`${method} ${API_PREFIX}${path.replace(":id", "x")}`, [auth()]);
        expectError(answer, 405, "method_not_allowed", method);
        const allowed = answer.headers.get("allow")!.split(", ");
        expect(allowed.filter((one) => one !== "HEAD").sort()).toEqual(has.toSorted());
        expect(allowed.includes("HEAD")).toBe(has.includes("GET"));
      }
    }
  });

  test.each(["/healthz", "/readyz"])("%s needs no key, carries the common headers and takes GET only", async (path) => {
    const answer = await raw(`GET ${path}`);
    expect(answer.status).toBe(200);
    expectCommonHeaders(answer.headers);
    expectError(await raw(`POST ${path}`), 405, "method_not_allowed");
  });

  test.each([
    "/api/v1/issues/%",
    "/api/v1/issues/%zz",
    "/api/v1/apps/%E0%A4%A",
    "/api/v1/apps/%ED%A0%80",
    "/%ff",
    "/api/v1/apps/%C0%AF",
  ])("broken percent-encoding in the path, %s, answers 400", async (path) => {
    expectError(await raw(`GET ${path}`, [auth()]), 400, "invalid_request", /encod/);
  });

  test("broken percent-encoding in the query answers 400 on every route", async () => {
    for (const { method, path } of API_ROUTES.filter(({ path }) => !path.includes(":id"))) {
      for (const query of ["%", "a=%zz", "%ff=1", "a=%ED%A0%80", "a=%00"]) {
        const answer = await raw(`${method} ${API_PREFIX}${path}?${query}`, [auth(), "Content-Length: 2"], "{}");
        expectError(answer, 400, "invalid_request", /encod/);
      }
    }
  });

  test("every route that takes a body refuses broken JSON, foreign types and what is no object", async () => {
    const id = { "/apps/:id": app.id } as Record<string, string>;
    for (const route of API_ROUTES.filter(({ body }) => body !== undefined)) {
      const path = route.path.replace(":id", id[route.path] ?? "x");
      const send = (body: string | Buffer, type = "application/json") =>
        world.call(world.admin, route.method, path, body, { "content-type": type });
      for (const body of ["{", '{"a":1}}', "\u00a0{}", Buffer.from([0x7b, 0xff, 0x7d]), "[".repeat(100_000)]) {
        expectError(await send(body), 400, "invalid_json", /body/i);
      }
      for (const body of ["null", "[]", "1", '"x"', '{"unknown":1}', '{"__proto__":{"polluted":1}}']) {
        expectError(await send(body), 400, /^invalid_(request|json)$/);
      }
      expectError(await send("{}", "text/plain"), 415, "unsupported_media_type", "application/json");
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "json",
    "application/xml",
    "application/jsonp",
    "text/json;application/json",
    "application/json, text/plain",
    "application",
    ";",
  ])("Content-Type %j answers 415 and raises nothing", async (type) => {
    const body = JSON.stringify({ app: app.id, check: "SIGN-1", text: "x" });
    const answer = await raw(
      "POST /api/v1/issues",
      [auth(), `Content-Type: ${type}`, `Content-Length: ${body.length}`],
      body,
    );
    expectError(answer, 415, "unsupported_media_type", "application/json");
    expect(await issuesOf(world, app)).toEqual([]);
  });

  test.each([
    "application/json",
    "APPLICATION/JSON",
    "application/json;charset=utf-8",
    "application/json; charset=latin1",
    " application/json\t",
  ])("Content-Type %j is JSON, read as UTF-8", async (type) => {
    const other = await world.app();
    const body = Buffer.from(JSON.stringify({ app: other.id, check: "SIGN-1", text: "caf\u00e9" })).toString("latin1");
    const answer = await raw(
      "POST /api/v1/issues",
      [auth(), `Content-Type: ${type}`, `Content-Length: ${body.length}`],
      body,
    );
    expect([answer.status, answer.body.data?.text]).toEqual([201, "caf\u00e9"]);
  });

  test("262,144 bytes are read, one more answers 413 too_large, with a length and in chunks", async () => {
    const other = await world.app();
    const body = (length: number) => JSON.stringify({ app: other.id, check: "SIGN-1", text: "x" }).padEnd(length);
    const sized = (length: number) => raw("POST /api/v1/issues", [auth(), `Content-Length: ${length}`], body(length));
    const chunked = (length: number) =>
      raw(
        "POST /api/v1/issues",
        [auth(), "Transfer-Encoding: chunked"],
        `${length.toString(16)}\r\n${body(length)}\r\n0\r\n\r\n`,
      );
    for (const send of [sized, chunked]) {
      expect((await send(LIMIT)).status).toBe(201);
      for (const length of [LIMIT + 1, 3_000_000]) expectError(await send(length), 413, "too_large", "262,144");
    }
    expect(await issuesOf(world, other)).toHaveLength(2);
  });

  test("a request without a key is refused before its body is read, however large", async () => {
    expectError(await raw("POST /api/v1/issues", ["Content-Length: 999999999999"]), 401, "unauthorized");
  });

  test("answers that are no errors carry the common headers and a request id of their own too", async () => {
    const ids = new Set<string | null>();
    for (const path of ["/me", "/apps", "/issues", `/apps/${app.id}`, "/me"]) {
      const { status, headers } = await world.call(world.viewer, "GET", path, undefined, { "x-request-id": "mine" });
      expect(status).toBe(200);
      expectCommonHeaders(headers);
      ids.add(headers.get("x-request-id"));
    }
    expect(ids.size).toBe(5);
    expect(ids.has("mine")).toBe(false);
    const { headers } = await world.call(world.admin, "DELETE", `/checks/${(await firstCheck()).id}`);
    expectCommonHeaders(headers);
  });

  test("HEAD answers as GET does, without a body", async () => {
    for (const [path, status] of [
      ["/api/v1/me", 200],
      ["/api/v1/none", 404],
      ["/api/v1/issues?limit=0", 400],
    ] as const) {
      const response = await fetch(world.address + path, {
        method: "HEAD",
        headers: { authorization: `Bearer ${world.viewer}` },
      });
      expect([response.status, await response.text()]).toEqual([status, ""]);
      expectCommonHeaders(response.headers);
    }
  });

  async function firstCheck(): Promise<{ id: string }> {
    return (await world.call(world.viewer, "GET", `/checks?app=${app.id}&limit=1`)).body.data[0];
  }
});
