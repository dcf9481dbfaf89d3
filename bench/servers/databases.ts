// Seeded databases: one folder for each size on SQLite, one database for each in a PostgreSQL of its own.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { type PostgresServer, startPostgres } from "../../test/support/database/postgres-server.ts";
import type { Database } from "../report/figures.ts";
import { BOTH_CORES, SERVER_CORE } from "./cores.ts";
import { withChildren } from "./processes.ts";
import { type Seeded, seed } from "./seed.ts";

/** Where a server of ours works. */
export interface SeededDatabase {
  database: Database;
  issues: number;
  dataDir: string;
  databaseUrl: string | null;
  databasePids(): number[];
  seeded: Seeded;
}

export interface SeededDatabases {
  all: SeededDatabase[];
  /** PostgreSQL's version; null on SQLite. */
  version: string | null;
  /** Moves the database to other cores. */
  pinTo(cores: string): void;
  close(): Promise<void>;
}

export interface PrepareOptions {
  scratch: string;
  /** What was seeded is kept for the next run. */
  keep: boolean;
  /** For PostgreSQL's own processes. */
  env?: Record<string, string>;
}

const KEPT = join(tmpdir(), "retest-bench-kept");

export async function prepareDatabases(
  database: Database,
  sizes: number[],
  options: PrepareOptions,
): Promise<SeededDatabases> {
  return database === "sqlite" ? prepareSqlite(sizes, options) : preparePostgres(sizes, options);
}

async function prepareSqlite(sizes: number[], { scratch, keep }: PrepareOptions): Promise<SeededDatabases> {
  const all: SeededDatabase[] = [];
  for (const issues of sizes) {
    const kept = join(KEPT, `sqlite-${issues}-${stateOfSeed()}`);
    const dataDir = mkdtempSync(join(scratch, `sqlite-${issues}-`));
    if (keep && existsSync(kept)) copy(kept, dataDir);
    else await seedInto(dataDir, null, issues);
    if (keep && !existsSync(kept)) copy(dataDir, kept);
    all.push({
      database: "sqlite",
      issues,
      dataDir,
      databaseUrl: null,
      databasePids: () => [],
      seeded: readSeeded(dataDir),
    });
  }
  return { all, version: null, pinTo: () => {}, close: async () => {} };
}

async function preparePostgres(sizes: number[], { scratch, keep, env }: PrepareOptions): Promise<SeededDatabases> {
  const kept = join(KEPT, `postgres-${sizes.join("-")}-${stateOfSeed()}`);
  const isKept = keep && existsSync(kept);
  const server = await startPostgres({
    pinTo: BOTH_CORES,
    durable: true,
    ...(env && { env }),
    ...(isKept ? { from: join(kept, "cluster") } : {}),
  });
  // An immediate shutdown, if the run is broken off.
  const end = () => void server.process.kill("SIGQUIT");
  process.on("exit", end);
  const all: SeededDatabase[] = [];
  for (const issues of sizes) {
    const dataDir = mkdtempSync(join(scratch, `postgres-${issues}-`));
    const databaseUrl = server.url.replace(/[^/]+$/, `issues_${issues}`);
    if (isKept) copy(join(kept, `${issues}`), dataDir);
    else {
      await ask(server, `create database issues_${issues}`);
      await seedInto(dataDir, databaseUrl, issues);
    }
    const databasePids = () => withChildren(server.process.pid!);
    all.push({ database: "postgres", issues, dataDir, databaseUrl, databasePids, seeded: readSeeded(dataDir) });
  }
  await ask(server, "checkpoint");
  if (keep && !isKept) {
    // Nobody writes, and all is on the disk: what is copied now starts like a server that was switched off.
    copy(server.folder, join(kept, "cluster"));
    for (const { dataDir, issues } of all) copy(dataDir, join(kept, `${issues}`));
  }
  const pinTo = (cores: string) => {
    // A helper process of its own may have ended meanwhile.
    for (const pid of withChildren(server.process.pid!)) spawnSync("taskset", ["-acp", cores, String(pid)]);
  };
  pinTo(SERVER_CORE);
  return {
    all,
    version: server.version,
    pinTo,
    async close() {
      process.off("exit", end);
      await server.stop();
    },
  };
}

const SEEDED = "bench-seeded.json";

async function seedInto(dataDir: string, databaseUrl: string | null, issues: number): Promise<void> {
  const began = performance.now();
  writeFileSync(join(dataDir, SEEDED), JSON.stringify(await seed({ dataDir, databaseUrl }, issues)));
  console.error(`  ${issues} issues seeded in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

function readSeeded(dataDir: string): Seeded {
  return JSON.parse(readFileSync(join(dataDir, SEEDED), "utf8"));
}

/** What was seeded by another program, or into other tables, is not used. */
function stateOfSeed(): string {
  const storage = join(import.meta.dirname, "../../src/storage");
  const makers = ["issues/issue-document.ts", "issues/search-index.ts"].map((name) => join(storage, name));
  const migrations = readdirSync(join(storage, "migrations")).map((name) => join(storage, "migrations", name));
  const hash = createHash("sha256");
  for (const file of [join(import.meta.dirname, "seed.ts"), ...makers, ...migrations.sort()]) {
    hash.update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 12);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  execFileSync("cp", ["-a", "--reflink=auto", "--no-target-directory", from, to]);
}

async function ask(server: PostgresServer, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
