// Writes the fixes of an issue anew, for the check that it is on: after it came to the check, or the check came back.
import { fixedPlatforms, type Issue } from "../../domain/issues/issue.ts";
import { listFixRevisions } from "../../storage/issues/issue-history.ts";
import { deleteFixes, type FixRow, insertFix } from "../../storage/issues/platform-fixes.ts";
import type { AppWrite } from "../app-write.ts";

/** Each fix keeps the revision at which it was made: neither placing an issue nor restoring a check is fixing. */
export async function writeFixes(write: AppWrite, issue: Issue): Promise<void> {
  deleteFixes(write.tx, issue.id);
  if (issue.checkId === null) return;
  for (const fix of await listFixesMade(write, issue)) insertFix(write.tx, issue.id, issue.checkId, fix);
}

async function listFixesMade({ tx, app }: AppWrite, issue: Issue): Promise<FixRow[]> {
  const whole = issue.fixedRevision ?? app.revision;
  const platforms = fixedPlatforms(issue);
  const own = new Set(issue.fixedOn.map((fix) => fix.platform));
  if (own.size === 0) return platforms.map((platform) => ({ platform, revision: whole }));
  const made = await listFixRevisions(tx, issue.id);
  return platforms.map((platform) => ({
    platform,
    revision: own.has(platform) ? (made.get(platform) ?? whole) : whole,
  }));
}
