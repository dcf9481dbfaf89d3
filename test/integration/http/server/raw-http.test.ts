// Bytes that are no valid HTTP, or that two readers could read differently: refused in the error shape, or harmless.
import { pino } from "pino";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startServer } from "../../../../src/startup/start-server.ts";
import { expectCommonHeaders, expectError, issuesOf } from "../../../support/checks/expect-refusal.ts";
import { exchangeRaw, openRaw, type RawAnswer, request } from "../../../support/clients/raw-socket.ts";
import {
  hiddenKey,
  inOneChunk,
  KEYED,
  LARGE_EXTENSION,
  MALFORMED_REQUESTS,
  posted,
  STRANGE_REQUESTS,
  TOO_LARGE_HEADERS,
  twoKeys,
  UNREAD_REQUESTS,
} from "../../../support/hostile/hostile-http.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const me = request("GET /api/v1/me", [KEYED, ""]);

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  const keyed = (bytes: string | Buffer) => (typeof bytes === "string" ? bytes.replaceAll("KEY", world.tester) : bytes);
  const send = (bytes: string | Buffer, count?: number) => exchangeRaw(world.address, keyed(bytes), count);
  const issueBody = (text: string, target = app) => JSON.stringify({ app: target.id, check: "SIGN-1", text });
  const raising = (text: string, target = app) => {
    const body = issueBody(text, target);
    return posted([`Content-Length: ${body.length}`], body);
  };
  const alive = async () => expect((await world.call(world.viewer, "GET", "/me")).status).toBe(200);
  const only = (answers: RawAnswer[]) => {
    expect(answers).toHaveLength(1);
    return answers[0]!;
  };

  beforeEach(async () => {
    app = await world.app();
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
  });

  test.each(MALFORMED_REQUESTS)("%s answers 400 in the error shape and raises nothing", async (_name, bytes) => {
    expectError(only(await send(bytes)), 400, "invalid_request");
    await alive();
  });

  test.each(TOO_LARGE_HEADERS)("%s answers 431 in the error shape", async (_name, bytes) => {
    expectError(only(await send(bytes)), 431, "headers_too_large", "16");
    await alive();
  });

  test.each(STRANGE_REQUESTS)("%s is refused in the error shape", async (_name, bytes) => {
    const answer = only(await send(bytes));
    expect([400, 404, 405, 417]).toContain(answer.status);
    expectError(answer, answer.status, /^\w+$/);
  });

  test.each(["identity", "gzip, chunked", "gzip", "chunked, identity", "x"])(
    "what follows a request with Transfer-Encoding %s is never read as another request",
    async (coding) => {
      const answers = await send(posted([`Transfer-Encoding: ${coding}`], `0\r\n\r\n${me}`), 2);
      expectError(only(answers), 400, "invalid_request");
      expectError(only(await send(posted([`Transfer-Encoding: ${coding}`], me), 2)), 400, "invalid_request");
    },
  );

  test("a body announced with Expect: 100-continue is asked for and read", async () => {
    const connection = await openRaw(world.address);
    const body = issueBody("later");
    connection.socket.write(keyed(posted(["Expect: 100-continue", `Content-Length: ${body.length}`], "")));
    expect((await connection.answersSoFar(1)).map(({ status }) => status)).toEqual([100]);
    connection.socket.write(body);
    expect((await connection.answers(2)).map(({ status }) => status)).toEqual([100, 201]);
  });

  test("an absolute address that names another host is read as this server's own", async () => {
    const own = only(await send(request("GET http://evil.example/api/v1/me", [KEYED, ""])));
    expect([own.status, own.body.data.role]).toEqual([200, "tester"]);
    expectError(only(await send(request("GET http://evil.example/api/v1/none", [KEYED, ""]))), 404, "not_found");
    const wrong = only(await send(request("DELETE http://evil.example/api/v1/me", [KEYED, ""])));
    expectError(wrong, 405, "method_not_allowed");
  });

  test("2,001 short headers hide no second Authorization and harm nothing", async () => {
    const hidden = only(await send(hiddenKey));
    expect([200, 400, 401, 431]).toContain(hidden.status);
    const twice = only(await send(twoKeys(world.admin)));
    if (twice.status === 200) expect(twice.body.data.role).toBe("tester");
    else expectError(twice, twice.status, /^(invalid_request|headers_too_large)$/);
  });

  test("chunk extensions are skipped, and too many of them refused", async () => {
    const body = issueBody("chunked");
    const answer = only(await send(inOneChunk(body, ";a=b")));
    expect([answer.status, answer.body.data.text]).toEqual([201, "chunked"]);
    const refused = only(await send(inOneChunk(body, LARGE_EXTENSION)));
    expectError(refused, refused.status === 413 ? 413 : 400, /^(too_large|invalid_request)$/);
    expect(await issuesOf(world, app)).toHaveLength(1);
  });

  test("a client's X-Request-Id is never taken over", async () => {
    const answer = only(await send(request("GET /api/v1/me", [KEYED, "X-Request-Id: mine", ""])));
    expectCommonHeaders(answer.headers);
    expect(answer.headers.get("x-request-id")).not.toBe("mine");
  });

  test("a connection is kept for longer than the 60 s of a balancer", async () => {
    expect(only(await send(me)).headers.get("keep-alive")).toContain("timeout=65");
  });

  test("100 requests in one pipeline are answered in their order", async () => {
    const texts = Array.from({ length: 100 }, (_, i) => `issue ${i}`);
    const answers = await send(texts.map((text) => raising(text)).join(""), 100);
    expect(answers.map(({ body }) => body.data.text)).toEqual(texts);
    expect(await issuesOf(world, app)).toHaveLength(100);
  });

  test("the answer to the 100th request that waits ends the connection, and what follows is not done", async () => {
    const answers = await send(me.repeat(99) + raising("the last") + raising("one more").repeat(900), 1_000);
    expect(answers.map(({ status }) => status)).toEqual([...Array(99).fill(200), 201]);
    expect(answers.map(({ headers }) => headers.get("connection"))).toEqual([...Array(99).fill("keep-alive"), "close"]);
    await alive();
    expect(await issuesOf(world, app)).toMatchObject([{ text: "the last" }]);
  });

  test("a connection carries 1,000 requests, 99 at a time, in order, and nothing that follows is done", async () => {
    const connection = await openRaw(world.address);
    for (let sent = 99; sent < 1_000; sent += 99) {
      connection.socket.write(keyed(request("GET /healthz", [""]).repeat(98) + me));
      const answers = await connection.answersSoFar(sent);
      expect(answers.map(({ body }) => body.data?.role)).toEqual(
        answers.map((_, i) => (i % 99 === 98 ? "tester" : undefined)),
      );
    }
    connection.socket.write(keyed(me.repeat(9) + raising("the last") + raising("one more")));
    const answers = await connection.answers(1_001);
    expect(answers.slice(990).map(({ status }) => status)).toEqual([...Array(9).fill(200), 201]);
    expect(answers.at(-1)!.headers.get("connection")).toBe("close");
    expect(await issuesOf(world, app)).toMatchObject([{ text: "the last" }]);
  });

  test("the last request that a connection may carry is read to its end, and only that", async () => {
    const connection = await openRaw(world.address);
    const last = keyed(raising("the last")) as string;
    connection.socket.write(keyed(me.repeat(99)) + last.slice(0, -5));
    await connection.answersSoFar(99);
    connection.socket.write(last.slice(-5) + keyed(raising("one more")));
    const answers = await connection.answers(101);
    expect(answers.map(({ status }) => status)).toEqual([...Array(99).fill(200), 201]);
    expect(await issuesOf(world, app)).toMatchObject([{ text: "the last" }]);
  });

  test.each([
    ["too many requests", () => me.repeat(20_000)],
    ["an ambiguous request with others behind it", () => `GET /api/v1/me HTTP/1.1\r\n\r\n${me.repeat(20_000)}`],
  ])("%s, sent to the end before anything is read, are answered, and the connection ends", async (_name, bytes) => {
    const connection = await openRaw(world.address);
    connection.socket.pause();
    await new Promise((sent) => connection.socket.end(keyed(bytes()), () => sent(undefined)));
    connection.socket.resume();
    const answers = await connection.answers(20_000);
    expect([1, 100]).toContain(answers.length);
    expect(answers.at(-1)!.headers.get("connection")).toBe("close");
    await alive();
  });

  test.each([
    ["an address that can't be read", () => request("GET /%zz", [""]), 100],
    ["an expectation that can't be met", () => request("GET /healthz", ["Expect: magic", ""]), 1],
  ])("of 20,000 requests of one connection with %s no more are answered than of others", async (_name, one, count) => {
    const connection = await openRaw(world.address);
    connection.socket.write(one().repeat(20_000));
    const answers = await connection.answers(20_000);
    expect(answers).toHaveLength(count);
    expect(answers.at(-1)!.headers.get("connection")).toBe("close");
    await alive();
  });

  test.each([
    ["to upgrade the connection", "GET /api/v1/me", ["Connection: Upgrade", "Upgrade: other", ""]],
    ["for a tunnel", "CONNECT example.com:443", [""]],
  ])(
    "a request %s behind the last one is not done, and who then resets the connection does no harm",
    async (_name, line, headers) => {
      const bytes = keyed(me.repeat(100) + request(line, headers));
      const connection = await openRaw(world.address);
      connection.socket.write(bytes);
      expect((await connection.answers(101)).map(({ status }) => status)).toEqual(Array(100).fill(200));
      const rude = await openRaw(world.address);
      rude.socket.pause();
      rude.socket.write(bytes);
      await alive();
      rude.socket.resetAndDestroy();
      // The reset arrives meanwhile: it did harm while the answers were still to be sent.
      await alive();
      await alive();
    },
  );

  test("what can't be read as HTTP, or expects what can't be met, has all headers of other answers", async () => {
    const hsts = "max-age=31536000";
    const server = await startServer({ ...world.config, hsts }, world.store, pino({ level: "silent" }));
    try {
      const headersOf = async (bytes: string) =>
        only(await exchangeRaw(`http://127.0.0.1:${server.port}`, bytes)).headers.get("strict-transport-security");
      const sent = [
        "noise\r\n\r\n",
        request("GET /healthz", ["Expect: magic", ""]),
        request("GET /%zz", ["Connection: close", ""]),
      ];
      expect(await Promise.all(sent.map(headersOf))).toEqual([hsts, hsts, hsts]);
    } finally {
      await server.close();
    }
  });

  test("a connection that sends without reading gets no further than that", async () => {
    const connection = await openRaw(world.address);
    connection.socket.pause();
    connection.socket.write(UNREAD_REQUESTS);
    await alive();
    connection.socket.resume();
    expect(await connection.answers(20_000)).toHaveLength(100);
    await alive();
  });

  test("a refused request in a pipeline leaves its neighbours alone", async () => {
    const pipeline = me + posted(["Content-Length: 1"], "{") + request("GET /none", [""]) + me;
    expect((await send(pipeline, 4)).map(({ status }) => status)).toEqual([200, 400, 404, 200]);
  });

  test("a valid request followed by noise is answered for itself first, or did not happen", async () => {
    const answers = await send(`${raising("before the noise")}\x01\x02\r\n\r\n`, 2);
    // What was under way is written before what comes later.
    expect((await world.call(world.tester, "POST", "/issues", issueBody("later"))).status).toBe(201);
    const raised = (await issuesOf(world, app)).length - 1;
    expect(answers[0]?.status).toBe(raised === 1 ? 201 : 400);
  });

  test.each([
    ["noise", "\x01\x02\r\n\r\n"],
    ["a CONNECT", request("CONNECT example.org:443", [""])],
  ])("all that was done before %s on a connection is answered, in order", async (_name, end) => {
    const pipeline = request("GET /healthz", [""]) + raising("one") + me + raising("two") + end;
    const answers = await send(pipeline, 5);
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 201, 400]);
    expect(await issuesOf(world, app)).toHaveLength(2);
  });

  test("the rest of a request that was refused gets no second answer, whatever was answered since", async () => {
    const connection = await openRaw(world.address);
    const refused = request("POST /%zz", ["Transfer-Encoding: chunked"]);
    connection.socket.write(request("GET /none", [""]) + refused);
    await connection.answersSoFar(2);
    connection.socket.write("zz\r\n");
    expect((await connection.answers(3)).map(({ status }) => status)).toEqual([404, 400]);
  });

  test("a body is never read as a second request", async () => {
    const body = keyed(me) as string;
    const answers = await send(posted([`Content-Length: ${body.length}`], body) + me, 2);
    expectError(answers[0]!, 400, "invalid_json");
    expect([answers.length, answers[1]?.status]).toEqual([2, 200]);
  });

  test("a client that stops sending is answered or let go, and harms nothing", async () => {
    const connection = await openRaw(world.address);
    connection.socket.end(keyed(me));
    for (const { status } of await connection.answers(1)) expect(status).toBe(200);
    await alive();
  });

  test("a client that stops in the middle raises nothing and harms nothing", async () => {
    const whole = keyed(raising("half")) as string;
    for (const part of [whole.slice(0, 30), whole.slice(0, -5), "\r\n", ""]) {
      const connection = await openRaw(world.address);
      connection.socket.end(part);
      for (const answer of await connection.answers(1)) expectError(answer, 400, "invalid_request");
    }
    await alive();
    expect(await issuesOf(world, app)).toEqual([]);
  });

  test("a reset right after the body leaves whole issues or none, and the server unharmed", async () => {
    for (let i = 0; i < 20; i++) {
      const { socket } = await openRaw(world.address);
      await new Promise((done) => socket.write(keyed(raising("reset")), done));
      socket.resetAndDestroy();
    }
    await alive();
    expect((await issuesOf(world, app)).length).toBeLessThanOrEqual(20);
    expect(await world.problems()).toEqual([]);
  });

  test("1,000 idle connections keep nobody from being served", async () => {
    const idle = await Promise.all(Array.from({ length: 1_000 }, () => openRaw(world.address)));
    await alive();
    for (const { socket } of idle) socket.destroy();
    await alive();
  });
});
