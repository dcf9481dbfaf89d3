// Restarts servers under load, again and again, and counts what is lost: the workers of one server by SIGHUP, on both
// databases; and, where there is a Caddy, two servers on PostgreSQL behind it, each ended by SIGQUIT and started again.
// After each round a backup is taken under the same load, restored elsewhere, and examined.
// npx tsx scripts/rolling-restart.ts [--rounds 3]
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { call, type RunningServer, retest, type Settings, serve } from "../test/support/cli.ts";
import { freePort } from "../test/support/free-port.ts";
import { startLoad, type Tally } from "../test/support/load.ts";
import { type PostgresServer, startPostgres } from "../test/support/postgres-server.ts";

const SECRET = { RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef", RETEST_API_RATE: "0" };
const CLIENTS = 16;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), "retest-rolling-"));
const postgres = await startPostgres();
const summaries: Record<string, Summary> = {};
try {
  summaries["2 workers, sqlite"] = await withWorkers({ ...SECRET, RETEST_DATA_DIR: join(folder, "sqlite") });
  summaries["2 workers, postgres"] = await withWorkers(onPostgres(await database(postgres, "workers")));
  const caddy = findCaddy();
  if (caddy === undefined) console.log("no Caddy on this machine: two servers behind one are left out");
  else summaries["2 servers behind Caddy"] = await behindCaddy(caddy, onPostgres(await database(postgres, "servers")));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.table(summaries);
process.exitCode = Object.values(summaries).some(({ lost, refused, differences }) => lost + refused + differences > 0)
  ? 1
  : 0;

interface Summary {
  rounds: number;
  answers: number;
  lost: number;
  /** Answers other than 200 and 201. */
  refused: number;
  "slowest, ms": number;
  backups: number;
  /** That doctor found in what was restored. */
  differences: number;
}

async function withWorkers(settings: Settings): Promise<Summary> {
  const server = await serve({ ...settings, RETEST_WORKERS: "2" });
  const replaced = () => server.output().stdout.split("every worker was replaced").length - 1;
  const summary = await underLoad(server.address, settings, async () => {
    const before = replaced();
    server.process.kill("SIGHUP");
    while (replaced() === before) await sleep(100);
  });
  await server.stop();
  return summary;
}

async function behindCaddy(caddy: string, settings: Settings): Promise<Summary> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const start = (port: number) => serve({ ...settings, PORT: String(port) });
  const servers: RunningServer[] = [await start(ports[0]!), await start(ports[1]!)];
  const env = {
    ...process.env,
    RETEST_SITE: `:${ports[2]}`,
    RETEST_SERVERS: servers.map(({ address }) => address.slice("http://".length)).join(" "),
    HOME: folder,
  };
  const config = new URL("../deploy/Caddyfile", import.meta.url).pathname;
  const balancer = spawn(caddy, ["run", "--config", config], { env, stdio: "ignore" });
  const address = `http://127.0.0.1:${ports[2]}`;
  while (
    !(await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(100);
  const summary = await underLoad(address, settings, async () => {
    for (const i of [0, 1]) {
      await servers[i]!.stop("SIGQUIT");
      servers[i] = await start(ports[i]!);
      // The balancer looks every second.
      await sleep(3_000);
    }
  });
  balancer.kill();
  for (const server of servers) await server.stop();
  return summary;
}

async function underLoad(address: string, settings: Settings, restart: () => Promise<void>): Promise<Summary> {
  const { stdout } = await retest(["key", "create", "--name", "load", "--role", "admin", "--json"], settings);
  const { key } = JSON.parse(stdout);
  const checks = [{ ref: "C-1", title: "One" }];
  const shape = { name: "App", platforms: [{ code: "a", label: "A" }], sections: [{ title: "All", checks }] };
  const app = (await call(address, key, "POST", "/apps", shape)).data.id;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const load = startLoad(address, CLIENTS, (client) =>
    client % 2 === 0
      ? { method: "POST", path: "/api/v1/issues", headers, body: { app, check: "C-1", text: "under load" } }
      : { method: "GET", path: `/api/v1/issues?app=${app}`, headers },
  );
  let differences = 0;
  for (let round = 1; round <= rounds; round++) {
    await restart();
    differences += await backUpAndRestore(settings, round);
    console.log(`${address}: round ${round}, ${load.tally.answers} answers, ${load.tally.lost.length} lost`);
  }
  return { ...sumOf(await load.stop()), rounds, backups: rounds, differences };
}

function sumOf({ answers, statuses, lost, slowestMs }: Tally) {
  const refused = answers - (statuses[200] ?? 0) - (statuses[201] ?? 0);
  return { answers, lost: lost.length, refused, "slowest, ms": Math.round(slowestMs) };
}

/** Into an embedded database, whichever it was taken from. */
async function backUpAndRestore(settings: Settings, round: number): Promise<number> {
  const file = join(folder, `backup-${round}`);
  const target = { ...SECRET, RETEST_DATA_DIR: join(folder, `restored-${round}`) };
  try {
    for (const [args, where] of [
      [["backup", file], settings],
      [["restore", file], target],
    ] as const) {
      const { code, stderr } = await retest([...args], where);
      if (code !== 0) throw new Error(stderr);
    }
    return JSON.parse((await retest(["doctor", "--json"], target)).stdout).differences.length;
  } finally {
    rmSync(file, { force: true });
    rmSync(target.RETEST_DATA_DIR, { recursive: true, force: true });
  }
}

function onPostgres(url: string): Settings {
  return { ...SECRET, DATABASE_URL: url, RETEST_DATA_DIR: join(folder, "files") };
}

async function database({ url }: PostgresServer, name: string): Promise<string> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  return url.replace(/\/postgres$/, `/${name}`);
}

function findCaddy(): string | undefined {
  try {
    return execFileSync("sh", ["-c", "command -v caddy"], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
