// What it means for the statuses of a check that an issue comes to it, or leaves it.
import { fixedPlatforms, type Issue, openPlatforms } from "../../domain/issues/issue.ts";
import { latestFix } from "../../storage/issues/platform-fixes.ts";
import type { LiveCheck } from "../../storage/runbook/checks.ts";
import type { AppWrite } from "../app-write.ts";
import { recomputeStatuses } from "./recompute-status.ts";

/** `change` is 1 for an issue that comes and -1 for one that leaves; its fixes have been written before. */
export async function recomputeForPlace(
  write: AppWrite,
  check: LiveCheck,
  issue: Issue,
  change: 1 | -1,
): Promise<void> {
  const open = new Set(openPlatforms(issue, write.appConfig.platforms));
  const hasFixes = fixedPlatforms(issue).length > 0;
  await recomputeStatuses(write, check, async (statusRow) => {
    if (open.has(statusRow.platform)) statusRow.openIssues += change;
    if (hasFixes) statusRow.fixedRevision = await latestFix(write.tx, check.id, statusRow.platform);
  });
}
