// A database from end to end as plain rows, the same for both databases: what a backup takes out, and a restore puts in.
import { command, type Value } from "../database/database.ts";
import { TABLES } from "../migrations/all.ts";

/** Rows of one table. */
export interface Rows {
  table: string;
  columns: string[];
  rows: Value[][];
}

/** The rows that are taken out of a database. */
export interface Choice {
  tables: readonly string[];
  /** The condition and its values for a table's rows; null for all rows. */
  rowsOf(table: string): { where: string; values: readonly string[] } | null;
}

/** The database as it was at one moment, however long it is read and whatever is written meanwhile. */
export interface Dump {
  /** How many steps of the schema it has had. */
  schema: number;
  /** The check of the secret key that it was used with; null if it never was. */
  secretCheck: string | null;
  /** Gives the rows table by table, each table after those that its rows refer to. */
  rows(): AsyncGenerator<Rows>;
  close(): Promise<void>;
}

/** A database that is being put together, out of sight until it is whole. */
export interface Restoring {
  add(rows: Rows): Promise<void>;
  /** Puts it in place, at the current schema, and searchable. */
  finish(): Promise<void>;
  /** Undoes all changes. */
  abandon(): Promise<void>;
}

/**
 * Tables that a backup leaves out: a session that was ended since must not come back, nor a link or challenge that was
 * used.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "session",
  "half_session",
  "sign_in_choice",
  "sign_up",
  "passkey_challenge",
  "reset_link",
  "mailed_reset_link",
  "email_link",
  "oauth_code",
  "refresh_token",
]);
export const DUMPED: readonly string[] = TABLES.filter((table) => !LEFT_OUT.has(table));

/** Every row of every table: the choice of a whole backup. */
export const WHOLE: Choice = { tables: DUMPED, rowsOf: () => null };

/** Tables whose workspace is worked out again from their app. */
export const PLACED: readonly string[] = ["issue", "result"];

/** Whether a backup has the column: an issue's search place and a row's workspace are worked out again. */
export function isDumped(table: string, column: string): boolean {
  return !((table === "issue" && column === "searched") || (PLACED.includes(table) && column === "workspace_id"));
}

/** Rows that are read at once: some of them hold a megabyte. */
export const ROWS_AT_ONCE = 100;

/** The database is in use, and was to be left alone then. */
export class InUse extends Error {}

/**
 * What had been waiting to be sent when the backup was taken may have been sent since. It is shown as interrupted, and
 * sent again by hand only.
 */
const interruptPending = command(
  "update notification set state = 'sending', claimed_at = created_at where state = 'pending'",
);

/** A tool may know already what waited to be forwarded to it: whoever sends it looks there first. */
const countAttempt = command("update forward set attempts = attempts + 1 where state in ('pending', 'waiting')");

/** Whoever was to get a mail may have got it, or what it was about may be long past. */
const cancelMails = command(
  "update mail set state = 'cancelled', finished_at = created_at, outcome = 'restored from a backup', old_address = null where state = 'pending'",
);

const mailNoEntries = command("update inbox_entry set unmailed = null where unmailed is not null");

/** Run after rows were restored, at the current schema. */
export const AFTERWARDS = [interruptPending, countAttempt, cancelMails, mailNoEntries];

/** Whether anybody has put anything into the database. */
export const isUsed = {
  text: `select exists (select 1 from app) or exists (select 1 from key) or exists (select 1 from person)`,
  read: ([used]: unknown[]) => Boolean(used),
};
