// Every endpoint that takes a body, with samples of what belongs there and the headers that let it in.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { API_ROUTES } from "../../src/http/routes/all-routes.ts";
import { sign } from "../../src/lib/crypto/body-signature.ts";
import { bodyOf } from "../../test/support/samples/payload-samples.ts";
import type { Client, Json } from "../harness/client.ts";

export interface FuzzedEndpoint {
  name: string;
  method: string;
  url: string;
  samples: string[];
  headers(body: Buffer): Record<string, string>;
  /** Gives a body the time and signature of now. */
  stamp?(body: Buffer): Buffer;
  /** Answers in a shape of its own, when it refuses. */
  speaksRpc?: boolean;
}

const REPORTS = join(import.meta.dirname, "../../test/samples/reports");
const TOOLS = join(import.meta.dirname, "../../test/samples/tools");
const payload = (...files: string[]) => files.map((file) => bodyOf(file).toString());
const RUNNERS = ["vstest.trx", "nunit3.xml", "tap14.tap", "cucumber.json", "cucumber-messages.ndjson"];
const report = (file: string) => readFileSync(join(REPORTS, file), "utf8");
const event = (file: string) => readFileSync(join(TOOLS, file), "utf8");
const PRESETS: Record<string, string[]> = {
  native: payload("native-full.json", "native-description-only.json", "native-form.txt", "native-form-payload.txt"),
  bugsnag: payload("bugsnag-first-exception.json", "bugsnag-comment.json"),
  rollbar: payload("rollbar-new-item.json", "rollbar-occurrence.json"),
  datadog: payload("datadog-alert.json", "datadog-default-template.json"),
};

export interface FuzzedEndpoints {
  /** Endpoints by kind; each kind is tried as often as any other. */
  endpoints: FuzzedEndpoint[][];
  /** The apps with a webhook: all of their issues came in by deliveries. */
  delivered: string[];
}

export async function openEndpoints(client: Client): Promise<FuzzedEndpoints> {
  const webhooks: FuzzedEndpoint[] = [];
  const delivered: string[] = [];
  for (const [preset, samples] of Object.entries(PRESETS)) {
    const app = await client.liveApp(`Webhook ${preset}`);
    const { secret } = await client.data("PUT", `/apps/${app.id}/webhook/secret`);
    await client.data("PATCH", `/apps/${app.id}/webhook`, { preset });
    delivered.push(app.id);
    const headers = (body: Buffer) => ({ "x-signature": sign(secret, body) });
    webhooks.push({ name: `webhook ${preset}`, method: "POST", url: client.address + app.path, samples, headers });
  }
  const [rest, others] = await restEndpoints(client);
  return { endpoints: [webhooks, rest, others, await toolEndpoints(client)], delivered };
}

/** The routes, and those that take no JSON object. */
async function restEndpoints(client: Client): Promise<[FuzzedEndpoint[], FuzzedEndpoint[]]> {
  const sections = [{ ref: "S", title: "All", checks: [{ ref: "C-1", title: "One" }] }];
  const { id: app } = await client.liveApp("REST", { sections });
  const issue = await client.data("POST", "/issues", { app, check: "C-1", text: "Broken" });
  const check = (await client.list(`/checks?app=${app}`))[0].id;
  const section = (await client.data("GET", `/sections?app=${app}`))[0].id;
  const ids: Record<string, string> = {
    apps: app,
    issues: issue.id,
    checks: check,
    sections: section,
    keys: "key_none",
  };
  const headers = () => ({ authorization: `Bearer ${client.key}`, "content-type": "application/json" });
  const samples = SAMPLES(app, issue).map((one) => JSON.stringify(one));
  const base = `${client.address}/api/v1`;
  const rest = API_ROUTES.filter(({ body }) => body !== undefined).map(({ method, path }) => {
    const filled = path.replace(":id", ids[path.split("/")[1]!] ?? "none").replaceAll(/:\w+/g, "none");
    return { name: `${method} ${path}`, method, url: base + filled, samples, headers };
  });
  const run = (format: string, ...reports: string[]) => ({
    name: `results ${format}`,
    method: "POST",
    url: `${base}/results/${format}?app=${app}`,
    samples: reports,
    headers: () => ({ authorization: `Bearer ${client.key}` }),
  });
  const rpc = payload("mcp-initialize-legacy.json", "mcp-tools-call.json", "mcp-tools-list-result.json");
  const accept = "application/json, text/event-stream";
  const others = [
    run("junit", report("jest-junit.xml"), report("playwright.xml")),
    run("ctrf", report("jest-ctrf.json")),
    run("report", ...RUNNERS.map((name) => report(`../runner-reports/${name}`))),
    {
      ...run("import", 'app: "REST"\nsections:\n  - title: All\n'),
      url: `${base}/apps/import?format=yaml`,
      name: "import",
    },
    {
      name: "MCP",
      method: "POST",
      url: `${client.address}/mcp`,
      samples: rpc,
      headers: () => ({ ...headers(), accept }),
      speaksRpc: true,
    },
  ];
  return [rest, others];
}

/** One of each kind that a route takes; most are at the wrong one, and that is as well. */
function SAMPLES(app: string, issue: Json): object[] {
  return [
    { app, check: "C-1", text: "Broken", platforms: ["ios"], priority: "low" },
    { text: "Edited", platforms: ["web"] },
    { fixed: true },
    { app, check: "C-1", outcome: "passed", platforms: ["ios"], note: "n", build: "1" },
    { app, results: [{ check: "C-1", outcome: "failed" }] },
    { name: "Another", platforms: [{ code: "a", label: "A" }], sections: [{ title: "S", checks: [{ title: "C" }] }] },
    { app, section: "S", title: "New", instructions: "Do it", not_applicable: ["ios"] },
    { platforms: ["ios"] },
    { name: "k", role: "viewer", apps: [app] },
    { preset: "custom", mapping: { title: "a.b|c", description: "{x} and {y|z}" }, default_platforms: ["ios"] },
    { payload: { title: "x", issue }, preset: "native" },
    { tool: "slack", settings: {}, credentials: { signing_secret: "s".repeat(32) } },
  ];
}

const SECRET = "a-secret-of-the-tool-0123456789abcdef";
const hmac = (key: string | Buffer, ...parts: (string | Buffer)[]) => {
  const made = createHmac("sha256", key);
  for (const part of parts) made.update(part);
  return made;
};

async function toolEndpoints(client: Client): Promise<FuzzedEndpoint[]> {
  const { id: app } = await client.liveApp("Tools");
  const stamp = () => String(Math.floor(Date.now() / 1_000));
  const tools: Record<
    string,
    [credentials: object, samples: string[], (body: Buffer, secret: string) => Record<string, string>]
  > = {
    slack: [
      { signing_secret: SECRET },
      payload("slack-shortcut.txt", "slack-slash.txt"),
      (body) => {
        const at = stamp();
        const digest = hmac(SECRET, `v0:${at}:`, body).digest("hex");
        return { "x-slack-request-timestamp": at, "x-slack-signature": `v0=${digest}` };
      },
    ],
    teams: [
      { security_token: Buffer.from(SECRET).toString("base64") },
      payload("teams-outgoing.json"),
      (body) => ({ authorization: `HMAC ${hmac(Buffer.from(SECRET), body).digest("base64")}` }),
    ],
    sentry: [
      { client_secret: SECRET },
      payload("sentry-issue-created.json", "sentry-issue-resolved.json", "sentry-metric-alert.json"),
      (body) => ({ "sentry-hook-resource": "issue", "sentry-hook-signature": hmac(SECRET, body).digest("hex") }),
    ],
    github: [
      {},
      [event("github-pr-merged.json"), ...payload("github-issue-closed.json")],
      (body, secret) => ({ "x-github-event": "pull_request", "x-hub-signature-256": sign(secret, body) }),
    ],
    gitlab: [
      {},
      [event("gitlab-merge-request-merged.json")],
      (_, secret) => ({ "x-gitlab-event": "Merge Request Hook", "x-gitlab-token": secret }),
    ],
    jira: [{}, payload("jira-issue-transition.json"), (body, secret) => ({ "x-hub-signature": sign(secret, body) })],
    linear: [
      { webhook_secret: SECRET },
      payload("linear-issue-update.json"),
      (body) => ({ "linear-event": "Issue", "linear-signature": hmac(SECRET, body).digest("hex") }),
    ],
  };
  const endpoints: FuzzedEndpoint[] = [];
  for (const [tool, [credentials, samples, headers]] of Object.entries(tools)) {
    const made = await client.data("POST", `/apps/${app}/connections`, { tool, credentials });
    const url = client.address + new URL(made.url).pathname;
    const stamp = tool === "linear" ? stampLinear : undefined;
    endpoints.push({
      name: tool,
      method: "POST",
      url,
      samples,
      headers: (body) => headers(body, made.secret ?? SECRET),
      stamp,
    });
  }
  return endpoints;
}

/** Renews the time in a body: Linear's endpoint takes nothing older than a minute. */
function stampLinear(body: Buffer): Buffer {
  const text = body.toString("latin1").replace(/("webhookTimestamp":\s*)\d+/, `$1${Date.now()}`);
  return Buffer.from(text, "latin1");
}
