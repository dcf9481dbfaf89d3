// Lets a real tool deliver: Prometheus Alertmanager, as Debian ships it, sends alerts to the built server's webhook, which has been filled in by
// its template. Each alert is one issue; that it is resolved fixes it, and raises nothing after somebody has. npx tsx scripts/alertmanager.ts
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call, type RunningServer, retest, serve } from "../test/support/clients/run-cli.ts";
import { freePort } from "../test/support/machine/free-port.ts";
import { findProgram } from "./debian-program.ts";
import { end, same, say } from "./real-program.ts";

const ALERTMANAGER = {
  title: "Alertmanager",
  name: "prometheus-alertmanager",
  programs: ["prometheus-alertmanager", "alertmanager"],
};
const ARRIVES_WITHIN_MS = 20_000;
/** So long nothing more may arrive: several times the interval at which the tool sends. */
const QUIET_MS = 3_000;

const LINK = "http://prometheus.example:9090/graph?g0.expr=up+%3D%3D+0&g0.tab=1";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

const folder = mkdtempSync(join(tmpdir(), "retest-alertmanager-"));
let server: RunningServer | undefined;
let alertmanager: ChildProcess | undefined;
try {
  await run();
  console.log("alertmanager: every step as it should be");
} catch (error) {
  console.error(`alertmanager: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await end(alertmanager);
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const program = await findProgram(ALERTMANAGER);
  say(`the sender is ${await versionOf(program)}`);

  const port = await freePort();
  const settings = {
    PORT: `${port}`,
    RETEST_BASE_URL: `http://127.0.0.1:${port}`,
    RETEST_DATA_DIR: join(folder, "data"),
  };
  server = await serve(settings);
  const made = await retest(["key", "create", "--name", "Operations", "--role", "admin", "--json"], settings);
  if (made.code !== 0) throw new Error(`no key was made: ${made.stderr}`);
  const { key } = JSON.parse(made.stdout);
  const ask = api(server.address, key);
  say(`retest serves at ${server.address}`);

  const app = await ask("POST", "/apps", { name: "Shop", mode: "live", platforms: [{ code: "web", label: "Web" }] });
  const remote = { RETEST_URL: server.address, RETEST_API_KEY: key };
  const filled = await retest(["webhook", "fill", app.name, "alertmanager"], remote);
  same("webhook fill", [filled.code, filled.stderr], [0, ""]);
  const webhook = await ask("GET", `/apps/${app.id}/webhook`);
  same("what is done with recoveries", webhook.recoveries, "fix");
  const url = await start(program, webhook.url);
  say(`alertmanager listens at ${url} and sends to the webhook of ${app.name}`);
  const deliveries = async () => (await ask("GET", `/apps/${app.id}/webhook/deliveries`)).reverse() as Json[];
  const issues = () => ask("GET", `/issues?app=${app.id}&status=all`);

  /** Waits for the next delivery and for none to follow it; `expected` are the answers in the log so far, `raised` how many issues there are. */
  const settle = async (step: string, expected: number[], raised: number): Promise<Json[]> => {
    const until = Date.now() + ARRIVES_WITHIN_MS;
    while ((await deliveries()).length < expected.length && Date.now() < until) await sleep(100);
    await sleep(QUIET_MS);
    const log = await deliveries();
    same(
      `${step}: answers`,
      log.map(({ status }) => status),
      expected,
    );
    same(
      `${step}: errors`,
      log.filter(({ error }) => error !== null),
      [],
    );
    const found = await issues();
    same(`${step}: issues`, found.length, raised);
    say(`${step}: answered ${expected.at(-1)}, ${raised} ${raised === 1 ? "issue" : "issues"}`);
    return found;
  };

  await fire(url, "api-1");
  const [issue] = await settle("an alert fires", [201], 1);
  const { status, text, priority, via, raised_by, webhook: origin } = issue;
  same(
    "the issue",
    { status, text, priority, via, raised_by, link: origin.link, reports: origin.deliveries },
    {
      status: "open",
      text: "The API does not answer\n\napi-1 has not answered for 5 minutes",
      priority: "urgent",
      via: "webhook",
      raised_by: "Webhook",
      link: LINK,
      reports: 1,
    },
  );

  await fire(url, "api-2");
  await settle("another instance fires", [201, 201], 2);

  await fire(url, "api-1", "api-2");
  await sleep(QUIET_MS);
  same("the same alerts once more: deliveries", (await deliveries()).length, 2);
  say("the same alerts once more: the tool itself keeps them back");

  await ask("POST", `/issues/${issue.id}/fix`);
  await resolve(url, "api-1", "api-2");
  const resolved = await settle("one is fixed by somebody, and both are resolved", [201, 201, 200], 2);
  same(
    "the issues after that",
    resolved.map((one) => one.status),
    ["fixed", "fixed"],
  );

  await fire(url, "api-1");
  const again = await settle("it fires after the fix", [201, 201, 200, 201], 3);
  same("the alert after the fix is an issue of its own", again[0].status, "open");

  const diagnosis = await retest(["doctor"], settings);
  same("what doctor finds", [diagnosis.code, diagnosis.stderr], [0, ""]);
  say("doctor finds no difference");
}

/** Starts the tool on a free port and waits until it is ready; gives its address. */
async function start(program: string, webhookUrl: string): Promise<string> {
  const config = join(folder, "alertmanager.yml");
  writeFileSync(config, configOf(webhookUrl), { mode: 0o600 });
  const state = join(folder, "state");
  mkdirSync(state);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    program,
    [
      `--config.file=${config}`,
      `--storage.path=${state}`,
      `--web.listen-address=${address}`,
      // Alone: it looks for no others.
      "--cluster.listen-address=",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  alertmanager = child;
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    log = (log + chunk).slice(-4_000);
  });
  child.on("error", (error) => {
    log += error.message;
  });
  for (const until = Date.now() + ARRIVES_WITHIN_MS; Date.now() < until; await sleep(100)) {
    if (child.exitCode !== null || child.pid === undefined) break;
    const ready = await fetch(`http://${address}/-/ready`).catch(() => null);
    await ready?.text();
    if (ready?.ok) return `http://${address}`;
  }
  throw new Error(`the tool did not start:\n${log}`);
}

function configOf(webhookUrl: string): string {
  return `route:
  receiver: retest
  group_by: [alertname]
  group_wait: 500ms
  group_interval: 1s
  repeat_interval: 1h
receivers:
  - name: retest
    webhook_configs:
      - url: ${JSON.stringify(webhookUrl)}
        send_resolved: true
`;
}

async function fire(url: string, ...instances: string[]): Promise<void> {
  await post(
    url,
    instances.map((instance) => alertOf(instance, {})),
  );
}

async function resolve(url: string, ...instances: string[]): Promise<void> {
  const endsAt = new Date().toISOString();
  await post(
    url,
    instances.map((instance) => alertOf(instance, { endsAt })),
  );
}

function alertOf(instance: string, times: { endsAt?: string }) {
  return {
    labels: { alertname: "ApiDown", instance, job: "api", severity: "critical" },
    annotations: { summary: "The API does not answer", description: `${instance} has not answered for 5 minutes` },
    generatorURL: LINK,
    ...times,
  };
}

async function post(url: string, alerts: object[]): Promise<void> {
  const response = await fetch(`${url}/api/v2/alerts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(alerts),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the tool refused the alert: ${response.status} ${text}`);
}

/** Calls below /api/v1 that must succeed; gives the data. */
function api(address: string, key: string) {
  return async (method: string, path: string, body?: unknown): Promise<Json> => {
    const { status, data, error } = await call(address, key, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(error)}`);
    return data;
  };
}

async function versionOf(program: string): Promise<string> {
  const child = spawn(program, ["--version"], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  await once(child, "close");
  return /alertmanager, version \S+/.exec(text)?.[0] ?? program;
}
