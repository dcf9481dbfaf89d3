// Raises an issue: from then on its check reads failed on the platforms it covers.
import { type Actor, actorLabel, raisedBy, viaOf } from "../domain/actor.ts";
import { Fault } from "../domain/fault.ts";
import type { Issue, Priority, Reporter } from "../domain/issue.ts";
import { requirePlatforms } from "../domain/platforms.ts";
import { startOfMonth } from "../lib/clock.ts";
import type { LiveCheck } from "../storage/checks.ts";
import { allowanceScope, claimCount } from "../storage/counters.ts";
import { type IssueText, insertIssue } from "../storage/issues.ts";
import { findCheck, findSection } from "./find-check.ts";
import { append, closeLedger, type Ledger, nextId, openLedger, usePlatforms } from "./ledger.ts";
import { restateForIssue } from "./standing.ts";
import type { Unit } from "./unit.ts";

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
export async function raiseIssue(unit: Unit, input: RaiseIssue): Promise<IssueText> {
  const ledger = await openLedger(unit, input.actor.reach, input.app);
  const { app } = ledger;
  const check = await checkOf(ledger, input);
  const sectionId = check === null && input.section !== null ? (await findSection(ledger, input.section)).id : null;
  const platforms = requirePlatforms(ledger.shape.platforms, input.platforms);
  app.lastNumber += 1;
  app.openIssues += 1;
  const issue = newIssue(ledger, input, check?.id ?? null, sectionId, platforms);
  const document = insertIssue(unit.tx, issue);
  usePlatforms(ledger, platforms);
  if (check !== null) await restateForIssue(ledger, check, null, issue, false);
  append(ledger, { kind: "issue_raised", by: issue.raisedBy, issueId: issue.id, changes: {} });
  closeLedger(ledger);
  await claimAllowance(unit, ledger);
  return issueText(ledger, check, issue, document);
}

/** An issue as an answer needs it, from what the unit holds anyway. */
export function issueText(
  ledger: Ledger,
  check: { id: string; ref: string; title: string } | null,
  issue: Issue,
  document: string,
): IssueText {
  return {
    id: issue.id,
    appId: ledger.app.id,
    appName: ledger.app.name,
    checkId: check?.id ?? null,
    checkRef: check?.ref ?? null,
    checkTitle: check?.title ?? null,
    document,
  };
}

async function checkOf(ledger: Ledger, input: RaiseIssue): Promise<LiveCheck | null> {
  if (input.check !== null) return findCheck(ledger, input.check, input.section);
  if (ledger.app.mode === "live") return null;
  throw new Fault(
    "missing_check",
    "check: name the check that fails (its ref, id or exact title); only an app in live mode takes issues without one.",
  );
}

/** The last thing a unit does: all issues of a workspace with an allowance meet here. */
async function claimAllowance(unit: Unit, { app }: Ledger): Promise<void> {
  if (app.plan !== "free") return;
  const limit = unit.limits.freePlanIssues;
  if (await claimCount(unit.tx, allowanceScope(app.workspaceId), startOfMonth(app.updatedAt), limit)) return;
  throw new Fault(
    "limit_reached",
    `This workspace has used this month's allowance of ${limit} issues on the Free plan; it starts anew next month.`,
  );
}

function newIssue(
  ledger: Ledger,
  input: RaiseIssue,
  checkId: string | null,
  sectionId: string | null,
  platforms: string[],
): Issue {
  const { app } = ledger;
  return {
    id: nextId(ledger, "iss"),
    appId: app.id,
    number: app.lastNumber,
    checkId,
    sectionId,
    text: input.text,
    platforms,
    status: "open",
    priority: input.priority,
    via: viaOf(input.actor),
    raisedBy: input.reporter === null ? actorLabel(input.actor) : raisedBy(input.actor, input.reporter),
    raisedAt: app.updatedAt,
    reporter: input.reporter,
    editedBy: null,
    editedAt: null,
    fixedBy: null,
    fixedAt: null,
    fixedRevision: null,
    fixedOn: [],
    stillOpenOn: [],
    webhook: null,
    assignees: [],
    confirmedFixedBy: null,
    confirmedFixedAt: null,
    tracker: null,
    attachments: [],
  };
}
