// What is in a cycle: rows that join it by the hundred, the fixed list of one that was started with the rest of another, and the
// results that count for it.
import type { OpenCycle } from "../../domain/apps/app-config.ts";
import type { Outcome, Status } from "../../domain/status/platform-status.ts";
import type { App } from "../apps/apps.ts";
import {
  command,
  type Dialect,
  placeholders,
  query,
  type Reads,
  type SqlCommand,
  type Tx,
  type Value,
  withList,
} from "../database/database.ts";
import { flushPlatformStatuses } from "../status/platform-statuses.ts";
import { settleCycleStatuses } from "./cycle-statuses.ts";
import { recountCycle } from "./cycle-tallies.ts";

/** The rules of `domain/cycles/cycle-status.ts` for rows of `standing g`; the doctor holds one against the other. */
const statusWith = (
  outcome: string,
) => `case when g.not_applicable = 1 then 'not_applicable' when g.open_issues > 0 then 'failed'
  when g.status = 'needs_retest' then 'needs_retest' else coalesce(${outcome}, 'untested') end`;

const COUNTED = `r.id > ? and r.revision > ? and (r.cycle_id = ? or (r.cycle_id is null
  and (r.build is null or cast(? as text) is null or r.build = ?))) order by r.id desc limit 1`;

const lastCounted = query<{ id: string; outcome: Outcome }>(
  { id: "r.id", outcome: "r.outcome" },
  `from result r where r.check_id = ? and r.platform = ? and ${COUNTED}`,
);
const recountResults = command(`update cycle_status set revision = ?, result_id = (select r.id from result r
  where r.check_id = cycle_status.check_id and r.platform = cycle_status.platform and ${COUNTED}) where cycle_id = ?`);
const takeOutcomes = command(
  "update cycle_status set outcome = (select r.outcome from result r where r.id = result_id) where cycle_id = ?",
);
const takeStatuses =
  command(`update cycle_status set status = (select ${statusWith("cycle_status.outcome")} from standing g
  where g.check_id = cycle_status.check_id and g.platform = cycle_status.platform) where cycle_id = ?`);
const dropPlatform = command("delete from cycle_status where cycle_id = ? and platform = ?");
const onList = query<{ platform: string }>(
  { platform: "platform" },
  "from cycle_list where cycle_id = ? and check_id = ?",
);
const dropList = command("delete from cycle_list where cycle_id = ?");

/** The last of a platform-check's results that counts for a cycle. */
export async function findLastCounted(
  db: Reads,
  cycle: OpenCycle,
  checkId: string,
  platform: string,
): Promise<{ id: string; outcome: Outcome } | undefined> {
  return db.get(lastCounted, checkId, platform, ...countedValues(cycle));
}

/** Puts into a new cycle all that is in its scope, or of one platform that is new in the app. Nothing has been tested there yet. */
export function fillCycle(tx: Tx, app: App, cycle: OpenCycle, platform: string | null = null): void {
  flushPlatformStatuses(tx);
  settleCycleStatuses(tx);
  const platforms = platform === null ? cycle.platforms : [platform];
  const values: Value[] = [cycle.id, app.revision, app.id];
  if (platforms !== null) values.push(...platforms);
  if (cycle.sections !== null) values.push(JSON.stringify(cycle.sections));
  if (cycle.isList) values.push(cycle.id);
  const text = fillText(platforms?.length ?? null, cycle.sections !== null, cycle.isList);
  tx.run(text[tx.dialect], ...values);
  recountCycle(tx, cycle.id);
}

function fillText(platforms: number | null, hasSections: boolean, isList: boolean): Record<Dialect, SqlCommand> {
  return withList((oneOf) =>
    command(`insert into cycle_status (cycle_id, check_id, platform, status, outcome, result_id, revision)
      select cast(? as text), g.check_id, g.platform, ${statusWith("null")}, null, null, cast(? as bigint)
      from "check" c join standing g on g.check_id = c.id where c.app_id = ? and c.archived_at is null
      ${platforms === null ? "" : `and g.platform in (${placeholders(platforms)})`}
      ${hasSections ? `and c.section_id ${oneOf}` : ""}
      ${isList ? "and exists (select 1 from cycle_list l where l.cycle_id = ? and l.check_id = c.id and l.platform = g.platform)" : ""}`),
  );
}

/** A platform of the app is gone, and with it all that is tested on it. */
export function dropPlatformOfCycle(tx: Tx, cycle: OpenCycle, platform: string): void {
  settleCycleStatuses(tx);
  tx.run(dropPlatform, cycle.id, platform);
  recountCycle(tx, cycle.id);
}

/** Recomputes all rows of a cycle after other results count for it. */
export function recountResultsOfCycle(tx: Tx, app: App, cycle: OpenCycle): void {
  flushPlatformStatuses(tx);
  settleCycleStatuses(tx);
  tx.run(recountResults, app.revision, ...countedValues(cycle), cycle.id);
  tx.run(takeOutcomes, cycle.id);
  tx.run(takeStatuses, cycle.id);
  recountCycle(tx, cycle.id);
}

/** Keeps as the list of a cycle the platform-checks that read one of some statuses in another, open or closed. */
export function keepList(
  tx: Tx,
  cycleId: string,
  from: { id: string; isOpen: boolean },
  statuses: readonly Status[],
): void {
  settleCycleStatuses(tx);
  const table = from.isOpen ? "cycle_status" : "frozen_status";
  const text = `insert into cycle_list (cycle_id, check_id, platform) select cast(? as text), check_id, platform from ${table}
    where cycle_id = ? and status in (${placeholders(statuses.length)})`;
  tx.run(command(text), cycleId, from.id, ...statuses);
}

/** The platforms of a check that are on a cycle's list. */
export async function listPlatformsOnList(db: Reads, cycleId: string, checkId: string): Promise<string[]> {
  return (await db.all(onList, cycleId, checkId)).map(({ platform }) => platform);
}

/** Deletes the list of what is in a closed cycle: nothing joins it any more. */
export function forgetList(tx: Tx, cycleId: string): void {
  tx.run(dropList, cycleId);
}

/** Ids of an app sort by time and revision: those of results from after the start sort after the cycle's own. */
function countedValues({ id, startRevision, build }: OpenCycle): Value[] {
  return [`res_${id.slice("cyc_".length)}`, startRevision, id, build, build];
}
