// Fills a database with two apps of 2,000 checks on 4 platforms and as many results each as asked for: one has three open cycles and
// a closed one, the other has none.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { createKey } from "../../src/actions/access/change-key.ts";
import { createApp } from "../../src/actions/apps/create-app.ts";
import { closeCycle } from "../../src/actions/cycles/close-cycle.ts";
import { startCycle } from "../../src/actions/cycles/start-cycle.ts";
import { raiseIssue } from "../../src/actions/issues/raise-issue.ts";
import { recordResults } from "../../src/actions/results/record-results.ts";
import type { Actor } from "../../src/domain/access/actor.ts";
import { firstIdAt } from "../../src/lib/ids.ts";
import type { Store } from "../../src/startup/open-store.ts";
import { openSeeded, PLATFORMS, type SeededPlace, sampleSections } from "./seed.ts";

export interface SeededCycles {
  keys: { admin: string; viewer: string };
  plainId: string;
  cycledId: string;
  /** The id of one open cycle among three. */
  openId: string;
  closedId: string;
}

const OPEN_CYCLES = 3;
const OPEN_ISSUES = 100;
/** Checks whose results, on all platforms, go into one request. */
const CHECKS_AT_ONCE = 1_000;

/** Every platform-check has a last result besides, the same at every size: it is the number of those below that grows. */
export async function seedCycles(where: SeededPlace, results: number): Promise<SeededCycles> {
  const open = () => openSeeded(where);
  const store = await open();
  const { performer, workspace } = store;
  const reach = { workspaceId: workspace.id, apps: null };
  const actor: Actor = { name: "Bench", channel: "system", role: "admin", reach };
  const key = async (role: "admin" | "viewer") =>
    (await performer.perform(createKey, { workspaceId: workspace.id, name: role, role, apps: null })).token;
  const keys = { admin: await key("admin"), viewer: await key("viewer") };
  const app = (name: string) =>
    performer.perform(createApp, {
      actor,
      name,
      mode: "testing",
      prefix: null,
      platforms: PLATFORMS,
      repositories: [],
      sections: sampleSections(),
    });
  const [plainId, cycledId] = [await app("Plain"), await app("Cycled")];
  const start = (name: string) =>
    performer.perform(startCycle, {
      actor,
      app: cycledId,
      name,
      build: null,
      platforms: [],
      sections: [],
      from: null,
      testers: [],
    });
  const closedId = await start("Closed");
  for (const id of [plainId, cycledId]) await recordAll(store, actor, id);
  await performer.perform(closeCycle, { actor, id: closedId });
  const openIds: string[] = [];
  while (openIds.length < OPEN_CYCLES) openIds.push(await start(`Open ${openIds.length}`));
  await store.close();
  for (const id of [plainId, cycledId]) await insertResults(where, id, results);
  const again = await open();
  for (const id of [plainId, cycledId]) {
    await recordAll(again, actor, id);
    for (let n = 0; n < OPEN_ISSUES; n++) await raiseOne(again, actor, id, n);
  }
  await again.close();
  return { keys, plainId, cycledId, openId: openIds[0]!, closedId };
}

async function recordAll({ performer }: Store, actor: Actor, app: string): Promise<void> {
  const checks = sampleSections().flatMap((section) => section.checks);
  for (let from = 0; from < checks.length; from += CHECKS_AT_ONCE) {
    const entries = checks.slice(from, from + CHECKS_AT_ONCE).map(({ ref }, n) => ({
      check: ref,
      section: null,
      platforms: [],
      outcome: n % 7 === 0 ? ("failed" as const) : ("passed" as const),
      note: n % 10 === 0 ? "The button needs a second press" : null,
      build: "1.5.0",
    }));
    await performer.perform(recordResults, { actor, app, entries, batch: true });
  }
}

async function raiseOne({ performer }: Store, actor: Actor, app: string, n: number): Promise<void> {
  const issue = { section: null, text: `Issue ${n}`, platforms: ["ios"], priority: null, reporter: null };
  await performer.perform(raiseIssue, { actor, app, check: `C-${n * 17}`, ...issue });
}

/** Spread over all platform-checks, recorded right after the last thing that happened to the app: they count for its open cycles. */
async function insertResults({ dataDir, databaseUrl }: SeededPlace, appId: string, count: number): Promise<void> {
  const at = Date.now();
  const numbers = `with recursive number (n) as (select 0 union all select n + 1 from number where n + 1 < ${count}),
    place (n, check_id, platform) as (select row_number() over (order by c.id, g.platform) - 1, c.id, g.platform
      from "check" c join standing g on g.check_id = c.id where c.app_id = '${appId}')`;
  const insert = (padded: string) => `${numbers}
    insert into result (id, workspace_id, app_id, check_id, platform, outcome, note, build, recorded_by, recorded_at, revision)
    select '${firstIdAt("res", at)}' || ${padded} || '00000000', a.workspace_id, '${appId}', p.check_id, p.platform,
      case when i.n % 5 = 0 then 'failed' else 'passed' end, null, '1.5.0', 'Bench', ${at}, a.revision + 1
    from number i join place p on p.n = i.n % ${sampleSections().length * 40 * PLATFORMS.length}
      join app a on a.id = '${appId}'`;
  if (databaseUrl === null) {
    const db = new DatabaseSync(`${dataDir}/retest.db`);
    db.exec(`pragma synchronous = off; pragma cache_size = -200000; ${insert("printf('%010d', i.n)")};
      update app set revision = revision + 1 where id = '${appId}'; pragma wal_checkpoint(truncate)`);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("set synchronous_commit = off; set session_replication_role = replica");
  await client.query(insert("lpad(i.n::text, 10, '0')"));
  await client.query("update app set revision = revision + 1 where id = $1", [appId]);
  await client.query("vacuum analyze");
  await client.end();
}
