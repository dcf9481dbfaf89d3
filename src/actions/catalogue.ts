// Everything that can be written, by name. Inputs and outputs are plain data: they may cross to another thread.
import { archiveApp, restoreApp } from "./archive-app.ts";
import { archiveCheck, archiveChecks } from "./archive-checks.ts";
import { assignPeople } from "./assign-people.ts";
import { attachFile, detachFile, forgetFiles, noteFile } from "./attach-file.ts";
import { changeApp } from "./change-app.ts";
import { disableBadge, enableBadge } from "./change-badge.ts";
import { changeCheck } from "./change-check.ts";
import { changeConnection, createConnection, removeConnection, testConnection } from "./change-connection.ts";
import { createKey, revokeKey, rotateKey, touchKey } from "./change-key.ts";
import { changePassword, changePerson, removePerson } from "./change-person.ts";
import { changeSection, createSection, deleteSection } from "./change-section.ts";
import { changeWebhook, openWebhook, replaceWebhookUrl, setWebhookSecret } from "./change-webhook.ts";
import { acceptLostLog, anchorAudits, ensureWorkspace, recordRestore, setPlan } from "./change-workspace.ts";
import { confirmIssue } from "./confirm-issue.ts";
import { createApp } from "./create-app.ts";
import { createChecks } from "./create-checks.ts";
import { editIssue } from "./edit-issue.ts";
import { fixIssue } from "./fix-issue.ts";
import { followTool, noteFromTool } from "./follow-tool.ts";
import { forget, forgetAudit, forgetOutputs, forgetReceipts } from "./forget.ts";
import { importRunbook } from "./import-runbook.ts";
import { acceptInvitation, invite, inviteFirstAdmin, withdrawInvitation } from "./invite-person.ts";
import { once } from "./once.ts";
import { raiseFromTool } from "./raise-from-tool.ts";
import { raiseIssue } from "./raise-issue.ts";
import { logDelivery, receiveDelivery } from "./receive-delivery.ts";
import { recordResults } from "./record-results.ts";
import { recordRun } from "./record-run.ts";
import { restoreCheck, restoreSection } from "./restore.ts";
import { finishForward, takeForward } from "./send-forwards.ts";
import { claimNotifications, finishNotification, repeatNotification, testNotification } from "./send-notifications.ts";
import { setNotApplicable } from "./set-not-applicable.ts";
import { forgetRates, shareCounts } from "./share-counts.ts";
import {
  admitSignIn,
  countRefusedSignIns,
  endListedSession,
  endSession,
  endSessions,
  failSignIn,
  forgetSessions,
  openSession,
  refuseSignIn,
  touchSession,
} from "./sign-in.ts";
import { takeBackResult } from "./take-back-result.ts";
import { takeSnapshot } from "./take-snapshot.ts";
import { tryWriting } from "./try-writing.ts";
import type { Unit } from "./unit.ts";

export const actions = {
  raiseIssue,
  raiseIssueOnce: once(raiseIssue),
  editIssue,
  fixIssue,
  confirmIssue,
  assignPeople,
  noteFile,
  attachFile,
  detachFile,
  forgetFiles,
  recordResults,
  recordResultsOnce: once(recordResults),
  recordRun,
  recordRunOnce: once(recordRun),
  takeBackResult,
  setNotApplicable,
  receiveDelivery,
  logDelivery,
  raiseFromTool,
  followTool,
  noteFromTool,
  createConnection,
  changeConnection,
  removeConnection,
  testConnection,
  takeForward,
  finishForward,
  forgetReceipts,
  forget,
  takeSnapshot,
  openWebhook,
  changeWebhook,
  replaceWebhookUrl,
  setWebhookSecret,
  enableBadge,
  disableBadge,
  claimNotifications,
  finishNotification,
  repeatNotification,
  testNotification,
  createApp,
  changeApp,
  archiveApp,
  restoreApp,
  importRunbook,
  createSection,
  createSectionOnce: once(createSection),
  changeSection,
  deleteSection,
  createChecks,
  createChecksOnce: once(createChecks),
  changeCheck,
  archiveCheck,
  restoreCheck,
  restoreSection,
  archiveChecks,
  archiveChecksOnce: once(archiveChecks),
  createKey,
  rotateKey,
  revokeKey,
  touchKey,
  inviteFirstAdmin,
  invite,
  withdrawInvitation,
  acceptInvitation,
  changePerson,
  changePassword,
  removePerson,
  admitSignIn,
  refuseSignIn,
  countRefusedSignIns,
  failSignIn,
  openSession,
  touchSession,
  endSession,
  endSessions,
  endListedSession,
  forgetSessions,
  forgetAudit,
  forgetOutputs,
  shareCounts,
  forgetRates,
  ensureWorkspace,
  anchorAudits,
  acceptLostLog,
  setPlan,
  recordRestore,
  tryWriting,
};

type Actions = typeof actions;
export type ActionName = keyof Actions;
export type Input<Name extends ActionName> = Actions[Name] extends (unit: Unit, input: infer In) => unknown
  ? In
  : never;
export type Output<Name extends ActionName> = Awaited<ReturnType<Actions[Name]>>;

export function runAction<Name extends ActionName>(unit: Unit, name: Name, input: Input<Name>): Promise<Output<Name>> {
  const action = actions[name] as unknown as (unit: Unit, input: Input<Name>) => Promise<Output<Name>>;
  return action(unit, input);
}
