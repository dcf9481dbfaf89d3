// Workspaces: they own everything and have a plan.
import type { Reach } from "../../domain/access/grant.ts";
import type { FactorDemand } from "../../domain/access/second-factor.ts";
import { command, query, type Reads, type Tx } from "../database/database.ts";

export const PLANS = ["free", "unlimited"] as const;
export type Plan = (typeof PLANS)[number];

export interface Workspace {
  id: string;
  name: string;
  plan: Plan;
  createdAt: number;
  secondFactor: FactorDemand;
}

/** What a workspace may send and have open, where that is not what any workspace of the server may: null. */
export interface WorkspaceLimits {
  requestRate: number | null;
  deliveryRate: number | null;
  streamLimit: number | null;
  /** Bytes of all its attached files together; null: any number. */
  fileLimit: number | null;
}

const COLUMNS = { id: "id", name: "name", plan: "plan", createdAt: "created_at", secondFactor: "second_factor" };

const byIdLocked = query<Workspace>(COLUMNS, "from workspace where id = ? {lock}");
const byId = query<Workspace>(COLUMNS, "from workspace where id = ?");
const idsBehind = query<{ id: string }>({ id: "id" }, "from workspace where id > ? order by id limit ?");
const every = query<Workspace>(COLUMNS, "from workspace order by id");
const byName = query<Workspace>(COLUMNS, "from workspace where name = ? order by id limit ?");
const oldest = query<Workspace>(COLUMNS, "from workspace order by created_at, id limit ?");
const after = query<Workspace>(
  COLUMNS,
  "from workspace where created_at > ? or (created_at = ? and id > ?) order by created_at, id limit ?",
);
const first = query<Workspace>(COLUMNS, "from workspace order by created_at, id limit 1");
const add = command(
  "insert into workspace (id, name, plan, created_at, keys_revision) values (?, ?, ?, ?, 1) on conflict (id) do nothing",
);
const setDemand = command("update workspace set second_factor = ? where id = ?");
const setName = command("update workspace set name = ? where id = ?");
const LIMITS = {
  requestRate: "request_rate",
  deliveryRate: "delivery_rate",
  streamLimit: "stream_limit",
  fileLimit: "file_limit",
};
const limitsOf = query<WorkspaceLimits>(LIMITS, "from workspace where id = ?");
const setLimits = command(
  "update workspace set request_rate = ?, delivery_rate = ?, stream_limit = ?, file_limit = ?, keys_revision = keys_revision + 1 where id = ?",
);
const setPlan = command("update workspace set plan = ? where id = ?");

/** Locks a workspace, so that other writers of its own rows wait until this transaction ends. */
export async function lockWorkspace(tx: Tx, id: string): Promise<Workspace> {
  return (await tx.get(byIdLocked, id))!;
}

/** The workspace of a reach. */
export async function getWorkspace(db: Reads, { workspaceId }: Pick<Reach, "workspaceId">): Promise<Workspace> {
  return (await db.get(byId, workspaceId))!;
}

export async function findWorkspace(db: Reads, id: string): Promise<Workspace | undefined> {
  return db.get(byId, id);
}

/** Locks any workspace: only for callers who may see all of them. */
export async function findWorkspaceLocked(tx: Tx, id: string): Promise<Workspace | undefined> {
  return tx.get(byIdLocked, id);
}

/** Ids of some workspaces behind one: for the retention job. */
export async function listWorkspaceIds(db: Reads, behind: string, limit: number): Promise<string[]> {
  return (await db.all(idsBehind, behind, limit)).map(({ id }) => id);
}

/** All workspaces, for the doctor, who has no reach. */
export async function listEveryWorkspace(db: Reads): Promise<Workspace[]> {
  return db.all(every);
}

/** The workspace that a server begins with. */
export async function findFirstWorkspace(db: Reads): Promise<Workspace | undefined> {
  return db.get(first);
}

/** The oldest workspaces, or those younger than a given one. */
export async function listWorkspaces(
  db: Reads,
  limit: number,
  beyond: Pick<Workspace, "id" | "createdAt"> | null = null,
): Promise<Workspace[]> {
  return beyond === null ? db.all(oldest, limit) : db.all(after, beyond.createdAt, beyond.createdAt, beyond.id, limit);
}

/** The workspace with this id, or those with this name. */
export async function findWorkspacesCalled(db: Reads, idOrName: string, limit: number): Promise<Workspace[]> {
  const found = await db.get(byId, idOrName);
  return found === undefined ? db.all(byName, idOrName, limit) : [found];
}

/** Does nothing when another server was faster. */
export function insertWorkspace(tx: Tx, workspace: Omit<Workspace, "secondFactor">): void {
  tx.run(add, workspace.id, workspace.name, workspace.plan, workspace.createdAt);
}

export function updateName(tx: Tx, id: string, name: string): void {
  tx.run(setName, name, id);
}

export function updatePlan(tx: Tx, id: string, plan: Plan): void {
  tx.run(setPlan, plan, id);
}

export async function getLimits(db: Reads, id: string): Promise<WorkspaceLimits> {
  return (await db.get(limitsOf, id))!;
}

/** Keys that were looked up before are looked up again. */
export function updateLimits(
  tx: Tx,
  id: string,
  { requestRate, deliveryRate, streamLimit, fileLimit }: WorkspaceLimits,
): void {
  tx.run(setLimits, requestRate, deliveryRate, streamLimit, fileLimit, id);
}

export function updateFactorDemand(tx: Tx, id: string, demand: FactorDemand): void {
  tx.run(setDemand, demand, id);
}
