// The revisions of all apps of some workspaces at once: for the watcher that tells many people, each of their own apps.
import { query, type Reads, withList } from "../database/database.ts";

export interface AppRevision {
  id: string;
  workspaceId: string;
  revision: number;
  archivedAt: number | null;
}

const COLUMNS = { id: "id", workspaceId: "workspace_id", revision: "revision", archivedAt: "archived_at" };
const ofWorkspaces = withList((oneOf) => query<AppRevision>(COLUMNS, `from app where workspace_id ${oneOf}`));
const stampsOf = withList((oneOf) =>
  query<{ workspaceId: string; stamp: number }>(
    { workspaceId: "workspace_id", stamp: "cast(sum(revision) + count(*) as bigint)" },
    `from app where workspace_id ${oneOf} group by workspace_id`,
  ),
);

export async function listRevisions(db: Reads, workspaceIds: readonly string[]): Promise<AppRevision[]> {
  return db.all(ofWorkspaces[db.dialect], JSON.stringify(workspaceIds));
}

/** Stamps of workspaces. They differ after any change to an app, because revisions only grow and apps are only added, or erased. */
export async function readStamps(
  db: Reads,
  workspaceIds: readonly string[],
): Promise<{ workspaceId: string; stamp: number }[]> {
  return db.all(stampsOf[db.dialect], JSON.stringify(workspaceIds));
}

export function stampOf(apps: readonly AppRevision[]): number {
  return apps.reduce((sum, { revision }) => sum + revision, apps.length);
}
