// Sentry's SDKs with a connection's DSN: what they send raises issues, once, and is answered as they expect; whoever means harm is refused in words.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { type ConnectionClient, connect } from "../../../support/clients/connection-client.ts";
import { type IssueData, issueClientOf } from "../../../support/clients/issue-client.ts";
import {
  envelope,
  HOSTILE_ENVELOPES,
  ENVELOPE_ID as ID,
  LARGE_ENVELOPE,
  RECORDED_ENVELOPE as RECORDED,
} from "../../../support/hostile/hostile-envelopes.ts";
import { templateBodyOf } from "../../../support/samples/template-samples.ts";
import { DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const SESSION = templateBodyOf("sentry-envelope-session.txt");
const LIMIT = 20;

const thrown = (type: string, more: object = {}) => ({
  event_id: ID,
  exception: {
    values: [{ type, value: "boom", stacktrace: { frames: [{ function: type, filename: "a.js", in_app: true }] } }],
  },
  ...more,
});

interface Sdk extends Pick<ConnectionClient, "id" | "change"> {
  app: { id: string };
  key: string;
  dsn: string;
  send(body: string | Buffer, headers?: Record<string, string>, path?: string): Promise<Response>;
  answer(body: string | Buffer, headers?: Record<string, string>, path?: string): Promise<[number, unknown]>;
  issues(): Promise<IssueData[]>;
}

async function openSdk(world: World, { mode = "live" }: { mode?: string } = {}): Promise<Sdk> {
  const app = await world.app({ mode, platforms: ["ios", "web"].map((code) => ({ code, label: code })) });
  const connection = await connect(world, app.id, "sentry-sdk");
  const { url } = await connection.read();
  const { username: key } = new URL(url);
  const send: Sdk["send"] = (body, headers = {}, path = `/api/1/envelope/?sentry_key=${key}&sentry_version=7`) =>
    fetch(world.address + path, { method: "POST", headers, body: Buffer.from(body) });
  return {
    ...connection,
    app,
    key,
    dsn: `${world.address.replace("://", `://${key}@`)}/1`,
    send,
    async answer(...given) {
      const response = await send(...given);
      const text = await response.text();
      const body = JSON.parse(text);
      return [response.status, body.error?.code ?? body];
    },
    issues: async () => (await issueClientOf(world).list(`app=${app.id}&status=all&limit=200`)).data,
  };
}

/** A program of its own that has the real SDK; it prints what the SDK was answered. */
const PROGRAM = `
import * as Sentry from "@sentry/node";
Sentry.init({ dsn: process.env.SENTRY_DSN, tracesSampleRate: 1, release: "shop@1.2.3", environment: "test" });
const answers = [];
Sentry.getClient().on("afterSendEvent", (event, { statusCode }) => answers.push([event.type ?? "event", statusCode]));
function checkOut() { throw new TypeError("Cart is empty"); }
for (let n = 0; n < 2; n++) try { checkOut(); } catch (error) { Sentry.captureException(error); }
Sentry.captureMessage("Only a note", "info");
Sentry.startSpan({ name: "GET /cart" }, () => {});
Sentry.withScope((scope) => { scope.setFingerprint(["queue"]); Sentry.captureMessage("Queue 7 is full", "fatal"); });
await Sentry.flush(5000);
console.log(JSON.stringify(answers));
`;

/** Sends errors until it is refused, then five more, and prints what each was answered: nothing, once it sends no more. */
const STUBBORN = `
import * as Sentry from "@sentry/node";
Sentry.init({ dsn: process.env.SENTRY_DSN, tunnel: process.env.SENTRY_TUNNEL || undefined });
const answers = [];
Sentry.getClient().on("afterSendEvent", (event, { statusCode }) => answers.push(statusCode ?? null));
const most = Number(process.env.MOST);
for (let n = 0, left = 5; n < most && left > 0; n++) {
  Sentry.captureException(new Error(\`Error \${n}\`));
  await Sentry.flush(5000);
  if (answers.includes(429)) left--;
}
console.log(JSON.stringify(answers));
`;

async function runSdk(program: string, settings: Record<string, string>) {
  const env = { ...process.env, ...settings, NODE_OPTIONS: "" };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { env });
  return JSON.parse(stdout);
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { toolRate: LIMIT });
  let sdk: Sdk;
  beforeAll(async () => {
    sdk = await openSdk(world);
  });

  test("the real @sentry/node raises an issue for each error, once, and hears that all it sent was taken", async () => {
    const real = await openSdk(world);
    const answers: [string, number][] = await runSdk(PROGRAM, { SENTRY_DSN: real.dsn });
    expect(answers.map(([type]) => type).sort()).toEqual(["event", "event", "event", "event", "transaction"]);
    expect(new Set(answers.map(([, status]) => status))).toEqual(new Set([200]));
    const issues = await real.issues();
    expect(issues.map(({ text }) => text.split("\n", 1)[0]).sort()).toEqual([
      "Queue 7 is full",
      "TypeError: Cart is empty",
    ]);
    const [error] = issues.filter(({ text }) => text.startsWith("TypeError"));
    expect(error).toMatchObject({ status: "open", priority: "high", raised_by: "Sentry SDK", via: "tracker" });
    expect(error!.text).toMatch(/at checkOut \(/);
    expect(error!.text).toContain("Release: shop@1.2.3\nEnvironment: test");
  });

  test("the real @sentry/node sends nothing more once it was told to wait", async () => {
    const real = await openSdk(world);
    const answers: (number | null)[] = await runSdk(STUBBORN, { SENTRY_DSN: real.dsn, MOST: "200" });
    const refusedAt = answers.indexOf(429);
    expect(refusedAt).toBeGreaterThanOrEqual(LIMIT);
    expect(answers.slice(0, refusedAt).every((status) => status === 200)).toBe(true);
    expect(answers.slice(refusedAt + 1)).toEqual([null, null, null, null]);
  });

  test("the real @sentry/node raises issues by a tunnel that names the key", async () => {
    const real = await openSdk(world);
    const tunnel = `${world.address}/api/1/envelope/?sentry_key=${real.key}`;
    const elsewhere = "http://0123456789abcdef@127.0.0.1:9/1";
    expect(await runSdk(STUBBORN, { SENTRY_DSN: elsewhere, SENTRY_TUNNEL: tunnel, MOST: "1" })).toEqual([200]);
    expect(await real.issues()).toHaveLength(1);
  });

  test("a recorded envelope of the browser's SDK is read, deduplicated while open, and raised again once fixed", async () => {
    const own = await openSdk(world);
    expect(await own.answer(RECORDED)).toEqual([200, { id: ID }]);
    expect(await own.answer(RECORDED)).toEqual([200, { id: ID }]);
    const [first, ...more] = await own.issues();
    expect(more).toEqual([]);
    expect(first!.text.split("\n", 1)[0]).toBe("TypeError: Cannot read properties of undefined (reading 'folderId')");
    expect(first!.text).toMatch(/\n\nhttps:\/\/app\.example\.com\/notes\/7$/);
    expect(first!.platforms).toEqual(["web"]);
    await dataOf(world, "POST", `/issues/${first!.id}/fix`, {});
    expect(await own.answer(RECORDED)).toEqual([200, { id: ID }]);
    expect(await own.issues()).toHaveLength(2);
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("bodies by %s are unpacked", async (coding, pack) => {
    const own = await openSdk(world);
    expect(await own.answer(pack(envelope(thrown("Packed"))), { "content-encoding": coding })).toEqual([
      200,
      { id: ID },
    ]);
    expect(await own.issues()).toHaveLength(1);
  });

  test("older SDKs send an event alone, and name the key in a header", async () => {
    const own = await openSdk(world);
    const auth = { "x-sentry-auth": `Sentry sentry_version=7, sentry_client=raven/6.0, sentry_key=${own.key}` };
    expect(await own.answer(JSON.stringify(thrown("Old")), auth, "/api/1/store/")).toEqual([200, { id: ID }]);
    expect(await own.answer(JSON.stringify({ message: "No id" }), auth, "/api/42/store")).toEqual([
      200,
      { id: expect.stringMatching(/^[\da-f]{32}$/) },
    ]);
    expect(await own.issues()).toHaveLength(2);
  });

  test("what is no error is taken and raises nothing", async () => {
    const own = await openSdk(world);
    expect(await own.answer(SESSION)).toEqual([200, {}]);
    for (const type of ["transaction", "attachment", "client_report", "replay_event", "check_in", "unheard_of"]) {
      expect(await own.answer(envelope({}, type))).toEqual([200, { id: ID }]);
    }
    expect(await own.answer(envelope(thrown("Quiet", { level: "warning" })))).toEqual([200, { id: ID }]);
    expect(await own.issues()).toEqual([]);
    expect((await dataOf(world, "GET", `/apps/${own.app.id}/connections/${own.id}`)).heard.outcome).toBe("no_error");
  });

  test("pages of any origin may send, and see when they may again", async () => {
    const path = `/api/1/envelope/?sentry_key=${sdk.key}`;
    const asked = await fetch(world.address + path, {
      method: "OPTIONS",
      headers: { origin: "https://shop.example", "access-control-request-method": "POST" },
    });
    expect([asked.status, await asked.text()]).toEqual([204, ""]);
    expect(asked.headers.get("access-control-allow-methods")).toBe("POST");
    const refused = await sdk.send("{", { origin: "https://shop.example" });
    for (const { headers } of [asked, refused, await sdk.send(SESSION)]) {
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")).toContain("retry-after");
    }
    const other = await world.call(world.viewer, "GET", "/me");
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("once its minute is used up an SDK is told when to send again, but what raises nothing goes on for longer", async () => {
    const own = await openSdk(world);
    for (let n = 0; n < LIMIT; n++) expect((await own.send(envelope(thrown("Same")))).status).toBe(200);
    const over = await own.send(envelope(thrown("Same")));
    expect(over.status).toBe(429);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await own.send(SESSION)).status).toBe(200);
    while ((await own.send(SESSION)).status === 200);
    // The body is not read any more.
    expect((await own.answer("x".repeat(3_000_000)))[0]).toBe(429);
    expect(await own.issues()).toHaveLength(1);
  });

  test("an unknown key, another tool's, a connection that is off and an app in testing mode are refused", async () => {
    const own = await openSdk(world);
    const body = envelope(thrown("Refused"));
    const slack = await connect(world, own.app.id, "slack");
    const wrong = new URL(slack.url).pathname.split("/").at(-1);
    for (const query of ["", "?sentry_key=", "?sentry_key=abc", `?sentry_key=${wrong}`]) {
      expect(await own.answer(body, {}, `/api/1/envelope/${query}`)).toEqual([404, "not_found"]);
    }
    expect(await own.answer(body, {}, `/api/integrations/sentry-sdk/${own.key}`)).toEqual([404, "not_found"]);
    await own.change({ enabled: false });
    expect(await own.answer(body)).toEqual([404, "not_found"]);
    expect(await own.issues()).toEqual([]);
    const testing = await openSdk(world, { mode: "testing" });
    expect(await testing.answer(body)).toEqual([409, "not_live"]);
    expect(await testing.answer(SESSION)).toEqual([200, {}]);
  });

  test("hostile bodies are refused in words", async () => {
    const own = await openSdk(world);
    for (const [what, body, headers, wanted] of HOSTILE_ENVELOPES) {
      const answer = await own.answer(body, headers);
      expect([what, ...answer]).toEqual([what, ...wanted]);
    }
    expect(await own.issues()).toEqual([]);
  });

  test("large events, and fields that are anything, are read", async () => {
    const own = await openSdk(world);
    expect(await own.answer(LARGE_ENVELOPE)).toEqual([200, { id: ID }]);
    const odd = [
      null,
      true,
      0,
      "",
      "\ud800",
      [],
      {},
      [[]],
      { values: 7 },
      { values: [null, 7, { type: {}, stacktrace: { frames: [null, 1] } }] },
    ];
    for (const value of odd) {
      const names = ["exception", "message", "level", "fingerprint", "transaction", "contexts", "request", "release"];
      const event = Object.fromEntries(names.map((name) => [name, value]));
      expect((await sdk.answer(envelope(event)))[0]).toBe(200);
    }
  });
});
