// How a request that proxies pass on is known to be somebody's: only those proxies are believed that are listed.
import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientAddress, isUnlistedProxy, shownAddress } from "../../../../src/http/transport/client-address.ts";
import { type AddressRange, readAddressRanges } from "../../../../src/lib/network/address-range.ts";
import { LOCAL_PROXY } from "../../../support/clients/local-proxy.ts";
import { join, PASSWORD, signIn } from "../../../support/clients/person-client.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const NETWORK = readAddressRanges("172.16.0.0/12, fd00::/8") as AddressRange[];

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

test("a listed proxy on another machine names the client; without listing it is the client", () => {
  expect(shownAddress(from("::ffff:172.18.0.4", "203.0.113.7"), NETWORK)).toBe("203.0.113.7");
  expect(shownAddress(from("fd00::4", "203.0.113.7"), NETWORK)).toBe("203.0.113.7");
  expect(shownAddress(from("172.18.0.4", "203.0.113.7"), [])).toBe("172.18.0.4");
  expect(shownAddress(from("192.0.2.1", "203.0.113.7"), NETWORK)).toBe("192.0.2.1");
  const [one, other] = ["203.0.113.7", "203.0.113.8"].map((client) =>
    clientAddress(from("172.18.0.4", client), NETWORK),
  );
  expect(one).not.toBe(other);
});

test("of a chain, the nearest address that is no listed proxy counts: what stands before it may be invented", () => {
  const chain = "127.0.0.1, 198.51.100.1, 203.0.113.7, 172.18.0.9";
  expect(shownAddress(from("172.18.0.4", chain), NETWORK)).toBe("203.0.113.7");
  const here = readAddressRanges("127.0.0.1, ::1, 172.16.0.0/12") as AddressRange[];
  expect(shownAddress(from("127.0.0.1", chain), here)).toBe("203.0.113.7");
  expect(shownAddress(from("::1", "198.51.100.1, 127.0.0.1"), here)).toBe("127.0.0.1");
  expect(shownAddress(from("172.18.0.4", "198.51.100.1, 127.0.0.1"), NETWORK)).toBe("127.0.0.1");
  expect(shownAddress(from("172.18.0.4", "172.18.0.9"), NETWORK)).toBe("172.18.0.9");
  expect(shownAddress(from("172.18.0.4", "203.0.113.7, nonsense"), NETWORK)).toBe("172.18.0.4");
  expect(shownAddress(from("172.18.0.4"), NETWORK)).toBe("172.18.0.4");
});

test("a proxy on this machine that is not listed is not believed: it may pass on what the client wrote", () => {
  for (const proxy of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.8.9.1"]) {
    expect(shownAddress(from(proxy, "203.0.113.7"), [])).toBe(proxy.replace("::ffff:", ""));
    expect(shownAddress(from(proxy, "203.0.113.7"), NETWORK)).toBe(proxy.replace("::ffff:", ""));
    expect(isUnlistedProxy(from(proxy, "203.0.113.7"), NETWORK)).toBe(true);
    expect(isUnlistedProxy(from(proxy), NETWORK)).toBe(false);
  }
  expect(isUnlistedProxy(from("172.18.0.4", "203.0.113.7"), NETWORK)).toBe(false);
});

test("ranges are addresses, alone or with a length, and nothing else", () => {
  expect(readAddressRanges("")).toEqual([]);
  expect(readAddressRanges("10.0.0.5,,2001:db8::/32 ")).toHaveLength(2);
  for (const wrong of [
    "10.0.0.0/33",
    "10.0.0.0/0",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "balancer",
    "fd00::/129",
    "10.0.0/8",
  ]) {
    expect(readAddressRanges(`10.0.0.5, ${wrong}`)).toContain(JSON.stringify(wrong));
  }
});

describe("behind a balancer on another machine", () => {
  const world = worldOf("sqlite", { trustedProxies: [...NETWORK, ...LOCAL_PROXY.trustedProxies] });

  test("who guesses passwords keeps nobody else from signing in", async () => {
    const { email } = await join(world);
    world.clock.frozenAt = Math.ceil(Date.now() / 60_000) * 60_000;
    const at = (client: string) => ({ "x-forwarded-for": `${client}, 172.18.0.4` });
    for (let i = 0; i < 20; i++) await signIn(world, `guess-${i}@example.com`, "a wrong guess", at("192.0.2.66"));
    expect((await signIn(world, email, PASSWORD, at("192.0.2.66"))).status).toBe(429);
    expect((await signIn(world, email, PASSWORD, at("192.0.2.7"))).status).toBe(200);
  });
});

describe("behind a proxy on this machine that nobody has listed", () => {
  const lines: string[] = [];
  const world = worldOf("sqlite", {}, (line) => lines.push(line));

  test("a forged address makes no difference, and the log says once what to set", async () => {
    world.clock.frozenAt = Math.ceil(Date.now() / 60_000) * 60_000;
    const guess = (i: number) =>
      signIn(world, `guess-${i}@example.com`, "a wrong guess", { "x-forwarded-for": `192.0.2.${i}` });
    for (let i = 0; i < 20; i++) expect((await guess(i)).status).toBe(401);
    expect((await guess(20)).status).toBe(429);
    const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes("RETEST_TRUSTED_PROXIES"));
    expect(said).toMatchObject([{ level: 40, address: "127.0.0.1" }]);
  });
});
