// Erasures: what is to be forgotten, and how far that has come. Who it is about is kept only until nothing is left to look for.
import { notFound } from "../../domain/fault.ts";
import type { Erasure, ErasureSubject } from "../../domain/privacy/erasure.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

const COLUMNS: Record<keyof Erasure, string> = {
  id: "id",
  workspaceId: "workspace_id",
  kind: "kind",
  state: "state",
  subject: "subject",
  progress: "progress",
  changed: "changed",
  startedAt: "started_at",
  startedBy: "started_by",
  startedById: "started_by_id",
  settlesAt: "settles_at",
  finishedAt: "finished_at",
};
const add = insert("erasure", Object.values(COLUMNS));
const byIdLocked = query<Erasure>(COLUMNS, "from erasure where id = ? {lock}");
const ofWorkspace = query<Erasure>(COLUMNS, "from erasure where workspace_id = ? and id < ? order by id desc limit ?");
const one = query<Erasure>(COLUMNS, "from erasure where workspace_id = ? and id = ?");
const unfinished = query<Erasure>(COLUMNS, "from erasure where finished_at is null order by id");
const ofApps = query<{ n: number }>(
  { n: "count(*)" },
  "from erasure where workspace_id = ? and kind = 'app' and (finished_at is null or finished_at >= ?)",
);
const ended = query<{ id: string }>({ id: "id" }, "from erasure where finished_at < ? order by id limit ?");
const drop = command("delete from erasure where id = ?");
const save = command(
  "update erasure set state = ?, subject = ?, progress = ?, changed = ?, settles_at = ?, finished_at = ? where id = ?",
);

export function insertErasure(tx: Tx, erasure: Erasure): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Erasure)[]).map((field) => erasure[field]));
}

/** Locks an erasure: of two servers that continue it, one waits for the other's step. */
export async function lockErasure(tx: Tx, id: string): Promise<Erasure | undefined> {
  return tx.get(byIdLocked, id);
}

/** Unfinished erasures of every workspace, for the job that continues them. */
export async function listUnfinishedErasures(db: Reads): Promise<Erasure[]> {
  return db.all(unfinished);
}

/** Erasures with a smaller id, newest first. */
export async function listErasures(
  db: Reads,
  workspaceId: string,
  below: string | null,
  limit: number,
): Promise<Erasure[]> {
  return db.all(ofWorkspace, workspaceId, below ?? "~", limit);
}

/** Throws `not_found`. */
export async function getErasure(db: Reads, workspaceId: string, id: string): Promise<Erasure> {
  const erasure = await db.get(one, workspaceId, id);
  if (erasure === undefined) throw notFound("erasure");
  return erasure;
}

/** How many apps were erased at or after a moment, those included that are being erased. */
export async function countAppErasuresSince(db: Reads, workspaceId: string, at: number): Promise<number> {
  return (await db.get(ofApps, workspaceId, at))!.n;
}

/** Whether an app is on its way out: it can't be brought back. */
export async function isBeingErased(db: Reads, appId: string): Promise<boolean> {
  const all = await listUnfinishedErasures(db);
  return all.some(({ subject }) => subject !== null && (JSON.parse(subject) as ErasureSubject).appId === appId);
}

/** Deletes some erasures that were finished before a time; gives whether there may be more. */
export async function dropErasuresBefore(tx: Tx, at: number, limit: number): Promise<boolean> {
  const found = await tx.all(ended, at, limit);
  for (const { id } of found) tx.run(drop, id);
  return found.length === limit;
}

export function saveErasure(tx: Tx, erasure: Erasure): void {
  const { id, state, subject, progress, changed, settlesAt, finishedAt } = erasure;
  tx.run(save, state, subject, progress, changed, settlesAt, finishedAt, id);
}
