// Queries that must be refused: limits, filters, sorts and cursors that are wrong, edited or of another query.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import {
  CURSORS_OF_OTHERS,
  changedCursors,
  FORGED_CURSORS,
  LONG_CURSOR,
  LONG_QUERIES,
  NOBODYS_NAMES,
  PAGED_LISTS,
  WRONG_FILTERS,
  WRONG_LIMITS,
} from "../../../support/hostile/hostile-queries.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  let issue: { id: string };
  const get = (path: string, key = world.viewer) => world.call(key, "GET", path);
  const pathOf = (path: string) => path.replace("APP", app.id).replace("ISSUE", issue.id);
  const cursorOf = async (path: string): Promise<string> => {
    const { status, body } = await get(path);
    expect(status).toBe(200);
    expect(body.next_cursor).toEqual(expect.any(String));
    return body.next_cursor;
  };
  const raise = async (text: string) => {
    const fields = { app: app.id, check: "SIGN-1", text };
    const { status, body } = await world.call(world.tester, "POST", "/issues", fields);
    expect(status).toBe(201);
    return body.data;
  };

  beforeAll(async () => {
    app = await world.app();
    issue = await raise("first");
    for (const text of ["second", "third"]) await raise(text);
    const fixed = [await raise("fourth"), await raise("fifth")];
    for (const { id } of fixed) await world.call(world.admin, "POST", `/issues/${id}/fix`);
    await world.call(world.tester, "PATCH", `/issues/${issue.id}`, { text: "First" });
    for (const outcome of ["passed", "failed"]) {
      await world.call(world.tester, "POST", "/results", { app: app.id, check: "PAY-1", outcome });
    }
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
  });

  test.each(WRONG_LIMITS)("limit=%s answers 400 naming limit on every paged list", async (limit) => {
    const message = limit.includes("%00") ? "" : "limit";
    for (const path of PAGED_LISTS) {
      expectError(await get(`${pathOf(path)}limit=${limit}`), 400, "invalid_request", message);
    }
  });

  test.each(["1", "200"])("limit=%s is accepted on every paged list", async (limit) => {
    for (const path of PAGED_LISTS) expect((await get(`${pathOf(path)}limit=${limit}`)).status).toBe(200);
  });

  test.each(WRONG_FILTERS)("%s answers 400", async (_name, query, code, naming) => {
    expectError(await get(`/issues?${query}`), 400, code, naming);
  });

  test("sort=fixed_at alone and with status=fixed answers 200", async () => {
    for (const query of ["sort=fixed_at", "sort=fixed_at&status=fixed"]) {
      const { status, body } = await get(`/issues?${query}`);
      expect([status, body.data.length]).toEqual([200, 2]);
    }
  });

  test.each(NOBODYS_NAMES)("app=%j is a name like any other and finds nothing: 404", async (name) => {
    expectError(await get(`/issues?app=${encodeURIComponent(name)}`), 404, "not_found");
    expectError(await get(`/issues?app=${app.id}&check=${encodeURIComponent(name)}`), 404, "not_found");
  });

  test("an unknown check id answers 404 with and without its app", async () => {
    expectError(await get("/issues?check=chk_unknown"), 404, "not_found");
    expectError(await get(`/issues?app=${app.id}&check=chk_unknown`), 404, "not_found");
  });

  test("a cursor with any one character changed answers 400 invalid_cursor", async () => {
    const cursor = await cursorOf("/issues?limit=1");
    for (const changed of changedCursors(cursor)) {
      expectError(await world.call(world.viewer, "GET", `/issues?limit=1&cursor=${changed}`), 400, "invalid_cursor");
    }
  });

  test.each(FORGED_CURSORS)("a cursor %s answers 400 invalid_cursor", async (_name, change) => {
    const cursor = await cursorOf("/issues?limit=1");
    expectError(await get(`/issues?limit=1&cursor=${change(cursor)}`), 400, "invalid_cursor", "cursor");
  });

  test("a cursor of 5,000 characters answers 400", async () => {
    expectError(await get(`/issues?${LONG_CURSOR}`), 400, /^invalid_(cursor|request)$/, "cursor");
  });

  test.each(LONG_QUERIES)("a query as long as an address may be, of %s, answers %d", async (_name, status, query) => {
    expect((await get(`/issues?${query}`)).status).toBe(status);
  });

  test.each(CURSORS_OF_OTHERS)("a cursor used with %s answers 400 invalid_cursor", async (_name, from, to) => {
    const cursor = await cursorOf(pathOf(from));
    expectError(await get(`${pathOf(to)}&cursor=${cursor}`), 400, "invalid_cursor");
  });

  test("a cursor of one issue's history is refused for another's", async () => {
    const cursor = await cursorOf(`/issues/${issue.id}/history?limit=1`);
    const { body } = await get("/issues?limit=1");
    expectError(await get(`/issues/${body.data[0].id}/history?limit=1&cursor=${cursor}`), 400, "invalid_cursor");
  });

  test("a cursor works on another server of the same database, also by the app's name and with another limit", async () => {
    const cursor = await cursorOf(`/issues?limit=1&app=${app.id}`);
    const address = await world.anotherServer();
    const path = `/issues?limit=2&app=${encodeURIComponent(app.name)}&cursor=${cursor}`;
    const { status, body } = await world.callAt(address, world.viewer, "GET", path);
    expect([status, body.data.map(({ text }: { text: string }) => text)]).toEqual([200, ["second", "First"]]);
  });

  test("a parameter on a route that takes none answers 400 naming it", async () => {
    const paths = ["/apps", `/apps/${app.id}`, `/issues/${issue.id}`, "/me"];
    for (const path of paths) expectError(await get(`${path}?page=2`), 400, "invalid_request", "page");
    const answer = await world.call(world.tester, "POST", "/issues?app=x", { app: app.id, check: "PAY-1", text: "x" });
    expectError(answer, 400, "invalid_request", "app");
  });
});
