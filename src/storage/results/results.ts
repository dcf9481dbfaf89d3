// Results: one outcome of one check on one platform, recorded by somebody at some time.
import type { Reach } from "../../domain/access/grant.ts";
import { notFound } from "../../domain/fault.ts";
import type { Outcome } from "../../domain/status/platform-status.ts";
import { rowInReach } from "../apps/row-in-reach.ts";
import { command, insert, placeholders, query, type Reads, type Tx } from "../database/database.ts";

export interface Result {
  id: string;
  appId: string;
  checkId: string;
  platform: string;
  outcome: Outcome;
  note: string | null;
  build: string | null;
  recordedBy: string;
  recordedAt: number;
  revision: number;
  /** The cycle that the request names. */
  cycleId: string | null;
}

export interface ShownResult extends Omit<Result, "revision"> {
  checkRef: string;
  checkTitle: string;
  cycleName: string | null;
  /** A list in JSON; nothing where there are none. */
  attachments?: string | null;
}

export const RESULT_COLUMNS = {
  id: "r.id",
  appId: "r.app_id",
  checkId: "r.check_id",
  platform: "r.platform",
  outcome: "r.outcome",
  note: "r.note",
  build: "r.build",
  recordedBy: "r.recorded_by",
  recordedAt: "r.recorded_at",
  cycleId: "r.cycle_id",
};
const add = insert("result", [
  ...Object.values(RESULT_COLUMNS).map((column) => column.slice(2)),
  "revision",
  "workspace_id",
]);
const latest = query<Result>(
  { ...RESULT_COLUMNS, revision: "r.revision" },
  "from result r where r.check_id = ? and r.platform = ? order by r.revision desc, r.id desc limit 1",
);
const byId = query<Result>({ ...RESULT_COLUMNS, revision: "r.revision" }, "from result r where r.id = ?");
const unplaced = query<{ id: string }>({ id: "id" }, "from result where workspace_id is null order by id limit ?");
const drop = command("delete from result where id = ?");

export async function findLatestResult(db: Reads, checkId: string, platform: string): Promise<Result | undefined> {
  return db.get(latest, checkId, platform);
}

/** Adds a result at the app's present revision. */
export function insertResult(
  tx: Tx,
  { workspaceId, revision }: { workspaceId: string; revision: number },
  result: Omit<Result, "revision">,
): void {
  const { id, appId, checkId, platform, outcome, note, build, recordedBy, recordedAt, cycleId } = result;
  tx.run(
    add,
    id,
    appId,
    checkId,
    platform,
    outcome,
    note,
    build,
    recordedBy,
    recordedAt,
    cycleId,
    revision,
    workspaceId,
  );
}

/** Gives some results the workspace that they have not been given yet. Says whether there may be more. */
export async function fillResults(tx: Tx, most: number): Promise<boolean> {
  const rows = await tx.all(unplaced, most);
  if (rows.length === 0) return false;
  const place = command(`update result set workspace_id = (select workspace_id from app where app.id = result.app_id)
    where id in (${placeholders(rows.length)})`);
  tx.run(place, ...rows.map(({ id }) => id));
  return rows.length === most;
}

/** Finds a result; one out of reach reads as absent. */
async function findResult(db: Reads, reach: Reach, id: string): Promise<Result | undefined> {
  return rowInReach(db, reach, await db.get(byId, id));
}

/** Throws `not_found`. */
export async function getResult(db: Reads, reach: Reach, id: string): Promise<Result> {
  const result = await findResult(db, reach, id);
  if (result === undefined) throw notFound("result");
  return result;
}

export function deleteResult(tx: Tx, { id }: Result): void {
  tx.run(drop, id);
}
