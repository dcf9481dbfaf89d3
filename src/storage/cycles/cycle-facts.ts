// What the doctor holds a cycle against: all results of its app, and the counts of what was frozen.
import type { CountedResult } from "../../domain/cycles/counting-results.ts";
import type { Outcome, Status } from "../../domain/status/platform-status.ts";
import type { App } from "../apps/apps.ts";
import { query, type Reads } from "../database/database.ts";
import type { CheckTally } from "./cycles.ts";

export interface RecordedResult extends CountedResult {
  id: string;
  checkId: string;
  platform: string;
  outcome: Outcome;
}

const BATCH = 5_000;
const onPlatform = query<RecordedResult>(
  {
    id: "id",
    checkId: "check_id",
    platform: "platform",
    outcome: "outcome",
    revision: "revision",
    build: "build",
    cycleId: "cycle_id",
  },
  "from result where app_id = ? and platform = ? and id > ? order by id limit ?",
);
const listed = query<{ checkId: string; platform: string }>(
  { checkId: "check_id", platform: "platform" },
  "from cycle_list where cycle_id = ?",
);
const frozen = query<{ cycleId: string; sectionId: string; status: Status; n: number }>(
  { cycleId: "k.cycle_id", sectionId: "c.section_id", status: "k.status", n: "count(*)" },
  `from cycle y join frozen_check c on c.cycle_id = y.id
     join frozen_status k on k.cycle_id = c.cycle_id and k.check_id = c.check_id
   where y.app_id = ? and y.closed_at is not null group by k.cycle_id, c.section_id, k.status`,
);
const frozenChecks = query<{ cycleId: string; sectionId: string; n: number }>(
  { cycleId: "c.cycle_id", sectionId: "c.section_id", n: "count(*)" },
  "from cycle y join frozen_check c on c.cycle_id = y.id where y.app_id = ? group by c.cycle_id, c.section_id",
);
const kept = query<CheckTally & { cycleId: string; sectionId: string; name: string }>(
  {
    cycleId: "t.cycle_id",
    sectionId: "t.section_id",
    name: "y.name",
    checks: "t.checks",
    passed: "t.passed",
    failed: "t.failed",
    needsRetest: "t.needs_retest",
    untested: "t.untested",
    notApplicable: "t.not_applicable",
  },
  "from cycle y join cycle_section t on t.cycle_id = y.id where y.app_id = ?",
);
const afterTheEnd = query<{ n: number }>(
  { n: "count(*)" },
  `from cycle y join cycle_status k on k.cycle_id = y.id where y.app_id = ? and y.closed_at is not null`,
);

/** An app's results in the order in which they were recorded, platform by platform. */
export async function* eachResultOf(db: Reads, app: App, platforms: readonly string[]): AsyncGenerator<RecordedResult> {
  for (const platform of platforms) {
    for (let after = "", more = true; more; ) {
      const rows = await db.all(onPlatform, app.id, platform, after, BATCH);
      yield* rows;
      more = rows.length === BATCH;
      after = rows.at(-1)?.id ?? "";
    }
  }
}

export async function listCycleList(db: Reads, cycleId: string): Promise<{ checkId: string; platform: string }[]> {
  return db.all(listed, cycleId);
}

/** Counts by status of each section in each closed cycle, as they were frozen. */
export async function countFrozen(db: Reads, app: App) {
  return db.all(frozen, app.id);
}

/** How many checks were frozen of each section of each closed cycle. */
export async function countFrozenChecks(db: Reads, app: App) {
  return db.all(frozenChecks, app.id);
}

/** The stored tallies of all sections in all cycles. */
export async function listKeptTallies(db: Reads, app: App) {
  return db.all(kept, app.id);
}

/** Rows of cycles that are closed: there must be none. */
export async function countLeftStatuses(db: Reads, app: App): Promise<number> {
  return (await db.get(afterTheEnd, app.id))!.n;
}
