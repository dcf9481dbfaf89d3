// `npm run bench`: our server beside the least that the same work needs, both on one core, in alternating slices.
// Options: --quick (short slices, 1,000 issues only), --only WORK, --database sqlite|postgres, --sizes 1000,1000000, --slices 10
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type PostgresServer, startPostgres } from "../test/support/postgres-server.ts";
import { SECRET_KEY, type Seeded, seed } from "./seed.ts";
import { besideRequest, type Database, type Work, works } from "./works.ts";
import { requireWrk, runSlice, type Slice } from "./wrk.ts";

const SERVER_CORE = "0";
/** Rounds that don't count. */
const WARM_UP = 3;

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean" },
    only: { type: "string" },
    database: { type: "string" },
    sizes: { type: "string" },
    slices: { type: "string" },
  },
});
const sizes = (flags.sizes ?? (flags.quick ? "1000" : "1000,1000000")).split(",").map(Number);
const slices = Number(flags.slices ?? (flags.quick ? 4 : 10));
const sliceSeconds = 1;

/** Whatever happens, no server is left behind. */
const children = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

/** A server under measurement, and the processes whose time counts as its own. */
interface Running {
  port: number;
  pids(): number[];
  stop(): void;
}

requireWrk();
const scratch = mkdtempSync(join(tmpdir(), "retest-bench-"));
const rows: string[][] = [];
let missed = 0;
try {
  for (const database of ["sqlite", "postgres"] as const) {
    if (flags.database !== undefined && flags.database !== database) continue;
    for (const size of sizes) await measureAll(database, size);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
print(["work", "database", "issues", "ours/s", "us CPU", "p99 ms", "beside", "its/s", "ratio", "bar", ""], rows);
console.log(missed === 0 ? "\nevery bar reached" : `\n${missed} bars missed`);

async function measureAll(database: Database, size: number): Promise<void> {
  const dataDir = join(scratch, `${database}-${size}`);
  mkdirSync(dataDir);
  const postgres = database === "postgres" ? await startPostgres({ pinTo: SERVER_CORE, durable: true }) : null;
  try {
    console.error(`${database}: seeding ${size} issues`);
    const seeded = await seed({ dataDir, databaseUrl: postgres?.url ?? null }, size);
    const ours = await startOurs(dataDir, postgres);
    for (const work of works) {
      if (flags.only !== undefined && !work.name.includes(flags.only)) continue;
      const own = work.settings === undefined ? ours : await startOurs(dataDir, postgres, work.settings);
      await measure(work, database, size, own, seeded);
      if (own !== ours) own.stop();
    }
    ours.stop();
  } finally {
    await postgres?.stop();
  }
}

async function measure(work: Work, database: Database, size: number, ours: Running, seeded: Seeded) {
  console.error(`${database} ${size}: ${work.name}`);
  const beside = [];
  for (const { program, bar } of work.beside) beside.push({ program, bar, running: await startProgram(program) });
  const own: Slice[] = [];
  const others: Slice[][] = beside.map(() => []);
  for (let i = -WARM_UP; i < slices; i++) {
    const slice = runSlice(ours.port, ours.pids(), work.request(seeded), sliceSeconds, scratch);
    if (work.refused !== true && slice.errors > 0) throw new Error(`${work.name}: ${slice.errors} answers were errors`);
    const theirs = beside.map(({ program, running }) =>
      runSlice(running.port, running.pids(), besideRequest(program), sliceSeconds, scratch),
    );
    // The first rounds warm both up.
    if (i < 0) continue;
    own.push(slice);
    for (const [k, other] of theirs.entries()) others[k]!.push(other);
  }
  for (const [k, { program, bar, running }] of beside.entries()) {
    running.stop();
    const ratio = median(own.map(rate)) / median(others[k]!.map(rate));
    const wanted = bar[database];
    const ok = wanted === undefined || ratio >= wanted;
    if (!ok) missed++;
    const cpu = (1e6 * sum(own, "cpuSeconds")) / sum(own, "requests");
    report([
      work.name,
      database,
      String(size),
      median(own.map(rate)).toFixed(0),
      cpu.toFixed(0),
      median(own.map((slice) => slice.p99)).toFixed(1),
      program,
      median(others[k]!.map(rate)).toFixed(0),
      ratio.toFixed(3),
      wanted === undefined ? "" : wanted.toFixed(3),
      wanted === undefined ? "" : ok ? "reached" : "MISSED",
    ]);
  }
}

/** Shown at once too: a run takes long enough to be cut short. */
function report(row: string[]): void {
  rows.push(row);
  console.error(`  ${row.join("  ")}`);
}

async function startOurs(
  dataDir: string,
  postgres: PostgresServer | null,
  settings: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    RETEST_DATA_DIR: dataDir,
    RETEST_LOG_LEVEL: "fatal",
    RETEST_API_RATE: "0",
    RETEST_WEBHOOK_RATE: "0",
    RETEST_SECRET_KEY: SECRET_KEY,
    ...(postgres === null ? {} : { DATABASE_URL: postgres.url }),
    ...settings,
  };
  const child = spawn("taskset", ["-c", SERVER_CORE, process.execPath, "bin/retest.js", "serve"], {
    env,
    stdio: "inherit",
  });
  children.add(child);
  await answers(port, "/healthz");
  return {
    port,
    pids: () => [child.pid!, ...(postgres === null ? [] : backends(postgres.process.pid!))],
    stop: () => void child.kill(),
  };
}

async function startProgram(program: string): Promise<Running> {
  const port = await freePort();
  const file = join(scratch, `${program}-${port}.db`);
  const args = ["-c", SERVER_CORE, process.execPath, "--import", "tsx", "bench/limits.ts", program, String(port), file];
  const child: ChildProcess = spawn("taskset", args, { stdio: "inherit" });
  children.add(child);
  await answers(port, "/");
  return { port, pids: () => [child.pid!], stop: () => void child.kill() };
}

async function answers(port: number, path: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    try {
      await fetch(`http://127.0.0.1:${port}${path}`);
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error(`nothing answers on port ${port}`);
}

/** PostgreSQL works in a process per connection. */
function backends(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid === parent || parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

async function freePort(): Promise<number> {
  const { createServer } = await import("node:net");
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

function rate({ requests, seconds }: Slice): number {
  return requests / seconds;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

function sum(list: Slice[], field: keyof Slice): number {
  return list.reduce((total, slice) => total + slice[field], 0);
}

function print(header: string[], table: string[][]): void {
  const all = [header, ...table];
  const widths = header.map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
  for (const row of all) console.log(row.map((cell, i) => cell.padEnd(widths[i]!)).join("  "));
}
