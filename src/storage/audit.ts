// The audit log: entries are appended and, when their time has passed, forgotten from the oldest on; none is ever changed.
// The head of a workspace's log knows where the chain of its entries begins and ends.
import { type AuditAction, type AuditEntry, auditHash, NO_ENTRY } from "../domain/audit.ts";
import type { Awaitable } from "../lib/awaitable.ts";
import { firstIdAt, newId } from "../lib/ids.ts";
import { command, insert, placeholders, query, type Reads, returning, type Tx, type Value } from "./database.ts";

const COLUMNS = {
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
};

export interface AuditHead {
  /** How many entries there ever were. */
  entries: number;
  lastId: string;
  lastAt: number;
  lastHash: string;
  /** The last entry that was forgotten; the oldest one kept holds on to its hash. */
  cutId: string;
  cutHash: string;
}

const HEAD = {
  entries: "entries",
  lastId: "last_id",
  lastAt: "last_at",
  lastHash: "last_hash",
  cutId: "cut_id",
  cutHash: "cut_hash",
};

const add = insert("audit", ["workspace_id", ...Object.values(COLUMNS)]);
const takeHead = returning<AuditHead>(
  `insert into audit_head (workspace_id, ${Object.values(HEAD).join(", ")}) values (?, 0, '', 0, ?, '', ?)
   on conflict (workspace_id) do update set entries = audit_head.entries`,
  HEAD,
);
const headOf = query<AuditHead>(HEAD, "from audit_head where workspace_id = ?");
const saveHead = command(
  "update audit_head set entries = ?, last_id = ?, last_at = ?, last_hash = ? where workspace_id = ?",
);
const saveCut = command("update audit_head set cut_id = ?, cut_hash = ? where workspace_id = ?");
const inOrder = query<AuditEntry>(
  COLUMNS,
  "from audit where workspace_id = ? and id > ? and id <= ? order by id limit ?",
);
const dropUpTo = command("delete from audit where workspace_id = ? and id <= ?");

export type NewAuditEntry = Omit<AuditEntry, "id" | "previous">;

/** How entries are named in the hand. */
const AUDIT = "audit";

interface Noted {
  workspaceId: string;
  entry: NewAuditEntry;
}

/** The entry is written with the transaction, at its end: only then the log is taken, and nobody waits for it longer. */
export function noteAudit(tx: Tx, workspaceId: string, entry: NewAuditEntry): void {
  const noted = tx.hand.rows<Noted>(AUDIT);
  noted.set(String(noted.size), { workspaceId, entry });
}

/**
 * Writes the entries that are in hand, each chained to the one before: the last thing before the commit. Whoever takes the
 * log has others wait, and must wait for nothing else.
 */
export function flushAudit(tx: Tx): Awaitable<void> {
  const noted = tx.hand.rows<Noted>(AUDIT);
  if (noted.size > 0) return appendAll(tx, [...noted.values()]).then(() => noted.clear());
}

async function appendAll(tx: Tx, noted: readonly Noted[]): Promise<void> {
  // In one order for everybody: two transactions never wait for each other's log.
  for (const workspaceId of [...new Set(noted.map((one) => one.workspaceId))].sort()) {
    let { entries, lastAt, lastId, lastHash } = await lockHead(tx, workspaceId);
    for (const { entry } of noted.filter((one) => one.workspaceId === workspaceId)) {
      // The log's own time never runs backwards: the order of the ids is the order of the chain.
      lastAt = Math.max(entry.at, lastAt);
      lastId = newId("aud", lastAt, ++entries);
      const whole = chained(entry, lastId, lastAt, lastHash);
      tx.run(add, workspaceId, ...(Object.values(whole) as Value[]));
      lastHash = auditHash(whole);
    }
    tx.run(saveHead, entries, lastId, lastAt, lastHash, workspaceId);
  }
}

/** In the order of the columns, field by field: a spread would cost more than the rest of it. */
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
  };
}

async function lockHead(tx: Tx, workspaceId: string): Promise<AuditHead> {
  return (await tx.get(takeHead, workspaceId, NO_ENTRY, NO_ENTRY))!;
}

export interface AuditFilter {
  actions: readonly AuditAction[] | null;
  actor: string | null;
  appId: string | null;
  /** At this moment or later; before that moment. */
  after: number | null;
  before: number | null;
}

/** Newest first, from below an id on. */
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
  const page = query<AuditEntry>(COLUMNS, `from audit where ${conditions.join(" and ")} order by id desc limit ?`);
  return db.all(page, ...values, limit);
}

/** Where the chain of a workspace begins and ends; undefined while nothing was recorded. */
export async function findAuditHead(db: Reads, workspaceId: string): Promise<AuditHead | undefined> {
  return db.get(headOf, workspaceId);
}

/** In the order of the chain: above one id, up to another. */
export async function listAuditChain(
  db: Reads,
  workspaceId: string,
  above: string,
  upTo: string,
  limit: number,
): Promise<AuditEntry[]> {
  return db.all(inOrder, workspaceId, above, upTo, limit);
}

/** Forgets the oldest entries from before a moment, some at a time, and notes where the chain goes on. True if there are more. */
export async function dropAuditBefore(tx: Tx, workspaceId: string, before: number, limit: number): Promise<boolean> {
  // Taken first: of two who forget at once, the second begins where the first has ended.
  const { cutId } = await lockHead(tx, workspaceId);
  const oldest = await listAuditChain(tx, workspaceId, cutId, firstIdAt("aud", before), limit);
  const last = oldest.at(-1);
  if (last === undefined) return false;
  tx.run(dropUpTo, workspaceId, last.id);
  tx.run(saveCut, last.id, auditHash(last), workspaceId);
  return oldest.length === limit;
}
