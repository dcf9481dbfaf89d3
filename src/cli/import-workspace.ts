// Imports a workspace: its rows are put together out of sight and looked through, its files are put where files are kept, and then all of it
// comes into the database in one transaction.
import { noteFile, purgeFiles } from "../actions/attachments/keep-file.ts";
import { recordImport } from "../actions/workspace/record-move.ts";
import { auditKeysOf } from "../domain/workspace/audit-anchor.ts";
import { COMMAND_LINE } from "../domain/workspace/audit-log.ts";
import { readSecretCheck } from "../domain/workspace/secret-check.ts";
import { type FileStore, newFileKey } from "../lib/files/file-store.ts";
import { newId } from "../lib/ids.ts";
import { type Config, sqliteFile } from "../startup/config.ts";
import type { Store } from "../startup/open-store.ts";
import { claimDatabase } from "../startup/secret-key-in-use.ts";
import { putBack } from "../storage/backup/backup-file.ts";
import { requireApart } from "../storage/backup/check-staged.ts";
import { longOnPostgres, longOnSqlite } from "../storage/backup/long-transaction.ts";
import { type PutAs, putWorkspace } from "../storage/backup/put-workspace.ts";
import { type RekeyRow, rekeyRows } from "../storage/backup/rekey-row.ts";
import { type StagedWorkspace, type Staging, stageWorkspace } from "../storage/backup/staged-workspace.ts";
import { readWorkspaceFile, readWorkspaceHeader, type WorkspaceHeader } from "../storage/backup/workspace-file.ts";
import { requireKnown } from "../storage/migrations/migrate.ts";
import { findSecretCheck } from "../storage/workspace/secret-check.ts";
import { findWorkspacesCalled } from "../storage/workspace/workspaces.ts";
import { openImportFolder } from "./import-folder.ts";
import type { Terminal } from "./terminal.ts";

export interface ImportRequest {
  file: string;
  secret: string;
  /** A name in place of the one in the file. */
  name: string | null;
  /** Whether nothing is to be changed. */
  isDry: boolean;
  terminal: Terminal;
}

export interface ImportedWorkspace {
  workspace: { id: string; name: string; plan: string };
  rows: number;
  files: number;
  header: WorkspaceHeader;
}

export async function importWorkspace(
  store: Store,
  config: Config,
  request: ImportRequest,
): Promise<ImportedWorkspace> {
  const { file, secret, terminal } = request;
  const folder = openImportFolder(config.dataDir);
  if (folder.wasLeft) terminal.say("An import was killed before: what it had put together is removed.");
  const lines = readWorkspaceFile(file, secret);
  try {
    const header = await readWorkspaceHeader(lines);
    requireKnown(header.schema, undefined, "This export");
    const staging = stageWorkspace(folder.file, header.schema);
    const { staged, rows } = await stage(lines, header, staging, store, request);
    try {
      return {
        workspace: await bringIn(staged, header, store, config, request),
        rows,
        files: staged.fileCount,
        header,
      };
    } finally {
      staged.close();
    }
  } finally {
    await lines.return(undefined);
    folder.remove();
  }
}

/** Puts the rows together and stores the files; those are removed again if something is wrong. */
async function stage(
  lines: AsyncGenerator<unknown>,
  header: WorkspaceHeader,
  staging: Staging,
  store: Store,
  { isDry, terminal }: ImportRequest,
): Promise<{ staged: StagedWorkspace; rows: number }> {
  try {
    const { rows } = await putBack(lines, staging, isDry ? looking(staging) : keeping(staging, store), terminal.say);
    const staged = staging.finish(store.clock(), header.files);
    try {
      await requireApart(staged, store.reader);
    } catch (error) {
      staged.close();
      throw error;
    }
    return { staged, rows };
  } catch (error) {
    if (!isDry) await removeArrived(staging, store).catch(() => {});
    throw error;
  } finally {
    staging.close();
  }
}

/** Each file gets a key of its own, and is noted before its first byte is written: whatever becomes of the import, it is not forgotten. */
function keeping(staging: Staging, { performer, files }: Store): Pick<FileStore, "put"> {
  return {
    async put(file, source) {
      const kept = newFileKey();
      await performer.perform(noteFile, { file: kept });
      let size = 0;
      await files.put(
        kept,
        counting(source, (more) => (size += more)),
      );
      staging.arrived({ file, kept, size });
    },
  };
}

function looking(staging: Staging): Pick<FileStore, "put"> {
  return {
    async put(file, source) {
      let size = 0;
      for await (const piece of source) size += piece.length;
      staging.arrived({ file, kept: newFileKey(), size });
    },
  };
}

async function* counting(source: AsyncIterable<Uint8Array>, count: (more: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    count(piece.length);
    yield piece;
  }
}

/** A server removes within a day what can't be removed now. */
async function removeArrived(staging: Staging, { files, performer }: Store): Promise<void> {
  for (const { kept } of staging.arrivedFiles()) {
    await files.remove(kept);
    await performer.perform(purgeFiles, { files: [kept] });
  }
}

async function bringIn(
  staged: StagedWorkspace,
  { taken_at: takenAt }: WorkspaceHeader,
  store: Store,
  config: Config,
  { secret, name, isDry, terminal }: ImportRequest,
): Promise<ImportedWorkspace["workspace"]> {
  const { id: before, name: nameBefore, plan } = staged.workspace;
  const now = store.clock();
  const isFree = (await findWorkspacesCalled(store.reader, before, 1)).every(({ id }) => id !== before);
  const as: PutAs = { id: isFree ? before : newId("wsp", now), name: name ?? nameBefore, createdAt: now };
  const rekeyTo = (to: string) =>
    rekeyRows({ from: { secretKey: secret, oldSecretKey: null }, to, workspaceId: { from: before, to: as.id } });
  if (isDry) {
    await tryRows(staged, rekeyTo(config.secretKey));
    return { ...as, plan };
  }
  // Whoever begins to use a database vouches for what is in it: that must not be this log.
  await claimDatabase(store, config);
  const secretCheck = readSecretCheck(config, (await findSecretCheck(store.reader))!)!;
  const vouching = { auditKeys: auditKeysOf(config), secretKeys: config };
  const rekey = rekeyTo(secretCheck.isOld ? config.oldSecretKey! : config.secretKey);
  const progress = tableProgress(terminal);
  const long = config.databaseUrl === null ? longOnSqlite(sqliteFile(config)) : longOnPostgres(config.databaseUrl);
  await long(async (tx) => {
    await putWorkspace(tx, staged, { as, rekey, vouching, progress });
    const unit = { tx, now, by: COMMAND_LINE, settings: vouching };
    recordImport(unit, as, { name: nameBefore, takenAt });
  });
  return { ...as, plan };
}

async function tryRows(staged: StagedWorkspace, rekey: RekeyRow): Promise<void> {
  for await (const { table, columns, rows } of staged.rows()) for (const row of rows) rekey(table, columns, row);
}

const SAY_EVERY_ROWS = 100_000;

/** Reports progress now and then. */
function tableProgress({ say, show }: Terminal): (table: string, rows: number) => void {
  let [last, done] = ["", 0];
  return (table, rows) => {
    const before = table === last ? done : 0;
    [last, done] = [table, before + rows];
    const isTold = Math.floor(done / SAY_EVERY_ROWS) > Math.floor(before / SAY_EVERY_ROWS);
    if (isTold) say(`${table.replaceAll('"', "")}: ${done} rows`);
    else show(`${table.replaceAll('"', "")}: ${done} rows`);
  };
}
