// How each app stands, in two numbers that are kept already: cheap enough to be asked again and again.
import { query, type Reads } from "../database/database.ts";

export interface AppGauge {
  id: string;
  name: string;
  openIssues: number;
  needsRetest: number;
}

const gauges = query<AppGauge>(
  {
    id: "id",
    name: "name",
    openIssues: "open_issues",
    needsRetest: "(select cast(coalesce(sum(needs_retest), 0) as bigint) from section where section.app_id = app.id)",
  },
  "from app where archived_at is null order by id limit ?",
);

/** Gauges of every workspace's apps, oldest first, for whoever runs the server and has no reach. */
export async function listAppGauges(db: Reads, limit: number): Promise<AppGauge[]> {
  return db.all(gauges, limit);
}
