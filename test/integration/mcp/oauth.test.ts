// Assistants that people let in: found, registered, let in, renewed and ended, with the SDK's own client; and what attackers try.
import {
  auth,
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { dataOf, outcomeOf } from "../../support/checks/route-table.ts";
import { assistantsOf, CALLBACK, proof } from "../../support/clients/assistant-client.ts";
import { entriesOf, newest } from "../../support/clients/audit-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const HOUR_MS = 3_600_000;

/** What a client keeps; the person it sends to the interface is played by `allow`. */
class Keeper implements OAuthClientProvider {
  // biome-ignore lint/suspicious/noExplicitAny: what the SDK keeps
  kept: any = {};
  asked: URL | undefined;
  redirectUrl = CALLBACK;
  clientMetadata = { client_name: "Test assistant", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" };
  state = () => "state-1";
  clientInformation = () => this.kept.client;
  // biome-ignore lint/suspicious/noExplicitAny: what the SDK keeps
  saveClientInformation = (client: any) => {
    this.kept.client = client;
  };
  tokens = () => this.kept.tokens;
  // biome-ignore lint/suspicious/noExplicitAny: what the SDK keeps
  saveTokens = (tokens: any) => {
    this.kept.tokens = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.kept.verifier = verifier;
  };
  codeVerifier = () => this.kept.verifier;
  // biome-ignore lint/suspicious/noExplicitAny: what the SDK keeps
  saveDiscoveryState = (found: any) => {
    this.kept.found = found;
  };
  discoveryState = () => this.kept.found;
  invalidateCredentials = (which: string) => {
    if (which === "all") this.kept = {};
    else delete this.kept[which];
  };
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { baseUrl: "http://localhost:3000" });
  const at = (path: string) => world.address + path;
  /** The server's own address is another than the one that the test reaches it by. */
  const toServer: typeof fetch = (input, init) =>
    fetch(String(input).replace("http://localhost:3000", world.address), init);

  const { form, register, allow, exchange, renew, begin, letIn, mcp } = assistantsOf(world);

  test("the SDK's client finds the way by itself, is let in, works, renews, and registers again once it is forgotten", async () => {
    const app = await world.app();
    const person = await world.person("tester");
    const provider = new Keeper();
    const url = new URL("http://localhost:3000/mcp");
    const connect = async () => {
      const client = new Client({ name: "test", version: "1" });
      const transport = new StreamableHTTPClientTransport(url, { authProvider: provider as never, fetch: toServer });
      await client.connect(transport);
      return { client, transport };
    };
    await expect(connect()).rejects.toThrow(UnauthorizedError);
    const { asked } = provider;
    expect(asked!.origin + asked!.pathname).toBe("http://localhost:3000/authorize");
    const { client_id, redirect_uri, code_challenge, state, resource, code_challenge_method } = Object.fromEntries(
      asked!.searchParams,
    );
    expect([redirect_uri, resource, code_challenge_method, state]).toEqual([
      CALLBACK,
      "http://localhost:3000/mcp",
      "S256",
      "state-1",
    ]);
    const shown = await world.call(person, "GET", `/assistant-request${asked!.search}`);
    // The SDK asks for every role that there is, if nobody tells it which: that is no wish for the highest.
    expect(shown.body.data).toEqual({
      name: "Test assistant",
      place: "this computer",
      role: null,
      refused: null,
      denied: `${CALLBACK}?error=access_denied&state=state-1&iss=http%3A%2F%2Flocalhost%3A3000`,
    });
    const allowed = await allow(person, client_id!, code_challenge!, { state, role: "tester", apps: [app.id] });
    const back = new URL(allowed.body.data.location);
    expect([back.origin + back.pathname, back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual([
      CALLBACK,
      "state-1",
      "http://localhost:3000",
    ]);
    const result = await auth(
      provider as never,
      {
        serverUrl: url,
        authorizationCode: back.searchParams.get("code")!,
        fetchFn: toServer,
        iss: back.searchParams.get("iss")!,
      } as never,
    );
    expect(result).toBe("AUTHORIZED");
    expect(await newest(world, "?action=key.created")).toMatchObject({
      actor: { kind: "person", name: "tester person" },
      target: { name: "Test assistant" },
      details: { role: "tester", assistant: client_id },
    });
    expect(provider.kept.tokens).toMatchObject({ token_type: "Bearer", expires_in: 3_600, scope: "tester" });
    const { client } = await connect();
    const told = await client.callTool({
      name: "raise_issue",
      arguments: { app: app.id, check: "PAY-1", text: "Broken" },
    });
    expect((told.structuredContent as { issue: { raised_by: string } }).issue.raised_by).toBe("Test assistant via MCP");
    await client.close();
    // An hour later the client renews its token by itself.
    const first = provider.kept.tokens.access_token;
    world.clock.offset += HOUR_MS + 1_000;
    const again = await connect();
    expect((await again.client.listTools()).tools.length).toBeGreaterThan(10);
    expect(provider.kept.tokens.access_token).not.toBe(first);
    await again.client.close();
    world.clock.offset = 0;
    // One that was forgotten here registers again by itself.
    await behind(world, `delete from oauth_client where id = '${client_id}'`);
    await behind(world, `delete from key_secret where key_id in (select id from key where client_id = '${client_id}')`);
    await behind(
      world,
      `delete from refresh_token where key_id in (select id from key where client_id = '${client_id}')`,
    );
    await expect(connect()).rejects.toThrow(UnauthorizedError);
    expect(provider.asked!.searchParams.get("client_id")).toBe(provider.kept.client.client_id);
    expect(provider.kept.client.client_id).not.toBe(client_id);
  });

  test("a refusal at /mcp says where to ask; elsewhere it is as it was", async () => {
    const refused = await mcp(null);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"',
    ]);
    const api = await fetch(at("/api/v1/me"));
    expect([api.status, api.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    for (const path of ["", "/mcp"]) {
      const metadata = await (await fetch(at(`/.well-known/oauth-protected-resource${path}`))).json();
      expect(metadata).toMatchObject({
        resource: "http://localhost:3000/mcp",
        authorization_servers: ["http://localhost:3000"],
      });
    }
    const server = await (await fetch(at("/.well-known/oauth-authorization-server"))).json();
    expect(server).toMatchObject({
      issuer: "http://localhost:3000",
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
    });
  });

  test("a token opens /mcp and nothing else, with the role and the apps that were given", async () => {
    const app = await world.app();
    const other = await world.app();
    const person = await world.person("admin");
    const { access } = await letIn(person, { role: "viewer", apps: [app.id] });
    expect((await mcp(access)).status).toBe(200);
    for (const path of ["/me", `/apps/${app.id}`]) expect((await world.call(access, "GET", path)).status).toBe(401);
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(at("/mcp")), {
      requestInit: { headers: { authorization: `Bearer ${access}` } },
    });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("raise_issue");
    const { structuredContent } = await client.callTool({ name: "list_apps", arguments: {} });
    expect((structuredContent as { apps: { id: string }[] }).apps.map(({ id }) => id)).toEqual([app.id]);
    expect(other.id).not.toBe(app.id);
    await client.close();
  });

  test("nobody gives more than they have", async () => {
    const app = await world.app();
    const other = await world.app();
    const person = await world.person("tester", [app.id]);
    const { client_id: client } = (await register()).body;
    const { challenge } = proof();
    for (const [fields, outcome] of [
      [{ role: "admin", apps: [app.id] }, "403 forbidden"],
      [{ role: "tester" }, "403 forbidden"],
      // What they don't reach is not there, by its id, its name, or one that is close to it.
      [{ role: "tester", apps: [other.id] }, "404 not_found"],
      [{ role: "tester", apps: [other.name] }, "404 not_found"],
      [{ role: "tester", apps: [`${other.name}x`] }, "404 not_found"],
    ] as const) {
      const refused = await allow(person, client, challenge, fields);
      expect(outcomeOf(refused), JSON.stringify(fields)).toBe(outcome);
      expect(refused.body.error.message).not.toContain("Did you mean");
    }
    expect((await allow(person, client, challenge, { role: "tester", apps: [app.id] })).status).toBe(200);
  });

  test("a code works once: who brings it again ends what was made of it", async () => {
    const { client, code, verifier, access, refresh } = await letIn(await world.person("viewer"));
    expect((await mcp(access)).status).toBe(200);
    const replayed = await exchange(client, code, verifier);
    expect([replayed.status, replayed.body.error]).toEqual([400, "invalid_grant"]);
    expect(replayed.headers.get("cache-control")).toBe("no-store");
    expect((await mcp(access)).status).toBe(401);
    expect((await renew(client, refresh)).body.error).toBe("invalid_grant");
  });

  test.each<[string, (other: string) => Record<string, string>]>([
    ["a wrong verifier", () => ({ code_verifier: proof().verifier })],
    ["another client", (other) => ({ client_id: other })],
    ["another address", () => ({ redirect_uri: "http://127.0.0.1:4711/other" })],
    ["another port", () => ({ redirect_uri: "http://127.0.0.1:4712/callback" })],
  ])("a code that comes with %s is void", async (_, wrong) => {
    const { client, code, verifier } = await begin(await world.person("viewer"));
    const { client_id: other } = (await register()).body;
    expect((await exchange(client, code, verifier, wrong(other))).body.error).toBe("invalid_grant");
    expect((await exchange(client, code, verifier)).body.error).toBe("invalid_grant");
  });

  test("a code is good without the address that PKCE makes needless, and with parameters that say nothing or the same twice", async () => {
    const person = await world.person("viewer");
    const { client, code, verifier } = await begin(person);
    const fields = { grant_type: "authorization_code", client_id: client, code, code_verifier: verifier };
    const resource: [string, string] = ["resource", "http://localhost:3000/mcp"];
    const answer = await fetch(at("/oauth/token"), {
      method: "POST",
      body: new URLSearchParams([...Object.entries(fields), resource, resource, ["redirect_uri", ""], ["scope", ""]]),
    });
    expect(answer.status).toBe(200);
    const second = await begin(person);
    const empty = await exchange(second.client, second.code, second.verifier, { resource: "" });
    expect(empty.status).toBe(200);
    const query = new URLSearchParams({
      client_id: client,
      redirect_uri: CALLBACK,
      response_type: "code",
      code_challenge: proof().challenge,
      code_challenge_method: "S256",
      resource: "",
    });
    expect((await world.call(person, "GET", `/assistant-request?${query}`)).body.data.refused).toBeNull();
    for (const wrong of ["", "grant_type=&", "resource=a&resource=b&"]) {
      const body = new URLSearchParams(`${wrong}client_id=${client}`);
      const refused = await fetch(at("/oauth/token"), { method: "POST", body });
      expect([refused.status, await refused.json()], wrong).toMatchObject([400, { error: "invalid_request" }]);
    }
  });

  test("a token that is not good is told so; who brings none is only told where to ask", async () => {
    const { access } = await letIn(await world.person("viewer"));
    const where = 'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"';
    world.clock.offset += HOUR_MS + 1_000;
    for (const token of [access, "unknown"]) {
      const { status, headers } = await mcp(token);
      expect([status, headers.get("www-authenticate")]).toEqual([401, `Bearer error="invalid_token", ${where}`]);
    }
    world.clock.offset = 0;
    expect((await mcp(null)).headers.get("www-authenticate")).toBe(`Bearer ${where}`);
  });

  test.each([
    ["/.well-known/oauth-protected-resource", "GET", 200],
    ["/.well-known/oauth-protected-resource/mcp", "GET", 200],
    ["/.well-known/oauth-authorization-server", "GET", 200],
    ["/oauth/register", "POST", 400],
    ["/oauth/token", "POST", 400],
    ["/oauth/revoke", "POST", 400],
  ])("an assistant in a web page of any origin may ask at %s", async (path, method, status) => {
    const asked = await fetch(at(path), {
      method: "OPTIONS",
      headers: {
        origin: "https://assistant.example",
        "access-control-request-method": method,
        "access-control-request-headers": "content-type,mcp-protocol-version",
      },
    });
    expect([asked.status, await asked.text()]).toEqual([204, ""]);
    expect(asked.headers.get("access-control-allow-origin")).toBe("*");
    expect(asked.headers.get("access-control-allow-methods")!.split(", ")).toContain(method);
    const named = asked.headers.get("access-control-allow-headers")!.split(", ");
    expect(named).toEqual(expect.arrayContaining(["content-type", "mcp-protocol-version"]));
    for (const headers of [asked.headers, (await fetch(at(path), { method: "DELETE" })).headers]) {
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
    const answer = await fetch(at(path), { method, headers: { origin: "https://assistant.example" } });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([status, "*"]);
  });

  test("a code runs out after a minute, a token after an hour, what renews it after 30 days", async () => {
    const person = await world.person("viewer");
    const { client, code, verifier } = await begin(person);
    const { access, refresh, client: mine } = await letIn(person);
    world.clock.offset += 60_000;
    expect((await exchange(client, code, verifier)).body.error).toBe("invalid_grant");
    world.clock.offset += HOUR_MS;
    expect((await mcp(access)).status).toBe(401);
    world.clock.offset += 30 * 24 * HOUR_MS;
    expect((await renew(mine, refresh)).body.error).toBe("invalid_grant");
    world.clock.offset = 0;
  });

  test("what renews a token works once; who brings it again later ends the assistant", async () => {
    const { client, refresh } = await letIn(await world.person("viewer"));
    const { client_id: other } = (await register()).body;
    expect((await renew(other, refresh)).body.error).toBe("invalid_grant");
    const renewed = await renew(client, refresh);
    expect(renewed.status).toBe(200);
    expect((await mcp(renewed.body.access_token)).status).toBe(200);
    world.clock.offset += 31_000;
    expect((await renew(client, refresh)).body.error).toBe("invalid_grant");
    world.clock.offset = 0;
    expect((await mcp(renewed.body.access_token)).status).toBe(401);
    expect((await renew(client, renewed.body.refresh_token)).body.error).toBe("invalid_grant");
    const entries = await dataOf(world, "GET", "/audit?action=key.revoked&limit=1");
    expect(entries[0].details).toMatchObject({ why: "token_used_twice" });
  });

  test("who got no answer renews again by the same token, and what was lost is good for nothing", async () => {
    const { client, refresh } = await letIn(await world.person("viewer"));
    const lost = (await renew(client, refresh)).body;
    world.clock.offset += 20_000;
    const kept = await renew(client, refresh);
    expect(kept.status).toBe(200);
    expect((await mcp(lost.access_token)).status).toBe(401);
    expect((await mcp(kept.body.access_token)).status).toBe(200);
    // The time goes from the first of them.
    world.clock.offset += 11_000;
    const next = await renew(client, kept.body.refresh_token);
    expect(next.status).toBe(200);
    world.clock.offset = 0;
    // Somebody else has what was lost.
    expect((await renew(client, lost.refresh_token)).body.error).toBe("invalid_grant");
    expect((await mcp(next.body.access_token)).status).toBe(401);
  });

  test("once what was given is used, who brings the token before it ends the assistant, however soon", async () => {
    const { client, refresh } = await letIn(await world.person("viewer"));
    const second = (await renew(client, refresh)).body;
    const third = (await renew(client, second.refresh_token)).body;
    expect((await mcp(third.access_token)).status).toBe(200);
    expect((await renew(client, refresh)).body.error).toBe("invalid_grant");
    expect((await mcp(third.access_token)).status).toBe(401);
    expect((await renew(client, third.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("of many who renew at once none leaves two lines of tokens", async () => {
    const { client, refresh } = await letIn(await world.person("viewer"));
    const answers = await Promise.all(Array.from({ length: 6 }, () => renew(client, refresh)));
    const opened: number[] = [];
    for (const { status, body } of answers) if (status === 200) opened.push((await mcp(body.access_token)).status);
    expect(opened.filter((status) => status === 200)).toHaveLength(1);
    const renewed = answers.filter(({ status }) => status === 200).map(({ body }) => body.refresh_token);
    const outcomes: number[] = [];
    for (const token of renewed) outcomes.push((await renew(client, token)).status);
    expect(outcomes.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test("another resource is refused, at the page and at the door", async () => {
    const person = await world.person("viewer");
    const { client, code, verifier } = await begin(person);
    const query = new URLSearchParams({
      client_id: client,
      redirect_uri: CALLBACK,
      response_type: "code",
      code_challenge: proof().challenge,
      code_challenge_method: "S256",
      resource: "https://other.example/mcp",
      state: "s",
    });
    const { body } = await world.call(person, "GET", `/assistant-request?${query}`);
    expect(body.data.refused).toBe(`${CALLBACK}?error=invalid_target&state=s&iss=http%3A%2F%2Flocalhost%3A3000`);
    expect((await exchange(client, code, verifier, { resource: "https://other.example/mcp" })).body.error).toBe(
      "invalid_target",
    );
    for (const [name, value, error] of [
      ["code_challenge_method", "plain", "invalid_request"],
      ["response_type", "token", "unsupported_response_type"],
    ] as const) {
      query.set("resource", "http://localhost:3000/mcp");
      query.set("state", "s");
      const wrong = new URLSearchParams(query);
      wrong.set(name, value);
      expect((await world.call(person, "GET", `/assistant-request?${wrong}`)).body.data.refused).toContain(
        `error=${error}`,
      );
    }
    // Many scopes are no reason to refuse anybody; a state that is too long comes back to the letter, as its client compares it.
    query.set("scope", "viewer ".repeat(800));
    expect((await world.call(person, "GET", `/assistant-request?${query}`)).body.data).toMatchObject({
      role: "viewer",
      refused: null,
    });
    query.set("scope", "viewer");
    query.set("state", "s".repeat(9_000));
    const told = new URL((await world.call(person, "GET", `/assistant-request?${query}`)).body.data.refused);
    expect([told.searchParams.get("error"), told.searchParams.get("state")]).toEqual([
      "invalid_request",
      "s".repeat(9_000),
    ]);
  });

  test("nobody is sent to an address that was not registered", async () => {
    const person = await world.person("viewer");
    const { client_id: client } = (await register()).body;
    const { challenge } = proof();
    for (const redirect of ["https://evil.example/callback", "http://127.0.0.1:4711/callback/../x", `${CALLBACK}?x`]) {
      const query = new URLSearchParams({
        client_id: client,
        redirect_uri: redirect,
        response_type: "code",
        code_challenge: challenge,
        code_challenge_method: "S256",
      });
      expect((await world.call(person, "GET", `/assistant-request?${query}`)).status, redirect).toBe(404);
      expect((await allow(person, client, challenge, { redirect_uri: redirect })).status, redirect).toBe(400);
    }
    expect((await allow(person, "cli_unknown", challenge)).status).toBe(404);
    expect((await allow(person, "\0", challenge)).status).toBe(400);
    expect((await allow(person, client, challenge, { redirect_uri: "http://127.0.0.1/a\0b" })).status).toBe(400);
    expect((await allow(person, client, "short")).status).toBe(400);
  });

  test("a page of another site lets nobody in, and neither does a key", async () => {
    const person = await world.person("viewer");
    const { client_id: client } = (await register()).body;
    const body = { client_id: client, redirect_uri: CALLBACK, code_challenge: proof().challenge, role: "viewer" };
    const forged = await world.call(person, "POST", "/assistants", body, {
      origin: "https://evil.example",
      "sec-fetch-site": "cross-site",
    });
    expect(forged.status).toBe(403);
    expect((await world.call(world.admin, "POST", "/assistants", body)).status).toBe(404);
    const page = await fetch(at("/authorize"));
    expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test("an assistant ends with its person, and when they get less than it has", async () => {
    const app = await world.app();
    const [one, two, three] = [await world.person("admin"), await world.person("tester"), await world.person("tester")];
    const idOf = async (person: string) => (await world.call(person, "GET", "/me")).body.data.id;
    const lower = await letIn(one, { role: "tester" });
    const kept = await letIn(one, { role: "viewer", apps: [app.id] });
    const scoped = await letIn(two, { role: "viewer" });
    const removed = await letIn(three);
    const admin = await world.person("admin");
    await world.call(admin, "PATCH", `/people/${await idOf(one)}`, { role: "viewer" });
    expect([(await mcp(lower.access)).status, (await mcp(kept.access)).status]).toEqual([401, 200]);
    await world.call(admin, "PATCH", `/people/${await idOf(two)}`, { apps: [app.id] });
    expect((await mcp(scoped.access)).status).toBe(401);
    await world.call(admin, "DELETE", `/people/${await idOf(three)}`);
    expect((await mcp(removed.access)).status).toBe(401);
    expect((await renew(removed.client, removed.refresh)).body.error).toBe("invalid_grant");
  });

  test("people see and end their own, admins see and end all of them among the keys", async () => {
    const person = await world.person("tester");
    const other = await world.person("tester");
    const { access } = await letIn(person, { role: "tester" });
    const second = await letIn(person);
    const [mine] = (await world.call(person, "GET", "/assistants")).body.data;
    expect(mine).toMatchObject({ name: "Test assistant", role: "tester", assistant: true });
    expect((await world.call(other, "GET", "/assistants")).body.data).toEqual([]);
    expect((await world.call(other, "DELETE", `/assistants/${mine.id}`)).status).toBe(404);
    expect((await world.call(person, "DELETE", `/assistants/${mine.id}`)).status).toBe(204);
    expect([(await mcp(access)).status, (await mcp(second.access)).status]).toEqual([401, 200]);
    const keys = await dataOf(world, "GET", "/keys");
    const listed = keys.find(
      (key: { assistant: boolean; role: string }) => key.assistant && key.role === "viewer" && key !== mine,
    );
    const [left] = (await world.call(person, "GET", "/assistants")).body.data;
    expect(listed).toBeDefined();
    expect((await world.call(world.admin, "POST", `/keys/${left.id}/rotate`)).status).toBe(400);
    expect((await world.call(world.admin, "DELETE", `/keys/${left.id}`)).status).toBe(204);
    expect((await mcp(second.access)).status).toBe(401);
    expect((await renew(second.client, second.refresh)).body.error).toBe("invalid_grant");
  });

  test("an assistant gives its token back (RFC 7009), and only its own", async () => {
    const { client, access, refresh } = await letIn(await world.person("viewer"));
    const other = await letIn(await world.person("viewer"));
    expect((await form("/oauth/revoke", { token: refresh, client_id: other.client })).status).toBe(200);
    expect((await mcp(access)).status).toBe(200);
    const given = await form("/oauth/revoke", { token: refresh, client_id: client });
    expect(given.status).toBe(200);
    expect(await entriesOf(world, given)).toMatchObject([
      { action: "key.revoked", actor: { kind: "key", name: "Test assistant" }, details: { why: "signed_out" } },
    ]);
    expect((await form("/oauth/revoke", { token: "unknown", client_id: client })).status).toBe(200);
    expect([(await mcp(access)).status, (await mcp(other.access)).status]).toEqual([401, 200]);
  });

  test("only what is needed of a client is taken, and nothing that could lead elsewhere", async () => {
    for (const [fields, error] of [
      [{ redirect_uris: ["http://evil.example/cb"] }, "invalid_redirect_uri"],
      [{ redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
      [{ redirect_uris: [] }, "invalid_client_metadata"],
      [{ redirect_uris: Array.from({ length: 11 }, (_, i) => `https://a.example/${i}`) }, "invalid_client_metadata"],
      [{ redirect_uris: null }, "invalid_client_metadata"],
      [{ client_name: 7 }, "invalid_client_metadata"],
    ] as const) {
      const { status, body } = await register(fields);
      expect([status, body.error], JSON.stringify(fields)).toEqual([400, error]);
    }
    expect((await register({ client_name: "<b>Clau\u200bde</b>", contacts: ["x"] })).body.client_name).toBe(
      "<b>Claude</b>",
    );
    expect((await form("/oauth/token", { grant_type: "password", client_id: "x" })).body.error).toBe(
      "unsupported_grant_type",
    );
  });

  test("a client that wishes for a secret, or says nothing by null, is registered without one, and told so", async () => {
    // The first is what the official SDK for Python asks for, unless its user says otherwise.
    for (const fields of [
      { token_endpoint_auth_method: "client_secret_post", grant_types: ["authorization_code", "refresh_token"] },
      { token_endpoint_auth_method: "client_secret_basic" },
      { token_endpoint_auth_method: null, client_name: null, scope: null, client_uri: null },
    ]) {
      const { status, body } = await register(fields);
      expect([status, body.token_endpoint_auth_method], JSON.stringify(fields)).toEqual([201, "none"]);
      expect(body.client_secret).toBeUndefined();
    }
    expect((await register({ client_name: null })).body.client_name).toBe("Assistant at this computer");
  });

  test.each([
    ["POST", "/oauth/token", "x".repeat(70_000), 413, "invalid_request"],
    ["POST", "/oauth/revoke", "x".repeat(70_000), 413, "invalid_request"],
    ["POST", "/oauth/register", "x".repeat(70_000), 413, "invalid_request"],
    ["GET", "/oauth/token", undefined, 405, "invalid_request"],
    ["POST", "/oauth/elsewhere", "", 404, "invalid_request"],
  ])(
    "what %s %s refuses before it is read has the form of OAuth too, and nobody keeps it",
    async (method, path, body, status, error) => {
      const type = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await fetch(at(path), { method, headers: type, ...(body === undefined ? {} : { body }) });
      const told = (await answer.json()) as { error_description: string };
      expect([answer.status, told]).toEqual([status, { error, error_description: expect.any(String) }]);
      if (status === 413) expect(told.error_description).toContain("at most 65,536 bytes");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    },
  );

  test("no code and no token is kept as it is", async () => {
    const { access, refresh, code } = await letIn(await world.person("viewer"));
    for (const table of ["key_secret", "refresh_token", "oauth_code", "oauth_client", "key", "audit"]) {
      const rows = JSON.stringify(await behind(world, `select * from ${table}`));
      for (const secret of [access, refresh, code]) expect(rows.includes(secret), table).toBe(false);
    }
  });
});
