// The workspace itself: the first one, its plan, and that it came out of a backup.
import { startOfMonth } from "../lib/clock.ts";
import { listApps, lockApp, updatePlanOfApps } from "../storage/apps.ts";
import { allowanceScope, setCount } from "../storage/counters.ts";
import { countRaisedSince } from "../storage/issues.ts";
import { findSecretCheck, insertSecretCheck } from "../storage/secret-checks.ts";
import {
  findFirstWorkspace,
  insertWorkspace,
  listEveryWorkspace,
  lockWorkspace,
  type Plan,
  updatePlan,
  type Workspace,
} from "../storage/workspaces.ts";
import { record } from "./record.ts";
import type { Unit } from "./unit.ts";

/** The id is fixed so that two servers that start together make one workspace between them. */
const FIRST_ID = "wsp_default";

/** The workspace a server begins with, made on the first start. */
export async function ensureWorkspace(unit: Unit): Promise<Workspace> {
  const found = await findFirstWorkspace(unit.tx);
  if (found !== undefined) return found;
  const workspace: Workspace = { id: FIRST_ID, name: "Workspace", plan: "unlimited", createdAt: unit.now };
  insertWorkspace(unit.tx, workspace);
  return workspace;
}

/** On the plan `free` every issue raised this month counts, also those from before the change. */
export async function setPlan(unit: Unit, input: { workspaceId: string; plan: Plan }): Promise<Workspace> {
  const workspace = await lockWorkspace(unit.tx, input.workspaceId);
  const reach = { workspaceId: workspace.id, apps: null };
  // Whoever raises an issue holds its app: with all of them held, nothing is raised under the old plan any more.
  for (const { id } of await listApps(unit.tx, reach)) await lockApp(unit.tx, reach, id);
  updatePlan(unit.tx, workspace.id, input.plan);
  updatePlanOfApps(unit.tx, workspace.id, input.plan);
  if (input.plan === "free") {
    const month = startOfMonth(unit.now);
    setCount(unit.tx, allowanceScope(workspace.id), month, await countRaisedSince(unit.tx, workspace.id, month));
  }
  if (input.plan !== workspace.plan) {
    const target = { kind: "workspace", id: workspace.id, name: workspace.name } as const;
    const details = { plan: { from: workspace.plan, to: input.plan } };
    record(unit, workspace.id, "workspace.plan_changed", { target, details });
  }
  return { ...workspace, plan: input.plan };
}

/** Notes in every workspace that it is as it was when a backup was taken. */
export async function recordRestore(unit: Unit, { takenAt }: { takenAt: string }): Promise<void> {
  for (const { id, name } of await listEveryWorkspace(unit.tx)) {
    const target = { kind: "workspace", id, name } as const;
    record(unit, id, "workspace.restored", { target, details: { taken_at: takenAt } });
  }
}

/** Keeps the word that tells the secret key of this database from another; the first one stays. Gives the one kept. */
export async function keepSecretCheck(unit: Unit, { sealed }: { sealed: string }): Promise<string> {
  insertSecretCheck(unit.tx, sealed);
  return (await findSecretCheck(unit.tx))!;
}
