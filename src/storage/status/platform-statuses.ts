// Platform statuses: one row per check and platform, holding its facts and the status that follows from them.
import type { Outcome, PlatformFacts, Status } from "../../domain/status/platform-status.ts";
import {
  command,
  insert,
  MOST_ROWS,
  placeholders,
  query,
  type Reads,
  type Tx,
  updateMany,
  withList,
} from "../database/database.ts";
import { updateRow } from "../database/row-changes.ts";
import { type CachedRow, cached } from "../database/write-cache.ts";

export type PlatformStatusPlace = Pick<PlatformStatusRow, "checkId" | "platform">;

export interface PlatformStatusRow extends Omit<PlatformFacts, "notApplicable"> {
  checkId: string;
  platform: string;
  status: Status;
  notApplicable: number;
  resultId: string | null;
  /** The app's revision at which this row was last written; 0 if that was before revisions were stored. */
  revision: number;
}

/** A platform status with its latest result, as it is shown. */
export interface ShownPlatformStatus {
  checkId: string;
  platform: string;
  status: Status;
  openIssues: number;
  resultId: string | null;
  outcome: Outcome | null;
  recordedBy: string | null;
  recordedAt: number | null;
  note: string | null;
  build: string | null;
}

const COLUMNS = {
  checkId: "check_id",
  platform: "platform",
  status: "status",
  notApplicable: "not_applicable",
  openIssues: "open_issues",
  fixedRevision: "fixed_revision",
  resultRevision: "result_revision",
  outcome: "outcome",
  resultId: "result_id",
  revision: "revision",
};

const { checkId: _, ...WITHOUT_CHECK } = COLUMNS;
const ofCheck = query<Omit<PlatformStatusRow, "checkId">>(WITHOUT_CHECK, "from standing where check_id = ?");
const ofPlatform = query<Omit<PlatformStatusRow, "checkId">>(
  WITHOUT_CHECK,
  "from standing where check_id = ? and platform = ?",
);
const ofApp = query<PlatformStatusRow>(
  COLUMNS,
  'from standing where check_id in (select id from "check" where app_id = ? and archived_at is null)',
);
const marksOfApp = query<PlatformStatusPlace>(
  { checkId: "check_id", platform: "platform" },
  'from standing where not_applicable = 1 and check_id in (select id from "check" where app_id = ? and archived_at is null)',
);
const ofChecks = withList((oneOf) => query<PlatformStatusRow>(COLUMNS, `from standing where check_id ${oneOf}`));
const ofChecksOnPlatform = withList((oneOf) =>
  query<PlatformStatusRow>(COLUMNS, `from standing where check_id ${oneOf} and platform = ?`),
);
const add = insert("standing", Object.values(COLUMNS));
const save = updateRow(
  "standing",
  `status text, not_applicable bigint, open_issues bigint, fixed_revision bigint, result_revision bigint, outcome text,
  result_id text, revision bigint`,
  "check_id text, platform text",
);
const dropPlatform = command(
  'delete from standing where platform = ? and check_id in (select id from "check" where app_id = ?)',
);

export async function listPlatformStatuses(db: Reads, checkId: string): Promise<PlatformStatusRow[]> {
  flushPlatformStatuses(db);
  return (await db.all(ofCheck, checkId)).map((row) => ({ checkId, ...row }));
}

/** The platform statuses of several checks, read at once. */
export async function listPlatformStatusesOfChecks(
  db: Reads,
  checkIds: readonly string[],
): Promise<PlatformStatusRow[]> {
  flushPlatformStatuses(db);
  return db.all(ofChecks[db.dialect], JSON.stringify(checkIds));
}

/** Rows of checks, read only on the platforms of `checkIds`: a row that nobody needs costs as much as one that changes. */
export async function listPlatformStatusesAt(
  db: Reads,
  checkIds: ReadonlyMap<string, Iterable<string>>,
): Promise<PlatformStatusRow[]> {
  flushPlatformStatuses(db);
  const statement = ofChecksOnPlatform[db.dialect];
  const found = await Promise.all(
    [...checkIds].map(async ([platform, ids]) => db.all(statement, JSON.stringify([...ids]), platform)),
  );
  return found.flat();
}

/** How platform statuses are named in the write cache, each by its check and platform. */
const PLATFORM_STATUS = "platform_status";

function placeOf(checkId: string, platform: string): string {
  return `${checkId} ${platform}`;
}

/** Reads those at the same places into the write cache, for `listPlatformStatusesOn`. The caller holds the app. */
export async function readPlatformStatusesAhead(
  tx: Tx,
  checkIds: ReadonlyMap<string, Iterable<string>>,
): Promise<void> {
  const rows = tx.cache.rows<CachedRow<PlatformStatusRow>>(PLATFORM_STATUS);
  for (const row of await listPlatformStatusesAt(tx, checkIds)) {
    rows.set(placeOf(row.checkId, row.platform), { row, dirty: false });
  }
}

/** The platform statuses of some platforms, each by its whole key: SQLite finds four rows so in half the time of one range. */
export async function listPlatformStatusesOn(
  tx: Tx,
  checkId: string,
  platforms: readonly string[],
): Promise<PlatformStatusRow[]> {
  const rows = tx.cache.rows<CachedRow<PlatformStatusRow>>(PLATFORM_STATUS);
  const found: PlatformStatusRow[] = [];
  const missing = platforms.filter((platform) => {
    const entry = rows.get(placeOf(checkId, platform));
    if (entry !== undefined) found.push(entry.row);
    return entry === undefined;
  });
  if (missing.length === 0) return found;
  for (const row of await Promise.all(missing.map(async (platform) => tx.get(ofPlatform, checkId, platform)))) {
    if (row === undefined) continue;
    const statusRow = { checkId, ...row };
    rows.set(placeOf(checkId, row.platform), { row: statusRow, dirty: false });
    found.push(statusRow);
  }
  return found;
}

/** Writes the platform statuses that are cached. Whoever reads the table itself within a transaction comes here first. */
export function flushPlatformStatuses(db: Reads): void {
  const rows = cached<CachedRow<PlatformStatusRow>>(db, PLATFORM_STATUS);
  const changed: PlatformStatusRow[] = [];
  for (const [place, { row, dirty }] of rows ?? []) {
    if (!dirty) continue;
    changed.push(row);
    rows!.set(place, { row, dirty: false });
  }
  if (db.dialect === "postgres" && changed.length > FEW) writeMany(db as Tx, changed);
  else for (const row of changed) writePlatformStatus(db as Tx, row);
}

/** Up to this many rows, statements for single rows are quicker, as they are already prepared. */
const FEW = 100;
const { checkId: __, platform: ___, ...FACTS } = COLUMNS;
const saveMany = updateMany("standing", ["check_id", "platform"], Object.values(FACTS));

function writeMany(tx: Tx, statusRows: readonly PlatformStatusRow[]): void {
  const fields = Object.entries(COLUMNS) as [keyof PlatformStatusRow, string][];
  for (let i = 0; i < statusRows.length; i += MOST_ROWS) {
    const rows = statusRows.slice(i, i + MOST_ROWS);
    tx.run(
      saveMany[tx.dialect],
      JSON.stringify(rows.map((row) => Object.fromEntries(fields.map(([field, column]) => [column, row[field]])))),
    );
  }
}

/** Checks and platforms that are marked as not applicable. */
export async function listMarksOfApp(db: Reads, appId: string): Promise<PlatformStatusPlace[]> {
  flushPlatformStatuses(db);
  return db.all(marksOfApp, appId);
}

export async function listPlatformStatusesOfApp(db: Reads, appId: string): Promise<PlatformStatusRow[]> {
  flushPlatformStatuses(db);
  return db.all(ofApp, appId);
}

export async function listShownPlatformStatuses(
  db: Reads,
  checkIds: readonly string[],
): Promise<ShownPlatformStatus[]> {
  if (checkIds.length === 0) return [];
  flushPlatformStatuses(db);
  const shown = query<ShownPlatformStatus>(
    {
      checkId: "g.check_id",
      platform: "g.platform",
      status: "g.status",
      openIssues: "g.open_issues",
      resultId: "g.result_id",
      outcome: "g.outcome",
      recordedBy: "r.recorded_by",
      recordedAt: "r.recorded_at",
      note: "r.note",
      build: "r.build",
    },
    `from standing g left join result r on r.id = g.result_id where g.check_id in (${placeholders(checkIds.length)})`,
  );
  return db.all(shown, ...checkIds);
}

export function insertPlatformStatus(tx: Tx, statusRow: PlatformStatusRow): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof PlatformStatusRow)[]).map((field) => statusRow[field]));
}

/** Changes a row in the write cache: all units of a transaction share one write. */
export function updatePlatformStatus(tx: Tx, statusRow: PlatformStatusRow): void {
  const place = placeOf(statusRow.checkId, statusRow.platform);
  tx.cache.rows<CachedRow<PlatformStatusRow>>(PLATFORM_STATUS).set(place, { row: statusRow, dirty: true });
}

function writePlatformStatus(tx: Tx, statusRow: PlatformStatusRow): void {
  const { status, notApplicable, openIssues, fixedRevision, resultRevision, outcome, resultId, revision } = statusRow;
  tx.run(
    save,
    status,
    notApplicable,
    openIssues,
    fixedRevision,
    resultRevision,
    outcome,
    resultId,
    revision,
    statusRow.checkId,
    statusRow.platform,
  );
}

export function deletePlatformStatusesOf(tx: Tx, appId: string, platform: string): void {
  flushPlatformStatuses(tx);
  tx.cache.rows(PLATFORM_STATUS).clear();
  tx.run(dropPlatform, platform, appId);
}
