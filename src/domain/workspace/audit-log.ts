// The audit log: what is recorded, by whom, and how each entry is chained to the one before it.
/** All actions that leave an entry in the audit log. */
export const AUDIT_ACTIONS = [
  "app.archived",
  "app.changed",
  "app.created",
  "app.imported",
  "app.restored",
  "badge.disabled",
  "badge.enabled",
  "check.archived",
  "check.changed",
  "check.created",
  "check.restored",
  "connection.changed",
  "connection.created",
  "connection.removed",
  "connection.resent",
  "connection.resumed",
  "connection.secret_replaced",
  "connection.tested",
  "connection.url_replaced",
  "cycle.changed",
  "cycle.closed",
  "cycle.started",
  "delivery.replayed",
  "erasure.finished",
  "erasure.started",
  "invitation.withdrawn",
  "issue.fixed",
  "issue.reopened",
  "key.created",
  "key.revoked",
  "key.rotated",
  "notification.resent",
  "notification.tested",
  "operator.added",
  "operator.removed",
  "operator.workspace_changed",
  "person.changed",
  "person.email_confirmed",
  "person.email_link_asked",
  "person.factor_added",
  "person.factor_removed",
  "person.factor_renamed",
  "person.factors_taken",
  "person.identity_linked",
  "person.identity_unlinked",
  "person.invited",
  "person.joined",
  "person.password_changed",
  "person.password_reset",
  "person.profile_changed",
  "person.recovery_codes_made",
  "person.removed",
  "person.reset_asked",
  "person.reset_link_made",
  "person.session_ended",
  "person.signed_out_everywhere",
  "section.changed",
  "section.created",
  "section.deleted",
  "section.restored",
  "sign_in.failed",
  "sign_in.succeeded",
  "sign_in.throttled",
  "sign_in.unlisted",
  "webhook.changed",
  "webhook.created",
  "webhook.disabled",
  "webhook.enabled",
  "webhook.secret_removed",
  "webhook.secret_replaced",
  "webhook.secret_set",
  "webhook.url_replaced",
  "workspace.created",
  "workspace.exported",
  "workspace.factor_demand_changed",
  "workspace.imported",
  "workspace.limits_changed",
  "workspace.plan_changed",
  "workspace.renamed",
  "workspace.restored",
  "workspace.secret_key_rotated",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUTHOR_KINDS = ["person", "key", "command_line", "operator", "system"] as const;

/** Where a request comes from; nulls where there is none. */
export interface AuditOrigin {
  address: string | null;
  requestId: string | null;
}

/** Who is named by an entry. Plain data: it travels beside the input of an action. */
export interface Author extends AuditOrigin {
  kind: (typeof AUTHOR_KINDS)[number];
  id: string | null;
  name: string;
}

export const COMMAND_LINE: Author = {
  kind: "command_line",
  id: null,
  name: "command line",
  address: null,
  requestId: null,
};
/** The author's name where an operator, who manages all workspaces, changes one of them. */
export const OPERATOR: Author = { kind: "operator", id: null, name: "operator", address: null, requestId: null };
export const SYSTEM: Author = { kind: "system", id: null, name: "system", address: null, requestId: null };

/** The thing that an entry is about. */
export interface Target {
  kind:
    | "app"
    | "check"
    | "connection"
    | "cycle"
    | "delivery"
    | "erasure"
    | "invitation"
    | "issue"
    | "key"
    | "notification"
    | "person"
    | "section"
    | "workspace";
  id: string;
  /** Its name; null for a thing without one. */
  name: string | null;
}

export interface AuditEntry {
  id: string;
  at: number;
  actorKind: Author["kind"];
  actorId: string | null;
  actorName: string;
  address: string | null;
  requestId: string | null;
  action: AuditAction;
  targetKind: Target["kind"] | null;
  targetId: string | null;
  targetName: string | null;
  appId: string | null;
  /** The details as JSON. */
  details: string;
  /** The previous entry's hash. */
  previous: string;
  /** Random salts that keep erasable parts secret in the hash (audit-chain.ts); null for an older entry. */
  salts: string | null;
}

/** What the first entry of a workspace has in place of the hash of the one before it. */
export const NO_ENTRY = "0".repeat(64);

/** The actions that a filter means: one, or all that begin like `key.`; none if it means nothing. */
export function auditActionsOf(filter: string): AuditAction[] {
  return AUDIT_ACTIONS.filter((action) => action === filter || (filter.endsWith(".") && action.startsWith(filter)));
}

/** Names that an entry lists at most: it is a note, not a copy. */
const MAX_LISTED = 20;

/** A list as an entry shows it; a long one is cut, and `count` says how long it is. */
export function listed(names: readonly string[]): readonly string[] | { first: readonly string[]; count: number } {
  return names.length <= MAX_LISTED ? names : { first: names.slice(0, MAX_LISTED), count: names.length };
}
