// What a backup looks like, line by line: what it is, then table by table the rows, then the attached files in pieces, then
// how much there was of it. A backup without its last line is not whole.
import * as z from "zod";
import { type FileStore, NoSuchFile } from "../../lib/files/file-store.ts";
import { S3Failure } from "../../lib/network/s3-client.ts";
import { ATTACHMENT_TABLES } from "../attachments/attachments.ts";
import type { Value } from "../database/database.ts";
import { DUMPED, type Dump, type Restoring } from "./dump.ts";

export const FORMAT = 1;

const HeaderSchema = z.object({
  retest: z.literal("backup"),
  format: z.int(),
  schema: z.int().min(1),
  taken_at: z.string(),
  secret_check: z.string().nullable(),
  /** Absent: the attached files are in it. */
  files: z.boolean().optional(),
});
const TableSchema = z.object({ table: z.enum(DUMPED), columns: z.array(z.string().regex(/^[a-z_]+$/)) });
const FileSchema = z.object({ file: z.string(), size: z.int().min(0) });
const EndSchema = z.object({ end: z.object({ rows: z.int(), files: z.int() }) });
const RowSchema = z.array(z.union([z.string(), z.number(), z.null()]));

export type Header = z.infer<typeof HeaderSchema>;

/** Counts of rows and files that were backed up or restored. */
export interface BackupCounts {
  rows: number;
  files: number;
  /** Files that rows name and that are not there. */
  missing: number;
}

/** Called to report how far it is. */
export type Progress = (what: string) => void;

const ROWS_AT_ONCE = 500;
const TEXT_AT_ONCE = 4_000_000;
const SAY_EVERY_ROWS = 100_000;
const SAY_EVERY_FILES = 100;

/** All lines after the header, with `sum` counted as they are read. Without `files` there are only rows. */
export async function* linesOf(
  dump: Dump,
  files: FileStore | null,
  sum: BackupCounts,
  progress: Progress,
): AsyncGenerator<unknown> {
  const attached: { file: string; size: number }[] = [];
  let last = { table: "", rows: 0 };
  const sayTable = () => last.rows > 0 && progress(`${last.table.replaceAll('"', "")}: ${last.rows} rows`);
  for await (const { table, columns, rows } of dump.rows()) {
    if (table !== last.table) {
      sayTable();
      last = { table, rows: 0 };
      yield { table, columns };
    }
    const [file, size] = [columns.indexOf("file"), columns.indexOf("size")];
    for (const row of rows) {
      if (ATTACHMENT_TABLES.includes(table) && row[file] !== null) {
        attached.push({ file: row[file] as string, size: row[size] as number });
      }
      yield row;
      sum.rows++;
      if (++last.rows % SAY_EVERY_ROWS === 0) sayTable();
    }
  }
  sayTable();
  for (const { file, size } of files === null ? [] : attached) {
    const bytes = await files!.open(file, 0, size - 1).catch((error: Error) => {
      // A disk or a bucket that fails may still have the file: a backup without it would be incomplete.
      if (!(error instanceof NoSuchFile)) throw unreadable(file, error);
      return undefined;
    });
    if (bytes === undefined) {
      sum.missing++;
      continue;
    }
    yield { file, size };
    try {
      for await (const piece of bytes) yield (piece as Buffer).toString("base64");
    } catch (error) {
      throw unreadable(file, error as Error);
    }
    if (++sum.files % SAY_EVERY_FILES === 0) progress(`files: ${sum.files} of ${attached.length}`);
  }
  yield { end: { rows: sum.rows, files: sum.files } };
}

/** An error of the attached files; one of the backup file itself is reported elsewhere. */
function unreadable(file: string, error: Error): Error {
  if (error instanceof S3Failure) return error;
  return new Error(`The attached file ${file} can't be read (${error.message}): no backup was made.`, { cause: error });
}

/** Throws `DamagedBackup`. */
export async function readHeader(lines: AsyncGenerator<unknown>): Promise<Header> {
  return fitting(HeaderSchema, (await lines.next()).value);
}

/** Puts back all lines after the first. Throws `Damaged`. */
export async function putBack(
  lines: AsyncGenerator<unknown>,
  restoring: Pick<Restoring, "add">,
  files: Pick<FileStore, "put">,
  progress: Progress,
): Promise<BackupCounts> {
  const sum: BackupCounts = { rows: 0, files: 0, missing: 0 };
  let table: z.infer<typeof TableSchema> | undefined;
  let rows: Value[][] = [];
  let text = 0;
  const flush = async () => {
    if (rows.length > 0) await restoring.add({ ...table!, rows }).catch(misfit);
    rows = [];
    text = 0;
  };
  for (;;) {
    const { done, value } = await lines.next();
    if (done === true) throw new DamagedBackup("it is incomplete");
    if (Array.isArray(value)) {
      const row = fitting(RowSchema, value);
      if (row.length !== table?.columns.length) throw new DamagedBackup("a row does not fit its table");
      rows.push(row);
      for (const one of row) text += typeof one === "string" ? one.length : 0;
      if (++sum.rows % SAY_EVERY_ROWS === 0) progress(`${sum.rows} rows`);
      if (rows.length >= ROWS_AT_ONCE || text >= TEXT_AT_ONCE) await flush();
      continue;
    }
    await flush();
    const { table: next, file, end } = (value ?? {}) as Record<string, unknown>;
    if (next !== undefined) table = fitting(TableSchema, value);
    else if (file !== undefined) {
      const { file: key, size } = fitting(FileSchema, value);
      await files.put(key, piecesOf(lines, size));
      if (++sum.files % SAY_EVERY_FILES === 0) progress(`${sum.files} files`);
    } else if (end !== undefined) {
      const { end: told } = fitting(EndSchema, value);
      if (told.rows !== sum.rows || told.files !== sum.files) throw new DamagedBackup("something is missing from it");
      return sum;
    } else throw new DamagedBackup("it has a line that can't be read");
  }
}

async function* piecesOf(lines: AsyncGenerator<unknown>, size: number): AsyncGenerator<Buffer> {
  for (let read = 0; read < size; ) {
    const { value } = await lines.next();
    if (typeof value !== "string" || value === "") throw new DamagedBackup("a file in it is incomplete");
    const piece = Buffer.from(value, "base64");
    read += piece.length;
    yield piece;
  }
}

function misfit(error: Error): never {
  throw new DamagedBackup(`its rows can't be written to the database (${error.message})`);
}

/** The file is no backup, or not all of one. */
export class DamagedBackup extends Error {}

/** Throws `DamagedBackup`. */
export function fitting<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data } = schema.safeParse(value);
  if (!success) throw new DamagedBackup("it has a line that can't be read");
  return data;
}
