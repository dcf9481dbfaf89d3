// What may be called: addresses at the edges of every range, and every spelling of a URL that leads inside.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkNotifyUrl,
  isMetadataAddress,
  isPublicAddress,
  readAllowedHosts,
} from "../../../../src/lib/network/public-address.ts";

const NONE: ReadonlySet<string> = new Set();
const RESERVED: [string, string, string][] = [
  ["this network", "0.0.0.0", "0.255.255.255"],
  ["private networks in 10", "10.0.0.0", "10.255.255.255"],
  ["carriers' own networks", "100.64.0.0", "100.127.255.255"],
  ["this machine", "127.0.0.0", "127.255.255.255"],
  ["the inside of one cloud", "168.63.129.16", "168.63.129.16"],
  ["the local link", "169.254.0.0", "169.254.255.255"],
  ["private networks in 172", "172.16.0.0", "172.31.255.255"],
  ["protocol assignments", "192.0.0.0", "192.0.0.255"],
  ["the first range for documentation", "192.0.2.0", "192.0.2.255"],
  ["the old relays of 6to4", "192.88.99.0", "192.88.99.255"],
  ["private networks in 192.168", "192.168.0.0", "192.168.255.255"],
  ["benchmarks", "198.18.0.0", "198.19.255.255"],
  ["the second range for documentation", "198.51.100.0", "198.51.100.255"],
  ["the third range for documentation", "203.0.113.0", "203.0.113.255"],
  ["multicast", "224.0.0.0", "239.255.255.255"],
  ["the reserved end", "240.0.0.0", "255.255.255.255"],
];
const ENDS = new Set(["240.0.0.0", "239.255.255.255"]);

function number(address: string): number {
  return address.split(".").reduce((value, part) => value * 256 + Number(part), 0);
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
}

describe("IPv4", () => {
  test.each(RESERVED)("%s, %s to %s, is not public in any form", (_name, first, last) => {
    for (const address of [first, last]) {
      expect(isPublicAddress(address), address).toBe(false);
      expect(isPublicAddress(`::ffff:${address}`), address).toBe(false);
    }
  });

  test.each(RESERVED.filter(([, first]) => first !== "0.0.0.0" && !ENDS.has(first)))(
    "the neighbour below %s, %s, is public",
    (_name, first) => {
      expect(isPublicAddress(dotted(number(first) - 1))).toBe(true);
      expect(isPublicAddress(`::ffff:${dotted(number(first) - 1)}`)).toBe(true);
    },
  );

  test.each(RESERVED.filter(([, , last]) => last !== "255.255.255.255" && !ENDS.has(last)))(
    "the neighbour above %s, which begins at %s and ends at %s, is public",
    (_name, _first, last) => {
      expect(isPublicAddress(dotted(number(last) + 1))).toBe(true);
    },
  );

  test("agrees with the ranges everywhere, mapped into IPv6 or not", () => {
    const ranges = RESERVED.map(([, first, last]) => [number(first), number(last)] as const);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (value) => {
        const reserved = ranges.some(([first, last]) => value >= first && value <= last);
        const words = [Math.floor(value / 65_536), value % 65_536].map((word) => word.toString(16)).join(":");
        expect(isPublicAddress(dotted(value))).toBe(!reserved);
        expect(isPublicAddress(`::ffff:${words}`)).toBe(!reserved);
        expect(isPublicAddress(`0:0:0:0:0:FFFF:${dotted(value)}`)).toBe(!reserved);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("IPv6", () => {
  test.each([
    ["2000::", "the first public address"],
    ["2606:4700:4700::1111", "one that is well known"],
    ["2001:200::", "the first behind the protocols"],
    ["2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "the last before documentation"],
    ["2001:db9::", "the first behind documentation"],
    ["2003::", "the first behind 6to4"],
    ["3ffe:ffff::", "one shortly before the newer documentation"],
    ["3fff:1000::", "the first behind the newer documentation"],
    ["2a00:1450:4001:80b::200e", "one in the middle"],
    ["2001:4860:4860:0:0:0:0:8888", "one written in full"],
  ])("%s, %s, is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ["::", "no address"],
    ["::1", "this machine"],
    ["0:0:0:0:0:0:0:1", "this machine in full"],
    ["::127.0.0.1", "IPv4 in its old form"],
    ["::8.8.8.8", "a public IPv4 in its old form"],
    ["::ffff:0:127.0.0.1", "IPv4 as translators write it"],
    ["::ffff:127.0.0.1", "this machine mapped"],
    ["::ffff:7f00:1", "this machine mapped, in words"],
    ["::ffff:a9fe:a9fe", "metadata mapped"],
    ["64:ff9b::a9fe:a9fe", "metadata behind NAT64"],
    ["64:ff9b::8.8.8.8", "a public address behind NAT64"],
    ["64:ff9b:1::1", "the local NAT64"],
    ["100::1", "the range that drops everything"],
    ["1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "the last before the public ones"],
    ["2001::", "Teredo"],
    ["2001:0:53aa:64c:0:fefe:8000:1", "Teredo with its parts"],
    ["2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "the last of the protocols"],
    ["2001:db8::1", "documentation"],
    ["2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "the last of documentation"],
    ["2002::", "6to4"],
    ["2002:7f00:1::", "this machine in 6to4"],
    ["2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "the last of 6to4"],
    ["3fff::1", "the newer documentation"],
    ["3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "the last of the newer documentation"],
    ["4000::", "the first behind the public ones"],
    ["5f00::1", "segment routing"],
    ["fc00::1", "a private network"],
    ["fd00:ec2::254", "metadata"],
    ["fe80::1", "the local link"],
    ["fe80::1%eth0", "the local link with its zone"],
    ["2606:4700:4700::1111%eth0", "a public one with a zone"],
    ["fec0::1", "the old site-local"],
    ["ff02::1", "multicast"],
  ])("%s, %s, is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test.each([
  "",
  "localhost",
  "8.8.8",
  "8.8.8.8.8",
  "08.8.8.8",
  "0x8080808",
  "8.8.8.8/32",
  " 8.8.8.8",
  "[2606::1]",
  ":::",
])("%j is no address and so not public, nor metadata", (text) => {
  expect(isPublicAddress(text)).toBe(false);
  expect(isMetadataAddress(text)).toBe(false);
});

describe("metadata", () => {
  test.each([
    "169.254.169.254",
    "169.254.170.2",
    "169.254.170.23",
    "168.63.129.16",
    "192.0.0.192",
    "100.100.100.200",
    "::ffff:169.254.169.254",
    "::ffff:a9fe:a9fe",
    "::ffff:0:a9fe:a9fe",
    "::169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
  ])("%s is where a cloud keeps credentials", (address) => {
    expect(isMetadataAddress(address)).toBe(true);
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["127.0.0.1", "10.0.0.1", "::1", "fd00::1", "8.8.8.8", "169.253.169.254", "fd20:ce::253", "2002:a00:1::"])(
    "%s is not",
    (address) => {
      expect(isMetadataAddress(address)).toBe(false);
    },
  );
});

describe("a URL that may be saved", () => {
  test.each([
    ["a public name", "https://tool.example.com/hook"],
    ["a port, a path and a query", "https://tool.example.com:8443/a/b?c=d&e=%20"],
    ["capitals", "HTTPS://Tool.Example.COM/Hook"],
    ["a name in its xn-- form", "https://xn--bcher-kva.example.com/"],
    ["an underscore", "https://my_tool.example.com/"],
    ["a public IPv4", "https://8.8.8.8/hook"],
    ["a public IPv6", "https://[2606:4700:4700::1111]/hook"],
    ["an @ and a // behind the host", "https://tool.example.com//a@b?c=@"],
    ["a name that only looks like an inner one", "https://notlocalhost.com/"],
    ["an inner word in front", "https://localhost.example.com/"],
    ["2,048 characters", `https://tool.example.com/${"a".repeat(2_048 - 25)}`],
    ["a name reserved for examples", "https://tool.example/hook"],
  ])("has %s", (_name, text) => {
    expect(checkNotifyUrl(text, NONE)).toEqual({ ok: true, url: new URL(text), exempt: false });
  });
});

const FORM: [string, string, RegExp][] = [
  ["nothing", "", /begin with https:/],
  ["no scheme", "tool.example.com", /begin with https:/],
  ["another scheme", "ftp://tool.example.com/", /begin with https:/],
  ["a script", "javascript:alert(1)", /begin with https:/],
  ["http", "http://tool.example.com/", /begin with https:/],
  ["http and a private address", "http://127.0.0.1/", /begin with https:/],
  ["no slashes", "https:tool.example.com", /begin with https:/],
  ["no host", "https://", /name a host/],
  ["a path for a host", "https:///tool.example.com", /name a host/],
  ["a query for a host", "https://?a", /name a host/],
  ["a port that is none", "https://tool.example.com:99999/", /name a host/],
  ["a broken IPv6 address", "https://[::g]/", /name a host/],
  ["five numbers for a host", "https://1.2.3.4.5/", /name a host/],
  ["a tab inside the host", "https://tool\t.example.com/", /visible ASCII/],
  ["a line break inside the host", "https://tool.exa\nmple.com/", /visible ASCII/],
  ["a space before it", " https://tool.example.com/", /visible ASCII/],
  ["a space behind it", "https://tool.example.com/ ", /visible ASCII/],
  ["a space in its path", "https://tool.example.com/a b", /visible ASCII/],
  ["a NUL", "https://tool.example.com/\0", /visible ASCII/],
  ["letters outside ASCII", "https://b\u00fccher.example.com/", /visible ASCII/],
  ["look-alike letters", "https://\u0430pple.com/", /visible ASCII/],
  ["circled digits", "https://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/", /visible ASCII/],
  ["ideographic dots", "https://127\u30020\u30020\u30021/", /visible ASCII/],
  ["a user and a password", "https://u:p@tool.example.com/", /user name/],
  ["a user", "https://u@tool.example.com/", /user name/],
  ["an empty user", "https://@tool.example.com/", /user name/],
  ["a host before the real one", "https://tool.example.com@127.0.0.1/", /user name/],
  ["a fragment", "https://tool.example.com/#here", /#/],
  ["an empty fragment", "https://tool.example.com/#", /#/],
  ["backslashes", "https:\\\\tool.example.com/", /begin with https:/],
  ["a backslash behind the host", "https://tool.example.com\\@127.0.0.1/", /not with \\/],
  ["2,049 characters", `https://tool.example.com/${"a".repeat(2_049 - 25)}`, /2,048/],
];

const INNER: [string, string][] = [
  ["this machine by name", "localhost"],
  ["in capitals", "LOCALHOST"],
  ["by name with a dot", "localhost."],
  ["below localhost", "foo.localhost"],
  ["with an escape in it", "loc%61lhost"],
  ["with a soft hyphen in it", "loc%C2%ADalhost"],
  ["a public name with a dot at its end", "tool.example.com."],
  ["a name without a dot", "intranet"],
  ["an inner name", "db.internal"],
  ["a cloud's metadata by name", "metadata.google.internal"],
  ["a name on the local link", "printer.local"],
  ["a name at home", "nas.home.arpa"],
  ["home itself", "home.arpa"],
  ["an onion", "abcdefghij.onion"],
  ["a test name", "tool.test"],
  ["a test name with a dot", "tool.test."],
  ["an invalid name", "tool.invalid"],
  ["an empty label", "tool..example.com"],
  ["a label that begins with a hyphen", "-tool.example.com"],
  ["a label of 64 letters", `${"a".repeat(64)}.example.com`],
  ["a name of 254 letters", `${"a.".repeat(125)}exam`],
  ["a wildcard", "*.example.com"],
  ["loopback", "127.0.0.1"],
  ["loopback as a number", "2130706433"],
  ["loopback in hex", "0x7f000001"],
  ["loopback in octal", "0177.0.0.1"],
  ["loopback cut short", "127.1"],
  ["loopback in mixed notations", "0x7f.0.0x0.01"],
  ["loopback with a dot at its end", "127.0.0.1."],
  ["loopback with escapes", "%31%32%37.0.0.1"],
  ["another loopback", "127.255.255.254"],
  ["the address of none", "0.0.0.0"],
  ["zero", "0"],
  ["the first of 10", "10.0.0.0"],
  ["the last of 10", "10.255.255.255"],
  ["the first of 172.16", "172.16.0.0"],
  ["the last of 172.31", "172.31.255.255"],
  ["the first of 192.168", "192.168.0.0"],
  ["the last of 192.168", "192.168.255.255"],
  ["carriers' own", "100.64.0.1"],
  ["metadata", "169.254.169.254"],
  ["metadata as a number", "2852039166"],
  ["metadata of containers", "169.254.170.2"],
  ["the inside of one cloud", "168.63.129.16"],
  ["metadata of another cloud", "192.0.0.192"],
  ["multicast", "224.0.0.1"],
  ["the reserved end", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["IPv6 loopback", "[::1]"],
  ["IPv6 none", "[::]"],
  ["loopback mapped", "[::ffff:127.0.0.1]"],
  ["metadata mapped", "[::ffff:169.254.169.254]"],
  ["metadata behind NAT64", "[64:ff9b::a9fe:a9fe]"],
  ["the local NAT64", "[64:ff9b:1::1]"],
  ["Teredo", "[2001:0:53aa:64c::1]"],
  ["6to4", "[2002:7f00:1::]"],
  ["a private network", "[fc00::1]"],
  ["metadata by IPv6", "[fd00:ec2::254]"],
  ["the local link", "[fe80::1]"],
  ["the old site-local", "[fec0::1]"],
  ["documentation", "[2001:db8::1]"],
];

describe("a URL that is refused", () => {
  test.each(FORM)("has %s", (_name, text, why) => {
    expect(checkNotifyUrl(text, NONE)).toEqual({ ok: false, why: expect.stringMatching(why), inner: false });
  });

  test.each(INNER)("leads to %s: %s", (_name, host) => {
    for (const text of [`https://${host}/hook`, `https://${host}:8443`]) {
      const checked = checkNotifyUrl(text, NONE);
      expect(checked).toEqual({ ok: false, why: expect.stringMatching(/^The URL.* must .*\.$/), inner: true });
    }
  });

  test.each([
    ["tool.example.com.", "The URL's host must not end with a dot."],
    ["127.1", /^The URL must lead to an address on the public internet, not to "127\.0\.0\.1"; whoever runs/],
    ["localhost", /^The URL must lead to a public host such as tool\.example\.com, not to "localhost"; whoever runs/],
  ])("leads to %s and is told what would be right", (host, why) => {
    expect(checkNotifyUrl(`https://${host}/`, NONE)).toMatchObject({ why: expect.stringMatching(why) });
  });

  test("is never one of the spellings that a parser would mend into an inner address", () => {
    const part = fc.oneof(
      fc.constantFrom("127", "0x7f", "0177", "10", "169.254", "0", "1", "254", "%31", "\u2460", "\u3002", "."),
      fc.constantFrom("localhost", "[", "]", ":", "::", "ffff", "@", "\\", "/", "#", "?", "\t", "%2e", "a", ".com"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const checked = checkNotifyUrl(`https://${parts.join("")}`, NONE);
        if (!checked.ok) return;
        const { hostname, username, hash, protocol } = checked.url;
        expect([username, hash, protocol]).toEqual(["", "", "https:"]);
        const literal = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
        if (literal) expect(isPublicAddress(hostname.replace(/[[\]]/g, "")), hostname).toBe(true);
        else expect(hostname).toMatch(/^[a-z0-9._-]*\.[a-z0-9_-]+$/);
      }),
      { numRuns: 5_000 },
    );
  });

  test("whatever is sent gets an answer and no exception", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
        expect(checkNotifyUrl(text, NONE).ok).toBe(false);
        expect(typeof checkNotifyUrl(`https://${text}`, NONE).ok).toBe("boolean");
      }),
    );
  });
});

describe("hosts that the operator allows", () => {
  const allowed = readAllowedHosts("tools.lan, 127.0.0.1:8080,::1 ,[fd00::1]:443,Plain:80,") as Set<string>;

  test("are kept in one spelling", () => {
    expect([...allowed]).toEqual(["tools.lan", "127.0.0.1:8080", "[::1]", "[fd00::1]:443", "plain:80"]);
    expect(readAllowedHosts("")).toEqual(new Set());
    expect(readAllowedHosts(" , ")).toEqual(new Set());
  });

  test.each([
    ["a name without a port on any port", "http://tools.lan:1234/"],
    ["its capitals", "http://TOOLS.lan/"],
    ["https too", "https://tools.lan/"],
    ["an address on its port", "http://127.0.0.1:8080/hook"],
    ["the same address in another spelling", "http://0x7f.1:8080/hook"],
    ["IPv6 in full", "http://[0:0:0:0:0:0:0:1]:99/"],
    ["the port that goes without saying for https", "https://[fd00::1]/"],
    ["the port that goes without saying for http", "http://plain/"],
  ])("cover %s", (_name, text) => {
    expect(checkNotifyUrl(text, allowed)).toEqual({ ok: true, url: new URL(text), exempt: true });
  });

  test.each([
    ["another port", "http://127.0.0.1:8081/"],
    ["another port of https", "https://127.0.0.1/"],
    ["the port of http in https", "http://[fd00::1]/"],
    ["a name below an allowed one", "http://a.tools.lan/"],
    ["an allowed one with a dot", "http://tools.lan./"],
    ["a user", "http://u@tools.lan/"],
    ["a fragment", "http://tools.lan/#a"],
  ])("do not cover %s", (_name, text) => {
    expect(checkNotifyUrl(text, allowed).ok).toBe(false);
  });

  test("leave public URLs as they are", () => {
    expect(checkNotifyUrl("https://tool.example.com/", allowed)).toMatchObject({ ok: true, exempt: false });
    expect(checkNotifyUrl("http://tool.example.com/", allowed).ok).toBe(false);
  });

  test("never cover the metadata of a cloud, though somebody put it into the set", () => {
    for (const host of ["169.254.169.254", "[::ffff:a9fe:a9fe]", "[fd00:ec2::254]"]) {
      const checked = checkNotifyUrl(`http://${host}/`, new Set([host]));
      expect(checked).toEqual({ ok: false, why: expect.stringContaining("credentials"), inner: true });
    }
  });

  test.each([
    "http://tools.lan",
    "tools.lan/path",
    "10.0.0.0/8",
    "*.lan",
    "user@tools.lan",
    "tools.lan.",
    "tools lan",
    "tools.lan:99999",
    "b\u00fccher.lan",
    "tools.lan#",
    "fe80::1%eth0",
    "a\tb",
    "tools.lan;other.lan",
  ])("are not %j", (entry) => {
    expect(readAllowedHosts(`good.lan,${entry}`)).toMatch(/^must list hosts .*tools\.lan, 10\.0\.0\.5:8080, not "/);
  });

  test.each(["169.254.169.254", "[fd00:ec2::254]:80", "0xa9fea9fe", "100.100.100.200"])(
    "are not %s, whatever the operator writes",
    (entry) => {
      expect(readAllowedHosts(entry)).toMatch(/^can't list ".*": cloud providers keep credentials/);
    },
  );
});
