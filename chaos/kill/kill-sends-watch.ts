// Sees the state of a notification as soon as it is committed, without asking the server.
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import type { Settings } from "../../test/support/clients/run-cli.ts";

export interface NotificationWatch {
  stateOf(issueId: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Watches the database that the settings name; it is opened when first asked. */
export function watchNotifications({ DATABASE_URL, RETEST_DATA_DIR }: Settings): NotificationWatch {
  return DATABASE_URL === undefined ? onSqlite(join(RETEST_DATA_DIR!, "retest.db")) : onPostgres(DATABASE_URL);
}

function onSqlite(file: string): NotificationWatch {
  let db: InstanceType<typeof DatabaseSync> | undefined;
  return {
    async stateOf(issueId) {
      db ??= new DatabaseSync(file, { readOnly: true });
      const row = db.prepare("select state from notification where issue_id = ?").get(issueId);
      return (row as { state: string } | undefined)?.state;
    },
    close: async () => db?.close(),
  };
}

function onPostgres(url: string): NotificationWatch {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  return {
    async stateOf(issueId) {
      const { rows } = await pool.query("select state from notification where issue_id = $1", [issueId]);
      return rows[0]?.state;
    },
    close: () => pool.end(),
  };
}
