// The revisions of all apps at once: for the watcher that tells many people, each of their own apps.
import { query, type Reader } from "../database/database.ts";

export interface AppRevision {
  id: string;
  workspaceId: string;
  revision: number;
  archivedAt: number | null;
}

/** The revisions at a moment; as long as none of them changes, the stamp doesn't. */
export interface Revisions {
  stamp: number;
  apps: AppRevision[];
}

const COLUMNS = { id: "id", workspaceId: "workspace_id", revision: "revision", archivedAt: "archived_at" };
const ofAll = query<AppRevision>(COLUMNS, "from app");
/** Revisions only grow and apps are only added: whatever happens to any of them, the sum is another. */
const STAMP = "select cast(coalesce(sum(revision), 0) + count(*) as bigint) from app where id > ''";
/** Every id is greater than nothing: said so, the statement has an index to go by. */
const ifChanged = query<AppRevision>(COLUMNS, `from app where id > '' and (${STAMP}) <> ?`);

/**
 * Of every workspace: what somebody is told of it is up to their reach. Undefined when nothing has changed since `stamp`,
 * which takes one small statement, or on the embedded database none.
 */
export async function findNewRevisions(reader: Reader, stamp: number | null): Promise<Revisions | undefined> {
  const now = reader.stamp();
  if (now !== null) return now === stamp ? undefined : { stamp: now, apps: await reader.all(ofAll) };
  const apps = await reader.all(ifChanged, stamp ?? 0);
  if (apps.length === 0) return undefined;
  return { stamp: apps.reduce((sum, { revision }) => sum + revision, apps.length), apps };
}
