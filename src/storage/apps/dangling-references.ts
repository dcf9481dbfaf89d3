// Rows that refer to something that is not there. PostgreSQL does not check these references (migration 11), so the
// doctor does.

import { query, type Reads } from "../database/database.ts";
import type { App } from "./apps.ts";

/** Each has an index that begins with the app. */
const TABLES_OF_APPS = ["issue", "slot", "event", "delivery"] as const;
const REVISIONS_AT_ONCE = 50_000;

const nextApp = TABLES_OF_APPS.map((table) => ({
  table,
  after: query<{ appId: string | null; known: string | null }>(
    { appId: "next.app_id", known: "(select id from app where app.id = next.app_id)" },
    `from (select min(app_id) as app_id from ${table} where app_id > ?) next`,
  ),
}));
const loose = query<{ n: number }>(
  { n: "count(*)" },
  `from event where app_id = ? and revision > ? and revision <= ? and issue_id is not null
     and not exists (select 1 from issue where issue.id = event.issue_id)`,
);

/** Ids of apps that are gone and still have rows, with the table. */
export async function listLostApps(db: Reads): Promise<{ appId: string; table: string }[]> {
  const lost: { appId: string; table: string }[] = [];
  for (const { table, after } of nextApp) {
    for (let last = ""; ; ) {
      const { appId, known } = (await db.get(after, last))!;
      if (appId === null) break;
      if (known === null) lost.push({ appId, table });
      last = appId;
    }
  }
  return lost;
}

/** How many events of the app are about issues that are gone. */
export async function countLooseEvents(db: Reads, app: App): Promise<number> {
  let total = 0;
  for (let from = 0; from <= app.revision; from += REVISIONS_AT_ONCE) {
    total += (await db.get(loose, app.id, from, from + REVISIONS_AT_ONCE))!.n;
  }
  return total;
}
