// /apps/:id/connections: an app's connections with other tools, by an admin of the app.
import { describe, expect, test } from "vitest";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { refused } from "../../../support/clients/issue-client.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const SLACK = {
  tool: "slack",
  credentials: { signing_secret: "a secret of Slack", webhook_url: "http://127.0.0.1:9/a" },
};

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const place = async () => `/apps/${(await world.app({})).id}/connections`;
  const connect = async (body: object, path?: string) => {
    const at = path ?? (await place());
    const made = await dataOf(world, "POST", at, body);
    return { made, path: `${at}/${made.id}` };
  };
  const tryTo = (method: string, path: string, body?: unknown) => ask(world, world.admin, method, path, body);

  test("a connection has a URL of its own and says which credentials it holds, never what they are", async () => {
    const { made, path } = await connect(SLACK);
    expect(made).toEqual({
      id: expect.stringMatching(/^con_/),
      tool: "slack",
      name: "Slack",
      enabled: true,
      state: "waiting",
      url: expect.stringMatching(/^http:\/\/localhost:3000\/api\/integrations\/slack\/rc_[0-9a-z]{39}$/),
      settings: {},
      credentials: ["signing_secret", "webhook_url"],
      forwards: true,
      heard: null,
      sent: null,
      failures: 0,
      paused_at: null,
      created_at: expect.any(String),
      setup: { steps: expect.any(Array), manifest: expect.any(String) },
    });
    expect(await dataOf(world, "GET", path)).toEqual(made);
    expect(await dataOf(world, "GET", path.slice(0, path.lastIndexOf("/")))).toEqual([made]);
  });

  test("Slack gets a manifest to paste, with this connection's URL wherever Slack calls it; other tools get none", async () => {
    const { made } = await connect(SLACK);
    const manifest = JSON.parse(made.setup.manifest);
    expect(manifest.features.slash_commands[0]).toMatchObject({ command: "/retest", url: made.url });
    expect(manifest.settings.interactivity).toEqual({ is_enabled: true, request_url: made.url });
    expect(manifest.oauth_config.scopes.bot).toEqual(["commands", "incoming-webhook"]);
    const { made: gitlab } = await connect({ tool: "gitlab" });
    expect(gitlab.setup.manifest).toBeNull();
  });

  test("the steps name a code of the app itself: of its first issue, then of its latest", async () => {
    const { made, path } = await connect({ tool: "github" });
    const { made: gitlab } = await connect({ tool: "gitlab" });
    const app = path.split("/")[2]!;
    const codes = ({ setup }: { setup: { steps: string[] } }) => setup.steps.join().match(/\b[A-Z]{2,5}-\d+\b/g);
    const { prefix } = await dataOf(world, "GET", `/apps/${app}`);
    expect(codes(made)).toEqual([`${prefix}-1`]);
    expect(codes(gitlab)![0]).toMatch(/-1$/);
    for (let i = 0; i < 2; i++) await dataOf(world, "POST", "/issues", { app, check: "SIGN-1", text: "Broken" });
    expect(codes(await dataOf(world, "GET", path))).toEqual([`${prefix}-2`]);
  });

  test("credentials are encrypted at rest, each bound to its connection", async () => {
    const { made } = await connect(SLACK);
    const rows = await behind(world, `select credentials, token from connection where id = '${made.id}'`);
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain("a secret of Slack");
    expect(kept).not.toContain(made.url.split("/").at(-1));
    expect(kept).toContain("k1:");
  });

  test("a secret that the tool is told by us is made when none is given, and shown this once", async () => {
    const { made, path } = await connect({ tool: "github" });
    expect(made.secret).toMatch(/^rs_[0-9a-z]{52}$/);
    expect(made.credentials).toEqual(["webhook_secret"]);
    expect(await dataOf(world, "GET", path)).not.toHaveProperty("secret");
    const own = await connect({ tool: "gitlab", credentials: { webhook_secret: "chosen by the team" } });
    expect(own.made).not.toHaveProperty("secret");
  });

  test("a change replaces what it names, null removes, the rest stays", async () => {
    const { path } = await connect(SLACK);
    const settings = { forward: ["raised"], default_priority: "high" };
    expect(await dataOf(world, "PATCH", path, { name: "#qa", settings })).toMatchObject({ name: "#qa", settings });
    const changed = await dataOf(world, "PATCH", path, {
      settings: { default_priority: null },
      credentials: { webhook_url: null },
    });
    expect(changed).toMatchObject({
      settings: { forward: ["raised"] },
      credentials: ["signing_secret"],
      forwards: false,
    });
  });

  test.each([
    ["github", "api_url", "token", { repository: "a/b" }],
    ["jira", "site_url", "api_token", { project: "NIMB" }],
    ["gitea", "site_url", "token", { repository: "a/b" }],
    ["gitlab", "site_url", "token", { project: "a/b/c" }],
    ["redmine", "site_url", "api_key", { project: "shop" }],
    ["jira-data-center", "site_url", "token", { project: "SHOP" }],
    ["linear", "api_url", "api_key", { team: "NIM" }],
  ])(
    "with %s another %s needs the %s again: nobody reads it by having it sent elsewhere",
    async (tool, field, held, more) => {
      const settings = { ...more, [field]: "https://one.example.com" };
      const { path } = await connect({ tool, settings, credentials: { [held]: "as it was shown" } });
      for (const elsewhere of ["https://two.example.com", null]) {
        const answer = await tryTo("PATCH", path, { settings: { [field]: elsewhere } });
        refused(answer, 400, "invalid_request");
        expect(answer.body.error.message).toContain(`credentials.${held}: enter it again`);
      }
      expect(await dataOf(world, "GET", path)).toMatchObject({ settings });
      await dataOf(world, "PATCH", path, { settings: { [field]: "https://one.example.com", forward: ["raised"] } });
      const credentials = { [held]: "as it was shown there" };
      const changed = await dataOf(world, "PATCH", path, {
        settings: { [field]: "https://two.example.com" },
        credentials,
      });
      expect(changed.settings).toMatchObject({ [field]: "https://two.example.com" });
      const gone = { settings: { [field]: "https://three.example.com" }, credentials: { [held]: null } };
      expect((await dataOf(world, "PATCH", path, gone)).credentials).not.toContain(held);
    },
  );

  test("a new URL ends the old one at once, and switching off ends both", async () => {
    const { made, path } = await connect({ tool: "gitlab" });
    const knock = async (url: string) =>
      (await fetch(world.address + new URL(url).pathname, { method: "POST", body: "{}" })).status;
    const { url } = await dataOf(world, "POST", `${path}/url`);
    expect(url).not.toBe(made.url);
    expect(await knock(made.url)).toBe(404);
    expect(await knock(url)).not.toBe(404);
    await dataOf(world, "PATCH", path, { enabled: false });
    expect(await knock(url)).toBe(404);
  });

  test("a removed connection is gone, with what waits for it", async () => {
    const { path, made } = await connect(SLACK);
    await dataOf(world, "POST", `${path}/test`);
    await dataOf(world, "DELETE", path);
    refused(await tryTo("GET", path), 404, "not_found");
    expect(await behind(world, `select 1 from forward where connection_id = '${made.id}'`)).toEqual([]);
  });

  test("what a tool has no use for is refused by name, and nothing is made", async () => {
    const path = await place();
    const wrong: [object, string][] = [
      [{ tool: "pager" }, "tool"],
      [
        { tool: "slack", settings: { repository: "a/b" } },
        "settings.repository: a connection to Slack has no such field",
      ],
      [{ tool: "github", settings: { repository: "no owner" } }, "settings.repository: expected owner/name"],
      [{ tool: "github", settings: { repository: "../.." } }, "settings.repository: expected owner/name"],
      [{ tool: "github", credentials: { token: 7 } }, "credentials.token"],
      [{ tool: "sentry", credentials: { client_secret: " padded " } }, "credentials.client_secret"],
      [{ tool: "jira", settings: { site_url: "http://example.com" } }, "site_url"],
      [{ tool: "gitea", settings: { site_url: "https://10.0.0.7/gitea" } }, "site_url"],
      [{ tool: "gitlab", settings: { project: "alone" } }, "settings.project: expected the project's path"],
      [{ tool: "gitlab", settings: { project: "a/../b" } }, "settings.project: expected the project's path"],
      [{ tool: "gitea", settings: { repository: "a/.." } }, "settings.repository: expected owner/name"],
      [{ tool: "slack", credentials: { webhook_url: "https://10.0.0.1/x" } }, "webhook_url"],
      [{ tool: "slack", more: 1 }, "more"],
    ];
    for (const [body, says] of wrong) {
      const answer = await tryTo("POST", path, body);
      refused(answer, 400, "invalid_request");
      expect(answer.body.error.message).toContain(says);
    }
    refused(
      await tryTo("POST", path, { tool: "slack", settings: { default_platforms: ["tv"] } }),
      400,
      "unknown_platform",
    );
    expect(await dataOf(world, "GET", path)).toEqual([]);
  });

  test("an app has at most 20 connections", async () => {
    const path = await place();
    for (let i = 0; i < 20; i++) await connect({ tool: "gitlab" }, path);
    refused(await tryTo("POST", path, { tool: "gitlab" }), 400, "invalid_request");
  });

  test.each([
    ["sentry", {}, "Retest sends nothing to Sentry"],
    ["gitlab", {}, "enter settings.project and credentials.token."],
    ["teams", {}, "enter credentials.workflow_url."],
    ["github", { settings: { repository: "a/b" } }, "enter credentials.token."],
    [
      "jira",
      { settings: { project: "NIMB" } },
      "enter settings.site_url and credentials.email and credentials.api_token.",
    ],
  ])("a test of a connection with %s %j says what is missing", async (tool, fields, says) => {
    const { path } = await connect({ tool, ...fields });
    const answer = await tryTo("POST", `${path}/test`);
    refused(answer, 400, "invalid_request");
    expect(answer.body.error.message).toContain(says);
  });

  test("a test is refused where nothing could be sent, and after five in a minute", async () => {
    const { path } = await connect({ tool: "slack" });
    refused(await tryTo("POST", `${path}/test`), 400, "invalid_request");
    await dataOf(world, "PATCH", path, { credentials: { webhook_url: "http://127.0.0.1:9/b" } });
    for (let i = 0; i < 5; i++) await dataOf(world, "POST", `${path}/test`);
    const answer = await tryTo("POST", `${path}/test`);
    refused(answer, 429, "rate_limited");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("connections of other apps are out of reach by any path", async () => {
    const { made } = await connect(SLACK);
    for (const [method, tail] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/test"],
    ] as const) {
      refused(await tryTo(method, `${await place()}/${made.id}${tail}`), 404, "not_found");
    }
  });

  test("what an admin does with them is in the audit log, without what is secret", async () => {
    const { made, path } = await connect(SLACK);
    await dataOf(world, "PATCH", path, { credentials: { signing_secret: "another secret" } });
    await dataOf(world, "POST", `${path}/url`);
    await dataOf(world, "DELETE", path);
    const entries = await dataOf(world, "GET", "/audit?action=connection.&limit=4");
    const actions = entries.map((entry: { action: string }) => entry.action);
    expect(actions).toEqual([
      "connection.removed",
      "connection.url_replaced",
      "connection.changed",
      "connection.created",
    ]);
    expect(entries[0].target).toMatchObject({ kind: "connection", id: made.id, name: "Slack" });
    expect(JSON.stringify(entries)).not.toMatch(/another secret|a secret of Slack|rc_/);
  });
});
