// The audit log as it crosses the boundary.
import * as z from "zod";
import { MAX_NAME } from "../../domain/limits.ts";
import { AUDIT_ACTIONS, AUTHOR_KINDS, type AuditEntry, auditActionsOf } from "../../domain/workspace/audit-log.ts";
import { isoTime } from "../../lib/clock.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { cursor, limit, timestamp } from "../fields.ts";

const KINDS = [...new Set(AUDIT_ACTIONS.map((action) => action.slice(0, action.indexOf(".") + 1)))].join(", ");

const actions = z
  .string()
  .transform(auditActionsOf)
  .refine((found) => found.length > 0, `expected an action such as key.created, or the beginning of several: ${KINDS}`);

/** A moment with its zone, in milliseconds. */
const moment = z.iso
  .datetime({ offset: true, error: "expected a time with a time zone, such as 2026-11-15T08:00:00Z" })
  .transform((text) => Date.parse(text));

export const ListAuditQuery = z.strictObject({
  action: actions.optional(),
  actor: lookupName.max(MAX_NAME * 4).optional(),
  app: lookupName.optional(),
  after: moment.optional(),
  before: moment.optional(),
  limit,
  cursor,
});

export const AuditEntrySchema = z.strictObject({
  id: z.string(),
  at: timestamp,
  actor: z.strictObject({ kind: z.enum(AUTHOR_KINDS), id: z.string().nullable(), name: z.string() }),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  target: z.strictObject({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  app: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  previous: z.string(),
  salts: z.string().nullable(),
});

export function presentAuditEntry(entry: AuditEntry): string {
  const { targetKind, targetId, targetName } = entry;
  const target = targetKind === null ? null : { kind: targetKind, id: targetId!, name: targetName };
  const shown: z.infer<typeof AuditEntrySchema> = {
    id: entry.id,
    at: isoTime(entry.at),
    actor: { kind: entry.actorKind, id: entry.actorId, name: entry.actorName },
    address: entry.address,
    request_id: entry.requestId,
    action: entry.action,
    target,
    app: entry.appId,
    details: JSON.parse(entry.details),
    previous: entry.previous,
    salts: entry.salts,
  };
  return JSON.stringify(shown);
}
