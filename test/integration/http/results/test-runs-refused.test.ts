// Test runs that are not what they should be: refused with line and column, quickly, and nothing is written.
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { type Answer, DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const CASE = '<testcase name="PAY-1"/>';
const LIMIT = 20 * 1_048_576;
const LAUGHS = `<!DOCTYPE x [<!ENTITY a "${"ha".repeat(1_000_000)}"><!ENTITY b "&a;&a;&a;">]><testsuite><testcase name="&b;"/></testsuite>`;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let id: string;
  beforeAll(async () => {
    ({ id } = await world.app());
  });
  const send = (file: string | Buffer, format = "junit", headers: Record<string, string> = {}): Promise<Answer> =>
    world.call(world.tester, "POST", `/results/${format}?app=${id}&dry_run=true`, file, {
      "content-type": "application/xml",
      ...headers,
    });

  test.each([
    [
      "an external entity",
      `<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><testsuite/>`,
      /^line 1, column \d+: a document type/,
    ],
    ["a truncated file", `<testsuite>${CASE}\n<testcase na`, /^line 2, column \d+: unclosed tag: testsuite/],
    ["Latin-1", Buffer.from("<testsuite name='caf\u00e9'/>", "latin1"), /not UTF-8/],
  ])("%s is refused with line and column", async (_what, file, naming) => {
    expectError(await send(file), 400, "invalid_request", naming);
  });

  test("megabytes of laughter, and of nesting, are refused by the thread, and nobody waits for it", async () => {
    expectError(await send(LAUGHS), 400, "invalid_request", "a document type");
    const deep = "<a>".repeat(1_000_000).replace("<a>", "<testsuite>");
    expectError(await send(deep), 400, "invalid_request", "nested more than 100 levels");
  });

  test("20 MB are taken, one byte more is not, announced or not", async () => {
    const head = `<testsuite>${CASE}<!--`;
    const file = (size: number) => `${head}${"c".repeat(size - head.length - 15)}--></testsuite>`;
    const whole = file(LIMIT);
    expect(Buffer.byteLength(whole)).toBe(LIMIT);
    expect((await send(whole)).status).toBe(200);
    expectError(await send(`${whole} `), 413, "too_large", /20971520/);
    const pieces = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`${whole} `));
        controller.close();
      },
    });
    const answer = await fetch(`${world.address}/api/v1/results/junit?app=${id}`, {
      method: "POST",
      body: pieces,
      headers: { authorization: `Bearer ${world.tester}` },
      duplex: "half",
    } as RequestInit);
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      413,
      "too_large",
    ]);
  });

  test("of large reports that one key sends at once a fifth is put off, and told for how long", async () => {
    const key = await world.key("tester");
    const address = `${world.address}/api/v1/results/junit?app=${id}&dry_run=true`;
    const ends: (() => void)[] = [];
    const sendSlowly = () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`<testsuite>${CASE}`));
          ends.push(() => {
            controller.enqueue(new TextEncoder().encode("</testsuite>"));
            controller.close();
          });
        },
      });
      const headers = { authorization: `Bearer ${key}` };
      return fetch(address, { method: "POST", body, headers, duplex: "half" } as RequestInit);
    };
    const slow = Array.from({ length: 6 }, sendSlowly);
    const answered: Response[] = [];
    for (const one of slow) void one.then((answer) => answered.push(answer));
    await expect.poll(() => answered.length).toBe(2);
    expect(answered.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
      [429, "5"],
      [429, "5"],
    ]);
    const whole = `<testsuite>${CASE}<!--${"c".repeat(10_000)}--></testsuite>`;
    expect((await send(whole)).status).toBe(200);
    for (const end of ends) end();
    expect((await Promise.all(slow)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await world.call(key, "POST", `/results/junit?app=${id}&dry_run=true`, whole)).status).toBe(200);
  });

  test("an empty body and one that is packed are refused", async () => {
    expectError(await send(""), 400, "invalid_request", "empty");
    const packed = gzipSync(`<testsuite>${CASE}</testsuite>`);
    expectError(await send(packed, "junit", { "content-encoding": "gzip" }), 400, "invalid_request", "encodings");
  });

  test.each([
    ["no JSON", "<testsuite/>", /^line 1, column 1: expected a value, found "<"/],
    ["a comma too many", '{"results":{"tests":[\n{},]}}', /^line 2, column 4: expected a value/],
    ["truncated JSON", '{"results":{"tests":[', /^line 1, column 22: /],
    ["another object", '{"tests":[]}', /results\.tests/],
    ["a list", "[]", /results\.tests/],
    ["a test without a status", '{"results":{"tests":[{"name":"x"}]}}', /^results\.tests\[0\]\.status: /],
    ["a test that is none", '{"results":{"tests":[7]}}', /^results\.tests\[0\]: /],
    ["a name that is no text", '{"results":{"tests":[{"name":7,"status":"passed"}]}}', /^results\.tests\[0\]\.name: /],
    ["too deep", `{"results":{"tests":${"[".repeat(2_000)}`, /nested more than 512 levels/],
    ["Latin-1", Buffer.from('{"results":"\u00e9"}', "latin1"), /not UTF-8/],
  ])("CTRF: %s is refused", async (_what, file, naming) => {
    expectError(await send(file, "ctrf"), 400, "invalid_request", naming);
  });

  test("fields that nobody asked for, and __proto__, do no harm in CTRF", async () => {
    const test =
      '{"name":"PAY-1","status":"passed","__proto__":{"x":1},"extra":{"constructor":"y"},"labels":[1],"steps":[{}]}';
    const answer = await send(`{"results":{"tests":[${test}],"more":1}}`, "ctrf");
    expect([answer.status, answer.body.data.counts.recorded]).toEqual([200, 1]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test("unknown and wrong parameters are named", async () => {
    for (const [query, naming] of [
      ["platform=ios", /unknown parameter "platform"/],
      ["dry_run=yes", /dry_run/],
      ["run=javascript:alert(1)", /run: expected an http or https address/],
      [`build=${"x".repeat(201)}`, /build: too long/],
    ] as const) {
      const answer = await world.call(world.tester, "POST", `/results/junit?app=${id}&${query}`, "<testsuite/>");
      expectError(answer, 400, "invalid_request", naming);
    }
  });

  test("none of it has written anything", async () => {
    expect(await dataOf(world, "GET", `/results?app=${id}`)).toEqual([]);
    expect(await world.problems()).toEqual([]);
  });
});
