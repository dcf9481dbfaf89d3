// `npm run bench`: our server beside the least that the same work needs, both on one core, in alternating slices.
// Options: --quick (short slices, 1,000 issues only), --only WORK, --database sqlite|postgres, --sizes 1000,1000000, --slices 10
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type PostgresServer, startPostgres } from "../test/support/postgres-server.ts";
import { APP, type Seeded, seed } from "./seed.ts";
import { type Request, requireWrk, runSlice, type Slice } from "./wrk.ts";

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

interface Work {
  name: string;
  /** The programs it is measured beside, each with the share that is the bar, if there is one. */
  beside: { program: string; bar: { sqlite?: number; postgres?: number } }[];
  request(seeded: Seeded): Request;
}

/** Lua that spells a text differently each time, by percent-encoding: no answer to it can come from the cache. */
const SPELL = `local n = 0
local spell = function(text)
  local out, rest = {}, n
  for i = 1, #text do
    local char = text:sub(i, i)
    out[i] = rest % 2 == 1 and string.format("%%%02x", char:byte()) or char
    rest = math.floor(rest / 2)
  end
  return table.concat(out)
end`;

const works: Work[] = [
  {
    name: "create",
    beside: [
      { program: "parse", bar: { sqlite: 0.3, postgres: 0.15 } },
      { program: "create", bar: {} },
    ],
    request: ({ keys }) => ({
      method: "POST",
      path: "/api/v1/issues",
      headers: auth(keys.admin),
      body: JSON.stringify({ app: APP, check: "C-77", platforms: ["ios"], text: "x".repeat(850), priority: "high" }),
    }),
  },
  {
    name: "fix + reopen",
    beside: [
      { program: "parse", bar: { sqlite: 0.25 } },
      { program: "fix", bar: {} },
    ],
    request: ({ keys, issueIds }) => ({
      method: "POST",
      path: "/",
      headers: auth(keys.admin),
      script: `local ids = {${issueIds.map((id) => `"${id}"`).join(",")}}
local n = 0
request = function()
  n = n + 1
  local id = ids[1 + math.floor(n / 2) % #ids]
  return wrk.format("POST", "/api/v1/issues/" .. id .. "/fix", nil, n % 2 == 0 and '{"fixed":true}' or '{"fixed":false}')
end`,
    }),
  },
  {
    name: "get one",
    beside: [
      { program: "hello", bar: { sqlite: 0.35 } },
      { program: "get", bar: {} },
    ],
    request: ({ keys, issueIds }) => ({
      method: "GET",
      path: "/",
      headers: auth(keys.viewer),
      script: cycle(issueIds.map((id) => `/api/v1/issues/${id}`)),
    }),
  },
  {
    name: "list of 50, each page anew",
    beside: [
      { program: "static", bar: { sqlite: 0.04 } },
      { program: "list", bar: {} },
    ],
    request: ({ keys, appId }) => ({
      method: "GET",
      path: "/",
      headers: auth(keys.viewer),
      script: `${SPELL}
request = function()
  n = n + 1
  return wrk.format("GET", "/api/v1/issues?limit=50&app=" .. spell("${appId}"))
end`,
    }),
  },
  {
    name: "list of 50, unchanged",
    beside: [{ program: "static", bar: { sqlite: 0.4 } }],
    request: ({ keys }) => ({ method: "GET", path: `/api/v1/issues?app=${APP}&limit=50`, headers: auth(keys.viewer) }),
  },
  {
    name: "app summary, unchanged",
    beside: [{ program: "static", bar: { sqlite: 0.4 } }],
    request: ({ keys }) => ({ method: "GET", path: `/api/v1/apps/${APP}`, headers: auth(keys.viewer) }),
  },
  {
    name: "app summary, each anew",
    beside: [{ program: "static", bar: {} }],
    request: ({ keys, appId }) => ({
      method: "GET",
      path: "/",
      headers: auth(keys.viewer),
      script: `${SPELL}
request = function()
  n = n + 1
  return wrk.format("GET", "/api/v1/apps/" .. spell("${appId}"))
end`,
    }),
  },
];

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

async function measureAll(database: "sqlite" | "postgres", size: number): Promise<void> {
  const dataDir = join(scratch, `${database}-${size}`);
  mkdirSync(dataDir);
  const postgres = database === "postgres" ? await startPostgres({ pinTo: SERVER_CORE, durable: true }) : null;
  try {
    console.error(`${database}: seeding ${size} issues`);
    const seeded = await seed({ dataDir, databaseUrl: postgres?.url ?? null }, size);
    const ours = await startOurs(dataDir, postgres);
    for (const work of works) {
      if (flags.only !== undefined && !work.name.includes(flags.only)) continue;
      await measure(work, database, size, ours, seeded);
    }
    ours.stop();
  } finally {
    await postgres?.stop();
  }
}

async function measure(work: Work, database: "sqlite" | "postgres", size: number, ours: Running, seeded: Seeded) {
  console.error(`${database} ${size}: ${work.name}`);
  const beside = [];
  for (const { program, bar } of work.beside) beside.push({ program, bar, running: await startProgram(program) });
  const own: Slice[] = [];
  const others: Slice[][] = beside.map(() => []);
  for (let i = -WARM_UP; i < slices; i++) {
    const slice = runSlice(ours.port, ours.pids(), work.request(seeded), sliceSeconds, scratch);
    if (slice.errors > 0) throw new Error(`${work.name}: ${slice.errors} answers were errors`);
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

async function startOurs(dataDir: string, postgres: PostgresServer | null): Promise<Running> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    RETEST_DATA_DIR: dataDir,
    RETEST_LOG_LEVEL: "fatal",
    RETEST_API_RATE: "0",
    ...(postgres === null ? {} : { DATABASE_URL: postgres.url, RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef" }),
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

function besideRequest(program: string): Request {
  const body = JSON.stringify({ title: "x".repeat(60), description: "y".repeat(850), external_id: "1234567" });
  if (program === "parse") {
    const signature = `sha256=${createHmac("sha256", "bench").update(body).digest("hex")}`;
    return {
      method: "POST",
      path: "/",
      headers: { "content-type": "application/json", "x-signature": signature },
      body,
    };
  }
  if (program === "create" || program === "fix") {
    return { method: "POST", path: "/", headers: { "content-type": "application/json" }, body };
  }
  return { method: "GET", path: "/", headers: {} };
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

function auth(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}

function cycle(paths: string[]): string {
  return `local paths = {${paths.map((path) => `"${path}"`).join(",")}}
local n = 0
request = function()
  n = n + 1
  return wrk.format("GET", paths[1 + n % #paths])
end`;
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
