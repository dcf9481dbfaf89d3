// The audit log: entries are appended and, when their time has passed, forgotten from the oldest on; none is ever changed, but that what
// is personal is erased from it.
import type { AuditKeys, Vouching } from "../../domain/workspace/audit-anchor.ts";
import { auditHash, isErasureVouched, KEPT_START, newSalts, vouchedAnew } from "../../domain/workspace/audit-chain.ts";
import { type AuditAction, type AuditEntry, COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import type { Awaitable } from "../../lib/async/awaitable.ts";
import { AFTER_EVERY_ID, firstIdAt, newId } from "../../lib/ids.ts";
import { command, insert, placeholders, query, type Reads, type Tx, type Value } from "../database/database.ts";
import { lockAuditHead, saveAuditHead } from "./audit-heads.ts";

/** The column of each field of an entry. */
export const AUDIT_COLUMNS = {
  id: "id",
  at: "at",
  actorKind: "actor_kind",
  actorId: "actor_id",
  actorName: "actor_name",
  address: "address",
  requestId: "request_id",
  action: "action",
  targetKind: "target_kind",
  targetId: "target_id",
  targetName: "target_name",
  appId: "app_id",
  details: "details",
  previous: "previous",
  salts: "salts",
};

const add = insert("audit", ["workspace_id", ...Object.values(AUDIT_COLUMNS)]);
const inOrder = query<AuditEntry>(
  AUDIT_COLUMNS,
  "from audit where workspace_id = ? and id > ? and id <= ? order by id limit ?",
);
const byServer = query<{ id: string }>({ id: "id" }, "from audit where workspace_id = ? and actor_kind <> ? limit 1");
const dropUpTo = command("delete from audit where workspace_id = ? and id <= ?");

const replace = command(
  `update audit set actor_name = ?, address = ?, request_id = ?, target_name = ?, details = ?, salts = ? where workspace_id = ? and id = ?`,
);
const keptHashes = query<AuditEntry>(AUDIT_COLUMNS, "from audit where workspace_id = ? and salts like ? order by id");

export type NewAuditEntry = Omit<AuditEntry, "id" | "previous" | "salts">;

/** How entries are named in the write cache. */
const AUDIT = "audit";

interface Noted {
  workspaceId: string;
  entry: NewAuditEntry;
  vouching: Vouching;
}

/** The entry is written with the transaction, at its end: only then the log is taken, and nobody waits for it longer. */
export function noteAudit(tx: Tx, vouching: Vouching, workspaceId: string, entry: NewAuditEntry): void {
  const noted = tx.cache.rows<Noted>(AUDIT);
  noted.set(String(noted.size), { workspaceId, entry, vouching });
}

/**
 * Writes the entries that are cached, each chained to the one before: the last thing before the commit. Whoever takes the
 * log has others wait, and must wait for nothing else.
 */
export function flushAudit(tx: Tx): Awaitable<void> {
  const noted = tx.cache.rows<Noted>(AUDIT);
  if (noted.size > 0) return appendAll(tx, [...noted.values()]).then(() => noted.clear());
}

async function appendAll(tx: Tx, noted: readonly Noted[]): Promise<void> {
  // In one order for everybody: two transactions never wait for each other's log.
  for (const workspaceId of [...new Set(noted.map((one) => one.workspaceId))].sort()) {
    const [first, ...more] = noted.filter((one) => one.workspaceId === workspaceId);
    const head = await lockAuditHead(tx, first!.vouching, workspaceId, first!.entry.at);
    let { entries, lastAt, lastId, lastHash } = head;
    for (const { entry } of [first!, ...more]) {
      // The log's own time never runs backwards: the order of the ids is the order of the chain.
      lastAt = Math.max(entry.at, lastAt);
      lastId = newId("aud", lastAt, ++entries);
      const whole = chained(entry, lastId, lastAt, lastHash);
      tx.run(add, workspaceId, ...(Object.values(whole) as Value[]));
      lastHash = auditHash(whole);
    }
    saveAuditHead(tx, workspaceId, { ...head, entries, lastId, lastAt, lastHash });
  }
}

/** Written field by field in the order of the columns: a spread would cost more than all the rest. */
function chained(entry: NewAuditEntry, id: string, at: number, previous: string): AuditEntry {
  return {
    id,
    at,
    actorKind: entry.actorKind,
    actorId: entry.actorId,
    actorName: entry.actorName,
    address: entry.address,
    requestId: entry.requestId,
    action: entry.action,
    targetKind: entry.targetKind,
    targetId: entry.targetId,
    targetName: entry.targetName,
    appId: entry.appId,
    details: entry.details,
    previous,
    salts: newSalts(),
  };
}

/** Whether a server has written to the log, and not only commands. */
export async function hasServerWritten(db: Reads, workspaceId: string): Promise<boolean> {
  return (await db.get(byServer, workspaceId, COMMAND_LINE.kind)) !== undefined;
}

export interface AuditFilter {
  actions: readonly AuditAction[] | null;
  actor: string | null;
  appId: string | null;
  /** The span of time: from `after` on, and before `before`. */
  after: number | null;
  before: number | null;
}

/** A workspace's entries below an id, newest first. */
export async function listAudit(
  db: Reads,
  workspaceId: string,
  filter: AuditFilter,
  belowId: string | null,
  limit: number,
): Promise<AuditEntry[]> {
  const conditions = ["workspace_id = ?"];
  const values: Value[] = [workspaceId];
  const where = (condition: string, ...more: Value[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  if (filter.actions !== null) where(`action in (${placeholders(filter.actions.length)})`, ...filter.actions);
  if (filter.actor !== null) where("actor_name = ?", filter.actor);
  if (filter.appId !== null) where("app_id = ?", filter.appId);
  if (filter.after !== null) where("id >= ?", firstIdAt("aud", filter.after));
  if (filter.before !== null) where("id < ?", firstIdAt("aud", filter.before));
  if (belowId !== null) where("id < ?", belowId);
  const page = query<AuditEntry>(
    AUDIT_COLUMNS,
    `from audit where ${conditions.join(" and ")} order by id desc limit ?`,
  );
  return db.all(page, ...values, limit);
}

/** A part of the chain: above one id, or from the first entry on; up to another, or to the last entry. */
interface PartOfChain {
  above?: string;
  upTo?: string;
}

/** A workspace's entries in the order of the chain. */
export async function listAuditChain(
  db: Reads,
  workspaceId: string,
  { above = "", upTo = AFTER_EVERY_ID }: PartOfChain,
  limit: number,
): Promise<AuditEntry[]> {
  return db.all(inOrder, workspaceId, above, upTo, limit);
}

/** An entry from which something was erased: its place in the chain stays as it was. */
export function replaceAuditEntry(tx: Tx, workspaceId: string, entry: AuditEntry): void {
  const { id, actorName, address, requestId, targetName, details, salts } = entry;
  tx.run(replace, actorName, address, requestId, targetName, details, salts, workspaceId, id);
}

/** The newest key vouches for the old entries from which something was erased; not for one that somebody else has changed. */
export async function rekeyErasedEntries(tx: Tx, keys: AuditKeys, workspaceId: string): Promise<void> {
  for (const entry of await tx.all(keptHashes, workspaceId, `${KEPT_START}%`)) {
    const isVouched = isErasureVouched(keys, workspaceId, entry);
    if (isVouched) replaceAuditEntry(tx, workspaceId, vouchedAnew(entry, { keys, workspaceId }));
  }
}

/** Deletes some of the oldest entries from before a time, and notes where the chain goes on. True if there are more. */
export async function dropAuditBefore(
  tx: Tx,
  vouching: Vouching,
  workspaceId: string,
  { before, now }: { before: number; now: number },
  limit: number,
): Promise<boolean> {
  // Taken first: of two who forget at once, the second begins where the first has ended.
  const head = await lockAuditHead(tx, vouching, workspaceId, now);
  const old = { above: head.cutId, upTo: firstIdAt("aud", before) };
  const oldest = await listAuditChain(tx, workspaceId, old, limit);
  const last = oldest.at(-1);
  if (last === undefined) return false;
  tx.run(dropUpTo, workspaceId, last.id);
  saveAuditHead(tx, workspaceId, { ...head, cutId: last.id, cutHash: auditHash(last) });
  return oldest.length === limit;
}
