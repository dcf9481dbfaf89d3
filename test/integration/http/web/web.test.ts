// How the interface leaves the server: one page at every address that people may open, its files, and what guards them.
import { get, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../support/server/test-server.ts";

const ADDRESSES = [
  "/",
  "/sign-in",
  "/join",
  "/account",
  "/apps/app_1",
  "/apps/app_1/issues",
  "/apps/app_1/issues/iss_1",
  "/apps/app_1/webhook",
  "/apps/app_1/settings",
  "/issues",
  "/issues/iss_1?q=a%20b",
  "/workspace",
  "/workspace/keys",
];

/** The answer as it crosses the wire; fetch would take the coding off. */
async function encoded(url: string, accepted: string): Promise<{ headers: IncomingMessage["headers"]; body: Buffer }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { "accept-encoding": accepted } }, resolve).on("error", reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { headers: answer.headers, body: Buffer.concat(chunks) };
}

describe("the interface's files", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld("sqlite");
  });
  afterAll(() => world.close());

  const open = (path: string, init: RequestInit = {}) => fetch(world.address + path, { redirect: "manual", ...init });
  const script = async () => (await (await open("/")).text()).match(/src="(\/assets\/[^"]+\.js)"/)![1]!;

  test.each(ADDRESSES)("%s gives the page", async (path) => {
    const answer = await open(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await answer.text()).toContain('<div id="root">');
  });

  test("the page allows code, styles and requests from this server alone, nothing inline, and no frame around it", async () => {
    const { headers } = await open("/");
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("the page itself has no inline code or styles, and names no other host", async () => {
    const html = await (await open("/")).text();
    expect(html).not.toMatch(/<style|style="|<script(?![^>]* src=)|\son\w+=|https?:\/\//);
  });

  test("a page names its own code and styles, and for whoever may be signed in the data that it asks for first", async () => {
    const runbook = await open("/apps/app_1", { headers: { cookie: "retest=x" } });
    expect(await runbook.text()).toMatch(
      /<link rel="modulepreload" crossorigin href="\/assets\/runbook-page-[^"]+\.js">/,
    );
    const preload = (path: string) => `</ui/v1${path}>; rel=preload; as=fetch; crossorigin`;
    expect(runbook.headers.get("link")).toBe(["/me", "/apps/app_1", "/apps/app_1/runbook"].map(preload).join(", "));
    const hostile = await open("/apps/a%0D%0Ab%3E%2C", { headers: { cookie: "retest=x" } });
    expect(hostile.headers.get("link")).toContain(preload("/apps/a%0D%0Ab%3E%2C/runbook"));
    expect((await open("/apps/app_1")).headers.get("link")).toBe(null);
    expect((await open("/pages/runbook-page.html")).status).toBe(404);
  });

  test("the page is asked for each time and answered with 304 while it is the same", async () => {
    const { headers } = await open("/");
    expect(headers.get("cache-control")).toBe("no-cache");
    const again = await open("/", { headers: { "if-none-match": headers.get("etag")! } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });

  test("files whose names change with their content are kept for good", async () => {
    const { headers, status } = await open(await script());
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  test.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", "identity"],
  ])("a client that takes %s gets %s, and the same bytes", async (accepted, coding) => {
    const path = await script();
    const plain = await encoded(world.address + path, "identity");
    const answer = await encoded(world.address + path, accepted);
    expect(answer.headers["content-encoding"] ?? "identity").toBe(coding);
    expect(answer.headers.vary).toBe("accept-encoding");
    const open = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
    expect(open[coding as keyof typeof open](answer.body).equals(plain.body)).toBe(true);
  });

  test("HEAD gives the headers alone", async () => {
    const answer = await open("/", { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
  });

  test.each([
    "/nothing-here",
    "/assets/none.js",
    "/apps",
    "/../package.json",
    "/assets/..%2f..%2fpackage.json",
    "/index.html.br",
  ])("%s is nothing, said as everywhere", async (path) => {
    const answer = await open(path);
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as { error: { code: string } }).error.code).toBe("not_found");
  });

  /** As a browser asks for what somebody typed or followed. */
  const HTML = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

  test.each([
    ["an address that nothing is at", "/nothing-here"],
    ["an address that is cut short", "/apps"],
    ["a mistyped part of an app", "/apps/app_1/isues"],
    ["an address with a slash too many", "/issues/iss_1/"],
    ["an address that can't be read", "/apps/%zz"],
    ["an address that is far too long", `/apps/${"a".repeat(3_000)}`],
  ])("%s, opened in a browser, is the page that says so; programs are told as everywhere", async (_, path) => {
    const page = await open(path, { headers: HTML });
    expect(page.status).toBe(404);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).toContain('<div id="root">');
    const again = await open(path, { headers: { ...HTML, "if-none-match": page.headers.get("etag")! } });
    expect(again.status).toBe(404);
    await again.text();
    const head = await open(path, { method: "HEAD", headers: HTML });
    expect([head.status, await head.text()]).toEqual([404, ""]);
    for (const accept of ["*/*", "application/json", "image/png"]) {
      const answer = await open(path, { headers: { accept } });
      expect(answer.status).toBe(path === "/apps/%zz" ? 400 : 404);
      expect(await answer.json()).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    }
  });

  test.each([
    "/api",
    "/api/v1/nothing",
    "/api/v2/issues",
    "/ui/v1/nothing",
    "/mcp/nothing",
    "/assets/none.js",
    "/.well-known/none",
  ])("%s is for programs: its error is in the API's shape, also for a browser", async (path) => {
    const answer = await open(path, { headers: HTML });
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as { error: { code: string } }).error.code).toBe("not_found");
  });

  test("what is sent to an unknown address is refused in the API's shape, also from a form in a browser", async () => {
    const answer = await open("/nothing-here", { method: "POST", headers: HTML });
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as { error: { code: string } }).error.code).toBe("not_found");
  });

  test("a page takes GET and HEAD, and nothing else", async () => {
    const answer = await open("/issues", { method: "POST" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD");
  });
});
