// Bodies that must be refused: broken JSON, wrong types, forged fields, depth, poison, bytes that are not UTF-8.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectError, issuesOf } from "../../../support/checks/expect-refusal.ts";
import {
  BODIES_NOT_OBJECTS,
  BODIES_NOT_UTF8,
  BROKEN_BODIES,
  BROKEN_NAMES,
  ENCODED_BODIES,
  FORGED_FIELDS,
  HUGE_NUMBERS,
  NOT_POSITIONS,
  POISONED_BODIES,
  UNKNOWN_CODES,
  VALID_FIELDS,
  WRONG_FIELDS,
} from "../../../support/hostile/hostile-bodies.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  const post = (body: string | Buffer, headers?: Record<string, string>) => {
    const text = typeof body === "string" ? body : body.toString("latin1");
    const bytes = Buffer.from(text.replaceAll("APP", app.id), typeof body === "string" ? "utf8" : "latin1");
    return world.call(world.tester, "POST", "/issues", bytes, headers);
  };

  beforeAll(async () => {
    app = await world.app();
  });
  afterEach(async () => {
    expect(await issuesOf(world, app), "nothing is raised").toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
  });

  test.each(BROKEN_BODIES)("a body of %s answers 400 invalid_json and raises nothing", async (_name, body) => {
    expectError(await post(body), 400, "invalid_json");
  });

  test.each(BODIES_NOT_OBJECTS)("a body that is %s answers 400 and raises nothing", async (_name, body) => {
    expectError(await post(body), 400, /^invalid_(json|request)$/, "object");
  });

  test.each(WRONG_FIELDS)("%s that is %s answers 400 naming the field", async (field, _name, wrong) => {
    expectError(await post(`{${VALID_FIELDS},${wrong}}`), 400, "invalid_request", field);
  });

  test.each(["app", "text"])("a body without %s answers 400 naming the field", async (field) => {
    const rest = VALID_FIELDS.split(",").filter((part) => !part.startsWith(`"${field}"`));
    expectError(await post(`{${rest.join(",")}}`), 400, "invalid_request", field);
  });

  test.each(FORGED_FIELDS)("the field %j is not taken from a client: 400 naming it", async (field) => {
    expectError(await post(`{${VALID_FIELDS},${JSON.stringify(field)}:"x"}`), 400, "invalid_request", `"${field}"`);
  });

  test.each(POISONED_BODIES)("%s answers 400 and leaves prototypes alone", async (_name, body) => {
    expectError(await post(body), 400, "invalid_request");
  });

  test.each(HUGE_NUMBERS)("a number of %s where text belongs answers 400", async (_name, number) => {
    expectError(await post(`{${VALID_FIELDS},"text":${number}}`), 400, "invalid_request", "text");
  });

  test.each(NOT_POSITIONS)("a number of %s for a position answers 400 and adds no section", async (_name, number) => {
    const body = `{"app":"${app.id}","title":"New","position":${number}}`;
    expectError(await world.call(world.admin, "POST", "/sections", body), 400, "invalid_request", "position");
    const { body: sections } = await world.call(world.admin, "GET", `/sections?app=${app.id}`);
    expect(sections.data).toHaveLength(2);
  });

  test.each(BODIES_NOT_UTF8)("%s answers 400 invalid_json", async (_name, bytes, headers) => {
    expectError(await post(bytes, headers), 400, "invalid_json", "UTF-8");
  });

  test.each(ENCODED_BODIES)(
    "Content-Encoding %s answers 400 invalid_json and nothing is inflated",
    async (encoding, bytes) => {
      const before = process.memoryUsage().rss;
      const answer = await post(bytes, { "content-encoding": encoding.replace(/, a bomb.*/, "") });
      expectError(answer, 400, "invalid_json", /encoding/i);
      expect(process.memoryUsage().rss - before).toBeLessThan(90_000_000);
    },
  );

  test.each(BROKEN_NAMES)("a NUL or half a character in %s finds nothing and never fails", async (_name, body) => {
    const answer = await post(body);
    expectError(answer, answer.status === 404 ? 404 : 400, /^(not_found|unknown_platform|invalid_request)$/);
  });

  test("an unknown platform code answers 400 unknown_platform, one beside known ones too", async () => {
    for (const codes of UNKNOWN_CODES) {
      expectError(
        await post(`{${VALID_FIELDS},"platforms":${JSON.stringify(codes)}}`),
        400,
        "unknown_platform",
        JSON.stringify(codes.at(-1)),
      );
    }
  });

  test("a message that quotes an unknown code or field cut inside an emoji is well-formed", async () => {
    for (const lead of ["", "a"]) {
      const long = lead + "😀".repeat(100);
      expectError(await post(`{${VALID_FIELDS},"platforms":["${long}"]}`), 400, "unknown_platform");
      expectError(await post(`{${VALID_FIELDS},"${long}":1}`), 400, "invalid_request");
    }
  });
});
