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

/** Where one of our servers keeps its data. */
export interface Place {
  dataDir: string;
  databaseUrl: string | null;
  databasePids(): number[];
}

export interface SeededDatabase<With = Seeded> extends Place {
  database: Database;
  /** How many issues, or other rows, it was filled with. */
  size: number;
  seeded: With;
}

export interface SeededDatabases<With = Seeded> {
  all: SeededDatabase<With>[];
  /** PostgreSQL's version; null on SQLite. */
  version: string | null;
  /** Moves the database to other cores. */
  pinTo(cores: string): void;
  close(): Promise<void>;
}

export interface PrepareOptions {
  scratch: string;
  /** Whether seeded data is kept for the next run. */
  keep: boolean;
  /** Settings of PostgreSQL's own processes. */
  env?: Record<string, string>;
}

/** What databases are filled with. */
export interface Seeding<With> {
  of: "issues" | "results" | "people" | "apps" | "rows" | "workspaces";
  seed(where: Pick<Place, "dataDir" | "databaseUrl">, size: number): Promise<With>;
}

const KEPT = join(tmpdir(), "retest-bench-kept");
const ISSUES: Seeding<Seeded> = { of: "issues", seed };

export async function prepareDatabases(
  database: Database,
  sizes: number[],
  options: PrepareOptions,
): Promise<SeededDatabases> {
  return prepareFilled(database, sizes, options, ISSUES);
}

/** Databases that are filled in another way. */
export async function prepareFilled<With>(
  database: Database,
  sizes: number[],
  options: PrepareOptions,
  seeding: Seeding<With>,
): Promise<SeededDatabases<With>> {
  return database === "sqlite" ? prepareSqlite(sizes, options, seeding) : preparePostgres(sizes, options, seeding);
}

async function prepareSqlite<With>(
  sizes: number[],
  { scratch, keep }: PrepareOptions,
  seeding: Seeding<With>,
): Promise<SeededDatabases<With>> {
  const all: SeededDatabase<With>[] = [];
  for (const size of sizes) {
    const kept = join(KEPT, `sqlite-${seeding.of}-${size}-${stateOfSeed()}`);
    const dataDir = mkdtempSync(join(scratch, `sqlite-${size}-`));
    if (keep && existsSync(kept)) copy(kept, dataDir);
    else await seedInto(dataDir, null, size, seeding);
    if (keep && !existsSync(kept)) copy(dataDir, kept);
    all.push({
      database: "sqlite",
      size,
      dataDir,
      databaseUrl: null,
      databasePids: () => [],
      seeded: readSeeded(dataDir),
    });
  }
  return { all, version: null, pinTo: () => {}, close: async () => {} };
}

async function preparePostgres<With>(
  sizes: number[],
  { scratch, keep, env }: PrepareOptions,
  seeding: Seeding<With>,
): Promise<SeededDatabases<With>> {
  const kept = join(KEPT, `postgres-${seeding.of}-${sizes.join("-")}-${stateOfSeed()}`);
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
  const all: SeededDatabase<With>[] = [];
  for (const size of sizes) {
    const dataDir = mkdtempSync(join(scratch, `postgres-${size}-`));
    const name = `${seeding.of}_${size}`;
    const databaseUrl = server.url.replace(/[^/]+$/, name);
    if (isKept) copy(join(kept, `${size}`), dataDir);
    else {
      await ask(server, `create database ${name}`);
      await seedInto(dataDir, databaseUrl, size, seeding);
    }
    const databasePids = () => withChildren(server.process.pid!);
    all.push({ database: "postgres", size, dataDir, databaseUrl, databasePids, seeded: readSeeded(dataDir) });
  }
  await ask(server, "checkpoint");
  if (keep && !isKept) {
    // Nobody writes, and all is on the disk: what is copied now starts like a server that was switched off.
    copy(server.folder, join(kept, "cluster"));
    for (const { dataDir, size } of all) copy(dataDir, join(kept, `${size}`));
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

async function seedInto<With>(
  dataDir: string,
  databaseUrl: string | null,
  size: number,
  { of, seed: fill }: Seeding<With>,
): Promise<void> {
  const began = performance.now();
  writeFileSync(join(dataDir, SEEDED), JSON.stringify(await fill({ dataDir, databaseUrl }, size)));
  console.error(`  ${size} ${of} seeded in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

function readSeeded<With>(dataDir: string): With {
  return JSON.parse(readFileSync(join(dataDir, SEEDED), "utf8"));
}

/** A hash of the seeding program and the schema: data seeded by others isn't used. */
function stateOfSeed(): string {
  const storage = join(import.meta.dirname, "../../src/storage");
  const makers = ["issues/issue-document.ts", "issues/search-index.ts"].map((name) => join(storage, name));
  const migrations = readdirSync(join(storage, "migrations")).map((name) => join(storage, "migrations", name));
  const hash = createHash("sha256");
  const seeds = ["seed.ts", "seed-cycles.ts"].map((name) => join(import.meta.dirname, name));
  for (const file of [...seeds, ...makers, ...migrations.sort()]) {
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
