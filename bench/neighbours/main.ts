// `npm run neighbours`: how long a quiet workspace waits for its answers while another one floods the server with many keys. Calm and flood take
// turns, so that both share the machine's moods: the calm of the same minutes is what the flood stands beside. It ends with 1 if a flood made 90 of 100 wait
// for longer than the bar or had somebody refused, and with 2 if the machine was too busy to tell, because they did so without one, too.
// Options: --database sqlite|postgres, --flood NAME, --seconds 5, --rounds 4, --quick (one short round of each).
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startPostgres } from "../../test/support/database/postgres-server.ts";
import { BOTH_CORES } from "../servers/cores.ts";
import { startOurs } from "../servers/start-servers.ts";
import { type Ask, ask } from "./ask.ts";
import { BEGUN, FLOODS, type Flood } from "./floods.ts";
import { type Neighbour, raiseIssues, seedWorkspace } from "./workspaces.ts";

const BUSY = { keys: 200, apps: 20, issuesPerApp: 50 };
const QUIET = { keys: 1, apps: 1, issuesPerApp: 200 };
const AT_ONCE = 200;
/** The pause between requests of a person or two at work. */
const ASK_EVERY_MS = 60;
const SETTLE_MS = 1_000;
/** What 90 of 100 may wait beside a flood; and what they may wait without one, for it to say anything. */
const BAR_MS = 50;
const CALM_MS = 25;

const { values: flags } = parseArgs({
  options: {
    database: { type: "string" },
    flood: { type: "string" },
    seconds: { type: "string" },
    rounds: { type: "string" },
    quick: { type: "boolean" },
  },
});
const seconds = Number(flags.seconds ?? (flags.quick ? 3 : 5));
const rounds = Number(flags.rounds ?? (flags.quick ? 1 : 4));
const floods = FLOODS.filter((one) => flags.flood === undefined || flags.flood === one);
for (const database of ["sqlite", "postgres"]) {
  if (flags.database === undefined || flags.database === database) await measureOn(database);
}

async function measureOn(database: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "retest-neighbours-"));
  const postgres = database === "postgres" ? await startPostgres({ pinTo: BOTH_CORES, durable: true }) : null;
  // An immediate shutdown, if the run is broken off.
  process.on("exit", () => void postgres?.process.kill("SIGQUIT"));
  const place = { dataDir: scratch, databaseUrl: postgres?.url ?? null, databasePids: () => [] };
  const busy = await seedWorkspace(place, "Busy", BUSY);
  const quiet = await seedWorkspace(place, "Quiet", QUIET);
  const server = await startOurs(place, { cores: BOTH_CORES });
  try {
    await raiseIssues(server.port, busy, BUSY.issuesPerApp);
    await raiseIssues(server.port, quiet, QUIET.issuesPerApp);
    const file = join(scratch, "busy.json");
    writeFileSync(file, JSON.stringify(busy));
    await listen(server.port, quiet, seconds);
    console.log(`\n${database}: the quiet workspace, p50 / p90 / p99 in ms (calm, then beside the flood)`);
    console.log(`load of the machine before it: ${loadavg()[0]!.toFixed(1)}`);
    for (const flood of floods) {
      const waits: { calm: number[]; flooded: number[] } = { calm: [], flooded: [] };
      const answered: string[] = [];
      for (let round = 0; round < rounds; round++) {
        waits.calm.push(...(await listen(server.port, quiet, seconds)));
        const stop = await startFlood(server.port, flood, file);
        await sleep(SETTLE_MS);
        waits.flooded.push(...(await listen(server.port, quiet, seconds)));
        answered.push(await stop());
        await sleep(SETTLE_MS);
      }
      const verdict = verdictOf(waits);
      const row = [flood.padEnd(12), shown(waits.calm), shown(waits.flooded), verdict.padEnd(8)].join("   ");
      console.log(`${row} flood: ${answered.join(" ")}`);
    }
  } finally {
    await server.stop();
    await postgres?.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Starts a flood. Its senders get what processor time is left, as they would be on machines of their own. */
async function startFlood(port: number, flood: Flood, file: string): Promise<() => Promise<string>> {
  const script = join(import.meta.dirname, "flood.ts");
  const args = ["-n", "10", process.execPath, "--import", "tsx", script, String(port), flood, String(AT_ONCE), file];
  const child = spawn("nice", args, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  const begun = new Promise<void>((resolve) => {
    child.stdout.on("data", (piece) => {
      out += piece;
      if (out.includes(BEGUN)) resolve();
    });
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  await Promise.race([begun, ended]);
  return async () => {
    child.kill();
    await ended;
    return out.replace(BEGUN, "").trim();
  };
}

/** Sends a request every so often, whether or not the one before was answered. */
async function listen(port: number, quiet: Neighbour, forSeconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const waits: Promise<number>[] = [];
  const began = performance.now();
  for (let n = 0; performance.now() - began < forSeconds * 1_000; n++) {
    const request = quietRequest(quiet, n);
    waits.push(
      ask(port, agent, request).then(({ status, text, ms }) => {
        // Whoever is refused for somebody else's flood waits for ever.
        if (status === 503) return Number.POSITIVE_INFINITY;
        if (status >= 300) throw new Error(`${request.path} was answered ${status}: ${text.slice(0, 200)}`);
        return ms;
      }),
    );
    waits.at(-1)!.catch(() => {});
    await sleep(ASK_EVERY_MS);
  }
  const taken = await Promise.all(waits);
  agent.destroy();
  return taken;
}

function quietRequest({ keys: [key], apps: [app], issues }: Neighbour, n: number): Ask {
  const issue = issues[n % issues.length]!;
  const requests: Ask[] = [
    { method: "GET", path: `/api/v1/issues/${issue}` },
    { method: "GET", path: `/api/v1/issues?app=${app!.id}&limit=50` },
    { method: "POST", path: "/api/v1/issues", body: JSON.stringify({ app: app!.id, text: `Quiet ${n}` }) },
    { method: "GET", path: `/api/v1/issues?q=page%20${n % 7}` },
    {
      method: "POST",
      path: "/api/v1/results",
      body: JSON.stringify({ app: app!.id, check: "C-7", outcome: "passed" }),
    },
    { method: "GET", path: `/api/v1/checks?app=${app!.id}&limit=50` },
  ];
  return { key: key!, ...requests[n % requests.length]! };
}

function verdictOf({ calm, flooded }: { calm: number[]; flooded: number[] }): string {
  const isRefused = flooded.includes(Number.POSITIVE_INFINITY);
  if (!isRefused && at(flooded, 0.9) <= BAR_MS) return "held";
  // A flood that is too much decides; a machine that was busy by itself only says that it can't be told.
  const isTold = at(calm, 0.9) <= CALM_MS && !calm.includes(Number.POSITIVE_INFINITY);
  process.exitCode = isTold ? 1 : (process.exitCode ?? 2);
  return isTold ? "MISSED" : "too busy";
}

function at(waits: number[], share: number): number {
  const sorted = [...waits].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function shown(waits: number[]): string {
  return [0.5, 0.9, 0.99].map((share) => at(waits, share).toFixed(1).padStart(7)).join(" /");
}
