// Everything that can be written, by name. Inputs and outputs are plain data: they may cross to another thread.

import { createKey, revokeKey, rotateKey, touchKey } from "../actions/access/change-key.ts";
import { changePassword, changePerson, removePerson } from "../actions/access/change-person.ts";
import { acceptInvitation, invite, inviteFirstAdmin, withdrawInvitation } from "../actions/access/invite-person.ts";
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
} from "../actions/access/sign-in.ts";
import { changeApp } from "../actions/apps/change-app.ts";
import { createApp } from "../actions/apps/create-app.ts";
import { importRunbook } from "../actions/apps/import-runbook.ts";
import { archiveApp, restoreApp } from "../actions/archive/archive-app.ts";
import { archiveCheck, archiveChecks } from "../actions/archive/archive-checks.ts";
import { restoreCheck, restoreSection } from "../actions/archive/restore.ts";
import { followTool, noteFromTool } from "../actions/connections/apply-tool-update.ts";
import {
  changeConnection,
  createConnection,
  removeConnection,
  testConnection,
} from "../actions/connections/configure-connection.ts";
import { raiseFromTool } from "../actions/connections/raise-from-tool.ts";
import { assignPeople } from "../actions/issues/assign-people.ts";
import { attachFile, detachFile, forgetFiles, noteFile } from "../actions/issues/attach-file.ts";
import { confirmIssue } from "../actions/issues/confirm-issue.ts";
import { editIssue } from "../actions/issues/edit-issue.ts";
import { fixIssue } from "../actions/issues/fix-issue.ts";
import { raiseIssue } from "../actions/issues/raise-issue.ts";
import { once } from "../actions/once-per-idempotency-key.ts";
import { finishForward, takeForward } from "../actions/outbox/forward-attempts.ts";
import {
  claimNotifications,
  finishNotification,
  repeatNotification,
  testNotification,
} from "../actions/outbox/notification-attempts.ts";
import { recordResults } from "../actions/results/record-results.ts";
import { recordRun } from "../actions/results/record-test-run.ts";
import { setNotApplicable } from "../actions/results/set-not-applicable.ts";
import { takeBackResult } from "../actions/results/take-back-result.ts";
import { changeCheck } from "../actions/runbook/change-check.ts";
import { changeSection, createSection, deleteSection } from "../actions/runbook/change-section.ts";
import { createChecks } from "../actions/runbook/create-checks.ts";
import { takeSnapshot } from "../actions/status/record-trend-day.ts";
import { disableBadge, enableBadge } from "../actions/status/switch-badge.ts";
import type { Unit } from "../actions/unit-of-work.ts";
import {
  changeWebhook,
  openWebhook,
  replaceWebhookUrl,
  setWebhookSecret,
} from "../actions/webhook/configure-webhook.ts";
import { logDelivery, receiveDelivery } from "../actions/webhook/receive-delivery.ts";
import {
  acceptLostLog,
  anchorAudits,
  ensureWorkspace,
  recordRestore,
  setPlan,
} from "../actions/workspace/change-workspace.ts";
import { tryWriting } from "../actions/workspace/probe-write.ts";
import { forget, forgetAudit, forgetOutputs, forgetReceipts } from "../actions/workspace/purge.ts";
import { forgetRates, shareCounts } from "../actions/workspace/share-counts.ts";

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
