// /openapi.json, /docs and the catalogue, as a client gets them.
import { describe, expect, test } from "vitest";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PATHS = ["/openapi.json", "/docs", "/.well-known/api-catalog"];

describe("the reference", () => {
  const world = worldOf("sqlite", { baseUrl: "https://retest.example.com" });
  const open = (path: string, init: RequestInit = {}) => fetch(world.address + path, init);

  test("the document is OpenAPI 3.1 for this very server, and needs no key", async () => {
    const response = await open("/openapi.json");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const document = (await response.json()) as { openapi: string; servers: unknown };
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: "https://retest.example.com" }]);
  });

  test.each(PATHS)("%s has a tag, and is answered 304 for whoever has it", async (path) => {
    const first = await open(path);
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const again = await open(path, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await open(path, { method: "HEAD" });
    expect([head.status, head.headers.get("etag")]).toEqual([200, etag]);
    const other = await open(path, { method: "POST", body: "{}" });
    expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test.each(["/openapi.json", "/docs"])("%s comes packed for whoever takes it so", async (path) => {
    const packed = await open(path, { headers: { "accept-encoding": "gzip" } });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const plain = await open(path, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.has("content-encoding")).toBe(false);
    expect(await packed.text()).toBe(await plain.text());
  });

  test("the page has nothing inline and nothing from elsewhere, and its policy forbids both", async () => {
    const response = await open("/docs");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:/);
    const page = await response.text();
    expect(page).not.toMatch(/<style|<script(?! src="\/)|\sstyle=|\son\w+="/);
    expect([...page.matchAll(/(?:src|href)="(?!\/|#)([^"]*)"/g)].map(([found]) => found)).toEqual([]);
  });

  test("the catalogue leads to the API, its document and its page (RFC 9727)", async () => {
    const response = await open("/.well-known/api-catalog");
    expect(response.headers.get("content-type")).toMatch(/^application\/linkset\+json; profile="[^"]*rfc9727"$/);
    expect(response.headers.get("link")).toBe('</.well-known/api-catalog>; rel="api-catalog"');
    const { linkset } = (await response.json()) as { linkset: Record<string, unknown>[] };
    expect(linkset).toEqual([
      {
        anchor: "https://retest.example.com/api/v1",
        "service-desc": [{ href: "https://retest.example.com/openapi.json", type: "application/json" }],
        "service-doc": [{ href: "https://retest.example.com/docs", type: "text/html" }],
        status: [{ href: "https://retest.example.com/readyz", type: "application/json" }],
      },
    ]);
  });

  test("nobody's data is in it: it is the same for everybody", async () => {
    await world.app({ name: "A name that nobody shall see" });
    const text = await (await open("/openapi.json")).text();
    expect(text).not.toContain("nobody shall see");
  });
});
