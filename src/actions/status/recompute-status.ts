// Keeps the platform statuses of a check in step with its facts, within the unit that changes them.

import { EVERY_PLATFORM } from "../../domain/apps/platforms.ts";
import { fixedPlatforms, type Issue, openPlatforms } from "../../domain/issues/issue.ts";
import { platformStatus } from "../../domain/status/platform-status.ts";
import { count, emptyTally } from "../../domain/status/summary.ts";
import type { App } from "../../storage/apps/apps.ts";
import { deleteFix, insertFix, latestFix, listFixes } from "../../storage/issues/platform-fixes.ts";
import type { LiveCheck } from "../../storage/runbook/checks.ts";
import {
  insertPlatformStatus,
  listPlatformStatuses,
  listPlatformStatusesOn,
  type PlatformStatusRow,
  updatePlatformStatus,
} from "../../storage/status/platform-statuses.ts";
import { type AppWrite, tally } from "../app-write.ts";
import { followStatuses, joinCycles, type ResultNews } from "./follow-in-cycles.ts";

type CheckInSection = Pick<LiveCheck, "id" | "sectionId">;

interface Recomputing extends ResultNews {
  /** The check's statuses on the platforms that may change; on all of them where they are not given. */
  statusRows?: PlatformStatusRow[] | undefined;
}

/** Changes the facts of some platforms of a check; statuses, tallies and open cycles follow. */
export async function recomputeStatuses(
  write: AppWrite,
  check: CheckInSection,
  change: (statusRow: PlatformStatusRow) => void | Promise<void>,
  given: Recomputing = {},
): Promise<void> {
  const moved = emptyTally();
  const changed: PlatformStatusRow[] = [];
  const rows = given.statusRows ?? (await listPlatformStatuses(write.tx, check.id));
  for (const [i, before] of rows.entries()) {
    const after = { ...before };
    const waiting = change(after);
    if (waiting !== undefined) await waiting;
    after.status = platformStatus({ ...after, notApplicable: after.notApplicable === 1 });
    if (samePlatformStatus(before, after)) continue;
    after.revision = write.app.revision;
    updatePlatformStatus(write.tx, after);
    rows[i] = after;
    changed.push(after);
    if (after.status !== before.status) {
      count(moved, before.status, -1);
      count(moved, after.status);
    }
  }
  tally(write, check.sectionId, 0, moved);
  await followStatuses(write, check, changed, given);
}

/** The platform statuses of a new check, with the platforms on which it is not applicable. */
export function openPlatformStatuses(write: AppWrite, check: CheckInSection, notApplicable: readonly string[]): void {
  const change = emptyTally();
  const rows = write.appConfig.platforms.map(({ code }) =>
    newPlatformStatus(write.app, check.id, code, notApplicable.includes(code)),
  );
  for (const statusRow of rows) {
    insertPlatformStatus(write.tx, statusRow);
    count(change, statusRow.status);
  }
  tally(write, check.sectionId, 1, change);
  joinCycles(write, check, rows);
}

export function newPlatformStatus(
  app: App,
  checkId: string,
  platform: string,
  notApplicable: boolean,
): PlatformStatusRow {
  return {
    checkId,
    platform,
    status: notApplicable ? "not_applicable" : "untested",
    notApplicable: notApplicable ? 1 : 0,
    openIssues: 0,
    fixedRevision: 0,
    resultRevision: 0,
    outcome: null,
    resultId: null,
    revision: app.revision,
  };
}

interface IssueStep {
  /** Null where there was no issue before. */
  before: Issue | null;
  after: Issue;
  isEdit?: boolean;
}

/** What an issue's step means for its check: open counts, fixes, statuses. */
export async function recomputeForIssue(write: AppWrite, check: CheckInSection, step: IssueStep): Promise<void> {
  const { before, after } = step;
  const { added, dropped } = await syncFixes(write, check, step);
  const named = fixedPlatforms(after);
  const { platforms } = write.appConfig;
  const openBefore = new Set(before === null ? [] : openPlatforms(before, platforms));
  const openAfter = new Set(openPlatforms(after, platforms));
  const isTouched = (rows: { has(code: string): boolean }, code: string) => rows.has(code) || rows.has(EVERY_PLATFORM);
  const concerned = platforms
    .map(({ code }) => code)
    .filter(
      (code) => openBefore.has(code) !== openAfter.has(code) || isTouched(added, code) || isTouched(dropped, code),
    );
  const change = (statusRow: PlatformStatusRow) => {
    const code = statusRow.platform;
    statusRow.openIssues += Number(openAfter.has(code)) - Number(openBefore.has(code));
    const revision = added.get(named.includes(code) ? code : EVERY_PLATFORM) ?? 0;
    statusRow.fixedRevision = Math.max(statusRow.fixedRevision, revision);
    if (dropped.size === 0) return;
    return latestFix(write.tx, check.id, code).then((latest) => {
      statusRow.fixedRevision = latest;
    });
  };
  const statusRows = await listPlatformStatusesOn(write.tx, check.id, concerned);
  await recomputeStatuses(write, check, change, { statusRows });
}

/**
 * Records the fixes that the issue now has and voids those it has no more. A fix gained by an edit keeps the
 * revision of the fix: editing is not fixing.
 */
async function syncFixes(
  write: AppWrite,
  check: CheckInSection,
  { before, after, isEdit = false }: IssueStep,
): Promise<{ added: Map<string, number>; dropped: Set<string> }> {
  const added = new Map<string, number>();
  const wanted = fixedPlatforms(after);
  const hadNone = before === null || fixedPlatforms(before).length === 0;
  const had = hadNone ? [] : await listFixes(write.tx, after.id);
  const stale = had.filter((fix) => !wanted.includes(fix.platform));
  for (const fix of stale) deleteFix(write.tx, after.id, fix.platform);
  const revision = isEdit ? (after.fixedRevision ?? write.app.revision) : write.app.revision;
  for (const platform of wanted) {
    if (had.some((fix) => fix.platform === platform)) continue;
    insertFix(write.tx, after.id, check.id, { platform, revision });
    added.set(platform, revision);
  }
  return { added, dropped: new Set(stale.map((fix) => fix.platform)) };
}

function samePlatformStatus(a: PlatformStatusRow, b: PlatformStatusRow): boolean {
  return (
    a.status === b.status &&
    a.notApplicable === b.notApplicable &&
    a.openIssues === b.openIssues &&
    a.fixedRevision === b.fixedRevision &&
    a.resultRevision === b.resultRevision &&
    a.outcome === b.outcome &&
    a.resultId === b.resultId
  );
}
