// Whose request it is, when proxies pass it on: only those are believed that are on this machine or listed.
import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientAddress, shownAddress } from "../../src/http/client-address.ts";
import { type Range, readRanges } from "../../src/lib/address-range.ts";
import { join, PASSWORD, signIn } from "../support/people.ts";
import { worldOf } from "../support/world-of.ts";

const NETWORK = readRanges("172.16.0.0/12, fd00::/8") as Range[];

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
  expect(shownAddress(from("127.0.0.1", chain), NETWORK)).toBe("203.0.113.7");
  expect(shownAddress(from("127.0.0.1", chain), [])).toBe("172.18.0.9");
  expect(shownAddress(from("172.18.0.4", "198.51.100.1, 127.0.0.1"), NETWORK)).toBe("127.0.0.1");
  expect(shownAddress(from("172.18.0.4", "172.18.0.9"), NETWORK)).toBe("172.18.0.9");
  expect(shownAddress(from("172.18.0.4", "203.0.113.7, nonsense"), NETWORK)).toBe("172.18.0.4");
  expect(shownAddress(from("172.18.0.4"), NETWORK)).toBe("172.18.0.4");
});

test("ranges are addresses, alone or with a length, and nothing else", () => {
  expect(readRanges("")).toEqual([]);
  expect(readRanges("10.0.0.5,,2001:db8::/32 ")).toHaveLength(2);
  for (const wrong of [
    "10.0.0.0/33",
    "10.0.0.0/0",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "balancer",
    "fd00::/129",
    "10.0.0/8",
  ]) {
    expect(readRanges(`10.0.0.5, ${wrong}`)).toContain(JSON.stringify(wrong));
  }
});

describe("behind a balancer on another machine", () => {
  const world = worldOf("sqlite", { trustedProxies: NETWORK });

  test("who guesses passwords keeps nobody else from signing in", async () => {
    const { email } = await join(world);
    world.clock.frozenAt = Math.ceil(Date.now() / 60_000) * 60_000;
    const at = (client: string) => ({ "x-forwarded-for": `${client}, 172.18.0.4` });
    for (let i = 0; i < 20; i++) await signIn(world, `guess-${i}@example.com`, "a wrong guess", at("192.0.2.66"));
    expect((await signIn(world, email, PASSWORD, at("192.0.2.66"))).status).toBe(429);
    expect((await signIn(world, email, PASSWORD, at("192.0.2.7"))).status).toBe(200);
  });
});
