// The notify URL as it is saved: public https, or a host that whoever runs the server has listed.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { refused } from "../../../support/clients/issue-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

/** The names that this machine's resolver knows, for these tests. */
const NAMES: Record<string, string[]> = {
  "tool.example.com": ["93.184.215.14"],
  "both.example.com": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "inner.example.com": ["10.1.2.3"],
  "mixed.example.com": ["93.184.215.14", "fd00::1"],
  "metadata.example.com": ["169.254.169.254"],
  "tools.lan": ["10.0.0.5"],
};
vi.mock("node:dns/promises", async (original) => ({
  ...(await original<typeof import("node:dns/promises")>()),
  lookup: async (host: string) => {
    if (NAMES[host] === undefined) throw Object.assign(new Error(host), { code: "ENOTFOUND" });
    return NAMES[host].map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  },
}));

const REFUSED = [
  ...[
    "ftp://tool.example.com/x",
    "http://tool.example.com/x",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "//tool.example.com",
  ],
  ...["", " ", "tool.example.com", "https://", "https:///x", "https:tool.example.com", "https://?", "https://:443/"],
  ...[
    "https://to\tol.example.com/",
    "https://tool.example.com\n/",
    " https://tool.example.com/",
    "https://tool.example.com/ ",
  ],
  ...[
    "https://tool.example.com/a b",
    "https://tööl.example.com/",
    "https://tool.example.com/é",
    "https://tool\\example.com/",
  ],
  ...["https://u:p@tool.example.com/", "https://u@tool.example.com/", "https://@tool.example.com/"],
  ...["https://tool.example.com/#frag", "https://tool.example.com/#", `https://tool.example.com/${"x".repeat(2_048)}`],
  ...["https://localhost/", "https://localhost./", "https://foo.localhost/", "https://LOCALHOST/", "https://intranet/"],
  ...["https://a.internal/", "https://a.local/", "https://a.home.arpa/", "https://a.onion/", "https://a.test/"],
  ...[
    "https://a.invalid/",
    "https://metadata.google.internal/",
    "https://tool.example.com./",
    "https://tool.example.com:0x/",
  ],
  ...["https://127.0.0.2/", "https://2130706434/", "https://0x7f000002/", "https://0177.0.0.2/", "https://127.2/"],
  ...["https://①②⑦.⓪.⓪.②/", "https://127。0。0。2/", "https://0.0.0.0/", "https://0/", "https://[::]/"],
  ...["https://10.0.0.0/", "https://10.255.255.255/", "https://172.16.0.0/", "https://172.31.255.255/"],
  ...["https://192.168.0.0/", "https://192.168.255.255/", "https://100.64.0.1/", "https://198.18.0.1/"],
  ...["https://169.254.169.254/", "https://169.254.170.2/", "https://168.63.129.16/", "https://192.0.0.192/"],
  ...[
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://192.0.2.1/",
    "https://203.0.113.1/",
  ],
  ...[
    "https://[::1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[::ffff:127.0.0.1]/",
  ],
  ...[
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[64:ff9b:1::1]/",
    "https://[2001:0:4136:e378::1]/",
    "https://[fc00::1]/",
  ],
  ...[
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[2001:db8::1]/",
    "https://[2002:7f00:1::]/",
  ],
  ...["https://tool.example.com:0/", "https://tool.example.com:22/", "https://tool.example.com:25/hook"],
  ...["https://inner.example.com/", "https://mixed.example.com/", "https://metadata.example.com/"],
];

const ACCEPTED = [
  ...["https://tool.example.com", "https://tool.example.com/a/b?c=d%20e&f", "https://tool.example.com:8443/x"],
  ...["HTTPS://tool.example.com/", "https://both.example.com/", "https://not-yet-there.example.com/"],
  ...[
    "https://xn--tl-gkaa.example.com/",
    "https://93.184.215.14/",
    "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
  ],
  ...["https://172.15.255.255/", "https://172.32.0.0/", `https://tool.example.com/${"x".repeat(2_048 - 25)}`],
];

/** What the list of the operator (127.0.0.1, tools.lan and one port of 10.0.0.5) allows and what it doesn't. */
const LISTED: [string, boolean][] = [
  ["http://127.0.0.1:9/fixed", true],
  ["https://127.0.0.1/", true],
  ["https://0177.0.0.1/", true],
  ["http://tools.lan/hook", true],
  ["https://tools.lan:8443/hook", true],
  ["http://10.0.0.5:8080/", true],
  ["http://10.0.0.5:8081/", false],
  ["http://sub.tools.lan/", false],
  // Services other than HTTP listen at these ports: they are refused, listed or not.
  ["http://127.0.0.1:0/", false],
  ["http://127.0.0.1:22/", false],
  ["http://127.0.0.1:25/", false],
  ["http://127.0.0.1:6667/", false],
  ["http://tools.lan:10080/", false],
  ["http://127.0.0.1:9/#x", false],
  ["http://u:p@127.0.0.1:9/", false],
  ["ftp://127.0.0.1/", false],
];

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let path: string;
  beforeAll(async () => {
    world = await createWorld(kind, { notifyAllowedHosts: new Set(["127.0.0.1", "tools.lan", "10.0.0.5:8080"]) });
    path = `/apps/${(await world.app({ mode: "live" })).id}/webhook`;
    await dataOf(world, "PUT", `${path}/secret`);
  });
  afterAll(() => world.close());

  const save = (url: string) => ask(world, world.admin, "PATCH", path, { notify_url: url });
  const saved = async () => (await dataOf(world, "GET", path)).notify_url;

  test("URLs that lead anywhere but to a public host by https are refused, each with the reason", async () => {
    for (const url of REFUSED) {
      const answer = await save(url);
      expect(answer.status, url).toBe(400);
      expect(refused(answer, 400, "invalid_request"), url).toMatch(/^notify_url: ./);
    }
    expect(await saved()).toBeNull();
  });

  test("public https URLs are saved to the letter, a name that does not resolve yet among them", async () => {
    for (const url of ACCEPTED) {
      expect((await save(url)).status, url).toBe(200);
      expect(await saved()).toBe(url);
    }
  });

  test.each(LISTED)("with hosts listed by the operator %s is saved: %s", async (url, isSaved) => {
    expect((await save(url)).status).toBe(isSaved ? 200 : 400);
  });
});

test("without a list nothing of the server's own network is accepted", async () => {
  const world = await createWorld("sqlite", { notifyAllowedHosts: new Set() });
  try {
    const path = `/apps/${(await world.app({ mode: "live" })).id}/webhook`;
    await dataOf(world, "PUT", `${path}/secret`);
    for (const [url] of LISTED) {
      refused(await ask(world, world.admin, "PATCH", path, { notify_url: url }), 400, "invalid_request");
    }
  } finally {
    await world.close();
  }
});
