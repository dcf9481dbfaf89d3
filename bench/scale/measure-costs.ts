// What a request costs the server and what it costs PostgreSQL, apart: the figures that the plan for many machines is made with.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type LoadOptions, runSlice } from "../load/wrk.ts";
import { LOAD_CORE } from "../servers/cores.ts";
import { prepareDatabases, type SeededDatabase } from "../servers/databases.ts";
import { cpuSeconds } from "../servers/processes.ts";
import type { Seeded } from "../servers/seed.ts";
import { type MeasuredServer, startOurs } from "../servers/start-servers.ts";
import { workloadNamed } from "../workloads/workloads.ts";
import type { Cost, Costs, RequestKind } from "./costs.ts";

const ISSUES = 100_000;
const WARM_UP_SECONDS = 8;
const SECONDS = 12;

const WORKS: Record<RequestKind, string> = {
  get: "get one",
  list: "list of 50, each page anew",
  duplicate: "delivery, signed, all duplicates",
  refused: "flood, over the limit, signed",
  fix: "fix + reopen",
  raised: "delivery, signed, each its own id",
};

export async function measureCosts(): Promise<Costs> {
  const scratch = mkdtempSync(join(tmpdir(), "retest-costs-"));
  const places = await prepareDatabases("postgres", [ISSUES], { scratch, keep: false });
  const place = places.all[0]!;
  const client = new pg.Client({ connectionString: place.databaseUrl! });
  await client.connect();
  try {
    const seededBytes = await numberOf(client, "select pg_database_size(current_database())");
    const costs: Partial<Record<RequestKind, Cost>> = {};
    for (const kind of Object.keys(WORKS) as RequestKind[]) {
      costs[kind] = await measure(place, kind, client, scratch);
      console.error(`${kind}: ${JSON.stringify(costs[kind])}`);
    }
    return {
      measuredOn: new Date().toISOString().slice(0, 10),
      bytesOfSeededIssue: Math.round(seededBytes / ISSUES),
      requests: costs as Costs["requests"],
    };
  } finally {
    await client.end();
    await places.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function measure(
  place: SeededDatabase<Seeded>,
  kind: RequestKind,
  client: pg.Client,
  scratch: string,
): Promise<Cost> {
  const work = workloadNamed(WORKS[kind]);
  const server = await startOurs(place, work.settings === undefined ? {} : { settings: work.settings });
  const load: LoadOptions = { cores: LOAD_CORE, connections: 64, seconds: WARM_UP_SECONDS, scratch };
  try {
    await runSlice(server, work.request(place.seeded), load);
    const before = await stateOf(server, client);
    const slice = await runSlice(server, work.request(place.seeded), { ...load, seconds: SECONDS });
    const after = await stateOf(server, client);
    const each = (name: keyof typeof before) => (after[name] - before[name]) / slice.requests;
    return {
      serverMicros: tidy(each("serverSeconds") * 1e6),
      databaseMicros: tidy(each("databaseSeconds") * 1e6),
      logBytes: tidy(each("logBytes")),
      keptBytes: tidy(each("keptBytes")),
    };
  } finally {
    await server.stop();
  }
}

async function stateOf(server: MeasuredServer, client: pg.Client) {
  return {
    serverSeconds: cpuSeconds(server.pids()),
    databaseSeconds: cpuSeconds(server.databasePids()),
    logBytes: await numberOf(client, "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"),
    keptBytes: await numberOf(client, "select pg_database_size(current_database())"),
  };
}

async function numberOf(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query({ text, rowMode: "array" });
  return Number(rows[0]![0]);
}

/** A figure in two digits: it is no more exact. */
function tidy(value: number): number {
  return Number(Math.max(value, 0).toPrecision(2));
}
