// A story that asks every public endpoint once or more: its requests and answers are the examples of the API's document.
// A new endpoint gets a line here; `npx vitest run test/integration/http/reference/reference.test.ts --update` then writes the examples anew.
import { expect } from "vitest";
import { createKey } from "../../../../src/actions/access/change-key.ts";
import { documentAt } from "../../../../src/http/reference/build-reference.ts";
import type { Examples } from "../../../../src/http/reference/document/examples.ts";
import type { OpenApi } from "../../../../src/http/reference/document/openapi-document.ts";
import { ExampleTaker } from "../../../support/checks/record-examples.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { stableText } from "../../../support/checks/stable-text.ts";
import { connect } from "../../../support/clients/connection-client.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { openReceiver } from "../../../support/fake-tools/notify-receiver.ts";
import type { World } from "../../../support/server/test-server.ts";

const BEGIN = Date.parse("2026-11-02T09:00:00.000Z");
const API = "/api/v1";

const BANK = {
  name: "Lantern Bank",
  mode: "live",
  platforms: [
    { code: "ios", label: "iOS" },
    { code: "android", label: "Android" },
  ],
  sections: [
    { ref: "SIGN", title: "Sign in", checks: [{ ref: "SIGN-1", title: "Password" }] },
    { ref: "PAY", title: "Pay", checks: [{ ref: "PAY-1", title: "Card" }] },
  ],
};

const FILE = `name: Lantern Shop
platforms:
  - { code: web, label: Web }
sections:
  - ref: CART
    title: Cart
    checks:
      - { ref: CART-1, title: Add an item }
`;

const JUNIT = `<testsuite name="Pay">
  <testcase name="PAY-1 a card is accepted"/>
  <testcase name="A test that nobody has a check for"><failure message="502"/></testcase>
</testsuite>
`;

const CTRF = {
  results: {
    tool: { name: "vitest" },
    summary: { tests: 1, passed: 1, failed: 0, pending: 0, skipped: 0, other: 0, start: 0, stop: 1 },
    tests: [{ name: "SIGN-1 a password is accepted", status: "passed", duration: 12 }],
  },
};

export async function tell(world: World): Promise<Examples> {
  const desk = { workspaceId: world.store.workspace.id, name: "Release desk", role: "admin", apps: null } as const;
  const { token } = await world.store.performer.perform(createKey, desk);
  const taker = new ExampleTaker(world, BEGIN, token);
  const bank = (await taker.take("POST", `${API}/apps`, BANK)).id as string;
  await runbook(taker, bank);
  await issues(taker, bank);
  await cycles(taker, bank);
  await wholeApps(taker, bank);
  await keys(taker, world);
  await webhook(taker, world, bank);
  await connections(taker, world, bank);
  await events(taker, world);
  await theRest(taker);
  await erasures(taker, world);
  return JSON.parse(stableText(JSON.stringify(taker.examples), BEGIN));
}

async function runbook(taker: ExampleTaker, bank: string): Promise<void> {
  const more = { app: "Lantern Bank", ref: "SET", title: "Settings" };
  const section = (await taker.take("POST", `${API}/sections`, more)).id;
  await taker.take("GET", `${API}/sections?app=${bank}`);
  await taker.take("PATCH", `${API}/sections/${section}`, { title: "Account", position: 1 });
  await taker.take("GET", `${API}/sections/${section}`);
  const limits = { app: "Lantern Bank", section: "SET", ref: "SET-1", title: "Card limits", position: 0 };
  const check = (await taker.take("POST", `${API}/checks`, limits)).id;
  await taker.take("PATCH", `${API}/checks/${check}`, {
    instructions: "Set a limit of 50, then pay 51: it is refused.",
  });
  await taker.take("PUT", `${API}/checks/${check}/not-applicable`, { platforms: ["android"] });
  await taker.take("GET", `${API}/checks/${check}`);
  const pass = { app: "Lantern Bank", check: "SIGN-1", outcome: "passed", build: "2.14.0" };
  await taker.take("POST", `${API}/results`, pass);
  const results = [
    { check: "PAY-1", platforms: ["ios"], outcome: "passed" },
    { check: "PAY-1", platforms: ["android"], outcome: "failed", note: "The keyboard covers the button." },
  ];
  const [recorded] = await taker.take("POST", `${API}/results`, { app: "Lantern Bank", results });
  await taker.take("GET", `${API}/results/${recorded.id}`);
  await taker.take("GET", `${API}/results?app=${bank}&limit=2`);
  await taker.take("GET", `${API}/results/export?app=${bank}&platform=ios`);
  await taker.take("POST", `${API}/results/junit?app=${bank}&build=2.14.0`, JUNIT, { type: "application/xml" });
  await taker.take("POST", `${API}/results/ctrf?app=${bank}&dry_run=true`, CTRF);
  await taker.take("POST", `${API}/results/junit?app=${bank}&dry_run=true`, JUNIT, { type: "application/xml" });
  await taker.take("POST", `${API}/results/ctrf?app=${bank}`, CTRF);
  const tap = "TAP version 14\n1..1\nok 1 - SIGN-1 opens\n";
  await taker.take("POST", `${API}/results/report?app=${bank}&dry_run=true`, tap, { type: "application/octet-stream" });
  await taker.take("POST", `${API}/results/report?app=${bank}`, tap, { type: "application/octet-stream" });
  await taker.take("GET", `${API}/checks?app=${bank}&status=failed&limit=1`);
  const cards = [{ title: "Order a card", instructions: "It arrives within a week." }, { title: "Block a card" }];
  const added = await taker.take("POST", `${API}/checks/batch`, { app: "Lantern Bank", section: "SET", checks: cards });
  const ids = added.map(({ id }: { id: string }) => id);
  await taker.take("POST", `${API}/checks/archive`, { app: "Lantern Bank", checks: ids });
  await taker.take("DELETE", `${API}/checks/${check}`);
  await taker.take("DELETE", `${API}/sections/${section}`);
  await taker.take("GET", `${API}/checks/archived?app=Lantern%20Bank&limit=1`);
  await taker.take("GET", `${API}/sections/archived?app=Lantern%20Bank&limit=1`);
  await taker.take("POST", `${API}/sections/${section}/restore`);
  await taker.take("POST", `${API}/checks/${check}/restore`, {});
  await taker.take("DELETE", `${API}/checks/${check}`);
  await taker.take("DELETE", `${API}/sections/${section}`);
}

async function issues(taker: ExampleTaker, bank: string): Promise<void> {
  const text = "The password field stays empty after Face ID.";
  const reporter = { name: "Grace Field", email: "grace@example.com" };
  const raise = { app: "Lantern Bank", check: "SIGN-1", text, platforms: ["ios"], priority: "high", reporter };
  const { id } = await taker.take("POST", `${API}/issues`, raise);
  await taker.take("GET", `${API}/issues?app=${bank}&limit=1`);
  await taker.take("PATCH", `${API}/issues/${id}`, { text: `${text} Since 2.14.0.` });
  await taker.take("POST", `${API}/issues/${id}/fix`, { fixed: true });
  await taker.take("GET", `${API}/issues/${id}`);
  await taker.take("GET", `${API}/issues/${id}/history?limit=2`);
  await taker.take("GET", `${API}/issues/${id}/items`);
  const comments = `${API}/issues/${id}/comments`;
  const said = await taker.take("POST", comments, { text: "Face ID was off on one of the two phones." });
  await taker.take("PATCH", `${comments}/${said.id}`, { text: "Face ID was off on both phones." });
  await taker.take("GET", `${comments}?limit=1`);
  await taker.take("DELETE", `${comments}/${said.id}`);
  const loose = await taker.take("POST", `${API}/issues`, {
    app: "Lantern Bank",
    text: "The app is slow in the evening.",
  });
  await taker.take("PUT", `${API}/issues/${loose.id}/place`, { section: "Pay" });
  await taker.take("POST", `${API}/issues/batch`, { ids: [loose.id, "BANK-99"], change: { priority: "low" } });
  await taker.take("POST", `${API}/issues/${loose.id}/fix`);
  await taker.take("POST", `${API}/issues/${loose.id}/confirm`, { confirmed: true });
}

async function cycles(taker: ExampleTaker, bank: string): Promise<void> {
  const first = await taker.take("POST", `${API}/apps/${bank}/cycles`, { name: "2.14", platforms: ["ios"] });
  const pass = { app: "Lantern Bank", check: "PAY-1", outcome: "passed", build: "2.14.0", cycle: "2.14" };
  await taker.take("POST", `${API}/results`, pass);
  await taker.take("POST", `${API}/cycles/${first.id}/close`);
  const next = { name: "2.15", from: { cycle: "2.14", statuses: ["failed", "needs_retest", "untested"] } };
  const { id } = await taker.take("POST", `${API}/apps/${bank}/cycles`, next);
  await taker.take("PATCH", `${API}/cycles/${id}`, { build: "2.15.0" });
  await taker.take("GET", `${API}/apps/${bank}/cycles?limit=1`);
  await taker.take("GET", `${API}/cycles/${id}`);
  await taker.take("GET", `${API}/cycles/${first.id}/checks?status=passed&limit=1`);
  await taker.take("GET", `${API}/cycles/${id}/runbook`);
  await taker.take("GET", `${API}/cycles/${id}/compare?with=2.14`);
  for (const format of ["json", "csv"]) await taker.take("GET", `${API}/cycles/${first.id}/report?format=${format}`);
  await taker.take("GET", `${API}/cycles/${id}/burndown`);
}

async function wholeApps(taker: ExampleTaker, bank: string): Promise<void> {
  await taker.take("GET", `${API}/apps`);
  await taker.take("GET", `${API}/apps/Lantern%20Bank`);
  await taker.take("PATCH", `${API}/apps/${bank}`, { prefix: "BANK" });
  await taker.take("GET", `${API}/apps/${bank}/runbook`);
  await taker.take("GET", `${API}/apps/${bank}/trend?days=2`);
  await taker.take("GET", `${API}/apps/${bank}/gate?percent=80&platforms=ios`);
  for (const format of ["json", "csv"]) await taker.take("GET", `${API}/apps/${bank}/report?format=${format}`);
  await taker.take("GET", `${API}/apps/${bank}/badge`);
  const { url } = await taker.take("PUT", `${API}/apps/${bank}/badge`);
  await taker.take("GET", new URL(url).pathname, undefined, { key: null });
  await taker.take("DELETE", `${API}/apps/${bank}/badge`);
  for (const format of ["yaml", "json", "csv"]) await taker.take("GET", `${API}/apps/${bank}/export?format=${format}`);
  await taker.take("POST", `${API}/apps/import?dry_run=true`, FILE, { type: "application/yaml" });
  await taker.take("POST", `${API}/apps/import`, FILE, { type: "application/yaml" });
  await taker.take("POST", `${API}/apps/${bank}/archive`);
  await taker.take("GET", `${API}/apps/archived`);
  await taker.take("POST", `${API}/apps/${bank}/restore`);
  const next = { app: "Lantern Bank Next", from: "Lantern Bank" };
  await taker.take("POST", `${API}/apps/${bank}/copy`, { name: next.app, with_not_applicable: false });
  await taker.take("POST", `${API}/sections/copy`, { ...next, sections: ["SIGN"] });
  await taker.take("POST", `${API}/checks/copy`, { ...next, section: "PAY", checks: ["SIGN-1"] });
}

async function keys(taker: ExampleTaker, world: World): Promise<void> {
  const { id, key } = await taker.take("POST", `${API}/keys`, { name: "CI", role: "tester", apps: ["Lantern Bank"] });
  await taker.take("GET", `${API}/me`, undefined, { key });
  // That it was used is noted a little later.
  const used = async () => (await world.call(world.admin, "GET", `/keys/${id}`)).body.data.last_used_at;
  await expect.poll(used).not.toBeNull();
  await taker.take("GET", `${API}/keys/${id}`);
  await taker.take("POST", `${API}/keys/${id}/rotate`, { overlap_seconds: 3600 });
  // The newest: the others are the test's own.
  await taker.take("GET", `${API}/keys`, undefined, { show: ({ data }) => ({ data: data.slice(-1) }) });
  await taker.take("DELETE", `${API}/keys/${id}`);
}

async function webhook(taker: ExampleTaker, world: World, bank: string): Promise<void> {
  const base = `${API}/apps/${bank}/webhook`;
  const receiver = await openReceiver();
  try {
    await taker.take("GET", base);
    const one = ({ data }: { data: { name: string }[] }) => ({ data: data.filter(({ name }) => name === "grafana") });
    await taker.take("GET", `${API}/webhook-templates`, undefined, { show: one });
    const { url } = await taker.take("POST", `${base}/url`);
    const { pathname } = new URL(url);
    const report = { title: "Payment refused", description: "Card ending 4242", external_id: "err-81", source: "shop" };
    const payload = { ...report, priority: "critical", link: "https://errors.example.com/81" };
    await taker.take("POST", `${base}/preview`, { payload });
    await taker.take("POST", pathname, payload, { key: null });
    const { issue } = await taker.take("POST", pathname, payload, { key: null });
    const [delivery] = await taker.take("GET", `${base}/deliveries?limit=2`);
    await taker.take("GET", `${base}/deliveries/${delivery.id}`, undefined, { show: withFewHeaders });
    await taker.take("POST", `${base}/deliveries/${delivery.id}/replay`, undefined, { show: withFewHeaders });
    await taker.take("PUT", `${base}/secret`, {});
    await taker.take("PATCH", base, {
      recoveries: "ignore",
      default_priority: "medium",
      notify_url: `${receiver.url}/fixed`,
    });
    await taker.take("POST", `${API}/issues/${issue.id}/fix`);
    const sent = await finished(world, bank, 1);
    const [arrival] = receiver.arrivals;
    const { "x-signature": signature } = arrival!.headers;
    const headers = { "X-Service-Event": "issue.fixed", "X-Signature": signature as string };
    taker.keep("issueFixed", { path: "/fixed", body: arrival!.body, headers, status: 200 });
    const notifications = `${API}/apps/${bank}/notifications`;
    await taker.take("GET", `${notifications}?limit=1`);
    await taker.take("POST", `${notifications}/test`);
    await taker.take("POST", `${notifications}/${sent.id}/resend`);
    await finished(world, bank, 3);
    await taker.take("DELETE", `${base}/secret`);
  } finally {
    await receiver.close();
  }
}

/** Without those that the client of the test adds by itself. */
function withFewHeaders({ data }: { data: { headers: Record<string, string> } }) {
  return { data: { ...data, headers: { "content-type": data.headers["content-type"] } } };
}

/** The newest of so many notifications, once all of them came to an end. */
async function finished(world: World, app: string, count: number): Promise<{ id: string }> {
  const list = async () => (await world.call(world.admin, "GET", `/apps/${app}/notifications`)).body.data;
  await expect
    .poll(async () => (await list()).map((one: { state: string }) => one.state))
    .toEqual(Array.from({ length: count }, () => "delivered"));
  return (await list())[0];
}

async function connections(taker: ExampleTaker, world: World, bank: string): Promise<void> {
  const base = `${API}/apps/${bank}/connections`;
  const receiver = await openReceiver();
  try {
    const credentials = { webhook_url: `${receiver.url}/quality` };
    const { id } = await taker.take("POST", base, { tool: "slack", credentials, settings: { forward: ["raised"] } });
    await taker.take("GET", base);
    await taker.take("GET", `${base}/${id}`);
    await taker.take("POST", `${base}/${id}/url`);
    await taker.take("PATCH", `${base}/${id}`, { name: "#quality", settings: { forward: ["raised", "fixed"] } });
    await taker.take("POST", `${base}/${id}/test`);
    const forwards = `/apps/${bank}/connections/${id}/forwards`;
    const state = async () => (await world.call(world.admin, "GET", forwards)).body.data[0].state;
    await expect.poll(state).not.toBe("pending");
    await taker.take("GET", `${API}${forwards}?limit=1`);
    await taker.take("DELETE", `${base}/${id}`);
    const events = await taker.take("POST", base, { tool: "events", settings: { url: receiver.url } });
    await taker.take("POST", `${base}/${events.id}/secret`);
    const told = await dataOf(world, "POST", `/apps/${bank}/connections/${events.id}/test`);
    const now = async () => (await dataOf(world, "GET", `/apps/${bank}/connections/${events.id}/forwards`))[0].state;
    await expect.poll(now).toBe("delivered");
    await taker.take("POST", `${API}/apps/${bank}/forwards/${told.id}/resend`);
  } finally {
    await receiver.close();
  }
}

/** One of each type, as a program gets it. */
async function events(taker: ExampleTaker, world: World): Promise<void> {
  const receiver = await openReceiver();
  try {
    const sections = [{ ref: "PAY", title: "Pay", checks: [{ ref: "PAY-1", title: "Card" }] }];
    const { id } = await dataOf(world, "POST", "/apps", { ...BANK, name: "Lantern Cards", sections });
    const connection = await connect(world, id, "events", { settings: { url: receiver.url } });
    const later = async (method: string, path: string, body?: unknown) => {
      world.clock.frozenAt! += 60_000;
      return dataOf(world, method, path, body);
    };
    const told = (type: string) => receiver.arrivals.find(({ body }) => body.type === type);
    // The first look at the gate only notes how things are.
    const noted = async () => (await behind(world, `select result from gate_watch where app_id = '${id}'`))[0];
    await expect.poll(noted).toMatchObject({ result: "fail" });
    const heard = async (type: string) => {
      await expect.poll(() => told(type), { message: type, timeout: 120_000 }).toBeDefined();
      // What comes next is sent at once only if nothing is under way: the clock stands still.
      await connection.settled();
    };
    await connection.test();
    await heard("test");
    const cycle = await later("POST", `/apps/${id}/cycles`, { name: "1.5", build: "77" });
    await heard("cycle.started");
    await later("POST", "/results", { app: id, check: "PAY-1", outcome: "passed", build: "77" });
    await heard("results.recorded");
    await heard("gate.changed");
    await later("POST", `/cycles/${cycle.id}/close`);
    await heard("cycle.closed");
    const issue = await later("POST", "/issues", { app: id, text: "Card is declined", priority: "high" });
    await heard("issue.raised");
    const steps: [type: string, method: string, path: string, body?: unknown][] = [
      ["issue.edited", "PATCH", "", { text: "Card is declined twice" }],
      ["issue.commented", "POST", "/comments", { text: "Seen on Android, too" }],
      ["issue.fixed", "POST", "/fix"],
      ["issue.confirmed", "POST", "/confirm"],
      ["issue.reopened", "POST", "/fix", { fixed: false }],
      ["issue.moved", "PUT", "/place", { check: "PAY-1" }],
    ];
    for (const [type, method, path, body] of steps) {
      await later(method, `/issues/${issue.id}${path}`, body);
      await heard(type);
    }
    for (const [, { post }] of Object.entries((await documentAt(world.address, "0")).webhooks as OpenApi)) {
      const type = post.requestBody.content["application/json"].schema.properties?.type?.const;
      if (type !== undefined) taker.keep(post.operationId, { path: "/retest", body: told(type)!.body, status: 200 });
    }
  } finally {
    await receiver.close();
  }
}

async function erasures(taker: ExampleTaker, world: World): Promise<void> {
  await dataOf(world, "POST", "/apps/Lantern%20Shop/archive");
  const shop = { kind: "app", subject: "Lantern Shop", confirm: "Lantern Shop" };
  const { id } = await taker.take("POST", `${API}/erasures`, shop);
  await expect.poll(async () => (await dataOf(world, "GET", `/erasures/${id}`)).state).toBe("done");
  await taker.take("GET", `${API}/erasures/${id}`);
  await taker.take("GET", `${API}/erasures?limit=1`);
}

async function theRest(taker: ExampleTaker): Promise<void> {
  await taker.take("GET", `${API}/workspace`);
  await taker.take("GET", `${API}/audit?limit=2`);
  const open = { key: null };
  const accept = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  await taker.take("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, { headers: accept });
  await taker.take("POST", "/mcp", { jsonrpc: "2.0", method: "notifications/initialized" }, { headers: accept });
  const beginning = (text: string) => `${text.split("\n").slice(0, 2).join("\n")}\n`;
  await taker.take("GET", "/metrics", undefined, { ...open, show: beginning });
  await taker.take("GET", "/healthz", undefined, open);
  await taker.take("GET", "/readyz", undefined, open);
  const firstLine = (text: string) => text.slice(0, text.indexOf("\n") + 1);
  await taker.take("GET", "/cli.mjs", undefined, { ...open, show: firstLine });
  const opening = ({ openapi, info: { title } }: OpenApi) => ({ openapi, info: { title } });
  await taker.take("GET", "/openapi.json", undefined, { ...open, show: opening });
  await taker.take("GET", "/docs", undefined, {
    ...open,
    show: (page: string) => page.slice(0, page.indexOf("<meta")),
  });
  await taker.take("GET", "/.well-known/api-catalog", undefined, open);
}
