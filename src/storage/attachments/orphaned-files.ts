// Files that nothing names: those on their way in, and those whose attachment was removed. A file is noted here before its
// first byte is written, so that none is ever forgotten.
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

export interface OrphanedFile {
  file: string;
  since: number;
}

const COLUMNS = { file: "file", since: "since" };
const byKeyLocked = query<OrphanedFile>(COLUMNS, "from loose_file where file = ? {lock}");
const oldest = query<OrphanedFile>(COLUMNS, "from loose_file where since <= ? order by since, file limit ?");
const every = query<{ file: string }>({ file: "file" }, "from loose_file");
const after = query<{ file: string }>({ file: "file" }, "from loose_file where since > ?");
const change = command("update loose_file set since = ? where file = ?");
const add = insert("loose_file", Object.values(COLUMNS));
const drop = command("delete from loose_file where file = ?");

/** Finds an orphaned file, and locks its row until the transaction ends. */
export async function findOrphanedFileLocked(tx: Tx, file: string): Promise<OrphanedFile | undefined> {
  return tx.get(byKeyLocked, file);
}

/** Files that were orphaned by `since`, the oldest first. */
export async function listOrphanedFiles(db: Reads, since: number, limit: number): Promise<string[]> {
  return (await db.all(oldest, since, limit)).map(({ file }) => file);
}

export async function listEveryOrphanedFile(db: Reads): Promise<string[]> {
  return (await db.all(every)).map(({ file }) => file);
}

/** Those that have become orphans later than that. */
export async function listOrphanedAfter(db: Reads, at: number): Promise<string[]> {
  return (await db.all(after, at)).map(({ file }) => file);
}

/** As if it had been orphaned then. Nothing happens if it is none. */
export function changeOrphanedSince(tx: Tx, { file, since }: OrphanedFile): void {
  tx.run(change, since, file);
}

export function insertOrphanedFile(tx: Tx, { file, since }: OrphanedFile): void {
  tx.run(add, file, since);
}

export function deleteOrphanedFile(tx: Tx, file: string): void {
  tx.run(drop, file);
}
