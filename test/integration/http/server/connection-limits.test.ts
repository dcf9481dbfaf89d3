// Connections that somebody opens and leaves idle: theirs are closed, and nobody else is locked out.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { takeRequest } from "../../../../src/http/transport/carried-requests.ts";
import { COMMON_HEADERS } from "../../../../src/http/transport/security-headers.ts";
import { limitConnections } from "../../../../src/http/transport/socket-limits.ts";
import { hardenSocketHandling } from "../../../../src/http/transport/sockets.ts";
import { type AddressRange, readAddressRanges } from "../../../../src/lib/network/address-range.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const [ONE, TWO, THREE] = ["127.0.0.2", "127.0.0.3", "127.0.0.4"];
const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A bare server; what is asked for below /hold is never answered. */
async function serve(total: number, perAddress: number, proxies = "") {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    takeRequest(request.socket, response);
    if (request.url === "/hold") held.push(response);
    else response.end("ok");
  });
  hardenSocketHandling(server, COMMON_HEADERS);
  limitConnections(server, { total, perAddress, proxies: readAddressRanges(proxies) as AddressRange[] });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUps.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  return { open: (from: string | undefined, path?: string) => openFrom(port, from!, path), held };
}

interface Opened {
  socket: Socket;
  isClosed(): boolean;
  /** Whether a request on it is answered. */
  isServed(): Promise<boolean>;
}

async function openFrom(port: number, from: string, path?: string): Promise<Opened> {
  const socket = connect({ host: "127.0.0.1", port, localAddress: from });
  cleanUps.push(() => socket.destroy());
  let isClosed = false;
  socket.on("error", () => {});
  socket.on("close", () => {
    isClosed = true;
  });
  await once(socket, "connect");
  const ask = (what: string) => socket.write(`GET ${what} HTTP/1.1\r\nHost: here\r\n\r\n`);
  if (path !== undefined) ask(path);
  return {
    socket,
    isClosed: () => isClosed,
    async isServed() {
      const answered = once(socket, "data").then(([data]) => String(data).startsWith("HTTP/1.1 200"));
      const ended = once(socket, "close").then(() => false);
      ask("/");
      return Promise.race([answered, ended]);
    },
  };
}

async function openMany(count: number, open: () => Promise<Opened>): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (let n = 0; n < count; n++) opened.push(await open());
  return opened;
}

const closedOf = (some: Opened[]) => some.map((one) => one.isClosed());

describe("connections", () => {
  test("beyond what an address may have close its oldest idle one", async () => {
    const { open } = await serve(100, 5);
    const idle = await openMany(5, () => open(ONE));
    const other = await open(TWO);
    expect(await (await open(ONE)).isServed()).toBe(true);
    await expect.poll(() => closedOf(idle)).toEqual([true, false, false, false, false]);
    expect(await other.isServed()).toBe(true);
    // One that has been used is idle, too, but whoever never used theirs goes first.
    expect(await idle[1]!.isServed()).toBe(true);
    await open(ONE);
    await expect.poll(() => closedOf(idle)).toEqual([true, false, true, false, false]);
  });

  test("that fill the whole server make room for others: whoever has the most loses the oldest idle one", async () => {
    const { open } = await serve(10, 0);
    const idle = await openMany(8, () => open(ONE));
    const others = await openMany(2, () => open(TWO));
    for (let n = 0; n < 5; n++) expect(await (await open(THREE)).isServed()).toBe(true);
    await expect.poll(() => closedOf(idle).filter(Boolean)).toHaveLength(5);
    expect(closedOf(others)).toEqual([false, false]);
  });

  test("that carry a request are never closed for others: then their own address is refused more, and nobody else is", async () => {
    const { open, held } = await serve(100, 3);
    const busy = await openMany(3, () => open(ONE, "/hold"));
    await expect.poll(() => held).toHaveLength(3);
    expect(await (await open(ONE)).isServed()).toBe(false);
    expect(await (await open(TWO)).isServed()).toBe(true);
    held[0]!.end("ok");
    await expect.poll(async () => (await open(ONE)).isServed()).toBe(true);
    expect(closedOf(busy.slice(1))).toEqual([false, false]);
  });

  test("of a proxy that is trusted may be any number", async () => {
    const { open } = await serve(100, 3, ONE);
    const many = await openMany(20, () => open(ONE));
    expect(await many[0]!.isServed()).toBe(true);
    expect(closedOf(many)).toEqual(Array(20).fill(false));
  });
});

describe("RETEST_ADDRESS_CONNECTIONS", () => {
  const world = worldOf("sqlite", { addressConnections: 4 });

  test("holds for the server", async () => {
    const port = Number(new URL(world.address).port);
    const idle = await openMany(4, () => openFrom(port, ONE!));
    await openMany(4, () => openFrom(port, ONE!));
    await expect.poll(() => closedOf(idle)).toEqual([true, true, true, true]);
    expect((await world.call(world.viewer, "GET", "/me")).status).toBe(200);
  });
});
