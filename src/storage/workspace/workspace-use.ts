// How much each workspace has used, as it was last counted: operators are shown that, and nobody waits while it is counted.
import { command, query, type Reads, type Tx } from "../database/database.ts";
import type { Plan, Workspace, WorkspaceLimits } from "./workspaces.ts";

export interface WorkspaceUse {
  countedAt: number;
  /** The first moment of the month that is counted. */
  month: number;
  apps: number;
  people: number;
  keys: number;
  /** Issues that were ever raised. */
  issues: number;
  issuesOfMonth: number;
  deliveriesOfMonth: number;
  /** The hour up to which deliveries were counted. */
  deliveriesUntil: number;
  /** When something of an app was last written. */
  lastActivityAt: number | null;
}

/** A workspace with its limits and its use; the use is null until it has been counted. */
export interface OperatedWorkspace extends Omit<Workspace, "secondFactor">, WorkspaceLimits {
  fileBytes: number;
  use: WorkspaceUse | null;
}

const USE = {
  countedAt: "counted_at",
  month: "month",
  apps: "apps",
  people: "people",
  keys: "keys",
  issues: "issues",
  issuesOfMonth: "issues_of_month",
  deliveriesOfMonth: "deliveries_of_month",
  deliveriesUntil: "deliveries_until",
  lastActivityAt: "last_activity_at",
};
type Row = Omit<OperatedWorkspace, "use"> & { [Field in keyof WorkspaceUse]: WorkspaceUse[Field] | null };

const ROW = {
  id: "w.id",
  name: "w.name",
  plan: "w.plan",
  createdAt: "w.created_at",
  requestRate: "w.request_rate",
  deliveryRate: "w.delivery_rate",
  streamLimit: "w.stream_limit",
  fileLimit: "w.file_limit",
  fileBytes: "coalesce((select c.n from counter c where c.scope = 'file-bytes:' || w.id and c.period = 0), 0)",
  ...(Object.fromEntries(Object.entries(USE).map(([field, column]) => [field, `u.${column}`])) as typeof USE),
};
const JOINED = "from workspace w left join workspace_use u on u.workspace_id = w.id";
const NEWEST_FIRST = "order by w.created_at desc, w.id desc limit ?";
const older = query<Row>(ROW, `${JOINED} where w.created_at <= ? and (w.created_at < ? or w.id < ?) ${NEWEST_FIRST}`);
const called = query<Row>(ROW, `${JOINED} where w.name = ? order by w.id desc limit ?`);
const calledBefore = query<Row>(ROW, `${JOINED} where w.name = ? and w.id < ? order by w.id desc limit ?`);
const byId = query<Row>(ROW, `${JOINED} where w.id = ?`);
const useOf = query<WorkspaceUse>(USE, "from workspace_use where workspace_id = ?");
const uncounted = query<{ id: string }>(
  { id: "w.id" },
  "from workspace w where not exists (select 1 from workspace_use u where u.workspace_id = w.id and u.counted_at >= ?) and w.id > ? order by w.id limit ?",
);
const ofApps = query<{ issues: number; lastActivityAt: number | null }>(
  { issues: "cast(coalesce(sum(last_number), 0) as bigint)", lastActivityAt: "max(updated_at)" },
  "from app where workspace_id = ?",
);
const deliveries = query<{ n: number }>(
  { n: "cast(coalesce(sum(c.n), 0) as bigint)" },
  `from app a join counter c on c.scope = 'deliveries:' || a.id and c.period >= ? and c.period < ? where a.workspace_id = ?`,
);
const put = command(`insert into workspace_use (workspace_id, ${Object.values(USE).join(", ")})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (workspace_id) do update set
  ${Object.values(USE)
    .map((column) => `${column} = excluded.${column}`)
    .join(", ")}`);

/** The newest workspaces, or those older than a given one. */
export async function listOperatedWorkspaces(
  db: Reads,
  limit: number,
  beyond: { id: string; createdAt: number } | null,
): Promise<OperatedWorkspace[]> {
  const { createdAt, id } = beyond ?? { createdAt: Number.MAX_SAFE_INTEGER, id: "" };
  const rows = await db.all(older, createdAt, createdAt, id, limit);
  return rows.map(operated);
}

/** Workspaces with this name, the newest first. */
export async function listOperatedCalled(
  db: Reads,
  name: string,
  limit: number,
  beyond: { id: string } | null,
): Promise<OperatedWorkspace[]> {
  const rows = beyond === null ? await db.all(called, name, limit) : await db.all(calledBefore, name, beyond.id, limit);
  return rows.map(operated);
}

export async function findOperatedWorkspace(db: Reads, id: string): Promise<OperatedWorkspace | undefined> {
  const row = await db.get(byId, id);
  return row === undefined ? undefined : operated(row);
}

export async function findUse(db: Reads, workspaceId: string): Promise<WorkspaceUse | undefined> {
  return db.get(useOf, workspaceId);
}

/** Ids of some that were not counted since then, behind one. */
export async function listUncounted(db: Reads, since: number, behind: string, limit: number): Promise<string[]> {
  return (await db.all(uncounted, since, behind, limit)).map(({ id }) => id);
}

/** Issues of all apps, archived ones included, and when one was last written. */
export async function readActivity(
  db: Reads,
  workspaceId: string,
): Promise<{ issues: number; lastActivityAt: number | null }> {
  return (await db.get(ofApps, workspaceId))!;
}

/** Deliveries of the hours from one up to another; counts of hours are kept for a day. */
export async function countDeliveries(db: Reads, workspaceId: string, from: number, to: number): Promise<number> {
  return (await db.get(deliveries, from, to, workspaceId))!.n;
}

export function putUse(tx: Tx, workspaceId: string, use: WorkspaceUse): void {
  tx.run(put, workspaceId, ...(Object.keys(USE) as (keyof WorkspaceUse)[]).map((field) => use[field]));
}

function operated(row: Row): OperatedWorkspace {
  const { id, name, plan, createdAt, requestRate, deliveryRate, streamLimit, fileLimit, fileBytes, ...use } = row;
  const limits = { requestRate, deliveryRate, streamLimit, fileLimit };
  const counted = use.countedAt === null ? null : (use as WorkspaceUse);
  return { id, name, plan: plan as Plan, createdAt, ...limits, fileBytes, use: counted };
}
