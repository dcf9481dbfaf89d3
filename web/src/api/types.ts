// What the server answers, taken from the schemas that describe its answers.
import type { z } from "zod";
import type { AppEntrySchema, AppSchema } from "../../../src/wire/app.ts";
import type { ArchivedCheckSchema, ArchivedSectionSchema } from "../../../src/wire/archived.ts";
import type { ArchivedAppSchema } from "../../../src/wire/archived-app.ts";
import type { AuditEntrySchema } from "../../../src/wire/audit.ts";
import type { BadgeSchema } from "../../../src/wire/badge.ts";
import type { CheckSchema } from "../../../src/wire/check.ts";
import type { ConnectionSchema, ForwardSchema, ItemSchema, NewConnectionSchema } from "../../../src/wire/connection.ts";
import type { GateSchema } from "../../../src/wire/gate.ts";
import type { HistoryEntrySchema } from "../../../src/wire/history.ts";
import type { InvitationSchema, NewInvitationSchema, OfferSchema } from "../../../src/wire/invitation.ts";
import type { IssueSchema } from "../../../src/wire/issue.ts";
import type { KeySchema, NewKeySchema } from "../../../src/wire/key.ts";
import type { NotificationSchema } from "../../../src/wire/notification.ts";
import type { PersonMeSchema, PersonSchema } from "../../../src/wire/person.ts";
import type { PlaceSchema } from "../../../src/wire/place.ts";
import type { ImportSchema } from "../../../src/wire/runbook/import-runbook.ts";
import type { SessionSchema } from "../../../src/wire/session.ts";
import type { RunSchema } from "../../../src/wire/test-run/present-run.ts";
import type {
  DeliverySchema,
  NewSecretSchema,
  PreviewSchema,
  WebhookSchema,
  WholeDeliverySchema,
} from "../../../src/wire/webhook.ts";
import type { WorkspaceSchema } from "../../../src/wire/workspace.ts";

export type AppEntry = z.infer<typeof AppEntrySchema>;
export type App = z.infer<typeof AppSchema>;
export type ArchivedApp = z.infer<typeof ArchivedAppSchema>;
export type Gate = z.infer<typeof GateSchema>;
export type Badge = z.infer<typeof BadgeSchema>;
export type ArchivedCheck = z.infer<typeof ArchivedCheckSchema>;
export type ArchivedSection = z.infer<typeof ArchivedSectionSchema>;
export type Check = z.infer<typeof CheckSchema>;
export type Issue = z.infer<typeof IssueSchema>;
export type HistoryEntry = z.infer<typeof HistoryEntrySchema>;
export type Key = z.infer<typeof KeySchema>;
export type NewKey = z.infer<typeof NewKeySchema>;
export type Me = z.infer<typeof PersonMeSchema>;
export type Person = z.infer<typeof PersonSchema>;
export type Webhook = z.infer<typeof WebhookSchema>;
export type NewSecret = z.infer<typeof NewSecretSchema>;
export type Connection = z.infer<typeof ConnectionSchema>;
export type NewConnection = z.infer<typeof NewConnectionSchema>;
export type Forward = z.infer<typeof ForwardSchema>;
export type Item = z.infer<typeof ItemSchema>;
export type Delivery = z.infer<typeof DeliverySchema>;
export type WholeDelivery = z.infer<typeof WholeDeliverySchema>;
export type Preview = z.infer<typeof PreviewSchema>;
export type Notification = z.infer<typeof NotificationSchema>;
export type Invitation = z.infer<typeof InvitationSchema>;
export type NewInvitation = z.infer<typeof NewInvitationSchema>;
export type Offer = z.infer<typeof OfferSchema>;
export type Session = z.infer<typeof SessionSchema>;
export type Workspace = z.infer<typeof WorkspaceSchema>;
export type AuditEntry = z.infer<typeof AuditEntrySchema>;
export type Place = z.infer<typeof PlaceSchema>;
export type RunbookImport = z.infer<typeof ImportSchema>;
export type TestRun = z.infer<typeof RunSchema>;

export type Role = Me["role"];
export type Status = "passed" | "failed" | "needs_retest" | "untested" | "not_applicable";

/** A page of a list. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}
