// The Free plan's allowance of issues a month. It is claimed after everything that can refuse an issue, and before anything
// is written.
import { limitReached } from "../../domain/webhook/refusals.ts";
import { startOfMonth } from "../../lib/time-window.ts";
import { allowanceScope, claimCount } from "../../storage/workspace/counters.ts";
import type { AppWrite } from "../app-write.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Throws `limit_reached`. */
export async function requireAllowance(unit: UnitOfWork, write: AppWrite): Promise<void> {
  if (!(await claimAllowance(unit, write))) throw limitReached(unit.settings.freePlanIssues);
}

/** Counts an issue against its workspace's monthly allowance; false when that is used up. */
export async function claimAllowance(unit: UnitOfWork, { app }: AppWrite): Promise<boolean> {
  if (app.plan !== "free") return true;
  const { freePlanIssues } = unit.settings;
  return claimCount(unit.tx, allowanceScope(app.workspaceId), startOfMonth(app.updatedAt), freePlanIssues);
}
