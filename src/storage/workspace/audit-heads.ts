// The head of a workspace's audit log: where the chain of its entries begins and ends, and the code that vouches for it.

import { type AnchoredHead, BROKEN, headMac, openSince, sealSince } from "../../domain/workspace/audit-anchor.ts";
import { NO_ENTRY } from "../../domain/workspace/audit-log.ts";
import { isSameText } from "../../lib/crypto/constant-time-equal.ts";
import { command, query, type Reads, returning, type Tx } from "../database/database.ts";
import { findAuditSince, lockAuditSince, updateAuditSince } from "./sealed-word.ts";

export interface AuditHead extends AnchoredHead {
  /** What vouches for all of it; empty while nothing does. */
  mac: string;
}

const HEAD = {
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

/**
 * Taken for writing. Its code is looked at before anything is added: else the next entry would vouch for what somebody has made of
 * the log. `mac` is then what to go on with.
 */
export async function lockAuditHead(tx: Tx, key: string, workspaceId: string, now: number): Promise<AuditHead> {
  const head = (await tx.get(takeHead, workspaceId, NO_ENTRY, NO_ENTRY))!;
  if (head.mac === BROKEN || isSameText(head.mac, headMac(key, workspaceId, head))) return head;
  const isNew = head.entries === 0 && head.mac === "";
  const sealed = await findAuditSince(tx);
  if (sealed === null || sealed === undefined) return isNew ? anchored(key, workspaceId, head) : head;
  const since = openSince(key, sealed);
  if (since === null || !(isNew || now < since.besideUntil)) return { ...head, mac: BROKEN };
  if (head.mac === "") await countLog(tx, key);
  return anchored(key, workspaceId, head);
}

/** Vouched for as it is; the entries that are there were written before. */
function anchored(key: string, workspaceId: string, head: AuditHead): AuditHead {
  const taken = { ...head, unanchoredId: head.lastId };
  return { ...taken, mac: headMac(key, workspaceId, taken) };
}

/** One more log that would be missed. */
async function countLog(tx: Tx, key: string): Promise<void> {
  const since = openSince(key, (await lockAuditSince(tx)) ?? "");
  if (since !== null) updateAuditSince(tx, sealSince(key, { ...since, logs: since.logs + 1 }));
}

/** One that nothing vouches for yet, or never will again, stays like that. */
export function saveAuditHead(tx: Tx, key: string, workspaceId: string, head: AuditHead): void {
  const isAnchored = head.mac !== "" && head.mac !== BROKEN;
  const mac = isAnchored ? headMac(key, workspaceId, head) : head.mac;
  tx.run(
    saveHead,
    ...(Object.keys(HEAD) as (keyof AuditHead)[]).map((field) => ({ ...head, mac })[field]),
    workspaceId,
  );
}

/** From now on the log is vouched for. Gives how many entries it holds that nothing vouched for until now: they are taken as they are. */
export async function anchorAudit(tx: Tx, key: string, workspaceId: string): Promise<number> {
  const head = (await tx.get(takeHead, workspaceId, NO_ENTRY, NO_ENTRY))!;
  if (isSameText(head.mac, headMac(key, workspaceId, head))) return 0;
  saveAuditHead(tx, key, workspaceId, anchored(key, workspaceId, head));
  return head.entries;
}

/** Nothing vouches for the log any more. */
export async function breakAudit(tx: Tx, key: string, workspaceId: string): Promise<void> {
  const head = (await tx.get(takeHead, workspaceId, NO_ENTRY, NO_ENTRY))!;
  saveAuditHead(tx, key, workspaceId, { ...head, mac: BROKEN });
}

export async function countAuditLogs(db: Reads): Promise<number> {
  return (await db.get(logs))!.n;
}
