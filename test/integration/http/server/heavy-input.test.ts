// Bodies as large as they may be and as costly to check as they can be are refused as what they are. `npm run hostile` has the same list
// and measures that nobody else waits for it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { HEAVY_BODIES, NONSENSE, WRONG_CODES } from "../../../support/hostile/heavy-bodies.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;

  beforeAll(async () => {
    app = await world.app();
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
  });

  test.each(HEAVY_BODIES)("%s answer 400, and nothing is made", async (_name, method, path, body) => {
    const before = await everything();
    const bytes = Buffer.from(body.replace("APP", app.id));
    expectError(await world.call(world.admin, method, path, bytes), 400, "invalid_request");
    expect(await everything()).toEqual(before);
  });

  test("a batch with 126,000 wrong codes is the client's fault, not the server's", async () => {
    const body = WRONG_CODES.replace("APP", app.id);
    expectError(await world.call(world.tester, "POST", "/results", body), 400, "invalid_request", "100,000 values");
  });

  test("every route that takes a body refuses 260,000 bytes of nonsense", async () => {
    for (const route of API_ROUTES.filter(({ body }) => body !== undefined)) {
      const path = route.path.replace(":id", route.path.startsWith("/apps") ? app.id : "x");
      for (const bytes of NONSENSE) {
        const answer = await world.call(world.admin, route.method, path, bytes);
        expectError(answer, 400, /^invalid_(json|request)$/);
      }
    }
  });

  async function everything() {
    const paths = ["/apps", "/keys", `/sections?app=${app.id}`, `/checks?app=${app.id}`, "/issues", "/results"];
    return Promise.all(paths.map(async (path) => countOf(await world.call(world.admin, "GET", path))));
  }

  function countOf({ status, body }: { status: number; body: { data: unknown[] } }): number {
    expect(status).toBe(200);
    return body.data.length;
  }
});
