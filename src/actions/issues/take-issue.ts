// How a change that somebody makes to an issue begins: takes its app and reads what the change is decided by. What was
// decided is written by `writeIssueChange` (write-issue-change.ts).
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import type { ChangeStamp, Issue } from "../../domain/issues/issue.ts";
import { toDocument } from "../../storage/issues/issue-document.ts";
import { getAppIdOfIssue, getIssue, type IssueText } from "../../storage/issues/issues.ts";
import { type Check, getCheckOfApp } from "../../storage/runbook/checks.ts";
import { type AppWrite, openAppWrite } from "../app-write.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { issueForAnswer } from "./raise-issue.ts";

/** An issue whose app was taken: nobody else changes it until the transaction ends. */
export interface TakenIssue {
  issue: Issue;
  /** The issue's, also if it is archived. */
  check: Check | null;
  write: AppWrite;
  actor: Actor;
  stamp: ChangeStamp;
}

/** Throws `not_found`. */
export async function takeIssue(unit: UnitOfWork, actor: Actor, id: string): Promise<TakenIssue> {
  const write = await openAppWrite(unit, actor.reach, await getAppIdOfIssue(unit.tx, actor.reach, id));
  const issue = await getIssue(unit.tx, id);
  const check = issue.checkId === null ? null : await getCheckOfApp(unit.tx, write.app, issue.checkId);
  const stamp = { by: actorLabel(actor), at: write.app.updatedAt, revision: write.app.revision };
  return { issue, check, write, actor, stamp };
}

/** The answer where nothing changes: then nothing is written. */
export function leaveIssue({ write, check, issue }: TakenIssue): IssueText {
  return issueForAnswer(write, check, issue, toDocument(issue));
}
