// How a cycle stands, section by section: nobody reads its rows to count them.
import { addTally, emptyTally, isEmptyTally, type Tally } from "../../domain/status/summary.ts";
import { columnsOf, command, query, type Reads, type Tx, withList } from "../database/database.ts";
import { cached } from "../database/write-cache.ts";
import type { CheckTally } from "./cycles.ts";

export interface CycleSection extends CheckTally {
  id: string;
  ref: string;
  title: string;
}

const COUNTS = {
  checks: "checks",
  passed: "passed",
  failed: "failed",
  needsRetest: "needs_retest",
  untested: "untested",
  notApplicable: "not_applicable",
};
const COUNT_COLUMNS = Object.values(COUNTS);

const sums = withList((oneOf) =>
  query<CheckTally & { cycleId: string }>(
    {
      cycleId: "cycle_id",
      checks: "cast(sum(checks) as bigint)",
      passed: "cast(sum(passed) as bigint)",
      failed: "cast(sum(failed) as bigint)",
      needsRetest: "cast(sum(needs_retest) as bigint)",
      untested: "cast(sum(untested) as bigint)",
      notApplicable: "cast(sum(not_applicable) as bigint)",
    },
    `from cycle_section where cycle_id ${oneOf} group by cycle_id`,
  ),
);
/** Names a section as it is now called for an open cycle, and as it was called then for a closed one. */
const ofCycle = query<CycleSection>(
  {
    id: "t.section_id",
    ref: "coalesce(t.ref, s.ref)",
    title: "coalesce(t.title, s.title)",
    ...columnsOf("t", COUNTS),
  },
  `from cycle_section t left join section s on s.id = t.section_id where t.cycle_id = ? and t.checks > 0
   order by coalesce(t.position, s.position), t.section_id`,
);
const gain = command(`insert into cycle_section (cycle_id, section_id, ${COUNT_COLUMNS.join(", ")})
  values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (cycle_id, section_id)
  do update set ${COUNT_COLUMNS.map((column) => `${column} = cycle_section.${column} + excluded.${column}`).join(", ")}`);
const drop = command("delete from cycle_section where cycle_id = ?");
const countOf = (status: string) => `sum(case when r.status = '${status}' then 1 else 0 end)`;
const recounted = command(`insert into cycle_section (cycle_id, section_id, ${COUNT_COLUMNS.join(", ")})
  select r.cycle_id, c.section_id, count(distinct r.check_id), ${COUNT_COLUMNS.slice(1).map(countOf).join(", ")}
  from cycle_status r join "check" c on c.id = r.check_id where r.cycle_id = ? group by r.cycle_id, c.section_id`);

/** How gains and losses are named in the write cache, each by its cycle and section. */
const TALLY = "cycle tally";

interface Gain {
  cycleId: string;
  sectionId: string;
  checks: number;
  tally: Tally;
}

/** What a section of a cycle gains or loses; it is collected and written once, at the end of the transaction. */
export function updateCycleTally(tx: Tx, cycleId: string, sectionId: string, checks: number, change: Tally): void {
  const gains = tx.cache.rows<Gain>(TALLY);
  const place = `${cycleId} ${sectionId}`;
  const before = gains.get(place);
  const sum = { cycleId, sectionId, checks: checks + (before?.checks ?? 0), tally: { ...change } };
  if (before !== undefined) addTally(sum.tally, before.tally);
  gains.set(place, sum);
}

/** Writes the tallies that are cached. Whoever reads them within a transaction comes here first. */
export function flushCycleTallies(db: Reads): void {
  const gains = cached<Gain>(db, TALLY);
  if (gains === undefined || gains.size === 0) return;
  for (const { cycleId, sectionId, checks, tally } of gains.values()) {
    if (checks === 0 && isEmptyTally(tally)) continue;
    const { passed, failed, needsRetest, untested, notApplicable } = tally;
    (db as Tx).run(gain, cycleId, sectionId, checks, passed, failed, needsRetest, untested, notApplicable);
  }
  gains.clear();
}

/** Tallies under the ids of their cycles; an empty cycle has none. */
export async function sumCycleTallies(db: Reads, cycleIds: readonly string[]): Promise<Map<string, CheckTally>> {
  if (cycleIds.length === 0) return new Map();
  flushCycleTallies(db);
  const rows = await db.all(sums[db.dialect], JSON.stringify(cycleIds));
  return new Map(rows.map(({ cycleId, ...tally }) => [cycleId, tally]));
}

/** The tally of one cycle. */
export async function sumCycleTally(db: Reads, cycleId: string): Promise<CheckTally> {
  return (await sumCycleTallies(db, [cycleId])).get(cycleId) ?? { checks: 0, ...emptyTally() };
}

/** Sections that have anything in the cycle, in runbook order. */
export async function listCycleSections(db: Reads, cycleId: string): Promise<CycleSection[]> {
  flushCycleTallies(db);
  return db.all(ofCycle, cycleId);
}

/** Recounts a cycle's tallies after many of its rows came or went at once. */
export function recountCycle(tx: Tx, cycleId: string): void {
  flushCycleTallies(tx);
  tx.run(drop, cycleId);
  tx.run(recounted, cycleId);
}
