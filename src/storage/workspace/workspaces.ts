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

const COLUMNS = { id: "id", name: "name", plan: "plan", createdAt: "created_at", secondFactor: "second_factor" };

const byIdLocked = query<Workspace>(COLUMNS, "from workspace where id = ? {lock}");
const byId = query<Workspace>(COLUMNS, "from workspace where id = ?");
const every = query<Workspace>(COLUMNS, "from workspace order by id");
const first = query<Workspace>(COLUMNS, "from workspace order by created_at, id limit 1");
const add = command(
  "insert into workspace (id, name, plan, created_at, keys_revision) values (?, ?, ?, ?, 1) on conflict (id) do nothing",
);
const setDemand = command("update workspace set second_factor = ? where id = ?");
const setPlan = command("update workspace set plan = ? where id = ?");

/** Other writers of the workspace's own rows wait until this transaction ends. */
export async function lockWorkspace(tx: Tx, id: string): Promise<Workspace> {
  return (await tx.get(byIdLocked, id))!;
}

/** The workspace of a reach. */
export async function getWorkspace(db: Reads, { workspaceId }: Pick<Reach, "workspaceId">): Promise<Workspace> {
  return (await db.get(byId, workspaceId))!;
}

/** For the doctor and the retention job, who have no reach. */
export async function listEveryWorkspace(db: Reads): Promise<Workspace[]> {
  return db.all(every);
}

/** The workspace that a server begins with. */
export async function findFirstWorkspace(db: Reads): Promise<Workspace | undefined> {
  return db.get(first);
}

/** Does nothing when another server was faster. */
export function insertWorkspace(tx: Tx, workspace: Omit<Workspace, "secondFactor">): void {
  tx.run(add, workspace.id, workspace.name, workspace.plan, workspace.createdAt);
}

export function updatePlan(tx: Tx, id: string, plan: Plan): void {
  tx.run(setPlan, plan, id);
}

export function updateFactorDemand(tx: Tx, id: string, demand: FactorDemand): void {
  tx.run(setDemand, demand, id);
}
