// A store whose database was made, and filled, at the schema before changes were kept by revision.
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { pino } from "pino";
import { recordResults } from "../../../src/actions/results/record-results.ts";
import { examine } from "../../../src/cli/doctor/examine.ts";
import { UNWATCHED } from "../../../src/lib/monitoring/outage.ts";
import { openStore } from "../../../src/startup/open-store.ts";
import { getApp } from "../../../src/storage/apps/apps.ts";
import { MIGRATIONS } from "../../../src/storage/migrations/all.ts";
import { migratePostgres, migrateSqlite } from "../../../src/storage/migrations/migrate.ts";
import { openPostgres } from "../../../src/storage/open-postgres.ts";
import { type RunbookSnapshot, readRunbookSnapshot } from "../../../src/storage/runbook/runbook-snapshot.ts";

/** One app at revision 7 with one check, whose last result was at revision 5. */
const ROWS = `
insert into workspace (id, name, plan, created_at, keys_revision) values ('wsp_1', 'W', 'unlimited', 1, 1);
insert into app (id, workspace_id, name, prefix, mode, plan, created_at, updated_at, revision, shape_revision, last_number,
  last_ref, checks, open_issues) values ('app_1', 'wsp_1', 'Old', 'OLD', 'testing', 'unlimited', 1, 1, 7, 5, 0, 1, 1, 0);
insert into platform (app_id, code, label, position, used) values ('app_1', 'web', 'Web', 0, 1);
insert into section (id, app_id, ref, title, position, created_at, checks, passed, failed, needs_retest, untested,
  not_applicable) values ('sec_1', 'app_1', 'S1', 'All', 0, 1, 1, 1, 0, 0, 0, 0);
insert into "check" (id, app_id, section_id, ref, title, position, created_at)
  values ('chk_1', 'app_1', 'sec_1', 'C1', 'One', 0, 1);
insert into result (id, app_id, check_id, platform, outcome, recorded_by, recorded_at, revision)
  values ('res_1', 'app_1', 'chk_1', 'web', 'passed', 'Ada', 1, 5);
insert into standing (check_id, platform, status, not_applicable, open_issues, fixed_revision, result_revision, outcome,
  result_id) values ('chk_1', 'web', 'passed', 0, 0, 0, 5, 'passed', 'res_1');
insert into event (app_id, revision, part, kind, at, actor, changes) values ('app_1', 7, 0, 'section_changed', 1, 'Ada', '{}');
`;

export interface OldStore {
  runbook(since: number | null): Promise<RunbookSnapshot>;
  record(outcome: "passed" | "failed"): Promise<unknown>;
  /** What the doctor reports. */
  problems(): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Brought to the present schema, as a server does when it starts. */
export async function openSampleStore(dataDir: string, databaseUrl: string | null): Promise<OldStore> {
  await fillOld(dataDir, databaseUrl, 3, ROWS);
  const settings = {
    secretKey: "0123456789abcdef0123456789abcdef",
    oldSecretKey: null,
    freePlanIssues: 100,
    webhookRate: 0,
    baseUrl: "http://localhost:3000",
  };
  const { reader, performer, close } = await openStore(
    { dataDir, databaseUrl, ...settings },
    pino({ level: "silent" }),
  );
  const reach = { workspaceId: "wsp_1", apps: null };
  const actor = { name: "Ada", channel: "interface", role: "admin", reach } as const;
  return {
    runbook: async (since) => readRunbookSnapshot(reader, await getApp(reader, reach, "app_1"), since),
    record: (outcome) =>
      performer.perform(recordResults, {
        actor,
        app: "app_1",
        batch: false,
        entries: [{ check: "C1", section: null, platforms: [], outcome, note: null, build: null }],
      }),
    problems: async () => (await examine(reader, 1)).differences,
    close,
  };
}

/** A database as it was at an earlier schema, with these rows in it. */
export async function fillOld(
  dataDir: string,
  databaseUrl: string | null,
  schema: number,
  rows: string,
): Promise<void> {
  const steps = MIGRATIONS.slice(0, schema);
  if (databaseUrl === null) {
    const file = join(dataDir, "retest.db");
    migrateSqlite(file, steps);
    const db = new DatabaseSync(file);
    db.exec(rows);
    db.close();
    return;
  }
  const database = openPostgres(databaseUrl, UNWATCHED);
  await migratePostgres(database, steps).finally(() => database.close());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(rows).finally(() => client.end());
}
