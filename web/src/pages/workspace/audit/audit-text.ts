// What each entry of the audit log says: somebody did something, perhaps to something, perhaps in a certain way.
import type { AuditEntry } from "../../../api/types.ts";

export type AuditedAction = AuditEntry["action"];

/** What was done, with the target's name behind it where there is one. */
const DONE: Record<AuditedAction, string> = {
  "app.archived": "archived the app",
  "app.changed": "changed the app",
  "app.created": "created the app",
  "app.imported": "imported a runbook into",
  "app.restored": "restored the app",
  "badge.disabled": "switched off the badge of",
  "badge.enabled": "switched on the badge of",
  "check.archived": "archived the check",
  "check.restored": "restored the check",
  "check.changed": "changed the check",
  "check.created": "added the check",
  "connection.changed": "changed the connection",
  "connection.created": "connected",
  "connection.removed": "removed the connection",
  "connection.resumed": "resumed the connection",
  "connection.tested": "tested the connection",
  "connection.resent": "sent an event again by the connection",
  "connection.secret_replaced": "replaced the secret of the connection",
  "connection.url_replaced": "replaced the URL of the connection",
  "cycle.changed": "changed the cycle",
  "cycle.closed": "closed the cycle",
  "cycle.started": "started the cycle",
  "delivery.replayed": "replayed a delivery",
  "erasure.finished": "finished erasing",
  "erasure.started": "began to erase",
  "invitation.withdrawn": "withdrew an invitation",
  "issue.fixed": "marked fixed",
  "issue.reopened": "reopened",
  "key.created": "created the key",
  "key.revoked": "revoked the key",
  "key.rotated": "rotated the key",
  "notification.resent": "sent a notification again",
  "notification.tested": "sent a test notification",
  "operator.added": "made an operator",
  "operator.removed": "ended being an operator of",
  "operator.workspace_changed": "changed, as an operator, the workspace",
  "person.changed": "changed the access of",
  "person.email_confirmed": "confirmed their e-mail address",
  "person.email_link_asked": "asked for a link to confirm an e-mail address",
  "person.factor_added": "added a second factor",
  "person.factor_removed": "removed a second factor",
  "person.factor_renamed": "renamed a second factor",
  "person.factors_taken": "took away the second factors of",
  "person.identity_linked": "connected",
  "person.identity_unlinked": "disconnected",
  "person.invited": "invited somebody",
  "person.joined": "joined",
  "person.password_changed": "changed their password",
  "person.password_reset": "set a new password by a link",
  "person.profile_changed": "changed their name or e-mail address",
  "person.recovery_codes_made": "made new recovery codes",
  "person.removed": "removed",
  "person.reset_asked": "asked for a new password",
  "person.reset_link_made": "made a link for a new password of",
  "person.session_ended": "signed out one browser of",
  "person.signed_out_everywhere": "signed out every browser of",
  "section.changed": "changed the section",
  "section.created": "added the section",
  "section.deleted": "deleted the section",
  "section.restored": "restored the section",
  "sign_in.failed": "failed to sign in",
  "sign_in.succeeded": "signed in",
  "sign_in.throttled": "had to wait after too many failed sign-ins",
  "sign_in.unlisted": "counted failed sign-ins that are not listed one by one",
  "webhook.changed": "changed the webhook of",
  "webhook.created": "created the webhook of",
  "webhook.disabled": "switched off the webhook of",
  "webhook.enabled": "switched on the webhook of",
  "webhook.secret_removed": "removed the signing secret of the webhook of",
  "webhook.secret_replaced": "replaced the signing secret of the webhook of",
  "webhook.secret_set": "set a signing secret for the webhook of",
  "webhook.url_replaced": "replaced the URL of the webhook of",
  "workspace.created": "made the workspace",
  "workspace.factor_demand_changed": "changed whether a second factor is demanded",
  "workspace.limits_changed": "changed what may be sent and kept",
  "workspace.plan_changed": "changed the plan",
  "workspace.renamed": "renamed the workspace",
  "workspace.exported": "exported the workspace to a file",
  "workspace.imported": "imported the workspace from another installation",
  "workspace.restored": "restored the workspace from a backup",
  "workspace.secret_key_rotated": "replaced the secret key",
};

/** What people do to themselves, where others may do it to them, too. */
const DONE_TO_ONESELF: Partial<Record<AuditedAction, string>> = {
  "person.session_ended": "signed out one browser",
  "person.signed_out_everywhere": "signed out everywhere",
};

/** Where the name of what it is about would say nothing new. */
const WITHOUT_TARGET: ReadonlySet<AuditedAction> = new Set<AuditedAction>([
  "person.email_confirmed",
  "person.email_link_asked",
  "person.factor_added",
  "person.factor_removed",
  "person.factor_renamed",
  "person.joined",
  "person.password_changed",
  "person.password_reset",
  "person.profile_changed",
  "person.recovery_codes_made",
  "workspace.factor_demand_changed",
  "workspace.exported",
  "workspace.imported",
  "workspace.limits_changed",
  "workspace.plan_changed",
  "workspace.restored",
  "workspace.secret_key_rotated",
]);

export interface AuditText {
  done: string;
  target: string | null;
  /** How it was done, in short; null where that says nothing. */
  how: string | null;
}

export function auditText({ action, actor, target, details }: AuditEntry): AuditText {
  const toOneself = target === null || target.id === actor.id ? DONE_TO_ONESELF[action] : undefined;
  return {
    done: gaveWrong(action, details) ?? toOneself ?? DONE[action] ?? action,
    target: WITHOUT_TARGET.has(action) || toOneself !== undefined ? null : (target?.name ?? null),
    how: howOf(action, details),
  };
}

/** What was wrong, where that wasn't the password of a sign-in. */
const WRONG: Record<string, string> = {
  password_change: "gave a wrong current password",
  email_change: "gave a wrong current password",
  second_factor: "gave a wrong second factor",
  confirmation: "gave a wrong password or factor to confirm a change",
};

function gaveWrong(action: AuditedAction, { purpose }: AuditEntry["details"]): string | undefined {
  return action.startsWith("sign_in.") ? WRONG[String(purpose)] : undefined;
}

function howOf(action: AuditedAction, details: AuditEntry["details"]): string | null {
  if (action === "sign_in.unlisted") return `${details.count} more`;
  if (action.startsWith("check.") && typeof details.checks === "number") return `and ${details.checks - 1} more`;
  if (action === "key.rotated") {
    const seconds = Number(details.overlap_seconds);
    return seconds === 0 ? "the old secret ended at once" : `the old secret works for ${spanText(seconds)}`;
  }
  if (action === "person.invited" || action === "key.created" || action === "person.joined") {
    return `as ${details.role === "admin" ? "an" : "a"} ${String(details.role)}`;
  }
  if (action === "app.imported") {
    const counts = Object.entries(details).filter(([, n]) => n !== 0);
    return counts.map(([what, n]) => `${String(n)} ${what}`).join(", ");
  }
  const changes = Object.entries(details).flatMap(([field, change]) => changeText(field, change) ?? []);
  return changes.length === 0 ? null : changes.join("; ");
}

function changeText(field: string, change: unknown): string | null {
  const name = field.replaceAll("_", " ");
  if (typeof change !== "object" || change === null) return null;
  if ("from" in change && "to" in change) {
    const isPlain = [change.from, change.to].every((value) => typeof value !== "object" || value === null);
    if (!isPlain || field === "apps") return name;
    const what = field === "plan" ? "" : `${name} `;
    return `${what}from ${String(change.from)} to ${String(change.to)}`;
  }
  return "added" in change || "removed" in change ? name : null;
}

function spanText(seconds: number): string {
  const units: [number, string][] = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const [length, unit] = units.find(([one]) => seconds % one === 0)!;
  const n = seconds / length;
  return `${n} ${unit}${n === 1 ? "" : "s"}`;
}

/** Kinds of entries as the filter offers them. */
export const KINDS = [
  { value: "", label: "Everything" },
  { value: "app.", label: "Apps" },
  { value: "key.", label: "Keys" },
  { value: "operator.", label: "Operators" },
  { value: "person.", label: "People" },
  { value: "erasure.", label: "Erasing" },
  { value: "invitation.", label: "Withdrawn invitations" },
  { value: "sign_in.", label: "Signing in" },
  { value: "webhook.", label: "Webhooks" },
  { value: "badge.", label: "Badges" },
  { value: "delivery.", label: "Replayed deliveries" },
  { value: "notification.", label: "Notifications sent by hand" },
  { value: "connection.", label: "Connections" },
  { value: "issue.", label: "Fixed and reopened issues" },
  { value: "check.", label: "Checks" },
  { value: "section.", label: "Sections" },
  { value: "cycle.", label: "Cycles" },
  { value: "workspace.", label: "The workspace" },
];
