// One POST against real servers on this machine: nothing here, not even a broken guard, can reach anything else.
import * as http from "node:http";
import * as https from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CALLS_AT_ONCE, NOTIFY_TIMEOUT_MS } from "../../../../src/domain/limits.ts";
import type { CallerOptions, CallResult } from "../../../../src/lib/network/call-once.ts";
import { createPoster } from "../../../../src/lib/network/post-once.ts";
import { answerBegun } from "../../../support/clients/answer-begun.ts";
import { makeCertificate } from "../../../support/machine/certificate.ts";

/** A name that no resolver knows, on the list of allowed hosts. */
const INSIDE = "receiver.invalid";
/** A name that no resolver knows and that reads like a public one. */
const OUTSIDE = "receiver.example";
const BODY = Buffer.from('{"event":"issue.fixed","title":"Gr\u00fc\u00dfe"}\n');
const HEADERS = { "Content-Type": "application/json", "X-Event": "one" };

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** Starts a server on a free port of the loopback address; it is closed, with its connections, after the test. */
async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, host, resolve));
  open.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** A receiver that counts what arrives and answers as told. */
async function receiver(handler: Handler, certificate?: https.ServerOptions) {
  const seen: { request: http.IncomingMessage; body: Buffer }[] = [];
  const receive: Handler = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      seen.push({ request, body: Buffer.concat(chunks) });
      handler(request, response);
    });
  };
  const server = certificate ? https.createServer(certificate, receive) : http.createServer(receive);
  server.on("tlsClientError", () => {});
  return { port: await listen(server), seen };
}

/** A listener below HTTP that does as told with each connection. */
async function listener(connected: (socket: Socket) => void) {
  let connections = 0;
  const port = await listen(
    createServer((socket) => {
      connections++;
      socket.on("error", () => {});
      connected(socket);
    }),
  );
  return { port, connections: () => connections };
}

/** Longer than any test takes: what is late here is late because a test has moved the clock. */
const LIMITS = { timeoutMs: 600_000, atOnce: CALLS_AT_ONCE };

function poster(options: Partial<CallerOptions> = {}) {
  const lookup = async () => ["127.0.0.1"];
  return createPoster({ ...LIMITS, allowedHosts: new Set([INSIDE]), lookup, ...options });
}

/** A receiver that holds its answers until told, and says how many wait. */
async function slowReceiver() {
  const held: http.ServerResponse[] = [];
  const { port, seen } = await receiver((_request, response) => held.push(response));
  const release = () => {
    for (const response of held.splice(0)) response.end();
  };
  return { port, seen, held, release };
}

/** The deadline comes when a test moves the time, and not by itself. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

function ok(_request: http.IncomingMessage, response: http.ServerResponse): void {
  response.end("ok");
}

describe("what is sent", () => {
  test("is one POST with the exact bytes, the headers given, and the host of the URL", async () => {
    const { port, seen } = await receiver(ok);
    const result = await poster()(`http://${INSIDE}:${port}/a/b?c=d%20e`, HEADERS, BODY);
    expect(result).toEqual({ outcome: "delivered", status: 200, durationMs: expect.any(Number) });
    expect(seen.length).toBe(1);
    const [{ request, body }] = seen as [(typeof seen)[0]];
    expect(body.equals(BODY)).toBe(true);
    expect([request.method, request.url, request.httpVersion]).toEqual(["POST", "/a/b?c=d%20e", "1.1"]);
    expect(request.headers).toEqual({
      "content-type": "application/json",
      "x-event": "one",
      "content-length": String(BODY.length),
      host: `${INSIDE}:${port}`,
      connection: "close",
    });
  });

  test("goes to an allowed address too, without a look-up", async () => {
    const { port, seen } = await receiver(ok);
    const lookup = () => Promise.reject(new Error("not asked for"));
    const post = poster({ allowedHosts: new Set(["127.0.0.1"]), lookup });
    expect(await post(`http://127.0.0.1:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered" });
    expect(seen[0]!.request.headers.host).toBe(`127.0.0.1:${port}`);
  });

  test("goes to an allowed IPv6 address too, in brackets where they belong", async (context) => {
    let host: string | undefined;
    const server = http.createServer((request, response) => {
      host = request.headers.host;
      response.end();
    });
    const port = await listen(server, "::1").catch(() => context.skip());
    const post = poster({ allowedHosts: new Set(["[::1]"]) });
    expect(await post(`http://[0:0:0:0:0:0:0:1]:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered" });
    expect(host).toBe(`[::1]:${port}`);
  });

  test("goes to the next address when the first takes no connection", async () => {
    const { port, seen } = await receiver(ok);
    const post = poster({ lookup: async () => ["::1", "127.0.0.1"] });
    expect(await post(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered" });
    expect(seen.length).toBe(1);
  });

  test("an empty body is sent as one", async () => {
    const { port, seen } = await receiver(ok);
    await poster()(`http://${INSIDE}:${port}/`, {}, Buffer.alloc(0));
    expect(seen[0]!.request.headers["content-length"]).toBe("0");
  });

  test("takes as long as the clock says", async () => {
    const { port } = await receiver(ok);
    const times = [1_000, 1_234];
    const post = poster({ clock: () => times.shift()! });
    expect(await post(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ durationMs: 234 });
  });
});

describe("an answer", () => {
  test.each([200, 201, 202, 204, 299])("with status %d means delivered", async (status) => {
    const { port, seen } = await receiver((_request, response) => response.writeHead(status).end());
    expect(await poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered", status });
    expect(seen.length).toBe(1);
  });

  test.each([304, 400, 401, 404, 410, 429, 500, 503, 999])(
    "with status %d is a failure after one attempt",
    async (status) => {
      const { port, seen } = await receiver((_request, response) => response.writeHead(status).end());
      const result = await poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY);
      expect(result).toMatchObject({ outcome: `http_${status}`, status });
      expect(seen.length).toBe(1);
    },
  );

  test.each([300, 301, 302, 303, 307, 308])("with status %d is a failure and not followed", async (status) => {
    const other = await receiver(ok);
    const location = ["/itself", `http://127.0.0.1:${other.port}/`, `http://${INSIDE}:${other.port}/`];
    for (const to of location) {
      const { port, seen } = await receiver((_request, response) => response.writeHead(status, { location: to }).end());
      const result = await poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY);
      expect(result).toMatchObject({ outcome: `http_${status}`, status });
      expect(seen.length).toBe(1);
    }
    expect(other.seen.length).toBe(0);
  });

  test("announced by 1xx counts by its final status", async () => {
    const { port } = await receiver((_request, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: "</a>; rel=preload" });
      response.end();
    });
    expect(await poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered" });
  });

  test.each([
    ["200", 200, "delivered"],
    ["500", 500, "http_500"],
  ] as const)("without end is given up after 64 KB and counts by its status %s", async (_name, status, outcome) => {
    let closed: Promise<void> | undefined;
    const { port } = await receiver((request, response) => {
      closed = new Promise((resolve) => request.socket.once("close", () => resolve()));
      response.writeHead(status);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on("drain", more);
      more();
    });
    expect(await poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome, status });
    await closed;
  });

  test("that stands still behind 64 KB is not waited for", async () => {
    const { port } = await receiver((_request, response) => response.write(Buffer.alloc(65_537)));
    expect(await poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered" });
  });

  test("that stands still within 64 KB is waited for", async () => {
    const { port } = await receiver((_request, response) => response.write(Buffer.alloc(65_536)));
    stopClock();
    const begun = answerBegun(port);
    const work = poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY);
    await begun;
    await vi.advanceTimersByTimeAsync(LIMITS.timeoutMs);
    expect(await work).toMatchObject({ outcome: "timeout", status: 200 });
  });

  test("of 64 KB is read to its end", async () => {
    const { port } = await receiver((_request, response) => response.end(Buffer.alloc(65_536)));
    expect(await poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered" });
  });

  const raw: [string, string, CallResult, number | null][] = [
    ["that is no HTTP", "hello there\r\n\r\n", "bad_answer", null],
    ["with headers that never end", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(40_000)}`, "bad_answer", null],
    ["with two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na", "bad_answer", null],
    ["cut off in its headers", "HTTP/1.1 200 OK\r\nx:", "reset", null],
    ["cut off in its body", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc", "reset", 200],
    ["cut off between chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n", "reset", 200],
    ["that breaks its chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", "bad_answer", 200],
    ["that ends with its connection", "HTTP/1.1 200 OK\r\n\r\nabc", "delivered", 200],
    ["that changes the protocol", "HTTP/1.1 101 Up\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", "reset", null],
    ["that is empty", "", "reset", null],
  ];
  test.each(raw)("%s: %j is %s", async (_name, answer, outcome, status) => {
    const { port, connections } = await listener((socket) => {
      socket.once("data", () => socket.end(answer));
    });
    const result = await poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY);
    expect(result).toMatchObject({ outcome, status });
    expect(connections()).toBe(1);
  });

  test("whose connection is torn down is a reset, before the status and after it", async () => {
    for (const [start, status] of [
      ["", null],
      ["HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc", 200],
    ] as const) {
      const { port, connections } = await listener((socket) => {
        socket.once("data", async () => {
          socket.write(start);
          if (status !== null) await begun;
          socket.resetAndDestroy();
        });
      });
      const begun = answerBegun(port);
      const result = await poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY);
      expect(result).toMatchObject({ outcome: "reset", status });
      expect(connections()).toBe(1);
    }
  });
});

describe("where nothing is sent", () => {
  test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "0.0.0.0"])(
    "a public name that leads to %s by now is refused before any connection",
    async (address) => {
      const { port, connections } = await listener((socket) => socket.destroy());
      const result = await poster({ lookup: async () => [address] })(`https://${OUTSIDE}:${port}/`, HEADERS, BODY);
      expect(result).toMatchObject({ outcome: "private_address", status: null });
      expect(connections()).toBe(0);
    },
  );

  test.each([
    ["https://127.0.0.1:PORT/", "private_address"],
    ["https://2130706433:PORT/", "private_address"],
    ["https://[::ffff:127.0.0.1]:PORT/", "private_address"],
    ["https://localhost:PORT/", "private_address"],
    [`http://${OUTSIDE}:PORT/`, "invalid_url"],
    [`https://u:p@${INSIDE}:PORT/`, "invalid_url"],
    ["nonsense", "invalid_url"],
    ["", "invalid_url"],
  ])("%s is refused as %s, as it would be when saved", async (text, outcome) => {
    const { port, connections } = await listener((socket) => socket.destroy());
    const result = await poster()(text.replace("PORT", String(port)), HEADERS, BODY);
    expect(result).toEqual({ outcome, status: null, durationMs: 0 });
    expect(connections()).toBe(0);
  });

  test("a name that answers differently each time is asked once, and the checked answer is dialled", async () => {
    const { port, seen } = await receiver(ok);
    const answers = [["127.0.0.1"], [], []];
    const post = poster({ lookup: async () => answers.shift() ?? [] });
    expect(await post(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered" });
    expect([answers.length, seen.length]).toEqual([2, 1]);
    expect(await post(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "unresolved" });
  });

  test("a connection that turns out to lead elsewhere is left before a byte is sent", async () => {
    const received = vi.fn();
    const { port, connections } = await listener((socket) => socket.on("data", received));
    vi.resetModules();
    vi.doMock("../../../../src/lib/network/resolve-public.ts", async (original) => ({
      ...(await original<typeof import("../../../../src/lib/network/resolve-public.ts")>()),
      mayReach: () => false,
    }));
    const late = await import("../../../../src/lib/network/post-once.ts");
    vi.doUnmock("../../src/lib/network/resolve-public.ts");
    const post = late.createPoster({ ...LIMITS, allowedHosts: new Set([INSIDE]), lookup: async () => ["127.0.0.1"] });
    expect(await post(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "private_address" });
    expect([connections(), received.mock.calls.length]).toEqual([1, 0]);
  });

  test("a look-up that fails or finds nothing is unresolved", async () => {
    const failing = () => Promise.reject(new Error("ENOTFOUND"));
    for (const lookup of [failing, async () => []]) {
      expect(await poster({ lookup })(`https://${OUTSIDE}/`, HEADERS, BODY)).toMatchObject({ outcome: "unresolved" });
    }
  });

  test("a port where nobody listens is refused", async () => {
    const { port } = await listener(() => {});
    open.splice(0)[0]!();
    expect(await poster()(`http://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "refused" });
  });

  test("headers that can't be sent are a failure, not an exception", async () => {
    const { port, connections } = await listener((socket) => socket.destroy());
    const result = await poster()(`http://${INSIDE}:${port}/`, { "X-Event": "a\r\nb" }, BODY);
    expect(result).toMatchObject({ outcome: "failed", status: null });
    expect(connections()).toBe(0);
  });

  test("a proxy of the environment is not used", async () => {
    const proxy = await listener((socket) => socket.destroy());
    for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"]) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    const certificate = makeCertificate(INSIDE);
    const post = poster({ tls: { ca: certificate.cert } });
    const [plain, secure] = [await receiver(ok), await receiver(ok, certificate)];
    expect(await post(`http://${INSIDE}:${plain.port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered" });
    expect(await post(`https://${INSIDE}:${secure.port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered" });
    expect(proxy.connections()).toBe(0);
  });
});

describe("TLS", () => {
  const good = makeCertificate(INSIDE);

  test("is verified for the name of the URL, which the server is told", async () => {
    let name: string | false | null = null;
    const { port, seen } = await receiver((request, response) => {
      name = (request.socket as unknown as { servername: string | false }).servername;
      response.end();
    }, good);
    const result = await poster({ tls: { ca: good.cert } })(`https://${INSIDE}:${port}/`, HEADERS, BODY);
    expect(result).toMatchObject({ outcome: "delivered", status: 200 });
    expect(name).toBe(INSIDE);
    expect(seen[0]!.request.headers.host).toBe(`${INSIDE}:${port}`);
  });

  test("to an address is verified for the address, and no name is told", async () => {
    const certificate = makeCertificate("127.0.0.1");
    let name: unknown;
    const { port } = await receiver((request, response) => {
      name = (request.socket as unknown as { servername: unknown }).servername;
      response.end();
    }, certificate);
    const post = poster({ allowedHosts: new Set(["127.0.0.1"]), tls: { ca: certificate.cert } });
    expect(await post(`https://127.0.0.1:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "delivered" });
    expect(name).toBe(false);
  });

  const expired = makeCertificate(INSIDE, -86_400_000);
  const early = makeCertificate(INSIDE, 86_400_000);
  const other = makeCertificate("other.invalid");
  const byAddress = makeCertificate("127.0.0.1");
  const old: https.ServerOptions = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" };
  test.each([
    ["signed by nobody we trust", good, other.cert],
    ["that has expired", expired, expired.cert],
    ["that is not valid yet", early, early.cert],
    ["of another name", other, other.cert],
    ["of the address instead of the name", byAddress, byAddress.cert],
    ["behind an old version", { ...good, ...old }, good.cert],
  ])("with a certificate %s fails, and no byte of the request is sent", async (_name, certificate, ca) => {
    const { port, seen } = await receiver(ok, certificate);
    const result = await poster({ tls: { ca } })(`https://${INSIDE}:${port}/`, HEADERS, BODY);
    expect(result).toMatchObject({ outcome: "tls", status: null });
    expect(seen.length).toBe(0);
  });

  test("is verified with the system's authorities when none are given, whatever the environment says", async () => {
    const { port, seen } = await receiver(ok, good);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    expect(await poster()(`https://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "tls" });
    expect(seen.length).toBe(0);
  });

  test("with a server that speaks plain HTTP, or hangs up on the greeting, fails", async () => {
    const plain = await receiver(ok);
    const rude = await listener((socket) => socket.once("data", () => socket.end()));
    for (const { port } of [plain, rude]) {
      expect(await poster()(`https://${INSIDE}:${port}/`, HEADERS, BODY)).toMatchObject({ outcome: "tls" });
    }
  });
});

describe("the deadline", () => {
  const LIMIT = 600;
  const post = poster({ timeoutMs: LIMIT });
  beforeEach(stopClock);

  /** Not before the time is over, of which nothing has passed until `begun`. In every millisecond `drip` may send a byte. */
  async function expectTimeout(
    work: ReturnType<typeof post>,
    status: number | null,
    begun: Promise<unknown>,
    drip: (ms: number) => void = () => {},
  ): Promise<void> {
    const ended = vi.fn();
    void work.then(ended);
    await begun;
    for (let ms = 1; ms < LIMIT; ms++) {
      drip(ms);
      await turn();
      vi.advanceTimersByTime(1);
    }
    await turn();
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await work).toMatchObject({ outcome: "timeout", status });
  }

  /** A listener whose first bytes of the first connection are told of. */
  async function quietListener() {
    let heard: (socket: Socket) => void = () => {};
    const asked = new Promise<Socket>((resolve) => {
      heard = resolve;
    });
    const { port } = await listener((socket) => socket.once("data", () => heard(socket)).resume());
    return { port, asked };
  }

  test("ends a look-up that hangs, and nothing is connected when it answers after all", async () => {
    const { port, connections } = await listener((socket) => socket.destroy());
    const url = `http://${INSIDE}:${port}/`;
    let answer: (addresses: string[]) => void = () => {};
    let looking: () => void = () => {};
    const asked = new Promise<void>((resolve) => {
      looking = resolve;
    });
    const lookup = () => {
      looking();
      return new Promise<string[]>((resolve) => (answer = resolve));
    };
    await expectTimeout(poster({ timeoutMs: LIMIT, lookup })(url, HEADERS, BODY), null, asked);
    answer(["127.0.0.1"]);
    await turn();
    // The next one finds that nobody has come before it.
    expect(await post(url, HEADERS, BODY)).toMatchObject({ outcome: "reset" });
    expect(connections()).toBe(1);
  });

  test.each([
    ["greeting of TLS", "https"],
    ["status", "http"],
  ])("ends a wait for a %s that never comes, and the connection with it", async (_name, scheme) => {
    const { port, asked } = await quietListener();
    const closed = asked.then((socket) => new Promise((resolve) => socket.once("close", resolve)));
    await expectTimeout(post(`${scheme}://${INSIDE}:${port}/`, HEADERS, BODY), null, asked);
    await closed;
  });

  test("is not moved by headers that come byte by byte", async () => {
    const { port, asked } = await quietListener();
    const work = post(`http://${INSIDE}:${port}/`, HEADERS, BODY);
    const socket = await asked;
    socket.write("HTTP/1.1 200 OK\r\nx: ");
    await expectTimeout(work, null, asked, () => socket.write("a"));
  });

  test("is not moved by late headers and a body that comes byte by byte; the status is kept", async () => {
    const { port, held } = await slowReceiver();
    const work = post(`http://${INSIDE}:${port}/`, HEADERS, BODY);
    await until(() => held.length === 1);
    await expectTimeout(work, 200, Promise.resolve(), (ms) => {
      if (ms >= LIMIT / 3) held[0]!.write("a");
    });
  });

  test("is five seconds when nothing else is said", async () => {
    const lookup = () => new Promise<string[]>(() => {});
    const ended = vi.fn();
    const work = poster({ lookup, timeoutMs: NOTIFY_TIMEOUT_MS })(`https://${OUTSIDE}/`, HEADERS, BODY).then(ended);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await work;
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ outcome: "timeout" }));
  });
});

describe("many at once", () => {
  const MARKER = "marker.invalid";

  /** What else has come once something has that was sent after it, past every limit. */
  async function seenBefore({ port, seen }: Awaited<ReturnType<typeof slowReceiver>>): Promise<number> {
    const isMarker = ({ request }: (typeof seen)[0]) => request.headers.host === `${MARKER}:${port}`;
    void poster({ allowedHosts: new Set([MARKER]) })(`http://${MARKER}:${port}/`, HEADERS, BODY);
    await until(() => seen.some(isMarker));
    return seen.filter((one) => !isMarker(one)).length;
  }

  test("two go to one host, the third when one of them is through", async () => {
    const slow = await slowReceiver();
    const { port, seen, held, release } = slow;
    const post = poster();
    const all = Array.from({ length: 3 }, () => post(`http://${INSIDE}:${port}/`, HEADERS, BODY));
    await until(() => held.length === 2);
    expect(await seenBefore(slow)).toBe(2);
    release();
    await until(() => held.length === 1);
    release();
    expect((await Promise.all(all)).map(({ outcome }) => outcome)).toEqual(["delivered", "delivered", "delivered"]);
    expect(seen).toHaveLength(4);
  });

  test("forty are under way altogether", async () => {
    const slow = await slowReceiver();
    const { port, held, release } = slow;
    const hosts = Array.from({ length: 45 }, (_, at) => `r${at}.invalid`);
    const post = poster({ allowedHosts: new Set(hosts) });
    const all = hosts.map((host) => post(`http://${host}:${port}/`, HEADERS, BODY));
    await until(() => held.length === 40);
    expect(await seenBefore(slow)).toBe(40);
    release();
    await until(() => held.length === 5);
    release();
    for (const { outcome } of await Promise.all(all)) expect(outcome).toBe("delivered");
  });

  test("waiting for a place does not count against the five seconds", async () => {
    stopClock();
    const { port, held, release } = await slowReceiver();
    let now = 0;
    const post = poster({ clock: () => now });
    const all = Array.from({ length: 8 }, () => post(`http://${INSIDE}:${port}/`, HEADERS, BODY));
    for (let pairs = 0; pairs < 4; pairs++) {
      await until(() => held.length === 2);
      now += LIMITS.timeoutMs - 1;
      vi.advanceTimersByTime(LIMITS.timeoutMs - 1);
      release();
    }
    for (const { outcome, durationMs } of await Promise.all(all)) {
      expect([outcome, durationMs]).toEqual(["delivered", LIMITS.timeoutMs - 1]);
    }
  });
});
