// The head of a workspace's audit log: where the chain of its entries begins and ends, and the code that vouches for it.

import {
  type AnchoredHead,
  type AuditKeys,
  BROKEN,
  headMac,
  keyOfHead,
  openSince,
  sealSince,
  type Vouching,
} from "../../domain/workspace/audit-anchor.ts";
import { NO_ENTRY } from "../../domain/workspace/audit-log.ts";
import { keyProblem, otherKeyFault, type SecretKeys } from "../../domain/workspace/secret-check.ts";
import { command, query, type Reads, returning, type Tx } from "../database/database.ts";
import { findAuditSince, findSecretCheck, lockAuditSince, updateAuditSince } from "./secret-check.ts";

export interface AuditHead extends AnchoredHead {
  /** What vouches for all of it; empty while nothing does. */
  mac: string;
}

/** The column of each field of a head. */
export const HEAD = {
  entries: "entries",
  lastId: "last_id",
  lastAt: "last_at",
  lastHash: "last_hash",
  cutId: "cut_id",
  cutHash: "cut_hash",
  unanchoredId: "unanchored_id",
  mac: "mac",
};

const takeHead = returning<AuditHead>(
  `insert into audit_head (workspace_id, ${Object.values(HEAD).join(", ")}) values (?, 0, '', 0, ?, '', ?, '', '')
   on conflict (workspace_id) do update set entries = audit_head.entries`,
  HEAD,
);
const headOf = query<AuditHead>(HEAD, "from audit_head where workspace_id = ?");
const headsSince = query<AuditHead & { workspaceId: string }>(
  { workspaceId: "workspace_id", ...HEAD },
  "from audit_head where (last_at, workspace_id) > (?, ?) and entries > 0 order by last_at, workspace_id limit ?",
);
const headHeld = query<AuditHead>(HEAD, "from audit_head where workspace_id = ? {lock}");
const saveHead = command(
  `update audit_head set ${Object.values(HEAD)
    .map((column) => `${column} = ?`)
    .join(", ")} where workspace_id = ?`,
);
const logs = query<{ n: number }>({ n: "count(*)" }, "from audit_head");

/** Where the chain of a workspace begins and ends; undefined while nothing was recorded. */
export async function findAuditHead(db: Reads, workspaceId: string): Promise<AuditHead | undefined> {
  return db.get(headOf, workspaceId);
}

/** Heads behind a moment and a workspace, beginning with those whose last entry is oldest. */
export async function listAuditHeads(
  db: Reads,
  { lastAt, workspaceId }: { lastAt: number; workspaceId: string },
  limit: number,
): Promise<(AuditHead & { workspaceId: string })[]> {
  return db.all(headsSince, lastAt, workspaceId, limit);
}

/** A locked head, with the key of its code: it keeps that key until the keys are rotated. */
export interface HeldHead extends AuditHead {
  key: string;
}

/**
 * Taken for writing. Its code is looked at before anything is added: else the next entry would vouch for what somebody has made of
 * the log. `mac` is then what to go on with. Throws `unavailable` when this server is not the one to judge: the database belongs to
 * another key.
 */
export async function lockAuditHead(
  tx: Tx,
  { auditKeys: keys, secretKeys }: Vouching,
  workspaceId: string,
  now: number,
): Promise<HeldHead> {
  const head = (await tx.get(takeHead, workspaceId, NO_ENTRY, NO_ENTRY))!;
  const [newest] = keys;
  if (head.mac === BROKEN) return { ...head, key: newest };
  const key = keyOfHead(keys, workspaceId, head);
  if (key !== undefined) return { ...head, key };
  const isNew = head.entries === 0 && head.mac === "";
  const sealed = await findAuditSince(tx);
  if (sealed === null || sealed === undefined) {
    return isNew ? anchored(newest, workspaceId, head) : { ...head, key: newest };
  }
  const since = openSince(keys, sealed);
  if (since === null || !(isNew || now < since.besideUntil)) {
    await requireOwnWord(tx, secretKeys);
    return { ...head, mac: BROKEN, key: newest };
  }
  return anchored(head.mac === "" ? await countLog(tx, keys, secretKeys) : since.key, workspaceId, head);
}

/** Throws `unavailable`. */
async function requireOwnWord(tx: Tx, keys: SecretKeys): Promise<void> {
  const word = await findSecretCheck(tx);
  if (word !== undefined && keyProblem(keys, word) !== null) throw otherKeyFault();
}

/** Vouched for as it is; the entries that are there were written before. */
function anchored(key: string, workspaceId: string, head: AuditHead): HeldHead {
  const taken = { ...head, unanchoredId: head.lastId };
  return { ...taken, mac: headMac(key, workspaceId, taken), key };
}

/** One more log that would be missed. Gives the key to vouch for it with: whoever rotates the key waits, and finds the log then. */
async function countLog(tx: Tx, keys: AuditKeys, secretKeys: SecretKeys): Promise<string> {
  const since = openSince(keys, (await lockAuditSince(tx)) ?? "");
  if (since === null) await requireOwnWord(tx, secretKeys);
  else updateAuditSince(tx, sealSince(since.key, { ...since, logs: since.logs + 1 }));
  return since?.key ?? keys[0];
}

/** One that nothing vouches for yet, or never will again, stays like that. */
export function saveAuditHead(tx: Tx, workspaceId: string, head: HeldHead): void {
  const isAnchored = head.mac !== "" && head.mac !== BROKEN;
  const mac = isAnchored ? headMac(head.key, workspaceId, head) : head.mac;
  tx.run(
    saveHead,
    ...(Object.keys(HEAD) as (keyof AuditHead)[]).map((field) => ({ ...head, mac })[field]),
    workspaceId,
  );
}

/**
 * The head of a log that was written elsewhere and comes with all of its entries: it goes on here, vouched for with this server's key. One that
 * nothing vouched for there is taken as it is.
 */
export async function adoptAuditHead(
  tx: Tx,
  vouching: Vouching,
  workspaceId: string,
  head: AuditHead,
  now: number,
): Promise<void> {
  const { key } = await lockAuditHead(tx, vouching, workspaceId, now);
  saveAuditHead(tx, workspaceId, head.mac === "" ? anchored(key, workspaceId, head) : { ...head, key });
}

/** Writes a log's first code. Gives how many entries are covered only from now on: they are taken as they are. */
export async function anchorAudit(tx: Tx, keys: AuditKeys, workspaceId: string): Promise<number> {
  const head = (await tx.get(takeHead, workspaceId, NO_ENTRY, NO_ENTRY))!;
  if (keyOfHead(keys, workspaceId, head) !== undefined) return 0;
  saveAuditHead(tx, workspaceId, anchored(keys[0], workspaceId, head));
  return head.entries;
}

/** Marks a log as broken: no code covers it any more. */
export async function breakAudit(tx: Tx, workspaceId: string): Promise<void> {
  const head = (await tx.get(takeHead, workspaceId, NO_ENTRY, NO_ENTRY))!;
  saveAuditHead(tx, workspaceId, { ...head, mac: BROKEN, key: "" });
}

/** Renews the code over a log with the newest key, if an older one made it. False if there was nothing to do. */
export async function rekeyAuditHead(tx: Tx, keys: AuditKeys, workspaceId: string): Promise<boolean> {
  const head = await tx.get(headHeld, workspaceId);
  const key = head === undefined ? undefined : keyOfHead(keys, workspaceId, head);
  if (head === undefined || key === undefined || key === keys[0]) return false;
  saveAuditHead(tx, workspaceId, { ...head, key: keys[0] });
  return true;
}

/** Renews the code over all audit logs with the new key. */
export async function rekeyAuditSince(tx: Tx, keys: AuditKeys): Promise<void> {
  const since = openSince(keys, (await lockAuditSince(tx)) ?? "");
  if (since !== null && since.key !== keys[0]) updateAuditSince(tx, sealSince(keys[0], since));
}

export async function countAuditLogs(db: Reads): Promise<number> {
  return (await db.get(logs))!.n;
}
