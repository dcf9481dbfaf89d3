// The revisions of all apps at once: for the watcher that tells many people, each of their own apps.
import { query, type Reader, type Reads } from "./database.ts";

export interface AppRevision {
  id: string;
  workspaceId: string;
  revision: number;
}

const ofAll = query<AppRevision>({ id: "id", workspaceId: "workspace_id", revision: "revision" }, "from app");
/** Revisions only grow and apps are only added: whatever happens to any of them, the sum is another. */
const sum = query<{ stamp: number }>({ stamp: "cast(coalesce(sum(revision), 0) + count(*) as bigint)" }, "from app");

/** Of every workspace. What somebody is told of it is up to their reach. */
export async function listRevisions(db: Reads): Promise<AppRevision[]> {
  return db.all(ofAll);
}

/** Equal as long as no revision has changed; costs little, and on the embedded database next to nothing. */
export async function findRevisionStamp(reader: Reader): Promise<number> {
  return reader.stamp() ?? (await reader.get(sum))!.stamp;
}
