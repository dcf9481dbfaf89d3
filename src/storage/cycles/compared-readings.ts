// How two cycles read, platform-check by platform-check, for whoever compares them.
import type { CycleReading, CycleReadings } from "../../domain/cycles/compare-cycles.ts";
import { query, type Reads } from "../database/database.ts";
import { type Cycle, isOpen } from "./cycles.ts";

const COLUMNS = {
  checkId: "k.check_id",
  platform: "k.platform",
  status: "k.status",
  ref: "c.ref",
  title: "c.title",
  sectionId: "c.section_id",
  sectionTitle: "s.title",
};
/** Platforms in the app's order; those that it has no more come last. */
const PLATFORM = "left join platform p on p.app_id = ? and p.code = k.platform";
const IN_ORDER = "case when p.code is null then 1 else 0 end, p.position, k.platform";
const ofOpen = query<CycleReading>(
  COLUMNS,
  `from cycle_status k join "check" c on c.id = k.check_id join section s on s.id = c.section_id
     ${PLATFORM} where k.cycle_id = ? order by s.position, c.position, c.id, ${IN_ORDER}`,
);
const ofClosed = query<CycleReading>(
  COLUMNS,
  `from frozen_check c join frozen_status k on k.cycle_id = c.cycle_id and k.check_id = c.check_id
     join cycle_section s on s.cycle_id = c.cycle_id and s.section_id = c.section_id
     ${PLATFORM} where c.cycle_id = ? order by c.position, ${IN_ORDER}`,
);

/** What a cycle found, in runbook order and for each check in the order of the app's platforms. */
export async function listReadings(db: Reads, cycle: Cycle): Promise<CycleReadings> {
  const rows = await db.all(isOpen(cycle) ? ofOpen : ofClosed, cycle.appId, cycle.id);
  return new Map(rows.map((row) => [`${row.checkId} ${row.platform}`, row]));
}
