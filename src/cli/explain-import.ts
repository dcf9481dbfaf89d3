// What went wrong with an import, in a sentence for whoever runs it.
import { DamagedBackup } from "../storage/backup/backup-file.ts";
import { TakenId } from "../storage/backup/check-staged.ts";
import { TookTooLong } from "../storage/backup/put-workspace.ts";
import { UnreadableSecret } from "../storage/backup/rekey-row.ts";
import { UnopenedFile } from "../storage/backup/workspace-file.ts";
import { isBusy, isDiskError, isUnavailable } from "../storage/database/sqlite-errors.ts";
import { UsageError } from "./command.ts";

const NOTHING = "Nothing was imported.";

export function explainImport(error: unknown, file: string): unknown {
  if (error instanceof UnopenedFile) return new UsageError(`${file} ${error.message}. ${NOTHING}`);
  if (error instanceof DamagedBackup || error instanceof UnreadableSecret) {
    return new UsageError(`${file} can't be imported: ${error.message}. ${NOTHING}`);
  }
  if (error instanceof TakenId) {
    return new UsageError(
      `${file} holds something that is in this database already (${error.message}): the workspace came from here, or was imported before. What is imported keeps its ids, so it can't be here twice. ${NOTHING}`,
    );
  }
  if (error instanceof TookTooLong)
    return new UsageError(`The attached files took more than a day to arrive. ${NOTHING}`);
  const { code, path } = error as NodeJS.ErrnoException;
  if (path === file) return new UsageError(`${file} can't be read (${code}).`);
  if (error instanceof SyntaxError || String(code).startsWith("Z_")) {
    return new UsageError(`${file} can't be imported: it has a line that can't be read. ${NOTHING}`);
  }
  if (isBusy(error))
    return new UsageError(`The database is in use without a pause: try again, or stop the server first. ${NOTHING}`);
  if (isDiskError(error) || isUnavailable(error)) return error;
  return isOfRows(error) ? new UsageError(`${file} can't be imported: ${(error as Error).message}. ${NOTHING}`) : error;
}

/** The database has refused what a row says: a text that it can't hold, or an id that came to be here meanwhile. */
function isOfRows(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  return /^2[23][0-9A-Z]{3}$/.test(code) || /constraint failed/i.test(String((error as Error | null)?.message));
}
