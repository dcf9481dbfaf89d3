// The end of every step of an issue's life after it was raised: writes what was decided of an issue that was taken (take-issue.ts).
import { actorLabel } from "../../domain/access/actor.ts";
import type { EventType } from "../../domain/connections/connection.ts";
import type { Issue } from "../../domain/issues/issue.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { listed } from "../../domain/workspace/audit-log.ts";
import type { Changes, EventKind } from "../../storage/apps/events.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { moveIssue, updateIssue } from "../../storage/issues/write-issues.ts";
import { type Check, isLive, type LiveCheck } from "../../storage/runbook/checks.ts";
import { type AppWrite, append, closeAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { causeOf } from "../cause.ts";
import { forwardIssue } from "../outbox/forward-issue.ts";
import { notifyFixed } from "../outbox/notify-fixed.ts";
import { publishIssueEvent } from "../outbox/publish-event.ts";
import { recomputeForPlace } from "../status/recompute-for-place.ts";
import { recomputeForIssue } from "../status/recompute-status.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { awaitsResults, onStatusChange } from "./on-status-change.ts";
import { issueForAnswer } from "./raise-issue.ts";
import type { TakenIssue } from "./take-issue.ts";
import { verifyIssues } from "./verify-issues.ts";
import { writeFixes } from "./write-fixes.ts";

/** What an issue becomes. */
export interface IssueChange {
  after: Issue;
  /** The check that an issue is moved to. */
  check?: LiveCheck | null;
  kind: EventKind;
  changes: Changes;
  /** Programs are not told: somebody has another name, and nothing happened to the issue. */
  isOnlyName?: true;
}

/** Writes the change with all that follows from it, and gives the issue as it is then. */
export async function writeIssueChange(
  unit: UnitOfWork,
  { issue, check, write, actor }: TakenIssue,
  change: IssueChange,
): Promise<IssueText> {
  const { after, kind, changes, isOnlyName, check: place = check } = change;
  const document = updateIssue(unit.tx, write.app, after, awaitsResults(write, issue, after));
  if (kind === "issue_moved") await settlePlaces(write, { issue, check }, { issue: after, check: place });
  const touchesCheck =
    after.status !== issue.status || after.fixedOn !== issue.fixedOn || after.platforms !== issue.platforms;
  if (touchesCheck && check !== null && isLive(check)) {
    await recomputeForIssue(write, check, { before: issue, after, isEdit: kind === "issue_edited" });
  }
  const cause = causeOf(actor);
  await onStatusChange(write, issue, after, cause);
  if (kind === "issue_confirmed") {
    await notifyFixed(write, after, { by: after.confirmedFixedBy!, at: after.confirmedFixedAt! });
    await forwardIssue(write, after, "confirmed", cause);
  }
  const told = isOnlyName === true ? undefined : TOLD_AS[kind];
  if (told !== undefined) await publishIssueEvent(write, after, told, cause, Object.keys(changes));
  append(write, { kind, by: actorLabel(actor), issueId: issue.id, changes });
  // Its new check may have passed since the fix.
  if (kind === "issue_moved" && after.checkId !== null) await verifyIssues(write, new Set([after.checkId]), cause.by);
  closeAppWrite(write);
  recordFix(unit, write, issue, after, kind);
  return issueForAnswer(write, place, after, document);
}

/** The event with which programs are told of changes that leave an issue open or fixed. */
const TOLD_AS: Partial<Record<EventKind, EventType>> = {
  issue_edited: "issue.edited",
  issue_assigned: "issue.edited",
  issue_attached: "issue.edited",
  issue_detached: "issue.edited",
  issue_partly_fixed: "issue.edited",
  issue_unconfirmed: "issue.edited",
  issue_moved: "issue.moved",
};

/** An issue as it is in a place, with the check of that place. */
interface PlacedIssue {
  issue: Issue;
  check: Check | null;
}

/** Recomputes the statuses of the places that an issue left and came to. An archived check is left out until it is restored. */
async function settlePlaces(write: AppWrite, left: PlacedIssue, come: PlacedIssue): Promise<void> {
  moveIssue(write.tx, come.issue);
  if (come.issue.checkId === left.issue.checkId) return;
  await writeFixes(write, come.issue);
  if (left.check !== null && isLive(left.check)) await recomputeForPlace(write, left.check, left.issue, -1);
  if (come.check !== null && isLive(come.check)) await recomputeForPlace(write, come.check, come.issue, 1);
}

/** Fixing is for admins, so it is in their log; what a tool did stands in the issue's history alone. */
function recordFix(unit: UnitOfWork, { app }: AppWrite, before: Issue, after: Issue, kind: EventKind): void {
  if (
    unit.by.kind === "system" ||
    (after.status === before.status && kind !== "issue_partly_fixed" && kind !== "issue_reopened")
  )
    return;
  const target = { kind: "issue", id: after.id, name: issueCode(app.prefix, after.number) } as const;
  const platforms = after.fixedOn.slice(before.fixedOn.length).map((fix) => fix.platform);
  const action = kind === "issue_reopened" ? "issue.reopened" : "issue.fixed";
  const details = platforms.length === 0 ? {} : { platforms: listed(platforms) };
  record(unit, app.workspaceId, action, { target, appId: app.id, details });
}

/** What a field was and what it became, for the history. */
export function changesOf(before: Issue, after: Issue, fields: readonly (keyof Issue)[]): Changes {
  const changes: Changes = {};
  for (const field of fields) {
    if (JSON.stringify(before[field]) !== JSON.stringify(after[field])) {
      changes[field] = { from: before[field], to: after[field] };
    }
  }
  return changes;
}
