// The endpoint of assistants as HTTP: who comes in, what is refused and how, the recorded messages, and hostile ones.
import { describe, expect, test } from "vitest";
import { expectCommonHeaders, expectError } from "../../support/checks/expect-refusal.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { bodyOf } from "../../support/samples/payload-samples.ts";
import { type Answer, DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const CURRENT = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": CURRENT,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

describe.each(DATABASES)("on %s", (kind) => {
  const lines: string[] = [];
  const world = worldOf(kind, {}, (line) => lines.push(line));

  const send = async (
    body: string | object,
    headers: Record<string, string | undefined> = {},
    method = "POST",
  ): Promise<Answer & { text: string }> => {
    const all: Record<string, string | undefined> = {
      authorization: `Bearer ${world.admin}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await fetch(`${world.address}/mcp`, {
      method,
      headers: sent,
      ...(method === "GET" || method === "HEAD"
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    const json = isStream ? /^data: (.*)$/m.exec(text)![1]! : text;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json === "" ? undefined : JSON.parse(json),
    };
  };
  const current = (method: string, name?: string) => ({
    "mcp-protocol-version": CURRENT,
    "mcp-method": method,
    ...(name === undefined ? {} : { "mcp-name": name }),
  });
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: META } };

  test("without a key, or with a wrong or revoked one, the answer is 401 and says how to send one", async () => {
    for (const authorization of [undefined, "Bearer nope", "Basic abc", `Bearer ${world.admin}x`]) {
      const answer = await send(list, { ...current("tools/list"), authorization });
      expectError(answer, 401, "unauthorized");
      const [scheme, where] = answer.headers.get("www-authenticate")!.split(/(?=resource_metadata)/);
      expect(scheme).toBe(authorization?.startsWith("Bearer ") ? 'Bearer error="invalid_token", ' : "Bearer ");
      expect(where).toMatch(/^resource_metadata="http.*\/\.well-known\/oauth-protected-resource\/mcp"$/);
    }
    const { id, key } = await dataOf(world, "POST", "/keys", { name: "Short", role: "viewer" });
    const headers = { ...current("tools/list"), authorization: `Bearer ${key}` };
    expect((await send(list, headers)).status).toBe(200);
    await dataOf(world, "DELETE", `/keys/${id}`);
    expectError(await send(list, headers), 401, "unauthorized");
  });

  test("a page of another origin is refused, our own and no origin are not; a cookie counts for nothing", async () => {
    const headers = current("tools/list");
    for (const origin of [
      "https://evil.example",
      "null",
      "http://localhost:3001",
      "http://localhost:3000.evil.example",
    ]) {
      expectError(await send(list, { ...headers, origin }), 403, "forbidden");
    }
    expect((await send(list, { ...headers, origin: "http://localhost:3000" })).status).toBe(200);
    const cookie = await world.person("admin");
    expectError(await send(list, { ...headers, authorization: undefined, cookie }), 401, "unauthorized");
  });

  test.each(["GET", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"])(
    "%s answers 405: there are no sessions",
    async (method) => {
      const response = await fetch(`${world.address}/mcp`, {
        method,
        headers: { authorization: `Bearer ${world.admin}` },
      });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    },
  );

  test("the recorded handshake of the older protocol is answered in it", async () => {
    const answer = await send(bodyOf("mcp-initialize-legacy.json").toString());
    expect(answer.status).toBe(200);
    expectCommonHeaders(answer.headers);
    expect(answer.headers.get("mcp-session-id")).toBeNull();
    expect(answer.body.result).toMatchObject({
      protocolVersion: "2025-11-25",
      serverInfo: { name: "retest" },
      capabilities: { tools: {} },
      instructions: expect.stringContaining("needs_retest"),
    });
    const done = await send({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([done.status, done.text, done.headers.get("content-type")]).toEqual([202, "", null]);
  });

  test("the recorded call fixes the issue that it names by its code", async () => {
    const app = await world.app({ name: "Nimbus", prefix: "NIM" });
    const raised = Array.from({ length: 42 }, () => ({ app: app.id, check: "PAY-1", text: "Broken" }));
    for (const issue of raised) await dataOf(world, "POST", "/issues", issue);
    const answer = await send(bodyOf("mcp-tools-call.json").toString(), current("tools/call", "fix_issue"));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: 7, result: { resultType: "complete" } });
    expect(answer.body.result.structuredContent.issue).toMatchObject({ code: "NIM-42", status: "fixed" });
  });

  test("the list of tools has the form of the recorded one, and is the caller's own to keep", async () => {
    const recorded = JSON.parse(bodyOf("mcp-tools-list-result.json").toString()).result;
    const { result } = (await send(list, current("tools/list"))).body;
    expect(result).toMatchObject({ resultType: "complete", ttlMs: recorded.ttlMs, cacheScope: recorded.cacheScope });
    const [wanted] = recorded.tools;
    const given = result.tools.find(({ name }: { name: string }) => name === wanted.name);
    expect(given).toMatchObject({ title: wanted.title, annotations: wanted.annotations });
    expect(given.inputSchema.properties).toMatchObject(wanted.inputSchema.properties);
    expect(given.inputSchema).toMatchObject({ required: ["issue"], additionalProperties: false });
    expect((await send(list, current("tools/list"))).body.result).toEqual(result);
  });

  test("discovery names the current protocol; an unknown version, and headers that contradict the body, are refused", async () => {
    const discover = { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: META } };
    const { result } = (await send(discover, current("server/discover"))).body;
    expect(result).toMatchObject({ supportedVersions: [CURRENT], capabilities: { tools: {} } });
    const future = { ...META, "io.modelcontextprotocol/protocolVersion": "2030-01-01" };
    const asked = { ...list, params: { _meta: future } };
    const headers = { ...current("tools/list"), "mcp-protocol-version": "2030-01-01" };
    const unknown = await send(asked, headers);
    expect([unknown.status, unknown.body.error.code]).toEqual([400, -32_022]);
    const call = { ...list, method: "tools/call", params: { _meta: META, name: "get_app", arguments: { app: "x" } } };
    const contradicting = await send(call, current("tools/call", "fix_issue"));
    expect([contradicting.status, contradicting.body.error.code]).toEqual([400, -32_020]);
  });

  test("nobody can keep a stream open", async () => {
    const params = { _meta: META, notifications: { toolsListChanged: true } };
    const listen = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params };
    expect((await send(listen, current("subscriptions/listen"))).body.error.code).toBe(-32_603);
  });

  const call = (name: unknown, input: unknown) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: input },
  });
  test.each<[string, string | object]>([
    ["nothing", ""],
    ["half of a message", '{"jsonrpc":"2.0","id":1'],
    ["null", "null"],
    ["a number", "1"],
    ["a text", '"tools/list"'],
    ["an empty object", {}],
    ["a message of another protocol", { jsonrpc: "1.0", id: 1, method: "tools/list" }],
    ["a method that is none", { jsonrpc: "2.0", id: 1, method: "tools/destroy" }],
    ["a method that is a number", { jsonrpc: "2.0", id: 1, method: 7 }],
    ["an id that is an object", { jsonrpc: "2.0", id: {}, method: "tools/list" }],
    ["a list", [{ jsonrpc: "2.0", id: 1, method: "tools/list" }]],
    ["a list behind blanks", " \n\t[[]]"],
    ["a hundred thousand brackets", "[".repeat(100_000)],
    ["a deep object", `{"a":`.repeat(30_000)],
    ["params that are a list", { jsonrpc: "2.0", id: 1, method: "tools/call", params: [] }],
    ["no tool", call(undefined, {})],
    ["a tool that is none", call("__proto__", {})],
    ["a tool called constructor", call("constructor", {})],
    ["arguments that are a text", call("get_app", "Shop")],
    ["no arguments", call("get_app", undefined)],
    ["an unknown argument", call("get_app", { app: "x", platform: "ios" })],
    ["a wrong type", call("fix_issue", { issue: "NIM-1", fixed: "false" })],
    ["null for true", call("fix_issue", { issue: "NIM-1", fixed: null })],
    ["a NUL in a name", call("get_issue", { issue: "\0" })],
    ["half a surrogate pair", call("get_app", { app: "\ud800" })],
    ["SQL", call("list_issues", { search: "'; drop table issue; --" })],
    ["a huge limit", call("list_issues", { limit: 1e9 })],
    ["a path", call("get_issue", { issue: "../../keys" })],
    [
      "a thousand empty results",
      call("record_results", { app: "x", results: Array.from({ length: 1_001 }, () => ({})) }),
    ],
    ["an answer nobody asked for", { jsonrpc: "2.0", id: 5, result: {} }],
    [
      "a prototype",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_app","arguments":{"__proto__":{"app":"x"}}}}',
    ],
  ])("%s is answered without a failure of ours", async (_name, body) => {
    const before = lines.length;
    const answer = await send(body);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/\n\s+at |sqlite|node_modules|\/src\//i);
    expect(lines.slice(before).filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test("a body that is too large, or said to be something else, is refused", async () => {
    expectError(await send("x".repeat(300_000)), 413, "too_large");
    expect((await send(list, { "content-type": "text/plain" })).status).toBe(415);
    expect((await send(list, { "content-type": "json" })).status).toBe(415);
  });

  test("neither the key nor its token is in what is logged or answered", async () => {
    const answer = await send(call("list_apps", {}));
    expect(answer.text).not.toContain(world.admin);
    expect(lines.join("\n")).not.toContain(world.admin);
  });
});
