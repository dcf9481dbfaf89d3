// The file of the embedded database and its write-ahead log. The header of the file has a number that is free for programs
// (`application_id`); it says whether the log is missing. The file by itself says that a log belongs to it, and the first thing in
// the log is that nothing is missing. So whoever has both reads the latter, whoever has a copy of the file alone the former, and
// whatever program takes the log into the file makes the file whole in this respect, too.
import { statSync } from "node:fs";
import { keepPrivate, makePrivate } from "../../lib/files/private-file.ts";
import { command, type Query, type Reads, type SqlCommand, type Tx } from "./database.ts";

/** "nothing is missing", "the log that belongs to the file is not there", "the file was used without its log". */
export type FileMark = "whole" | "needs_log" | "log_lost";

/** The latter two are letters: RTWL and RTLL. */
const NUMBERS: Record<FileMark, number> = { whole: 0, needs_log: 0x5254574c, log_lost: 0x52544c4c };

export const fileMark: Query<FileMark> = {
  text: "pragma application_id",
  read: ([number]) => (number === NUMBERS.needs_log ? "needs_log" : number === NUMBERS.log_lost ? "log_lost" : "whole"),
};

export function markFile(found: FileMark): SqlCommand {
  return command(`pragma application_id = ${NUMBERS[found]}`);
}

/** Whether the embedded database was used without the log that belonged to it, and nobody has said yet that this is known. */
export async function isLogLost(db: Reads): Promise<boolean> {
  return db.dialect === "sqlite" && (await db.get(fileMark)) === "log_lost";
}

/** Notes that somebody knows that the log was missing. */
export async function markLostLogKnown(tx: Tx): Promise<void> {
  if (await isLogLost(tx)) tx.run(markFile("whole"));
}

/** Whether anything was ever written to the log since it was made. */
export function hasLog(file: string): boolean {
  return (statSync(logOf(file), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Makes the database file if there is none, and lets only its owner read it and the files that SQLite puts beside it.
 */
export function makeDatabasePrivate(file: string): void {
  makePrivate(file);
  for (const path of [logOf(file), `${file}-shm`]) keepPrivate(path);
}

function logOf(file: string): string {
  return `${file}-wal`;
}
