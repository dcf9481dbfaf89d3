// Raises an issue: from then on its check reads failed on the platforms it covers.
import { type Actor, raisedBy } from "../../domain/access/actor.ts";
import { viaOf } from "../../domain/access/channel.ts";
import { requirePlatforms } from "../../domain/apps/platforms.ts";
import { Fault } from "../../domain/fault.ts";
import type { Issue, Priority, Reporter } from "../../domain/issues/issue.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { startWatching } from "../../storage/inbox/watchers.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { insertIssue } from "../../storage/issues/write-issues.ts";
import type { LiveCheck } from "../../storage/runbook/checks.ts";
import { takeSlot } from "../../storage/webhook/dedupe-slots.ts";
import { type AppWrite, append, closeAppWrite, nextId, openAppWrite, usePlatforms } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import { forwardIssue } from "../outbox/forward-issue.ts";
import { findNamedCheck, findNamedSection } from "../runbook/find-named-check.ts";
import { recomputeForIssue } from "../status/recompute-status.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { requireAllowance } from "./claim-allowance.ts";

export interface RaiseIssue {
  actor: Actor;
  app: string;
  check: string | null;
  section: string | null;
  text: string;
  platforms: string[];
  priority: Priority | null;
  reporter: Reporter | null;
}

/**
 * Throws `not_found`, `missing_check`, `ambiguous_check`, `ambiguous_section`, `unknown_platform`, `limit_reached`.
 */
export const raiseIssue = repeatable(
  defineAction({
    name: "raiseIssue",
    queue: "app",
    wakes: ["forwards"],
    async run(unit: UnitOfWork, input: RaiseIssue): Promise<IssueText> {
      const write = await openAppWrite(unit, input.actor.reach, input.app);
      const check = await findIssueCheck(write, input);
      const sectionId =
        check === null && input.section !== null ? (await findNamedSection(write, input.section)).id : null;
      const platforms = requirePlatforms(write.appConfig.platforms, input.platforms);
      const { actor, text, priority, reporter } = input;
      await requireAllowance(unit, write);
      const entry = { actor, check, sectionId, text, platforms, priority, reporter, webhook: null, dedupeKey: null };
      const { issue, document } = await raise(write, entry);
      closeAppWrite(write);
      return issueForAnswer(write, check, issue, document);
    },
  }),
);

/** An issue that is about to be raised. */
export interface NewIssue extends Pick<Issue, "sectionId" | "text" | "platforms" | "priority" | "reporter"> {
  actor: Actor;
  check: LiveCheck | null;
  webhook: Issue["webhook"];
  /** Its item in an error tracker. */
  tracker?: Issue["tracker"];
  dedupeKey: string | null;
}

/** The issue with all that follows from it; the allowance has been claimed, and the caller closes the write. */
export async function raise(write: AppWrite, entry: NewIssue): Promise<{ issue: Issue; document: string }> {
  const { app, tx } = write;
  app.lastNumber += 1;
  app.openIssues += 1;
  const issue = newIssue(write, entry);
  const document = insertIssue(tx, app, issue);
  usePlatforms(write, issue.platforms);
  if (entry.check !== null) await recomputeForIssue(write, entry.check, { before: null, after: issue });
  if (issue.dedupeKey !== null) await takeSlot(tx, app.id, issue.dedupeKey, issue);
  if (entry.actor.personId !== undefined) startWatching(tx, issue.id, entry.actor.personId, "raised");
  append(write, { kind: "issue_raised", by: issue.raisedBy, issueId: issue.id, changes: {} });
  await forwardIssue(write, issue, "raised", { by: issue.raisedBy, connectionId: entry.actor.connectionId });
  return { issue, document };
}

/** An issue as an answer needs it, from what the unit holds anyway. */
export function issueForAnswer(
  write: AppWrite,
  check: { id: string; ref: string; title: string } | null,
  issue: Issue,
  document: string,
): IssueText {
  return {
    id: issue.id,
    code: issueCode(write.app.prefix, issue.number),
    appId: write.app.id,
    appName: write.app.name,
    checkId: check?.id ?? null,
    checkRef: check?.ref ?? null,
    checkTitle: check?.title ?? null,
    ...repeatsOf(issue),
    document,
  };
}

function repeatsOf({ webhook }: Issue): Pick<IssueText, "repeats" | "repeatedAt"> {
  const repeats = webhook === null ? 0 : webhook.deliveries - 1;
  return { repeats, repeatedAt: repeats === 0 ? null : webhook!.lastDeliveryAt };
}

export async function findIssueCheck(
  write: AppWrite,
  input: Pick<RaiseIssue, "check" | "section">,
): Promise<LiveCheck | null> {
  if (input.check !== null) return findNamedCheck(write, input.check, input.section);
  if (write.app.mode === "live") return null;
  throw new Fault(
    "missing_check",
    "check: name the check that fails (its ref, id or exact title); only an app in live mode accepts issues without one.",
  );
}

function newIssue(write: AppWrite, entry: NewIssue): Issue {
  const { app } = write;
  return {
    id: nextId(write, "iss"),
    appId: app.id,
    number: app.lastNumber,
    checkId: entry.check?.id ?? null,
    sectionId: entry.sectionId,
    text: entry.text,
    platforms: entry.platforms,
    status: "open",
    priority: entry.priority,
    via: viaOf(entry.actor),
    raisedBy: raisedBy(entry.actor, entry.reporter),
    raisedAt: app.updatedAt,
    reporter: entry.reporter,
    editedBy: null,
    editedAt: null,
    fixedBy: null,
    fixedAt: null,
    fixedRevision: null,
    fixedOn: [],
    stillOpenOn: [],
    dedupeKey: entry.dedupeKey,
    webhook: entry.webhook,
    assignees: [],
    confirmedFixedBy: null,
    confirmedFixedAt: null,
    tracker: entry.tracker ?? null,
    attachments: [],
  };
}
