// Part of the doctor: whether every file that an attachment names is where files are kept, and what is there that nothing names.
import type { FileStore } from "../../lib/files/file-store.ts";
import { counted } from "../../lib/text/counted.ts";
import { eachNamedFile, isNamedBy } from "../../storage/attachments/attachments.ts";
import { listEveryOrphanedFile } from "../../storage/attachments/orphaned-files.ts";
import type { Reads } from "../../storage/database/database.ts";

const MOST_NAMED = 5;

export interface FilesExamination {
  /** Files that rows name and that are missing or not of their size, each in a sentence. */
  problems: string[];
  /** Files that belong to nothing. */
  notes: string[];
}

/**
 * May run beside a server: what is named is read before the files are listed, and what is listed is held against what was named
 * before or after.
 */
export async function examineFiles(db: Reads, files: FileStore): Promise<FilesExamination> {
  const before = await knownFiles(db);
  const sizes = new Map<string, number>();
  for await (const { key, size } of files.list()) sizes.set(key, size);
  const problems: string[] = [];
  for await (const { file, size, owner, name } of eachNamedFile(db)) {
    const there = sizes.get(file);
    if (there === size || !before.has(file) || !(await isNamedBy(db, owner, name, file))) continue;
    const where = `${owner.kind} ${owner.id}: the file of ${JSON.stringify(name)}`;
    problems.push(there === undefined ? `${where} is missing` : `${where} has ${there} bytes, should have ${size}`);
  }
  const after = await knownFiles(db);
  const unknown = [...sizes.keys()].filter((key) => !before.has(key) && !after.has(key));
  return { problems, notes: unknown.length === 0 ? [] : [aboutUnknown(unknown)] };
}

async function knownFiles(db: Reads): Promise<Set<string>> {
  const known = new Set(await listEveryOrphanedFile(db));
  for await (const { file } of eachNamedFile(db)) known.add(file);
  return known;
}

function aboutUnknown(keys: readonly string[]): string {
  const some = `${keys.slice(0, MOST_NAMED).join(", ")}${keys.length > MOST_NAMED ? ", …" : ""}`;
  return `${counted(keys.length, "file")} that nothing names and that will stay, from before a restore or of another database: ${some}`;
}
