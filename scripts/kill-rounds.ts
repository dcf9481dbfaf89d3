// Kills the built server with SIGKILL under write load, again and again, and checks after each restart that every
// write it had acknowledged is there and whole: npx tsx scripts/kill-rounds.ts [--rounds 50] [--database both]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import { type RunningServer, retest, type Settings, serve } from "../test/support/cli.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { Client, PLATFORMS, Writer } from "./kill-rounds-writer.ts";

const WRITERS = 20;
const APPS = 2;
const SHORTEST_LOAD_MS = 50;
const LONGEST_LOAD_MS = 1_000;

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "50" }, database: { type: "string", default: "both" } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || !["sqlite", "postgres", "both"].includes(values.database)) {
  console.error("usage: kill-rounds [--rounds 50] [--database sqlite|postgres|both]");
  process.exit(2);
}

const summaries: Record<string, Summary> = {};
for (const database of ["sqlite", "postgres"] as const) {
  if (values.database !== database && values.database !== "both") continue;
  summaries[database] = await (database === "sqlite" ? onSqlite() : onPostgres());
}
console.table(summaries);
process.exitCode = Object.values(summaries).some(({ problems }) => problems > 0) ? 1 : 0;

interface Summary {
  rounds: number;
  acknowledged: number;
  unanswered: number;
  "unanswered, happened": number;
  problems: number;
  "slowest restart, ms": number;
}

async function onSqlite(): Promise<Summary> {
  const dataDir = mkdtempSync(join(tmpdir(), "retest-kill-"));
  try {
    return await run("sqlite", { RETEST_DATA_DIR: dataDir }, () => integrityOf(join(dataDir, "retest.db")));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onPostgres(): Promise<Summary> {
  const postgres = await startPostgres();
  try {
    const settings = { DATABASE_URL: postgres.url, RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef" };
    return await run("postgres", settings, () => []);
  } finally {
    await postgres.stop();
  }
}

async function run(name: string, settings: Settings, integrity: () => string[]): Promise<Summary> {
  const problems: string[] = [];
  const report = (found: string[], round: number) => {
    for (const problem of found) console.error(`${name}, round ${round}: ${problem}`);
    problems.push(...found);
  };
  const client = new Client(await keyOf(settings));
  let server = await start(settings, client);
  const writers = await createWriters(client);
  let slowest = 0;
  for (let round = 1; round <= rounds; round++) {
    await killUnderLoad(server, writers);
    const before = Date.now();
    server = await start(settings, client);
    slowest = Math.max(slowest, Date.now() - before);
    const found = await Promise.all(writers.map((writer) => writer.check(round === rounds)));
    report([...found.flat(), ...(await diagnose(settings)), ...integrity()], round);
    if (round % 10 === 0 || round === rounds) {
      console.log(`${name}: ${round} rounds, ${sum(writers, "acknowledged")} writes, ${problems.length} problems`);
    }
  }
  await server.stop();
  return {
    rounds,
    acknowledged: sum(writers, "acknowledged"),
    unanswered: sum(writers, "unanswered"),
    "unanswered, happened": sum(writers, "happened"),
    problems: problems.length,
    "slowest restart, ms": slowest,
  };
}

async function start(settings: Settings, client: Client): Promise<RunningServer> {
  const server = await serve({ ...settings, RETEST_API_RATE: "0" });
  client.address = server.address;
  return server;
}

async function keyOf(settings: Settings): Promise<string> {
  const { stdout, stderr } = await retest(["key", "create", "--name", "CI", "--role", "admin", "--json"], settings);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout).key;
}

async function createWriters(client: Client): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (let n = 0; n < APPS; n++) {
    const checks = Array.from({ length: WRITERS / APPS }, (_, i) => ({ ref: `C-${i}`, title: `Check ${i}` }));
    const { data } = await client.send("POST", "/apps", {
      name: `App ${n}`,
      platforms: PLATFORMS.map((code) => ({ code, label: code })),
      sections: [{ title: "All", checks }],
    });
    for (const { ref } of checks) writers.push(new Writer(client, data.id, ref));
  }
  return writers;
}

async function killUnderLoad(server: RunningServer, writers: Writer[]): Promise<void> {
  const working = writers.map((writer) => writer.work());
  await sleep(SHORTEST_LOAD_MS + Math.random() * (LONGEST_LOAD_MS - SHORTEST_LOAD_MS));
  await server.stop("SIGKILL");
  await Promise.all(working);
}

async function diagnose(settings: Settings): Promise<string[]> {
  const { code, stdout, stderr } = await retest(["doctor", "--json"], settings);
  if (code !== 0 && stdout === "") return [`doctor failed: ${stderr}`];
  const { differences, busy } = JSON.parse(stdout) as { differences: { problem: string }[]; busy: string[] };
  return [...differences.map(({ problem }) => `doctor: ${problem}`), ...busy.map((app) => `doctor: ${app} busy`)];
}

function integrityOf(file: string): string[] {
  const db = new DatabaseSync(file);
  try {
    const rows = db.prepare("pragma integrity_check").all() as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
  } finally {
    db.close();
  }
}

function sum(writers: Writer[], field: "acknowledged" | "unanswered" | "happened"): number {
  return writers.reduce((total, writer) => total + writer[field], 0);
}
