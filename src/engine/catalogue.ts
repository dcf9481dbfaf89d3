// Everything that can be written. What each action is, its own definition says; here they only get together, so that a thread finds them
// by name.

import { changeApp } from "../actions/apps/change-app.ts";
import { copyApp } from "../actions/apps/copy-app.ts";
import { createApp } from "../actions/apps/create-app.ts";
import { applyImport } from "../actions/apps/import-ahead.ts";
import { importRunbook } from "../actions/apps/import-runbook.ts";
import { archiveApp, restoreApp } from "../actions/archive/archive-app.ts";
import { archiveCheck, archiveChecks } from "../actions/archive/archive-checks.ts";
import { restoreCheck, restoreSection } from "../actions/archive/restore.ts";
import { releaseFileMoveLock, takeFileMoveLock } from "../actions/attachments/file-move-lock.ts";
import { noteFile, purgeFiles } from "../actions/attachments/keep-file.ts";
import { recountFileBytes } from "../actions/attachments/recount-file-bytes.ts";
import { applyToolUpdate, noteFromTool } from "../actions/connections/apply-tool-update.ts";
import { commentFromTool, deleteCommentFromTool } from "../actions/connections/comment-from-tool.ts";
import {
  changeConnection,
  createConnection,
  removeConnection,
  testConnection,
} from "../actions/connections/configure-connection.ts";
import { replaceEventSecret, resendEvent } from "../actions/connections/event-receiver.ts";
import { raiseFromTool } from "../actions/connections/raise-from-tool.ts";
import { changeCycle } from "../actions/cycles/change-cycle.ts";
import { closeCycle } from "../actions/cycles/close-cycle.ts";
import { startCycle } from "../actions/cycles/start-cycle.ts";
import type { AnyAction } from "../actions/define-action.ts";
import { readEntry, readInbox, watchIssue } from "../actions/inbox/read-inbox.ts";
import { assignPeople } from "../actions/issues/assign-people.ts";
import { attachFile, detachFile } from "../actions/issues/attach-file.ts";
import { changeIssues } from "../actions/issues/change-issues.ts";
import { addComment, deleteComment, editComment } from "../actions/issues/comment-on-issue.ts";
import { confirmIssue } from "../actions/issues/confirm-issue.ts";
import { editIssue } from "../actions/issues/edit-issue.ts";
import { fillTermsOfWorkspaces } from "../actions/issues/fill-workspace-terms.ts";
import { fixIssue } from "../actions/issues/fix-issue.ts";
import { placeIssue } from "../actions/issues/place-issue.ts";
import { raiseIssue } from "../actions/issues/raise-issue.ts";
import { renameAssignee } from "../actions/issues/rename-assignee.ts";
import { chooseInboxMail, planInboxMail, stopInboxMail } from "../actions/mail/inbox-mails.ts";
import { finishMail, takeMail } from "../actions/mail/mail-attempts.ts";
import { finishForward, recallForwards, takeForward } from "../actions/outbox/forward-attempts.ts";
import {
  claimNotifications,
  finishNotification,
  repeatNotification,
  testNotification,
} from "../actions/outbox/notification-attempts.ts";
import { lookAtGate } from "../actions/outbox/watch-gate.ts";
import { hastenRemoval, noteFilesSeen, replaceFile } from "../actions/privacy/erase-files.ts";
import { eraseStep, finishErasure, noteErasureFailure } from "../actions/privacy/erase-step.ts";
import { startErasure } from "../actions/privacy/start-erasure.ts";
import { attachToResult, detachFromResult } from "../actions/results/attach-to-result.ts";
import { fillResultWorkspaces } from "../actions/results/fill-result-workspaces.ts";
import { purgeResultAttachments } from "../actions/results/purge-attachments.ts";
import { recordResults } from "../actions/results/record-results.ts";
import { recordTestRun } from "../actions/results/record-test-run.ts";
import { setNotApplicable } from "../actions/results/set-not-applicable.ts";
import { takeBackResult } from "../actions/results/take-back-result.ts";
import { changeCheck } from "../actions/runbook/change-check.ts";
import { changeSection, createSection, deleteSection } from "../actions/runbook/change-section.ts";
import { copyChecks, copySections } from "../actions/runbook/copy-checks.ts";
import { createChecks } from "../actions/runbook/create-checks.ts";
import { recordTrendDay } from "../actions/status/record-trend-day.ts";
import { disableBadge, enableBadge } from "../actions/status/switch-badge.ts";
import {
  changeWebhook,
  openWebhook,
  replaceWebhookUrl,
  setWebhookSecret,
} from "../actions/webhook/configure-webhook.ts";
import { logDelivery, receiveDelivery, receiveRecovery } from "../actions/webhook/receive-delivery.ts";
import {
  acceptLostLog,
  anchorAudits,
  ensureWorkspace,
  recordRestore,
  renameWorkspace,
  setFactorDemand,
  setPlan,
} from "../actions/workspace/change-workspace.ts";
import { claimHour } from "../actions/workspace/claim-hour.ts";
import { countUse } from "../actions/workspace/count-use.ts";
import { createWorkspace } from "../actions/workspace/create-workspace.ts";
import { operateWorkspace } from "../actions/workspace/operate-workspace.ts";
import { probeWrite } from "../actions/workspace/probe-write.ts";
import {
  purgeAppLogs,
  purgeAudit,
  purgeErasures,
  purgeInboxes,
  purgeMails,
  purgeOutputs,
  purgeReceipts,
} from "../actions/workspace/purge.ts";
import { recordExport } from "../actions/workspace/record-move.ts";
import { beginRotation, endRotation, rekeyAudit, replaceSealed } from "../actions/workspace/rotate-secret-key.ts";
import { purgeRates, shareCounts } from "../actions/workspace/share-counts.ts";
import { ACCESS_ACTIONS } from "./access-catalogue.ts";

export const ACTIONS: readonly AnyAction[] = [
  raiseIssue,
  raiseIssue.once,
  editIssue,
  fixIssue,
  confirmIssue,
  placeIssue,
  changeIssues,
  changeIssues.once,
  assignPeople,
  renameAssignee,
  addComment,
  addComment.once,
  editComment,
  readEntry,
  readInbox,
  watchIssue,
  deleteComment,
  noteFile,
  attachFile,
  detachFile,
  purgeFiles,
  takeFileMoveLock,
  releaseFileMoveLock,
  recordResults,
  recordResults.once,
  recordTestRun,
  recordTestRun.once,
  takeBackResult,
  attachToResult,
  detachFromResult,
  setNotApplicable,
  receiveDelivery,
  receiveRecovery,
  logDelivery,
  raiseFromTool,
  applyToolUpdate,
  commentFromTool,
  deleteCommentFromTool,
  noteFromTool,
  createConnection,
  changeConnection,
  removeConnection,
  testConnection,
  replaceEventSecret,
  resendEvent,
  lookAtGate,
  takeForward,
  recallForwards,
  finishForward,
  purgeReceipts,
  purgeInboxes,
  purgeMails,
  takeMail,
  planInboxMail,
  chooseInboxMail,
  stopInboxMail,
  finishMail,
  purgeErasures,
  purgeResultAttachments,
  fillResultWorkspaces,
  fillTermsOfWorkspaces,
  purgeAppLogs,
  recordTrendDay,
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
  copyApp,
  changeApp,
  archiveApp,
  restoreApp,
  importRunbook,
  applyImport,
  createSection,
  createSection.once,
  changeSection,
  deleteSection,
  createChecks,
  createChecks.once,
  copyChecks,
  copyChecks.once,
  copySections,
  copySections.once,
  changeCheck,
  archiveCheck,
  restoreCheck,
  restoreSection,
  archiveChecks,
  archiveChecks.once,
  startCycle,
  startCycle.once,
  changeCycle,
  closeCycle,
  ...ACCESS_ACTIONS,
  setFactorDemand,
  purgeAudit,
  purgeOutputs,
  shareCounts,
  purgeRates,
  claimHour,
  ensureWorkspace,
  createWorkspace,
  renameWorkspace,
  operateWorkspace,
  countUse,
  recountFileBytes,
  anchorAudits,
  acceptLostLog,
  setPlan,
  recordExport,
  recordRestore,
  beginRotation,
  endRotation,
  rekeyAudit,
  replaceSealed,
  startErasure,
  eraseStep,
  replaceFile,
  hastenRemoval,
  noteFilesSeen,
  noteErasureFailure,
  finishErasure,
  probeWrite,
];

const byName = new Map(ACTIONS.map((action) => [action.name, action]));

export function actionOf(name: string): AnyAction {
  const action = byName.get(name);
  if (action === undefined) throw new Error(`no action ${name} in the catalogue`);
  return action;
}
