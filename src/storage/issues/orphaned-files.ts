// Files that nothing names: those on their way in, and those whose attachment was removed. A file is noted here before its
// first byte is written, so that none is ever forgotten.
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

export interface LooseFile {
  file: string;
  since: number;
}

const COLUMNS = { file: "file", since: "since" };
const byKeyLocked = query<LooseFile>(COLUMNS, "from loose_file where file = ? {lock}");
const oldest = query<LooseFile>(COLUMNS, "from loose_file where since <= ? order by since, file limit ?");
const add = insert("loose_file", Object.values(COLUMNS));
const drop = command("delete from loose_file where file = ?");

/** Taken for writing. */
export async function findLooseFileLocked(tx: Tx, file: string): Promise<LooseFile | undefined> {
  return tx.get(byKeyLocked, file);
}

/** Those that have been loose at `since` already, the oldest first. */
export async function listLooseFiles(db: Reads, since: number, limit: number): Promise<string[]> {
  return (await db.all(oldest, since, limit)).map(({ file }) => file);
}

export function insertLooseFile(tx: Tx, { file, since }: LooseFile): void {
  tx.run(add, file, since);
}

export function deleteLooseFile(tx: Tx, file: string): void {
  tx.run(drop, file);
}
