// Every route there is: the table that keys reach, and the one that people do.
import type { Route } from "./route.ts";
import { appRoutes } from "./routes/apps.ts";
import { archivedRoutes } from "./routes/archived.ts";
import { archivedAppRoutes } from "./routes/archived-apps.ts";
import { assigneeRoutes } from "./routes/assignees.ts";
import { attachmentRoutes } from "./routes/attachments.ts";
import { auditRoutes } from "./routes/audit.ts";
import { badgeRoutes } from "./routes/badge.ts";
import { checkRoutes } from "./routes/checks.ts";
import { connectionRoutes } from "./routes/connections.ts";
import { deliveryRoutes } from "./routes/deliveries.ts";
import { gateRoutes } from "./routes/gate.ts";
import { invitationRoutes } from "./routes/invitations.ts";
import { issueItemRoutes } from "./routes/issue-items.ts";
import { issueRoutes } from "./routes/issues.ts";
import { keyRoutes } from "./routes/keys.ts";
import { liveRoutes } from "./routes/live.ts";
import { notificationRoutes } from "./routes/notifications.ts";
import { overviewRoutes } from "./routes/overview.ts";
import { peopleRoutes } from "./routes/people.ts";
import { placeRoutes } from "./routes/places.ts";
import { resultRoutes, takeBackRoutes } from "./routes/results.ts";
import { runbookRoutes } from "./routes/runbooks.ts";
import { sectionRoutes } from "./routes/sections.ts";
import { sessionRoutes } from "./routes/session.ts";
import { testRunRoutes } from "./routes/test-runs.ts";
import { trendRoutes } from "./routes/trend.ts";
import { webhookRoutes } from "./routes/webhook.ts";
import { wholeRunbookRoutes } from "./routes/whole-runbook.ts";
import { workspaceRoutes } from "./routes/workspace.ts";

export const API_PREFIX = "/api/v1";
export const API_ROUTES: readonly Route[] = [
  ...issueRoutes,
  ...issueItemRoutes,
  ...appRoutes,
  ...archivedAppRoutes,
  ...wholeRunbookRoutes,
  ...trendRoutes,
  ...gateRoutes,
  ...badgeRoutes,
  ...runbookRoutes,
  ...archivedRoutes,
  ...sectionRoutes,
  ...checkRoutes,
  ...resultRoutes,
  ...testRunRoutes,
  ...keyRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...notificationRoutes,
  ...connectionRoutes,
  ...auditRoutes,
  ...workspaceRoutes,
];

/** The same for people with a session, and what only people have. */
export const UI_PREFIX = "/ui/v1";
export const PEOPLE_ROUTES: readonly Route[] = [
  ...sessionRoutes,
  ...invitationRoutes,
  ...peopleRoutes,
  ...overviewRoutes,
  ...placeRoutes,
  ...liveRoutes,
  ...attachmentRoutes,
  ...assigneeRoutes,
  ...takeBackRoutes,
];
export const UI_ROUTES: readonly Route[] = [
  ...PEOPLE_ROUTES,
  ...API_ROUTES.filter((route) => !PEOPLE_ROUTES.some((own) => isSame(own, route))),
];

function isSame(a: Route, b: Route): boolean {
  return a.method === b.method && a.path === b.path;
}
