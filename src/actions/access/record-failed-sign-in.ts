// Notes sign-ins that came to nothing. Anybody can cause them at any pace, so a few of a minute are listed and the rest are
// counted; those aimed at somebody have a count of their own, so that noise can't hide them.
import type { Voucher } from "../../domain/access/identity.ts";
import { COUNTED_SIGN_INS_A_MINUTE, LISTED_SIGN_INS_A_MINUTE } from "../../domain/limits.ts";
import { type AuditAction, SYSTEM } from "../../domain/workspace/audit-log.ts";
import { isoTime, MINUTE_MS } from "../../lib/clock.ts";
import { addCount, auditScope, countOne, takeCountsBefore } from "../../storage/workspace/counters.ts";
import { findFirstWorkspace } from "../../storage/workspace/workspaces.ts";
import { record } from "../audit.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** The purpose for which a password or second factor was given, or who vouched in place of them. */
export interface SignInFor {
  /** The workspace of the person with this e-mail address; null if nobody has it. */
  workspaceId?: string | null;
  purpose?:
    | "sign_in"
    | "second_factor"
    | "password_change"
    | "email_change"
    | "confirmation"
    | "identity_link"
    | Voucher;
}

const AIMS = ["known", "unknown"] as const;

/** `unit.by` names the person it was aimed at, or nobody. What is typed for an e-mail address is never kept. */
export async function recordFailure(unit: UnitOfWork, action: AuditAction, tried: SignInFor): Promise<void> {
  const workspaceId = tried.workspaceId ?? (await findFirstWorkspace(unit.tx))?.id;
  if (workspaceId === undefined) return;
  const scope = auditScope(workspaceId, unit.by.id === null ? "unknown" : "known");
  const n = await countOne(unit.tx, scope, minuteOf(unit), COUNTED_SIGN_INS_A_MINUTE);
  if (n === 1) await recordUnlisted(unit, workspaceId);
  if (n === undefined || n > LISTED_SIGN_INS_A_MINUTE) return;
  record(unit, workspaceId, action, { details: { purpose: tried.purpose ?? "sign_in" } });
}

/** Refused sign-ins of one minute, as one server counted them. */
export interface RefusedSignIns extends SignInFor {
  aim: (typeof AIMS)[number];
  minute: number;
  count: number;
}

/** Counts many at once that are not listed. */
export async function countFailures(
  unit: UnitOfWork,
  { workspaceId, aim, minute, count }: RefusedSignIns,
): Promise<void> {
  const of = workspaceId ?? (await findFirstWorkspace(unit.tx))?.id;
  if (of !== undefined) addCount(unit.tx, auditScope(of, aim), minute, count);
}

/** Notes how many of earlier minutes were counted and not listed. */
export async function recordUnlisted(unit: UnitOfWork, workspaceId: string): Promise<void> {
  for (const aim of AIMS) {
    const minutes = await takeCountsBefore(unit.tx, auditScope(workspaceId, aim), minuteOf(unit));
    const full = minutes.filter(({ n }) => n > LISTED_SIGN_INS_A_MINUTE).map(({ period }) => period);
    if (full.length === 0) continue;
    const count = minutes.reduce((sum, { n }) => sum + Math.max(0, n - LISTED_SIGN_INS_A_MINUTE), 0);
    const details = {
      count,
      aimed_at: aim,
      from: isoTime(Math.min(...full)),
      to: isoTime(Math.max(...full) + MINUTE_MS),
    };
    record(unit, workspaceId, "sign_in.unlisted", { details, by: SYSTEM });
  }
}

function minuteOf({ now }: UnitOfWork): number {
  return now - (now % MINUTE_MS);
}
