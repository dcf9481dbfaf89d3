// What the server answers, taken from the schemas that describe its answers.
import type { z } from "zod";
import type { AssistantRequestSchema } from "../../../src/wire/access/assistant.ts";
import type { InvitationSchema, NewInvitationSchema, OfferSchema } from "../../../src/wire/access/invitation.ts";
import type { KeySchema, NewKeySchema } from "../../../src/wire/access/key.ts";
import type { ListedPersonSchema, PersonMeSchema, RemovedPersonSchema } from "../../../src/wire/access/person.ts";
import type { PersonLeftoversSchema } from "../../../src/wire/access/person-leftovers.ts";
import type { NewResetLinkSchema, ResetLinkSchema } from "../../../src/wire/access/reset-link.ts";
import type {
  AddedFactorSchema,
  FactorSchema,
  FactorsSchema,
  SignInNeedsSchema,
  TotpSetupSchema,
} from "../../../src/wire/access/second-factor.ts";
import type { SessionSchema } from "../../../src/wire/access/session.ts";
import type {
  EmailLinkSchema,
  OwnSignInSchema,
  SentToIssuerSchema,
  SignInWaysSchema,
} from "../../../src/wire/access/sign-in.ts";
import type { SignUpSchema } from "../../../src/wire/access/sign-up.ts";
import type { OwnWorkspaceSchema, WorkspaceChoiceSchema } from "../../../src/wire/access/workspace-choice.ts";
import type { AppEntrySchema, AppSchema } from "../../../src/wire/apps/app.ts";
import type { ArchivedAppSchema } from "../../../src/wire/archive/archived-app.ts";
import type { ArchivedCheckSchema, ArchivedSectionSchema } from "../../../src/wire/archive/archived-entries.ts";
import type { AttachmentSchema } from "../../../src/wire/attachments/attachment.ts";
import type { ConnectionSchema, NewConnectionSchema } from "../../../src/wire/connections/connection.ts";
import type { ForwardSchema } from "../../../src/wire/connections/forward.ts";
import type { ItemSchema } from "../../../src/wire/connections/linked-item.ts";
import type { ComparisonSchema } from "../../../src/wire/cycles/comparison.ts";
import type { CycleSchema } from "../../../src/wire/cycles/cycle.ts";
import type { CycleReportSchema } from "../../../src/wire/cycles/cycle-report.ts";
import type { InboxEntrySchema, WatchingSchema } from "../../../src/wire/inbox/inbox.ts";
import type { CommentSchema } from "../../../src/wire/issues/comment.ts";
import type { HistoryEntrySchema } from "../../../src/wire/issues/history.ts";
import type { IssueSchema } from "../../../src/wire/issues/issue.ts";
import type { IssueOutcomeSchema } from "../../../src/wire/issues/issue-batch.ts";
import type { InboxMailSchema, MailSchema, MailStateSchema } from "../../../src/wire/mail/mail.ts";
import type { ErasureSchema } from "../../../src/wire/privacy/erasure.ts";
import type { ResultSchema } from "../../../src/wire/results/result.ts";
import type { RunSchema } from "../../../src/wire/results/test-run-answer.ts";
import type { CheckSchema } from "../../../src/wire/runbook/check.ts";
import type { ImportSchema } from "../../../src/wire/runbook/import-request.ts";
import type { PlaceSchema } from "../../../src/wire/runbook/place.ts";
import type { AppReportSchema } from "../../../src/wire/status/app-report.ts";
import type { BadgeSchema } from "../../../src/wire/status/badge.ts";
import type { GateSchema } from "../../../src/wire/status/release-gate.ts";
import type { DeliverySchema, WholeDeliverySchema } from "../../../src/wire/webhook/delivery.ts";
import type { NotificationSchema } from "../../../src/wire/webhook/notification.ts";
import type { PreviewSchema } from "../../../src/wire/webhook/preview.ts";
import type { NewSecretSchema, WebhookSchema } from "../../../src/wire/webhook/webhook-config.ts";
import type { WebhookTemplateSchema } from "../../../src/wire/webhook/webhook-template.ts";
import type { AuditEntrySchema } from "../../../src/wire/workspace/audit-log.ts";
import type { OperatedWorkspaceSchema } from "../../../src/wire/workspace/operated-workspace.ts";
import type { WorkspaceSchema } from "../../../src/wire/workspace/workspace.ts";

export type AppEntry = z.infer<typeof AppEntrySchema>;
export type App = z.infer<typeof AppSchema>;
export type ArchivedApp = z.infer<typeof ArchivedAppSchema>;
export type Gate = z.infer<typeof GateSchema>;
export type Badge = z.infer<typeof BadgeSchema>;
export type ArchivedCheck = z.infer<typeof ArchivedCheckSchema>;
export type ArchivedSection = z.infer<typeof ArchivedSectionSchema>;
export type Check = z.infer<typeof CheckSchema>;
export type Comparison = z.infer<typeof ComparisonSchema>;
/** A report of a cycle, or of all testing of an app. */
export type Report = z.infer<typeof AppReportSchema> | z.infer<typeof CycleReportSchema>;
export type Cycle = z.infer<typeof CycleSchema>;
export type Result = z.infer<typeof ResultSchema>;
export type Issue = z.infer<typeof IssueSchema>;
export type Attachment = z.infer<typeof AttachmentSchema>;
export type IssueOutcome = z.infer<typeof IssueOutcomeSchema>;
export type Comment = z.infer<typeof CommentSchema>;
export type InboxEntry = z.infer<typeof InboxEntrySchema>;
export type Watching = z.infer<typeof WatchingSchema>;
export type HistoryEntry = z.infer<typeof HistoryEntrySchema>;
export type SignInWays = z.infer<typeof SignInWaysSchema>;
export type SignUp = z.infer<typeof SignUpSchema>;
export type OwnSignIn = z.infer<typeof OwnSignInSchema>;
export type EmailLink = z.infer<typeof EmailLinkSchema>;
export type SentToIssuer = z.infer<typeof SentToIssuerSchema>;
export type Key = z.infer<typeof KeySchema>;
export type AssistantRequest = z.infer<typeof AssistantRequestSchema>;
export type NewKey = z.infer<typeof NewKeySchema>;
export type Me = z.infer<typeof PersonMeSchema>;
export type SignInNeeds = z.infer<typeof SignInNeedsSchema>;
export type SignInNeed = SignInNeeds["needs"][number];
/** The workspaces of which one is chosen next. */
export type WorkspaceChoice = z.infer<typeof WorkspaceChoiceSchema>;
export type OwnWorkspace = z.infer<typeof OwnWorkspaceSchema>;
export type Factor = z.infer<typeof FactorSchema>;
export type Factors = z.infer<typeof FactorsSchema>;
export type AddedFactor = z.infer<typeof AddedFactorSchema>;
export type TotpSetup = z.infer<typeof TotpSetupSchema>;
export type Person = z.infer<typeof ListedPersonSchema>;
export type RemovedPerson = z.infer<typeof RemovedPersonSchema>;
export type Erasure = z.infer<typeof ErasureSchema>;
export type PersonLeftovers = z.infer<typeof PersonLeftoversSchema>;
export type ResetLink = z.infer<typeof ResetLinkSchema>;
export type NewResetLink = z.infer<typeof NewResetLinkSchema>;
export type Mail = z.infer<typeof MailSchema>;
export type InboxMail = z.infer<typeof InboxMailSchema>;
export type MailSending = z.infer<typeof MailStateSchema>;
export type Webhook = z.infer<typeof WebhookSchema>;
export type NewSecret = z.infer<typeof NewSecretSchema>;
export type Connection = z.infer<typeof ConnectionSchema>;
export type NewConnection = z.infer<typeof NewConnectionSchema>;
export type Forward = z.infer<typeof ForwardSchema>;
export type Item = z.infer<typeof ItemSchema>;
export type Delivery = z.infer<typeof DeliverySchema>;
export type WholeDelivery = z.infer<typeof WholeDeliverySchema>;
export type WebhookTemplate = z.infer<typeof WebhookTemplateSchema>;
export type Preview = z.infer<typeof PreviewSchema>;
export type Notification = z.infer<typeof NotificationSchema>;
export type Invitation = z.infer<typeof InvitationSchema>;
export type NewInvitation = z.infer<typeof NewInvitationSchema>;
export type Offer = z.infer<typeof OfferSchema>;
export type Session = z.infer<typeof SessionSchema>;
export type Workspace = z.infer<typeof WorkspaceSchema>;
export type OperatedWorkspace = z.infer<typeof OperatedWorkspaceSchema>;
export type AuditEntry = z.infer<typeof AuditEntrySchema>;
export type FoundPlace = z.infer<typeof PlaceSchema>;
export type RunbookImport = z.infer<typeof ImportSchema>;
export type TestRun = z.infer<typeof RunSchema>;

export type Role = Me["role"];
/** How many cells have each status. */
export type Counts = Record<Status, number>;
export type Status = "passed" | "failed" | "needs_retest" | "untested" | "not_applicable";

/** A page of a list. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}
