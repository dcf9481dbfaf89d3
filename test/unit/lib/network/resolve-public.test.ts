// Looking a host up: every address it leads to counts. Nothing is connected to here.
import { describe, expect, test } from "vitest";
import { checkResolved, mayReach, resolvePublic, systemLookup } from "../../../../src/lib/network/resolve-public.ts";

const HOST = "receiver.example";
const never = () => new Promise<string[]>(() => {});

const PUBLIC = ["8.8.8.8", "2606:4700:4700::1111"];

describe("a name", () => {
  test.each([
    ["leads to a public address", [PUBLIC[0]!], "ok"],
    ["leads to several public addresses", PUBLIC, "ok"],
    ["leads to this machine", ["127.0.0.1"], "private_address"],
    ["leads to this machine by IPv6", ["::1"], "private_address"],
    ["leads to this machine mapped", ["::ffff:127.0.0.1"], "private_address"],
    ["leads to a private network", ["10.1.2.3"], "private_address"],
    ["leads to a cloud's metadata", ["169.254.169.254"], "private_address"],
    ["has a public IPv4 and a private IPv6 address", ["8.8.8.8", "fd00::1"], "private_address"],
    ["has a public IPv6 and a private IPv4 address", ["2606:4700:4700::1111", "192.168.0.1"], "private_address"],
    ["has one private address among many", ["8.8.8.8", "8.8.4.4", "127.0.0.1", "1.1.1.1"], "private_address"],
    ["leads to what is no address", ["receiver.internal"], "private_address"],
    ["leads nowhere", [], "unresolved"],
  ] as const)("that %s: %j is %s", async (_name, addresses, verdict) => {
    expect(await checkResolved(HOST, async () => [...addresses])).toBe(verdict);
  });

  test.each([
    ["this machine", ["127.0.0.1", "::1"], "ok"],
    ["a private network", ["10.1.2.3", "fd00::1"], "ok"],
    ["a cloud's metadata", ["169.254.169.254"], "private_address"],
    ["metadata among others", ["10.1.2.3", "fd00:ec2::254"], "private_address"],
    ["metadata behind NAT64", ["64:ff9b::a9fe:a9fe"], "private_address"],
    ["what is no address", ["receiver.internal"], "private_address"],
  ] as const)("that is allowed and leads to %s: %j is %s", async (_name, addresses, verdict) => {
    expect(await checkResolved(HOST, async () => [...addresses], { exempt: true })).toBe(verdict);
  });

  test("that can't be looked up is unresolved", async () => {
    const fails = () => Promise.reject(Object.assign(new Error("queryA EAI_AGAIN"), { code: "EAI_AGAIN" }));
    expect(await checkResolved(HOST, fails)).toBe("unresolved");
    const throws = () => {
      throw new Error("at once");
    };
    expect(await checkResolved(HOST, throws)).toBe("unresolved");
  });

  test("whose look-up hangs is unresolved after the time limit", async () => {
    expect(await checkResolved(HOST, never, { limitMs: 50 })).toBe("unresolved");
  });

  test("is looked up once, and what was checked is what is given", async () => {
    const answers = [["8.8.8.8"], ["127.0.0.1"]];
    const resolution = await resolvePublic(HOST, false, async () => answers.shift() ?? []);
    expect(resolution).toEqual({ ok: true, addresses: ["8.8.8.8"] });
    expect(answers.length).toBe(1);
  });
});

describe("an address", () => {
  test("is checked without a look-up", async () => {
    expect(await checkResolved("8.8.8.8", never)).toBe("ok");
    expect(await checkResolved("127.0.0.1", never)).toBe("private_address");
    expect(await checkResolved("::1", never, { exempt: true })).toBe("ok");
  });

  test.each([
    ["8.8.8.8", true, true],
    ["127.0.0.1", false, true],
    ["::ffff:127.0.0.1", false, true],
    ["169.254.169.254", false, false],
    ["", false, false],
    ["somewhere", false, false],
  ])("%j may be reached: %s; for an allowed host: %s", (address, usual, allowed) => {
    expect(mayReach(address, false)).toBe(usual);
    expect(mayReach(address, true)).toBe(allowed);
  });
});

test("the system knows this machine by name", async () => {
  const addresses = await systemLookup("localhost");
  expect(addresses.length).toBeGreaterThan(0);
  expect(await checkResolved("localhost")).toBe("private_address");
});
