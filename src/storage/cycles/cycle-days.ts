// How an open cycle stood at the end of each UTC day on which its app changed: its burn-down.
import type { Day } from "../../domain/status/trend.ts";
import { DAY_MS } from "../../lib/clock.ts";
import { flushApps } from "../apps/apps.ts";
import { command, query, type Reads, type Tx } from "../database/database.ts";
import { flushCycleTallies } from "./cycle-tallies.ts";

const SUMS = ["passed", "failed", "needs_retest", "untested", "not_applicable"];

const ofCycle = query<Day>(
  {
    day: "day",
    passed: "passed",
    failed: "failed",
    needsRetest: "needs_retest",
    untested: "untested",
    notApplicable: "not_applicable",
  },
  "from cycle_day where cycle_id = ? order by day",
);
/** Writes a cycle's day in one statement, so that of several servers the newest figures stay. */
const keep = command(`insert into cycle_day (cycle_id, day, revision, ${SUMS.join(", ")})
  select c.id, a.seen - a.seen % ${DAY_MS}, a.revision, ${SUMS.map((sum) => `coalesce(sum(t.${sum}), 0)`).join(", ")}
  from (select id, revision, case when updated_at < ? then updated_at else ? end as seen from app where id = ?) a
    join cycle c on c.app_id = a.id and c.closed_at is null left join cycle_section t on t.cycle_id = c.id
  where true group by c.id, a.seen, a.revision
  on conflict (cycle_id, day) do update set revision = excluded.revision,
    ${SUMS.map((sum) => `${sum} = excluded.${sum}`).join(", ")}
  where cycle_day.revision < excluded.revision`);

/** A cycle's days, oldest first. */
export async function listCycleDays(db: Reads, cycleId: string): Promise<Day[]> {
  return db.all(ofCycle, cycleId);
}

/** Stores the figures of an app's open cycles for today, replacing earlier ones of the day. */
export function saveCycleDays(tx: Tx, appId: string, now: number): void {
  flushCycleTallies(tx);
  flushApps(tx);
  tx.run(keep, now, now, appId);
}
