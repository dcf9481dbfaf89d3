// The checks of a cycle in runbook order, with how they read in it: as they are while it is open, as they were once it is closed.
import type { Status } from "../../domain/status/platform-status.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import type { App } from "../apps/apps.ts";
import { query, type Reads, type Value, withList } from "../database/database.ts";
import { type CheckCondition, type CheckPage, listChecks } from "../runbook/check-pages.ts";
import type { ShownCheck } from "../runbook/checks.ts";
import type { ShownPlatformStatus } from "../status/platform-statuses.ts";
import { type Cycle, isOpen } from "./cycles.ts";

export interface CycleCheckFilter {
  /** Ids of sections; an empty list finds nothing. */
  sections?: string[];
  status?: Status;
  platform?: string;
}

/** A check with what is shown of its section. */
export type CycleCheck = Omit<ShownCheck, "appId" | "archivedAt">;

/** How a platform-check reads in a cycle. */
export interface CyclePlatformStatus extends ShownPlatformStatus {
  /** The codes of the issues that were open when it was closed, as JSON; null while it is open. */
  issues: string | null;
}

/** How many codes there are in that list. */
export const FROZEN_ISSUES =
  "case when k.issues = '[]' then 0 else 1 + length(k.issues) - length(replace(k.issues, ',', '')) end";

export async function listCycleChecks(
  db: Reads,
  app: App,
  cycle: Cycle,
  filter: CycleCheckFilter,
  page: CheckPage,
): Promise<CycleCheck[]> {
  if (!isOpen(cycle)) return listFrozenChecks(db, cycle, filter, page);
  return listChecks(db, app, {}, page, conditionsOf(db, cycle, filter));
}

/** Conditions of a list; the section's tally spares a look into sections without the wanted status. */
function conditionsOf(db: Reads, cycle: Cycle, { sections, status, platform }: CycleCheckFilter): CheckCondition[] {
  const conditions: CheckCondition[] = [];
  if (sections !== undefined)
    conditions.push({ text: `s.id ${ONE_OF[db.dialect]}`, values: [JSON.stringify(sections)] });
  if (status !== undefined) {
    conditions.push({
      text: `exists (select 1 from cycle_section t where t.cycle_id = ? and t.section_id = s.id and t.${status} > 0)`,
      values: [cycle.id],
    });
  }
  const [which, values] = readingIn({ status, platform });
  conditions.push({
    text: `exists (select 1 from cycle_status k where k.cycle_id = ? and k.check_id = c.id${which})`,
    values: [cycle.id, ...values],
  });
  return conditions;
}

const ONE_OF = withList((oneOf) => oneOf);

function readingIn({ status, platform }: CycleCheckFilter): [text: string, values: Value[]] {
  const text = `${status === undefined ? "" : " and k.status = ?"}${platform === undefined ? "" : " and k.platform = ?"}`;
  return [text, [status, platform].filter((value) => value !== undefined)];
}

const positionOf = query<{ position: number }>(
  { position: "position" },
  "from frozen_check where cycle_id = ? and check_id = ?",
);

async function listFrozenChecks(
  db: Reads,
  cycle: Cycle,
  { sections, status, platform }: CycleCheckFilter,
  { after, limit }: CheckPage,
): Promise<CycleCheck[]> {
  const position = after === null ? 0 : ((await db.get(positionOf, cycle.id, after.id))?.position ?? 0);
  const where = ["c.cycle_id = ?", "c.position > ?"];
  const values: Value[] = [cycle.id, position];
  if (sections !== undefined) {
    where.push(`c.section_id ${ONE_OF[db.dialect]}`);
    values.push(JSON.stringify(sections));
  }
  if (status !== undefined || platform !== undefined) {
    const [which, more] = readingIn({ status, platform });
    where.push(
      `exists (select 1 from frozen_status k where k.cycle_id = c.cycle_id and k.check_id = c.check_id${which})`,
    );
    values.push(...more);
  }
  const inOrder = query<CycleCheck>(
    {
      id: "c.check_id",
      sectionId: "c.section_id",
      ref: "c.ref",
      title: "c.title",
      instructions: "c.instructions",
      position: "c.position",
      createdAt: "c.created_at",
      sectionRef: "s.ref",
      sectionTitle: "s.title",
      sectionPosition: "s.position",
    },
    `from frozen_check c join cycle_section s on s.cycle_id = c.cycle_id and s.section_id = c.section_id
     where ${where.join(" and ")} order by c.position limit ?`,
  );
  return db.all(inOrder, ...values, limit);
}

const RESULT = { recordedBy: "r.recorded_by", recordedAt: "r.recorded_at", note: "r.note", build: "r.build" };
const READING = {
  checkId: "k.check_id",
  platform: "k.platform",
  status: "k.status",
  resultId: "k.result_id",
  outcome: "k.outcome",
};
const openReadings = withList((oneOf) =>
  query<CyclePlatformStatus>(
    { ...READING, openIssues: "g.open_issues", ...RESULT, issues: "cast(null as text)" },
    `from cycle_status k join standing g on g.check_id = k.check_id and g.platform = k.platform
       left join result r on r.id = k.result_id where k.cycle_id = ? and k.check_id ${oneOf}`,
  ),
);
const FROZEN = { recordedBy: "k.recorded_by", recordedAt: "k.recorded_at", note: "k.note", build: "k.build" };
const frozenReadings = withList((oneOf) =>
  query<CyclePlatformStatus>(
    { ...READING, openIssues: FROZEN_ISSUES, ...FROZEN, issues: "k.issues" },
    `from frozen_status k where k.cycle_id = ? and k.check_id ${oneOf}`,
  ),
);

/** The readings of a cycle for some checks: a list for each, by the id of the check. */
export async function listCycleReadings(
  db: Reads,
  cycle: Cycle,
  checkIds: readonly string[],
): Promise<Map<string, CyclePlatformStatus[]>> {
  const readings = (isOpen(cycle) ? openReadings : frozenReadings)[db.dialect];
  return groupBy(await db.all(readings, cycle.id, JSON.stringify(checkIds)), ({ checkId }) => checkId);
}

type CycleStatus = Pick<CyclePlatformStatus, "checkId" | "platform" | "status">;
const statusesIn = (table: string) =>
  withList((oneOf) =>
    query<CycleStatus>(
      { checkId: "check_id", platform: "platform", status: "status" },
      `from ${table} where cycle_id = ? and check_id ${oneOf}`,
    ),
  );
const openStatuses = statusesIn("cycle_status");
const frozenStatuses = statusesIn("frozen_status");

/** A cycle's statuses without their results, for callers that show none. */
export async function listCycleStatuses(
  db: Reads,
  cycle: Cycle,
  checkIds: readonly string[],
): Promise<Map<string, CycleStatus[]>> {
  const statuses = (isOpen(cycle) ? openStatuses : frozenStatuses)[db.dialect];
  return groupBy(await db.all(statuses, cycle.id, JSON.stringify(checkIds)), ({ checkId }) => checkId);
}
