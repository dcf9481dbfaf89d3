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

/** What each row of a table names, if it names it. */
const TALK = {
  mention: { comment_id: "comment", person_id: "person" },
  watcher: { issue_id: "issue", person_id: "person" },
  inbox_entry: {
    person_id: "person",
    app_id: "app",
    issue_id: "issue",
    cycle_id: "cycle",
    comment_id: "comment",
    actor_id: "person",
  },
};
const looseTalk = Object.entries(TALK).map(([table, names]) => ({
  table,
  count: query<{ n: number }>(
    { n: "count(*)" },
    `from ${table} t where ${Object.entries(names)
      .map(
        ([column, of]) => `(t.${column} is not null and not exists (select 1 from ${of} o where o.id = t.${column}))`,
      )
      .join(" or ")}`,
  ),
}));

/** How many mentions, watchers and entries of inboxes name something that is gone, by table. */
export async function countLooseTalk(db: Reads): Promise<{ table: string; n: number }[]> {
  const found: { table: string; n: number }[] = [];
  for (const { table, count } of looseTalk) found.push({ table, n: (await db.get(count))!.n });
  return found.filter(({ n }) => n > 0);
}

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
