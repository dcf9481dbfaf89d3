// The doctor's look at the audit log: every entry is chained to the one before it, from where the log begins to its head, and the
// head is as a server with the secret key has left it.

import {
  type AuditKeys,
  type AuditSince,
  auditKeysOf,
  keyOfHead,
  openSince,
} from "../../domain/workspace/audit-anchor.ts";
import { auditHash, isErasureVouched } from "../../domain/workspace/audit-chain.ts";
import { readSecretCheck, type SecretKeys } from "../../domain/workspace/secret-check.ts";
import { isoTime } from "../../lib/clock.ts";
import type { Reads } from "../../storage/database/database.ts";
import { type AuditHead, countAuditLogs, findAuditHead } from "../../storage/workspace/audit-heads.ts";
import { hasServerWritten, listAuditChain } from "../../storage/workspace/audit-log.ts";
import { findAuditSince, findSecretCheck } from "../../storage/workspace/secret-check.ts";
import type { Workspace } from "../../storage/workspace/workspaces.ts";

const PAGE = 1_000;
const ATTEMPTS = 5;

/** What the audit logs are checked with: the keys, and since when their entries have been protected by it. */
export interface AuditVerification {
  keys: AuditKeys;
  /** "unused": no server has used the database yet; "before": none since there are codes; null: what says since when was changed. */
  since: AuditSince | "unused" | "before" | "another key" | null;
}

export async function readAuditVerification(db: Reads, secretKeys: SecretKeys): Promise<AuditVerification> {
  const keys = auditKeysOf(secretKeys);
  const kept = await findSecretCheck(db);
  if (kept === undefined) return { keys, since: "unused" };
  const secretCheck = readSecretCheck(secretKeys, kept);
  if (secretCheck === null) return { keys, since: "another key" };
  if (!secretCheck.isAnchored) return { keys, since: "before" };
  return { keys, since: openSince(keys, (await findAuditSince(db)) ?? "") };
}

/** What is wrong with a workspace's audit log; undefined if nothing is. Entries added meanwhile aren't checked. */
export async function examineAudit(
  db: Reads,
  workspaceId: string,
  now: number,
  verification: AuditVerification | null,
): Promise<string | undefined> {
  let problem: string | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const head = await findAuditHead(db, workspaceId);
    problem =
      head === undefined
        ? await examineHeadless(db, workspaceId)
        : await examineChain(db, workspaceId, head, keysOf(verification));
    if (verification !== null) problem ??= await examineAnchor(db, workspaceId, head, now, verification);
    if (problem === undefined) return undefined;
    const after = await findAuditHead(db, workspaceId);
    // Entries whose time has passed may have been forgotten under our eyes.
    if (after?.cutId === head?.cutId) return problem;
  }
  return problem;
}

/** The keys for checking codes; null where nobody can check them. */
function keysOf(verification: AuditVerification | null): AuditKeys | null {
  return verification === null || verification.since === "another key" ? null : verification.keys;
}

/** Checks the code over the head. */
async function examineAnchor(
  db: Reads,
  workspaceId: string,
  head: AuditHead | undefined,
  now: number,
  { keys, since }: AuditVerification,
): Promise<string | undefined> {
  if (since === "before" || since === "another key") return undefined;
  const isGone = since === null || (since === "unused" && (await hasServerWritten(db, workspaceId)));
  if (isGone) return `${REWRITTEN}: the record of when its protection began was changed or removed`;
  if (head === undefined || keyOfHead(keys, workspaceId, head) !== undefined) return undefined;
  const mayBeOlder = since === "unused" ? head.mac === "" : now < since.besideUntil;
  return mayBeOlder ? undefined : `${REWRITTEN}: it is not as a server with the secret key left it`;
}

/** Whether one is missing. Logs are only ever added, so one that is added meanwhile hides nothing. */
export async function examineLogs(db: Reads, { since }: AuditVerification): Promise<string | undefined> {
  const isMissing = since !== null && typeof since === "object" && (await countAuditLogs(db)) < since.logs;
  return isMissing ? `${REWRITTEN}: a whole log was removed` : undefined;
}

const REWRITTEN = "audit log: the database was changed by something other than Retest";

const OTHER_KEY =
  "The secret key is not the one that this database was used with, so changes to the audit log can't be detected.";

/** What nobody can vouch for, though nothing is known to be wrong with it. */
export async function auditNotes(
  db: Reads,
  workspaces: readonly Workspace[],
  { since }: AuditVerification,
): Promise<string[]> {
  if (since === "another key") return [OTHER_KEY];
  if (since === null || typeof since === "string") return [];
  const notes: string[] = [];
  for (const { id, name } of workspaces) {
    const unanchored = (await findAuditHead(db, id))?.unanchoredId ?? "";
    if (unanchored === "") continue;
    notes.push(
      `${name}: the audit log is protected against changes since ${isoTime(since.at)}; changes made before then to entries up to ${unanchored} can't be detected.`,
    );
  }
  return notes;
}

async function examineChain(
  db: Reads,
  workspaceId: string,
  head: AuditHead,
  keys: AuditKeys | null,
): Promise<string | undefined> {
  let { cutId: last, cutHash: hash } = head;
  // From the very first one on: what was forgotten must be gone.
  for (let above = ""; ; ) {
    const entries = await listAuditChain(db, workspaceId, { above, upTo: head.lastId }, PAGE);
    for (const entry of entries) {
      if (entry.previous !== hash) return broken(last, entry.id);
      if (keys !== null && !isErasureVouched(keys, workspaceId, entry))
        return `audit log: entry ${entry.id} was changed`;
      last = entry.id;
      hash = auditHash(entry);
    }
    if (entries.length < PAGE) break;
    above = last;
  }
  return last === head.lastId && hash === head.lastHash ? undefined : broken(last, head.lastId);
}

/** Checks that a log without a head has no entry. */
async function examineHeadless(db: Reads, workspaceId: string): Promise<string | undefined> {
  const [entry] = await listAuditChain(db, workspaceId, {}, 1);
  return entry === undefined
    ? undefined
    : `audit log: entry ${entry.id} exists, but the log's record of its newest entry is missing`;
}

function broken(last: string, next: string): string {
  const from = last === "" ? "the beginning" : `entry ${last}`;
  if (last === next) return `audit log: ${from}, the newest, was changed`;
  return `audit log: from ${from} to entry ${next} something was changed, added or removed`;
}
