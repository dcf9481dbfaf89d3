// Requests to the webhook that are no plain HTTP, or that two readers could read differently.
import { beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { exchangeRaw, openRaw, request } from "../../../support/clients/raw-socket.ts";
import { type Hook, openHook, tally } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const BODY = '{"title":"Raw"}';
const LENGTH = `Content-Length: ${BODY.length}`;
const CHUNKS = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
const CHUNKED = "Transfer-Encoding: chunked";

/** Headers and body of requests that must be refused before anything is raised. */
const REFUSED: [string, string[], string][] = [
  ["Content-Length beside Transfer-Encoding", [LENGTH, CHUNKED], CHUNKS],
  ["two different Content-Length", [LENGTH, "Content-Length: 3"], BODY],
  ["Content-Length +2", ["Content-Length: +15"], BODY],
  ["Content-Length -1", ["Content-Length: -1"], BODY],
  ["Content-Length of 20 digits", [`Content-Length: ${"9".repeat(20)}`], BODY],
  ["Transfer-Encoding identity", ["Transfer-Encoding: identity"], BODY],
  ["Transfer-Encoding chunked, identity", ["Transfer-Encoding: chunked, identity"], CHUNKS],
  ["Transfer-Encoding gzip, chunked", ["Transfer-Encoding: gzip, chunked"], CHUNKS],
  ["a folded X-Signature", ["X-Signature: sha256=aa", " bb", LENGTH], BODY],
  ["a NUL in a header", ["X-A: a\0b", LENGTH], BODY],
  ["a chunk size of 17 digits", [CHUNKED], `${"f".repeat(17)}\r\n`],
  ["a chunk longer than it says", [CHUNKED], `1\r\n${BODY}\r\n0\r\n\r\n`],
  ["two Host", ["Host: evil.example", LENGTH], BODY],
  ["two Content-Type", ["Content-Type: text/plain", "Content-Type: application/json", LENGTH], BODY],
  ["two Authorization", ["Authorization: a", "Authorization: b", LENGTH], BODY],
  ["an unknown expectation", ["Expect: something", LENGTH], BODY],
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  let hook: Hook;
  beforeEach(async () => {
    hook = await openHook(world);
  });
  const head = (headers: string[], body: string) => request(`POST ${hook.path}`, headers, body);

  test.each(REFUSED)("%s: 400 in the error shape, and nothing is raised", async (_sentence, headers, body) => {
    const answers = await exchangeRaw(world.address, head(headers, body));
    expect(answers).toHaveLength(1);
    expectError(answers[0]!, 400, "invalid_request");
    expect(await hook.issues()).toEqual([]);
  });

  test("headers of more than 16 KB: 431 in the error shape", async () => {
    const [answer] = await exchangeRaw(world.address, head([`X-A: ${"a".repeat(17_000)}`, LENGTH], BODY));
    expect(answer!.status).toBe(431);
    expectError(answer!, 431, /^[a-z_]+$/);
  });

  test("of many headers none is dropped, and the body is read as it came", async () => {
    const headers = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: a`);
    for (const count of [900, 1_500]) {
      const [answer] = await exchangeRaw(world.address, head([...headers(count), LENGTH], BODY));
      expect(answer!.status).toBe(201);
    }
    const [{ id }] = await hook.log(2);
    expect(JSON.stringify((await hook.entry(id)).headers).length).toBeLessThan(10_000);
  });

  test("headers named like what every object has are kept as any other", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const [answer] = await exchangeRaw(world.address, head([...names.map((name) => `${name}: x`), LENGTH], BODY));
    expect(answer!.status).toBe(201);
    const [{ id }] = await hook.log(1);
    expect((await hook.entry(id)).headers).toMatchObject({ constructor: "…", tostring: "…" });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test("a body in chunks, with extensions, is read, and refused when an extension is long", async () => {
    const [answer] = await exchangeRaw(world.address, head([CHUNKED], CHUNKS.replace("\r\n", ";a=b\r\n")));
    expect(answer!.status).toBe(201);
    const [long] = await exchangeRaw(
      world.address,
      head([CHUNKED], CHUNKS.replace("\r\n", `;${"e".repeat(20_000)}\r\n`)),
    );
    expectError(long!, 400, "invalid_request");
    expect(await hook.issues()).toHaveLength(1);
  });

  test("a URL that names another host in front leads here all the same, and nowhere else", async () => {
    const [answer] = await exchangeRaw(world.address, request(`POST http://evil.example${hook.path}`, [LENGTH], BODY));
    expect(answer!.status).toBe(201);
    expect(answer!.body.issue.url.startsWith(world.config.baseUrl)).toBe(true);
  });

  test("a method in a header overrides nothing", async () => {
    const [answer] = await exchangeRaw(
      world.address,
      request(`GET ${hook.path}`, ["X-HTTP-Method-Override: POST", ""]),
    );
    expectError(answer!, 405, "method_not_allowed");
    expect(await hook.issues()).toEqual([]);
  });

  test("a hundred deliveries down one connection without waiting are each answered, in turn", async () => {
    const one = (i: number) => `{"title":"T","external_id":${1000 + (i >> 1)}}`;
    const bytes = Array.from({ length: 100 }, (_, i) => head([`Content-Length: ${one(i).length}`], one(i))).join("");
    const answers = await exchangeRaw(world.address, bytes, 100);
    expect(tally(answers)).toEqual({ 201: 50, 200: 50 });
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, (_, i) => 201 - (i % 2)));
  });

  test("a client that hangs up after its body, or in the middle of it, harms nobody", async () => {
    for (let i = 0; i < 20; i++) {
      const connection = await openRaw(world.address);
      const bytes = head([LENGTH], BODY);
      connection.socket.write(i % 2 === 0 ? bytes : bytes.slice(0, -5));
      connection.socket.resetAndDestroy();
    }
    expect(outcomeOf(await hook.deliver({ title: "Still here" }))).toBe("201");
    for (const { text } of await hook.issues()) expect(["Raw", "Still here"]).toContain(text);
    expect(await world.problems()).toEqual([]);
  });

  test("a client that has closed its side after the request still gets its answer", async () => {
    const connection = await openRaw(world.address);
    connection.socket.end(head([LENGTH], BODY));
    const [answer] = await connection.answers(1);
    expect(answer!.status).toBe(201);
  });
});
