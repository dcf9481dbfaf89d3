// A world to test in: the real product, composed as the server composes it, on a scratch database and a real port.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { inject } from "vitest";
import { createKey } from "../../../src/actions/access/change-key.ts";
import { acceptInvitation, invite } from "../../../src/actions/access/invite-person.ts";
import { examine } from "../../../src/cli/doctor/examine.ts";
import { readAuditVerification } from "../../../src/cli/doctor/examine-audit-log.ts";
import type { Role } from "../../../src/domain/access/grant.ts";
import { Fault } from "../../../src/domain/fault.ts";
import { randomText } from "../../../src/lib/ids.ts";
import { type Config, sqliteFile } from "../../../src/startup/config.ts";
import { openStore, type Store } from "../../../src/startup/open-store.ts";
import { type Server, startServer } from "../../../src/startup/start-server.ts";
import { exchange } from "../conformance/exchange.ts";
import { SESSION } from "../conformance/session-cookie.ts";
import { behind } from "../database/direct-sql.ts";
import { createDatabaseOn, type FreshDatabase } from "../database/fresh-database.ts";
import { putMigratedSqlite } from "../database/migrated-sqlite.ts";
import { throughPooler } from "../database/pgbouncer.ts";
import { MIGRATED } from "../database/postgres-server.ts";
import { openCycles } from "./open-cycles.ts";

const KINDS = ["sqlite", "postgres"] as const;
/** Both, unless RETEST_TEST_DATABASE names one of them. */
export const DATABASES = KINDS.filter((kind) => [kind, "", undefined].includes(process.env.RETEST_TEST_DATABASE));
/** For what speaks to the server alone, as the interface and most commands do: one of them, whose answers are the same as the other's. */
export const ANY_DATABASE = DATABASES.slice(0, 1);
export type DatabaseKind = (typeof KINDS)[number];

/** An answer as a client sees it. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON, or undefined for an empty body and for one that is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  body: any;
}

/** A clock that tests may move; left alone it follows the real one. */
export interface TestClock {
  offset: number;
  frozenAt: number | null;
}

export interface World {
  kind: DatabaseKind;
  config: Config;
  store: Store;
  clock: TestClock;
  /** Of the form http://127.0.0.1:PORT. */
  address: string;
  /** A new key; `apps` are ids or names it is scoped to. */
  key(role: Role, apps?: string[]): Promise<string>;
  /** A new person who is signed in: what `call` takes in place of a key, and then goes to /ui/v1. */
  person(role: Role, apps?: string[]): Promise<string>;
  /** Keys that reach every app, made once. */
  admin: string;
  tester: string;
  viewer: string;
  /** One request below /api/v1, or /ui/v1 with a person's cookie. A string or Buffer body is sent as it stands, anything else as JSON. */
  call(
    key: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** The same, against another server on the same database. */
  callAt(
    address: string,
    key: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Starts another server on the same database, with connections of its own, and gives its address. */
  anotherServer(): Promise<string>;
  /** Creates an app with the admin key and gives the answer's data; fields given replace the sample's. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  app(fields?: Record<string, unknown>): Promise<any>;
  /** What `retest doctor` would report. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/** `log` takes each line that the server logs, as JSON. */
export async function createWorld(
  kind: DatabaseKind,
  settings: Partial<Config> = {},
  log?: (line: string) => void,
): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), "retest-test-"));
  const database = kind === "postgres" ? await createDatabase(MIGRATED) : null;
  const config: Config = {
    port: 0,
    host: "127.0.0.1",
    workers: 1,
    baseUrl: "http://localhost:3000",
    dataDir,
    databaseUrl: database?.url ?? null,
    replicaUrl: null,
    secretKey: "0123456789abcdef0123456789abcdef",
    oldSecretKey: null,
    logLevel: "silent",
    freePlanIssues: 100,
    apiRate: 0,
    workspaceRate: 0,
    workspaceWebhookRate: 0,
    addressConnections: 0,
    toolRate: 0,
    publicRate: 0,
    webhookRate: 120,
    deliveryDays: 30,
    auditDays: 400,
    resultAttachmentDays: 0,
    notifyAllowedHosts: new Set(["127.0.0.1"]),
    trustedProxies: [],
    hsts: null,
    metricsToken: null,
    mail: null,
    bucket: null,
    filesIn: "folder",
    oidc: null,
    passwordSignIn: true,
    proxyUserHeader: null,
    signUp: false,
    ...settings,
  };
  if (kind === "sqlite" && settings.dataDir === undefined) putMigratedSqlite(sqliteFile(config));
  const logger = log === undefined ? pino({ level: config.logLevel }) : pino({ level: "info" }, { write: log });
  const clock: TestClock = { offset: 0, frozenAt: null };
  const now = () => clock.frozenAt ?? Date.now() + clock.offset;
  const opened: { server: Server; store: Store }[] = [];
  const open = async (port: number) => {
    const store = await insist(() => openStore(config, logger, now));
    const server = await startServer({ ...config, port }, store, logger, now);
    opened.push({ server, store });
    return { store, address: `http://127.0.0.1:${server.port}` };
  };
  const { store, address } = await open(config.port);
  const key = async (role: Role, apps?: string[]) => {
    const name = `${role} key`;
    const input = { workspaceId: store.workspace.id, name, role, apps: apps ?? null };
    return (await insist(() => store.performer.perform(createKey, input))).token;
  };
  /** The first of each role, once they have joined: nobody else may have their name before that. */
  const firstOf = new Map<Role, Promise<unknown>>();
  const person = async (role: Role, apps?: string[]) => {
    const grant = { workspaceId: store.workspace.id, role, apps: apps ?? null, email: null, createdBy: null };
    const { invitation } = await insist(() => store.performer.perform(invite, grant));
    const email = `${role}-${randomText(8)}@example.com`;
    const first = firstOf.get(role);
    const name = first === undefined ? `${role} person` : email;
    const joining = { hash: invitation.hash, name, email, passwordHash: "none" };
    const joined = store.performer.perform(acceptInvitation, joining);
    if (first === undefined) firstOf.set(role, joined);
    const [{ token }] = await Promise.all([joined, first]);
    // All of a role are called the same, as people may be who joined before names had to differ.
    if (name === email) await behind(world, `update person set name = '${role} person' where email = '${email}'`);
    return SESSION + token;
  };
  const admin = await key("admin");
  const world: World = {
    kind,
    config,
    store,
    clock,
    address,
    key,
    person,
    admin,
    tester: await key("tester"),
    viewer: await key("viewer"),
    call: (...args) => callAt(address, ...args),
    callAt,
    anotherServer: async () => (await open(0)).address,
    async app(fields = {}) {
      const answer = await callAt(address, admin, "POST", "/apps", { ...sampleApp(), ...fields });
      if (answer.status !== 201) throw new Error(`app: ${answer.status} ${JSON.stringify(answer.body)}`);
      await openCycles(store, answer.body.data);
      return answer.body.data;
    },
    async problems() {
      const { differences, busy } = await examine(
        store.reader,
        now(),
        await readAuditVerification(store.reader, config),
      );
      return [...differences.map(({ app, problem }) => `${app}: ${problem}`), ...busy.map((app) => `${app}: busy`)];
    },
    async close() {
      for (const { server, store: other } of opened) {
        await server.close();
        await other.close();
      }
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}

/** What sets up a test tries again where a busy machine is too late for the product's own limits, as the message asks for. */
async function insist<T>(run: () => Promise<T>, tries = 10): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (tries === 1 || !(error instanceof Fault && error.code === "unavailable")) throw error;
    return insist(run, tries - 1);
  }
}

/** Two platforms, two sections, three checks; the name is new each time. */
export function sampleApp() {
  return {
    name: `App ${randomText(8)}`,
    platforms: [
      { code: "ios", label: "iOS" },
      { code: "android", label: "Android" },
    ],
    sections: [
      {
        ref: "SIGN",
        title: "Sign in",
        checks: [
          { ref: "SIGN-1", title: "Password" },
          { ref: "SIGN-2", title: "Wallet" },
        ],
      },
      { ref: "PAY", title: "Pay", checks: [{ ref: "PAY-1", title: "Card" }] },
    ],
  };
}

async function callAt(
  address: string,
  key: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = typeof body === "string" || body instanceof Uint8Array;
  const isPerson = key?.startsWith(SESSION) === true;
  const {
    status,
    headers: answered,
    text,
  } = await exchange(
    method,
    `${address}${isPerson ? "/ui/v1" : "/api/v1"}${path}`,
    {
      ...(key === null || isPerson ? {} : { authorization: `Bearer ${key}` }),
      ...(isPerson ? { cookie: key, "sec-fetch-site": "same-origin" } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body === undefined || raw ? (body as string | Uint8Array | undefined) : JSON.stringify(body),
  );
  const isJson = answered.get("content-type")?.startsWith("application/json") === true && text !== "";
  return { status, headers: answered, body: isJson ? JSON.parse(text) : undefined };
}

/** Empty, or a copy of another, on the PostgreSQL of the test run. */
export async function createDatabase(template?: string): Promise<FreshDatabase> {
  const made = await createDatabaseOn(inject("postgresUrl"), template);
  const pooler = inject("poolerUrl");
  return pooler === null ? made : { ...made, url: throughPooler(pooler, made.url) };
}
