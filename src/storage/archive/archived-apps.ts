// Apps that were archived.
import type { Reach } from "../../domain/access/grant.ts";
import { placeholders, query, type Reads } from "../database/database.ts";
import type { ArchivedPlace } from "./archived-entries.ts";

export interface ArchivedApp {
  id: string;
  name: string;
  prefix: string;
  checks: number;
  openIssues: number;
  archivedAt: number;
}

const COLUMNS = {
  id: "id",
  name: "name",
  prefix: "prefix",
  checks: "checks",
  openIssues: "open_issues",
  archivedAt: "archived_at",
};

/** Archived apps in reach, the latest first. */
export async function listArchivedApps(
  db: Reads,
  { workspaceId, apps }: Reach,
  behind: ArchivedPlace | null,
  limit: number,
): Promise<ArchivedApp[]> {
  if (apps !== null && apps.length === 0) return [];
  const reached = apps === null ? "" : `and id in (${placeholders(apps.length)})`;
  const beyond = behind === null ? "" : "and (archived_at, id) < (?, ?)";
  const page = query<ArchivedApp>(
    COLUMNS,
    `from app where workspace_id = ? and archived_at is not null ${reached} ${beyond}
     order by archived_at desc, id desc limit ?`,
  );
  const place = behind === null ? [] : [behind.archivedAt, behind.id];
  return db.all(page, workspaceId, ...(apps ?? []), ...place, limit);
}
