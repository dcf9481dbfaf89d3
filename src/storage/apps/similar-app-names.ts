// The apps that somebody may have meant who named one that is not there: only those in their reach.
import { type Reach, reaches } from "../../domain/access/grant.ts";
import { query, type Reads } from "../database/database.ts";
import { listNear, nearIn } from "../database/similar-names.ts";

interface AppName {
  id: string;
  name: string;
}

/** Up to this many names are compared one by one; of more, only those near in the order. */
const FEW = 50;

const COLUMNS = { id: "id", name: "name" };
const near = nearIn<AppName>(COLUMNS, "app where workspace_id = ? and archived_at is null", "name");
const byId = query<AppName>(COLUMNS, "from app where workspace_id = ? and id = ? and archived_at is null");

export async function listAppNamesNear(db: Reads, reach: Reach, name: string): Promise<string[]> {
  const { workspaceId, apps } = reach;
  if (apps !== null && apps.length <= FEW) {
    const names: string[] = [];
    for (const id of apps) {
      const app = await db.get(byId, workspaceId, id);
      if (app !== undefined) names.push(app.name);
    }
    return names;
  }
  const found = await listNear(db, near, [workspaceId], name);
  return found.filter(({ id }) => reaches(reach, { workspaceId, id })).map((app) => app.name);
}
