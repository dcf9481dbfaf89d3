// Deletes what belongs to an app that is erased. It is archived: nobody writes to it.
import { listAppsAndArchived } from "../../storage/apps/apps.ts";
import { getFileSize } from "../../storage/attachments/attachments.ts";
import { insertOrphanedFile } from "../../storage/attachments/orphaned-files.ts";
import { dropFromIndex, dropPlace } from "../../storage/issues/search-index.ts";
import { deleteRow, listSweptRows } from "../../storage/privacy/sweep.ts";
import { giveRoomBack } from "../attachments/keep-file.ts";
import { rowsAtOnce, type SweepTable } from "./sweep.ts";

/** Files that are orphaned since then are removed at the next opportunity. */
export const LONG_AGO = 0;

export const deleteRowsOfApp: SweepTable = async ({ unit, erasure, subject }, table, after) => {
  const { tx } = unit;
  const limit = rowsAtOnce(table);
  const rows = await listSweptRows(tx, table, after, limit);
  const apps = await listAppsAndArchived(tx, erasure.workspaceId);
  const isHere = apps.some(({ id }) => id === subject.appId);
  const own = isHere ? rows.filter(({ appId }) => appId === subject.appId) : [];
  if (table === "issue") {
    dropFromIndex(
      tx,
      own.map(({ key }) => key[0] as string),
    );
  }
  if (table === "app" && own.length > 0) dropPlace(tx, subject.appId!);
  for (const { key, file } of own) {
    if (file !== null) {
      insertOrphanedFile(tx, { file, since: LONG_AGO });
      giveRoomBack(tx, erasure.workspaceId, await getFileSize(tx, table, key));
    }
    deleteRow(tx, table, key);
  }
  return { after: rows.length < limit ? null : rows.at(-1)!.key, changed: own.length };
};
