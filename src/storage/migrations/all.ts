// Every step of the schema, in order.
import type { Dialect } from "../database/database.ts";
import { foundation } from "./0001-foundation.ts";
import { webhookTables } from "./0002-webhook.ts";
import { people } from "./0003-people.ts";
import { live } from "./0004-live.ts";
import { attachments } from "./0005-attachments.ts";
import { search } from "./0006-search.ts";
import { audit } from "./0007-audit.ts";
import { connectionTables } from "./0008-connections.ts";
import { idempotency } from "./0009-idempotency.ts";
import { badge } from "./0010-badge.ts";
import { references } from "./0011-references.ts";
import { slotsById } from "./0012-slots-by-id.ts";
import { issueReports } from "./0013-issue-reports.ts";
import { auditAnchor } from "./0014-audit-anchor.ts";
import { archived } from "./0015-archived.ts";
import { archivedApps } from "./0016-archived-apps.ts";
import { archivedByRef } from "./0017-archived-by-ref.ts";
import { recoveries } from "./0018-recoveries.ts";
import { cycleTables } from "./0019-cycles.ts";
import { defaultSection } from "./0020-default-section.ts";
import { resultAttachments } from "./0021-result-attachments.ts";
import { resetLinksAndKeyEnds } from "./0022-reset-links-and-key-ends.ts";
import { talking } from "./0023-talking.ts";
import { roomForUpdates } from "./0024-room-for-updates.ts";
import { waitingForwards } from "./0025-waiting-forwards.ts";
import { unreadByTime } from "./0026-unread-by-time.ts";
import { secondFactors } from "./0027-second-factors.ts";
import { actorsOfEntries } from "./0028-actors-of-entries.ts";
import { mailTables } from "./0029-mail.ts";
import { identities } from "./0030-identities.ts";
import { erasing } from "./0031-erasing.ts";
import { whoErased } from "./0032-who-erased.ts";
import { renamedPeople } from "./0033-renamed-people.ts";
import { inboxMails } from "./0034-inbox-mail.ts";
import { emailLinks } from "./0035-email-links.ts";
import { mailedResetLinks } from "./0036-mailed-reset-links.ts";
import { oldResultAttachments } from "./0037-old-result-attachments.ts";
import { eventReceivers } from "./0038-events.ts";
import { deliveryItems } from "./0039-delivery-items.ts";
import { issuesByWorkspace } from "./0040-issues-by-workspace.ts";
import { growth } from "./0041-growth.ts";
import { assistants } from "./0042-assistants.ts";
import { livePlaces } from "./0043-live-places.ts";
import { manyWorkspaces } from "./0044-many-workspaces.ts";
import { signUps } from "./0045-sign-up.ts";
import { operators } from "./0046-operators.ts";
import { resultsByWorkspace } from "./0047-results-by-workspace.ts";
import { auditHeadsByTime } from "./0048-audit-heads-by-time.ts";
import { termsOfWorkspaces } from "./0049-terms-of-workspaces.ts";
import { checksInFullOrder } from "./0050-checks-in-full-order.ts";

/** One text for both databases, or a text for each where they have nothing in common. */
export type Migration = string | Record<Dialect, string>;

/** All steps in order: a database at version n has had the first n. */
export const MIGRATIONS: readonly Migration[] = [
  foundation,
  webhookTables,
  people,
  live,
  attachments,
  search,
  audit,
  connectionTables,
  idempotency,
  badge,
  references,
  slotsById,
  issueReports,
  auditAnchor,
  archived,
  archivedApps,
  archivedByRef,
  recoveries,
  cycleTables,
  defaultSection,
  resultAttachments,
  resetLinksAndKeyEnds,
  talking,
  roomForUpdates,
  waitingForwards,
  unreadByTime,
  secondFactors,
  actorsOfEntries,
  mailTables,
  identities,
  erasing,
  whoErased,
  renamedPeople,
  inboxMails,
  emailLinks,
  mailedResetLinks,
  oldResultAttachments,
  eventReceivers,
  deliveryItems,
  issuesByWorkspace,
  growth,
  assistants,
  livePlaces,
  manyWorkspaces,
  signUps,
  operators,
  resultsByWorkspace,
  auditHeadsByTime,
  termsOfWorkspaces,
  checksInFullOrder,
];

/** Tables in the order they were made: each stands after those that its rows refer to. */
export const TABLES: readonly string[] = MIGRATIONS.flatMap((step) =>
  [...textOf(step, "postgres").matchAll(/create table ("?\w+"?)/g)].map((match) => match[1]!),
);

export function textOf(step: Migration, dialect: Dialect): string {
  return typeof step === "string" ? step : step[dialect];
}
