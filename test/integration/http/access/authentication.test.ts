// The Authorization header: what counts as a key and what does not.
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const withHeader = (authorization: string, path = "/apps") =>
    world.call(null, "GET", path, undefined, { authorization });

  test.each([
    ["no key after the scheme", () => "Bearer"],
    ["a blank key", () => "Bearer  "],
    ["another scheme", (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`],
    ["the key without its scheme", (key: string) => key],
    ["a key that never existed", () => "Bearer rt_000000000000000000000000000000000000"],
    ["a key cut short", (key: string) => `Bearer ${key.slice(0, -1)}`],
    ["a key with more behind it", (key: string) => `Bearer ${key}0`],
    [
      "a key with one character changed",
      (key: string) => `Bearer ${key.slice(0, 10)}${key[10] === "0" ? 1 : 0}${key.slice(11)}`,
    ],
    ["a key in other letters", (key: string) => `Bearer ${key.toUpperCase()}`],
    ["two keys", (key: string) => `Bearer ${key}, Bearer ${key}`],
    ["a very long key", () => `Bearer rt_${"a".repeat(8_000)}`],
  ])("%s answers 401", async (_what, header) => {
    const answer = await withHeader(header(world.admin));
    expect(outcomeOf(answer)).toBe("401 unauthorized");
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(JSON.stringify(answer.body)).not.toContain(world.admin);
  });

  test("every refused key gets the same answer", async () => {
    const answers = [
      await withHeader("Bearer rt_x"),
      await withHeader(`Bearer ${world.admin}0`),
      await withHeader("Bearer"),
    ];
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test("the scheme may be written in small letters", async () => {
    expect((await withHeader(`bearer ${world.viewer}`)).status).toBe(200);
  });

  test("a key in the query is no key", async () => {
    const answer = await world.call(null, "GET", `/apps?api_key=${world.admin}`);
    expect(outcomeOf(answer)).toBe("401 unauthorized");
  });

  test("a cookie is no key", async () => {
    const answer = await world.call(null, "GET", "/apps", undefined, { cookie: `key=${world.admin}` });
    expect(outcomeOf(answer)).toBe("401 unauthorized");
  });

  test("a header that overrides the method has no effect", async () => {
    const { id } = await world.app();
    const header = { "x-http-method-override": "PATCH" };
    const answer = await world.call(world.admin, "GET", `/apps/${id}`, undefined, header);
    expect(answer.status).toBe(200);
  });

  test("a path that does not exist answers 404 in the one error shape", async () => {
    expect(outcomeOf(await world.call(world.admin, "GET", "/nothing"))).toBe("404 not_found");
  });
});
