// Notes in the audit log what a unit has done. The last step of an action: nothing that can refuse comes after it.

import type { Vouching } from "../domain/workspace/audit-anchor.ts";
import { type AuditAction, type Author, listed, type Target } from "../domain/workspace/audit-log.ts";
import { noteAudit } from "../storage/workspace/audit-log.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** What of a unit of work it takes to record something. */
export type Recording = Pick<UnitOfWork, "tx" | "now" | "by"> & { settings: Vouching };

export interface Recorded {
  target?: Target;
  appId?: string;
  /** Small, and never what is secret: no token, no hash, no e-mail address, no text of an issue. */
  details?: Record<string, unknown>;
  /** Recorded as the author in place of the unit's own. */
  by?: Author;
}

/** Adds an entry to the audit log, in the unit's transaction. */
export function record(unit: Recording, workspaceId: string, action: AuditAction, recorded: Recorded): void {
  const { target, appId = null, details = {}, by = unit.by } = recorded;
  noteAudit(unit.tx, unit.settings, workspaceId, {
    at: unit.now,
    actorKind: by.kind,
    actorId: by.id,
    actorName: by.name,
    address: by.address,
    requestId: by.requestId,
    action,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
    targetName: target?.name ?? null,
    appId,
    details: JSON.stringify(details),
  });
}

/** A grant's reach for an entry's details; null for every app. */
export function reachDetail(apps: string | null): unknown {
  return apps === null ? null : listed(JSON.parse(apps) as string[]);
}
