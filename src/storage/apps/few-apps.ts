// Whether few apps are in reach, whose rows can then be merged one by one, or so many that they must not be looked at one by one.
import type { Reach } from "../../domain/access/grant.ts";
import { placeholders, query, type Reads, type Value } from "../database/database.ts";
import { APP_COLUMNS, type App, flushApps, listApps } from "./apps.ts";

const FEW = 50;

/** Without an order, so that no more rows are read than are given. */
const someOfWorkspace = query<App>(APP_COLUMNS, "from app where workspace_id = ? and archived_at is null limit ?");

/** Every app in reach, oldest first; undefined if they are many. */
export async function listFewApps(db: Reads, reach: Reach): Promise<App[] | undefined> {
  if (reach.apps !== null) return reach.apps.length <= FEW ? listApps(db, reach) : undefined;
  flushApps(db);
  const apps = await db.all(someOfWorkspace, reach.workspaceId, FEW + 1);
  if (apps.length > FEW) return undefined;
  return apps.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** The reach of these things alone: their apps. */
export function reachApps(reach: Reach, things: readonly { appId: string }[]): Reach {
  return { workspaceId: reach.workspaceId, apps: [...new Set(things.map(({ appId }) => appId))] };
}

/** The condition that an app, `a` in the statement, is in reach. */
export function isReached({ workspaceId, apps }: Reach): { condition: string; values: Value[] } {
  const condition = "a.workspace_id = ? and a.archived_at is null";
  if (apps === null) return { condition, values: [workspaceId] };
  return { condition: `${condition} and a.id in (${placeholders(apps.length)})`, values: [workspaceId, ...apps] };
}
