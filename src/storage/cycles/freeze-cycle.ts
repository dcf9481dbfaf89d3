// Closing a cycle: what it found is copied to where nothing ever changes it, and its rows are gone.
import { groupBy } from "../../lib/collections/group-by.ts";
import { command, type Tx } from "../database/database.ts";
import { flushPlatformStatuses } from "../status/platform-statuses.ts";
import type { CycleIssue } from "./cycle-issues.ts";
import { forgetList } from "./cycle-scope.ts";
import { settleCycleStatuses } from "./cycle-statuses.ts";
import { flushCycleTallies } from "./cycle-tallies.ts";

const freezeChecks = command(`insert into frozen_check
    (cycle_id, position, check_id, section_id, ref, title, instructions, created_at)
  select cast(? as text), row_number() over (order by s.position, c.position, c.id), c.id, c.section_id, c.ref, c.title,
    c.instructions, c.created_at
  from "check" c join section s on s.id = c.section_id
  where c.id in (select check_id from cycle_status where cycle_id = ?)`);
const freezeStatuses = command(`insert into frozen_status
    (cycle_id, check_id, platform, status, outcome, result_id, recorded_by, recorded_at, note, build, issues)
  select k.cycle_id, k.check_id, k.platform, k.status, k.outcome, k.result_id, r.recorded_by, r.recorded_at, r.note, r.build,
    '[]'
  from cycle_status k left join result r on r.id = k.result_id where k.cycle_id = ?`);
const nameIssues = command("update frozen_status set issues = ? where cycle_id = ? and check_id = ? and platform = ?");
const nameSections = command(`update cycle_section set ref = s.ref, title = s.title, position = s.position
  from section s where s.id = cycle_section.section_id and cycle_section.cycle_id = ?`);
const dropEmptySections = command("delete from cycle_section where cycle_id = ? and checks = 0");
const dropStatuses = command("delete from cycle_status where cycle_id = ?");

/** The caller has read the tallies and notes in the cycle's row what it was closed with. */
export function freezeCycle(tx: Tx, cycleId: string, issues: readonly CycleIssue[]): void {
  flushPlatformStatuses(tx);
  settleCycleStatuses(tx);
  flushCycleTallies(tx);
  tx.run(freezeChecks, cycleId, cycleId);
  tx.run(freezeStatuses, cycleId);
  const open = issues.flatMap(({ code, checkId, platforms }) =>
    platforms.map((platform) => ({ code, checkId, platform })),
  );
  for (const group of groupBy(open, ({ checkId, platform }) => `${checkId} ${platform}`).values()) {
    const { checkId, platform } = group[0]!;
    tx.run(nameIssues, JSON.stringify(group.map(({ code }) => code)), cycleId, checkId, platform);
  }
  tx.run(dropEmptySections, cycleId);
  tx.run(nameSections, cycleId);
  tx.run(dropStatuses, cycleId);
  forgetList(tx, cycleId);
}
