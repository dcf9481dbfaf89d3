// The workspace itself: the first one, its name and plan, and that it came out of a backup.
import type { FactorDemand } from "../../domain/access/second-factor.ts";
import { beginSince, sealSince } from "../../domain/workspace/audit-anchor.ts";
import { startOfMonth } from "../../lib/time-window.ts";
import { listAppsAndArchived, lockAnyApp, updatePlanOfApps } from "../../storage/apps/apps.ts";
import { markLostLogKnown } from "../../storage/database/sqlite-file.ts";
import { countRaisedSince } from "../../storage/issues/count-raised.ts";
import { anchorAudit, breakAudit, countAuditLogs } from "../../storage/workspace/audit-heads.ts";
import { hasServerWritten } from "../../storage/workspace/audit-log.ts";
import { allowanceScope, setCount } from "../../storage/workspace/counters.ts";
import { replaceSecretCheck, updateAuditSince } from "../../storage/workspace/secret-check.ts";
import {
  findFirstWorkspace,
  getWorkspace,
  insertWorkspace,
  listEveryWorkspace,
  lockWorkspace,
  type Plan,
  updateFactorDemand,
  updateName,
  updatePlan,
  type Workspace,
} from "../../storage/workspace/workspaces.ts";
import { requireFullAdmin } from "../access/require-full-admin.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { workspaceTarget } from "./create-workspace.ts";

/** The id is fixed so that two servers that start together make one workspace between them. */
const FIRST_ID = "wsp_default";

/** The workspace a server begins with, made on the first start. */
export const ensureWorkspace = defineAction({
  name: "ensureWorkspace",
  async run(unit: UnitOfWork, _input: null): Promise<Workspace> {
    const found = await findFirstWorkspace(unit.tx);
    if (found !== undefined) return found;
    const workspace = { id: FIRST_ID, name: "Workspace", plan: "unlimited", createdAt: unit.now } as const;
    insertWorkspace(unit.tx, workspace);
    return { ...workspace, secondFactor: "optional" };
  },
});

/** Renames a workspace; the same name changes nothing. */
export const renameWorkspace = defineAction({
  name: "renameWorkspace",
  async run(unit: UnitOfWork, input: { workspaceId: string; name: string }): Promise<Workspace> {
    await changeName(unit, input.workspaceId, input.name);
    return getWorkspace(unit.tx, input);
  },
});

/** Gives a workspace its name. Gives whether it had another one. */
export async function changeName(unit: UnitOfWork, id: string, name: string): Promise<boolean> {
  const before = await lockWorkspace(unit.tx, id);
  if (before.name === name) return false;
  updateName(unit.tx, id, name);
  record(unit, id, "workspace.renamed", {
    target: workspaceTarget({ id, name }),
    details: { name: { from: before.name, to: name } },
  });
  return true;
}

/** A workspace whose audit log got its first code. */
export interface Anchored {
  workspaceId: string;
  /** Entries that were there before. */
  entries: number;
}

/**
 * A server begins to use the database: it keeps the secret check that tells its key from another, and begins to vouch for the audit
 * logs of every workspace. What is there already is taken as it is. `replaced` is the one that stood there, "" for none; nothing
 * is done when it is another by now.
 */
export const anchorAudits = defineAction({
  name: "anchorAudits",
  async run(unit: UnitOfWork, input: { sealed: string; replaced: string }): Promise<Anchored[]> {
    const { tx, now, settings } = unit;
    const keys = settings.auditKeys;
    if (!(await replaceSecretCheck(tx, input.sealed, input.replaced))) return [];
    const isNew = input.replaced === "";
    const done: Anchored[] = [];
    for (const { id } of await listEveryWorkspace(tx)) {
      // Only a server has written this, and every server keeps a secret check: it was taken away.
      if (isNew && (await hasServerWritten(tx, id))) await breakAudit(tx, id);
      else done.push({ workspaceId: id, entries: await anchorAudit(tx, keys, id) });
    }
    updateAuditSince(tx, sealSince(keys[0], beginSince(now, isNew, await countAuditLogs(tx))));
    return done.filter(({ entries }) => entries > 0);
  },
});

/** Somebody knows that the embedded database was used without its write-ahead log. */
export const acceptLostLog = defineAction({
  name: "acceptLostLog",
  async run({ tx }: UnitOfWork, _input: null): Promise<void> {
    await markLostLogKnown(tx);
  },
});

/** Changes the plan. On `free` every issue raised this month counts, also those from before the change. */
export const setPlan = defineAction({
  name: "setPlan",
  async run(unit: UnitOfWork, input: { workspaceId: string; plan: Plan }): Promise<Workspace> {
    await changePlan(unit, input.workspaceId, input.plan);
    return getWorkspace(unit.tx, input);
  },
});

/** Gives a workspace its plan. Gives whether it had another one. */
export async function changePlan(unit: UnitOfWork, id: string, plan: Plan): Promise<boolean> {
  const workspace = await lockWorkspace(unit.tx, id);
  const reach = { workspaceId: id, apps: null };
  // Whoever raises an issue holds its app: with all of them held, nothing is raised under the old plan any more.
  for (const app of await listAppsAndArchived(unit.tx, id)) await lockAnyApp(unit.tx, reach, app.id);
  updatePlan(unit.tx, id, plan);
  updatePlanOfApps(unit.tx, id, plan);
  if (plan === "free") {
    const month = startOfMonth(unit.now);
    setCount(unit.tx, allowanceScope(id), month, await countRaisedSince(unit.tx, id, month));
  }
  if (plan === workspace.plan) return false;
  const details = { plan: { from: workspace.plan, to: plan } };
  record(unit, id, "workspace.plan_changed", { target: workspaceTarget(workspace), details });
  return true;
}

/** Whoever has no second factor has to set one up before their next request, where one is demanded. Throws `unauthorized`, `forbidden`. */
export const setFactorDemand = defineAction({
  name: "setFactorDemand",
  async run(unit: UnitOfWork, { workspaceId, demand }: { workspaceId: string; demand: FactorDemand }): Promise<void> {
    await requireFullAdmin(unit, workspaceId);
    const { id, name, secondFactor } = await getWorkspace(unit.tx, { workspaceId });
    if (demand === secondFactor) return;
    updateFactorDemand(unit.tx, id, demand);
    const details = { second_factor: { from: secondFactor, to: demand } };
    record(unit, id, "workspace.factor_demand_changed", { target: { kind: "workspace", id, name }, details });
  },
});

/** Notes in every workspace that it is as it was when a backup was taken. */
export const recordRestore = defineAction({
  name: "recordRestore",
  async run(unit: UnitOfWork, { takenAt }: { takenAt: string }): Promise<void> {
    for (const { id, name } of await listEveryWorkspace(unit.tx)) {
      const target = { kind: "workspace", id, name } as const;
      record(unit, id, "workspace.restored", { target, details: { taken_at: takenAt } });
    }
  },
});
