// Every route there is: the table that keys reach, and the one that people do.
import type { Route } from "../pipeline/route.ts";
import { assistantRoutes } from "./access/assistants.ts";
import { chooseWorkspaceRoutes } from "./access/choose-workspace.ts";
import { emailLinkRoutes } from "./access/email-links.ts";
import { invitationRoutes } from "./access/invitations.ts";
import { keyRoutes } from "./access/keys.ts";
import { peopleRoutes } from "./access/people.ts";
import { profileRoutes } from "./access/profile.ts";
import { resetLinkRoutes } from "./access/reset-links.ts";
import { secondFactorRoutes } from "./access/second-factors.ts";
import { secondStepRoutes } from "./access/second-step.ts";
import { sessionRoutes } from "./access/session.ts";
import { signInWayRoutes } from "./access/sign-in-ways.ts";
import { signUpRoutes } from "./access/sign-up.ts";
import { appRoutes } from "./apps/apps.ts";
import { liveRoutes } from "./apps/live.ts";
import { overviewRoutes } from "./apps/overview.ts";
import { placeRoutes } from "./apps/places.ts";
import { runbookRoutes } from "./apps/runbook-import-export.ts";
import { archivedAppRoutes } from "./archive/archived-apps.ts";
import { archivedRoutes } from "./archive/archived-entries.ts";
import { connectionRoutes } from "./connections/connections.ts";
import { eventReceiverRoutes } from "./connections/event-receivers.ts";
import { forwardRoutes } from "./connections/forwards.ts";
import { cycleCheckRoutes } from "./cycles/cycle-checks.ts";
import { cycleReportRoutes } from "./cycles/cycle-reports.ts";
import { cycleRoutes } from "./cycles/cycles.ts";
import { inboxRoutes } from "./inbox/inbox.ts";
import { assigneeRoutes } from "./issues/assignees.ts";
import { attachmentRoutes } from "./issues/attachments.ts";
import { commentRoutes } from "./issues/comments.ts";
import { issueBatchRoutes } from "./issues/issue-batch.ts";
import { issueRoutes } from "./issues/issues.ts";
import { issueItemRoutes } from "./issues/linked-items.ts";
import { mailRoutes } from "./mail/mails.ts";
import { erasureRoutes } from "./privacy/erasures.ts";
import { resultAttachmentRoutes } from "./results/result-attachments.ts";
import { resultRoutes, takeBackRoutes } from "./results/results.ts";
import { resultsExportRoutes } from "./results/results-export.ts";
import { testRunRoutes } from "./results/test-runs.ts";
import { checkRoutes } from "./runbook/checks.ts";
import { copyRoutes } from "./runbook/copies.ts";
import { runbookSnapshotRoutes } from "./runbook/runbook-snapshot.ts";
import { sectionRoutes } from "./runbook/sections.ts";
import { appReportRoutes } from "./status/app-report.ts";
import { badgeRoutes } from "./status/badge-settings.ts";
import { gateRoutes } from "./status/release-gate.ts";
import { trendRoutes } from "./status/trend.ts";
import { deliveryRoutes } from "./webhook/deliveries.ts";
import { notificationRoutes } from "./webhook/notifications.ts";
import { webhookRoutes } from "./webhook/webhook.ts";
import { webhookTemplateRoutes } from "./webhook/webhook-templates.ts";
import { auditRoutes } from "./workspace/audit-log.ts";
import { operatorRoutes } from "./workspace/operator.ts";
import { workspaceRoutes, workspaceSettingRoutes } from "./workspace/workspace.ts";

export const API_PREFIX = "/api/v1";
export const API_ROUTES: readonly Route[] = [
  ...issueRoutes,
  ...issueBatchRoutes,
  ...issueItemRoutes,
  ...commentRoutes,
  ...appRoutes,
  ...archivedAppRoutes,
  ...runbookSnapshotRoutes,
  ...trendRoutes,
  ...gateRoutes,
  ...appReportRoutes,
  ...badgeRoutes,
  ...runbookRoutes,
  ...archivedRoutes,
  ...sectionRoutes,
  ...checkRoutes,
  ...copyRoutes,
  ...resultRoutes,
  ...resultsExportRoutes,
  ...testRunRoutes,
  ...cycleRoutes,
  ...cycleCheckRoutes,
  ...cycleReportRoutes,
  ...keyRoutes,
  ...webhookRoutes,
  ...webhookTemplateRoutes,
  ...deliveryRoutes,
  ...notificationRoutes,
  ...connectionRoutes,
  ...forwardRoutes,
  ...eventReceiverRoutes,
  ...auditRoutes,
  ...erasureRoutes,
  ...workspaceRoutes,
];

/** The path of routes for people with a session: all of the API, and what only people have. */
export const UI_PREFIX = "/ui/v1";
export const PEOPLE_ROUTES: readonly Route[] = [
  ...sessionRoutes,
  ...secondStepRoutes,
  ...chooseWorkspaceRoutes,
  ...signUpRoutes,
  ...secondFactorRoutes,
  ...workspaceSettingRoutes,
  ...operatorRoutes,
  ...signInWayRoutes,
  ...profileRoutes,
  ...invitationRoutes,
  ...peopleRoutes,
  ...resetLinkRoutes,
  ...assistantRoutes,
  ...emailLinkRoutes,
  ...overviewRoutes,
  ...placeRoutes,
  ...liveRoutes,
  ...attachmentRoutes,
  ...assigneeRoutes,
  ...inboxRoutes,
  ...mailRoutes,
  ...takeBackRoutes,
  ...resultAttachmentRoutes,
];
export const UI_ROUTES: readonly Route[] = [
  ...PEOPLE_ROUTES,
  ...API_ROUTES.filter((route) => !PEOPLE_ROUTES.some((own) => isSame(own, route))),
];

function isSame(a: Route, b: Route): boolean {
  return a.method === b.method && a.path === b.path;
}
