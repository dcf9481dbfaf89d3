// Every schema there ever was, with rows in it, brought up to date by a server that is killed in the middle, and by two that
// start together.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, retest, type Settings, serve, startOnly } from "../../test/support/clients/run-cli.ts";
import { Client, type Json } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine, type ScratchDatabase } from "../harness/scratch-database.ts";
import { digest, type Table, tablesOf } from "./backup-digest.ts";
import { columnsOf, makeOld, NEWEST, schemaOf, versionOf } from "./old-schema.ts";

const ISSUES = 150;
/** Kills before it is left alone, if the first comes before it is done. */
const KILLS = 2;
const LATEST_KILL_MS = 25;
/** What a running server writes by itself: when a key was used, the link for the first admin, the state of the day, the check of its secret key. */
const LIVELY: Record<string, string[]> = { key: ["last_used_at"] };
const LIVELY_TABLES = new Set(["invitation", "audit", "audit_head", "secret_check", "snapshot"]);

export const upgrade: ChaosFault = {
  name: "upgrade",
  does: "a database of every earlier schema, filled, is started: killed with kill -9 while it migrates, then by two servers together",
  invariant:
    "the schema is the one of a fresh database, every row is as it was and readable, doctor finds nothing, and the copy taken before is there (embedded)",
  rounds: { sqlite: 3 * (NEWEST - 1), postgres: 3 * (NEWEST - 1) },
  run,
};

async function run({ scratch, rounds, report, progress }: Trial): Promise<string> {
  const { key, issues, tables } = await seed(scratch);
  const fresh = await scratch.another();
  await retest(["doctor"], fresh);
  const wanted = await schemaOf(fresh);
  let [killed, early] = [0, 0];
  const tried = new Set<number>();
  for (let round = 1; round <= rounds; round++) {
    const schema = 1 + Math.floor((((round - 1) / Math.min(rounds, NEWEST - 1)) % 1) * (NEWEST - 1) + 1e-9);
    tried.add(schema);
    const told = (problem: string) => report(`from schema ${schema}: ${problem}`);
    const settings = await scratch.another();
    await makeOld(settings, schema, tables);
    for (let version = schema, i = 0; i < KILLS && version < NEWEST; i++) {
      await killWhileMigrating(settings, version);
      version = await versionOf(settings);
      killed++;
      if (version < NEWEST) early++;
    }
    const servers = await Promise.all([serve(settings), serve(settings)]);
    await requireReadable(servers, key, issues, told);
    await Promise.all(servers.map((server) => server.stop()));
    if ((await schemaOf(settings)) !== wanted) told("the schema is not the one of a fresh database");
    await requireRows(scratch, settings, schema, tables, told);
    for (const problem of await examine(settings)) told(problem);
    const copy = join(settings.RETEST_DATA_DIR!, `before-schema-${schema + 1}.db`);
    if (scratch.database === "sqlite" && !existsSync(copy)) told("no copy was taken before");
    progress(round);
  }
  if (rounds >= upgrade.rounds[scratch.database]! && early === 0) report("no kill came before the last step was done");
  return `${tried.size} schemas, ${killed} kills (${early} before the last step was done), ${ISSUES} issues read back from each`;
}

/** Rows as the product makes them, in tables that old schemas had, too. */
async function seed(scratch: ScratchDatabase): Promise<{ key: string; issues: Json[]; tables: Map<string, Table> }> {
  const { settings } = scratch;
  const client = await Client.admin(settings);
  const server = await serve(settings);
  client.address = server.address;
  const checks = Array.from({ length: 10 }, (_, i) => ({ ref: `C-${i}`, title: `Check ${i}` }));
  const { id: app } = await client.data("POST", "/apps", {
    name: "Shop",
    platforms: [{ code: "web", label: "Web" }],
    sections: [{ title: "All", checks }],
  });
  for (let i = 0; i < ISSUES; i++) {
    const { id } = await client.data("POST", "/issues", { app, check: `C-${i % 10}`, text: `Issue ${i}` });
    if (i % 3 === 0) await client.data("POST", `/issues/${id}/fix`, {});
    if (i % 5 === 0) await client.data("POST", "/results", { app, check: `C-${i % 10}`, outcome: "passed" });
  }
  const issues = await client.list(`/issues?app=${app}&status=all`);
  await server.stop();
  const file = join(scratch.folder, "seed");
  const { code, stderr } = await retest(["backup", file], settings);
  if (code !== 0) throw new Error(stderr);
  return { key: client.key, issues, tables: await tablesOf(file) };
}

/** Kills the server once the first step from this schema began, or a moment later. */
async function killWhileMigrating(settings: Settings, schema: number): Promise<void> {
  const startedAt = Date.now();
  const starting = startOnly(["serve"], { ...settings, PORT: "0" });
  const copy = join(settings.RETEST_DATA_DIR!, `before-schema-${schema + 1}.db`);
  const hasBegun = async () =>
    settings.DATABASE_URL === undefined
      ? (statSync(copy, { throwIfNoEntry: false })?.mtimeMs ?? 0) > startedAt
      : (await versionOf(settings)) > schema;
  while (starting.isRunning() && !(await hasBegun())) await sleep(1);
  await sleep(Math.random() * LATEST_KILL_MS);
  await starting.stop("SIGKILL");
}

async function requireReadable(
  servers: RunningServer[],
  key: string,
  issues: Json[],
  report: Trial["report"],
): Promise<void> {
  for (const { address } of servers) {
    const client = new Client(key, address);
    const there = await client.list("/issues?status=all");
    if (JSON.stringify(there) !== JSON.stringify(issues)) report("issues read otherwise than before");
    const found = await client.list("/issues?status=all&q=issue");
    if (found.length !== issues.length) report(`searching finds ${found.length} issues of ${issues.length}`);
  }
}

/** Checks that every row of the old schema is as it was. */
async function requireRows(
  scratch: ScratchDatabase,
  settings: Settings,
  schema: number,
  tables: Map<string, Table>,
  report: Trial["report"],
): Promise<void> {
  const file = join(scratch.folder, `upgraded-${schema}-${Math.random()}`);
  await retest(["backup", file], settings);
  const after = await tablesOf(file);
  const old = await scratch.another();
  await makeOld(old, schema, new Map());
  for (const [name, columns] of await columnsOf(old)) {
    const [table, now] = [tables.get(name), after.get(name)];
    if (table === undefined || LIVELY_TABLES.has(name)) continue;
    const kept = table.columns.filter((one) => columns.includes(one) && !LIVELY[name]?.includes(one));
    const [was, is] = [digest(table, kept), digest(now ?? { columns: kept, rows: [] }, kept)];
    if (was !== is) report(`${name} had ${was}, and has ${is}`);
  }
}
