// Snapshots: how an app stood at the end of each UTC day on which it changed. A day without one was like the day before.
import type { Tally } from "../../domain/status/summary.ts";
import { DAY_MS } from "../../lib/clock.ts";
import { type App, flushApps } from "../apps/apps.ts";
import { command, query, type Reads, type Tx } from "../database/database.ts";
import { flushTallies } from "../runbook/sections.ts";

export interface Snapshot extends Tally {
  /** The day's first millisecond. */
  day: number;
  revision: number;
}

const COLUMNS = {
  day: "day",
  revision: "revision",
  passed: "passed",
  failed: "failed",
  needsRetest: "needs_retest",
  untested: "untested",
  notApplicable: "not_applicable",
};

/** Starts with the last day at or before the first one asked for, which tells how that day began. */
const since = query<Snapshot>(
  COLUMNS,
  `from snapshot where app_id = ? and day < ?
     and day >= coalesce((select max(day) from snapshot where app_id = ? and day <= ?), 0) order by day`,
);
const newest = query<Snapshot>(COLUMNS, "from snapshot where app_id = ? order by day desc limit 1");
const unseen = query<{ id: string }>(
  { id: "a.id" },
  `from app a where a.revision >
     coalesce((select s.revision from snapshot s where s.app_id = a.id order by s.day desc limit 1), 0)
     and a.id >= ? and a.id <= ? order by a.id`,
);
const SUMS = ["passed", "failed", "needs_retest", "untested", "not_applicable"];
/**
 * One statement, so that the counts are of the revision they are kept with, and of several servers that write at once the
 * newest counts. It belongs to the day of the app's last write: since then the app has stood as it does.
 */
const keep = command(`insert into snapshot (app_id, day, revision, ${SUMS.join(", ")})
  select a.id, a.seen - a.seen % ${DAY_MS}, a.revision, ${SUMS.map((sum) => `coalesce(sum(s.${sum}), 0)`).join(", ")}
  from (select id, revision, case when updated_at < ? then updated_at else ? end as seen from app where id = ?) a
    left join section s on s.app_id = a.id
  where true group by a.id, a.seen, a.revision
  on conflict (app_id, day) do update set revision = excluded.revision,
    ${SUMS.map((sum) => `${sum} = excluded.${sum}`).join(", ")}
  where snapshot.revision < excluded.revision`);
const drop = command(`delete from snapshot where app_id = ?
  and day < coalesce((select max(day) from snapshot where app_id = ? and day <= ?), 0)`);

/** Oldest first, those before the day `until`; the first may be of a day before `from`. */
export async function listSnapshots(db: Reads, { id }: App, from: number, until: number): Promise<Snapshot[]> {
  return db.all(since, id, until, id, from);
}

export async function findNewestSnapshot(db: Reads, { id }: App): Promise<Snapshot | undefined> {
  return db.get(newest, id);
}

/** The ids of apps between two, of every workspace, that were written to after their last snapshot: for the retention job. */
export async function listUnseenApps(db: Reads, first: string, last: string): Promise<string[]> {
  return (await db.all(unseen, first, last)).map(({ id }) => id);
}

/** Stores the app's figures for today, replacing earlier ones of the day. */
export function saveSnapshot(tx: Tx, appId: string, now: number): void {
  flushTallies(tx);
  flushApps(tx);
  tx.run(keep, now, now, appId);
}

/** The last one at or before the day stays: it tells how the days after it began. */
export function dropSnapshotsBefore(tx: Tx, appId: string, day: number): void {
  tx.run(drop, appId, appId, day);
}
