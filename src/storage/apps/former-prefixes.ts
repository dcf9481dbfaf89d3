// Prefixes that apps had before: codes with them lead to the same issues as ever, and no other app gets them.

import { command, query, type Reads, type Tx } from "../database/database.ts";
import type { App } from "./apps.ts";

interface FormerPrefix {
  prefix: string;
  appId: string;
}

const COLUMNS = { prefix: "prefix", appId: "app_id" };
const ofApp = query<FormerPrefix>(COLUMNS, "from former_prefix where app_id = ? order by prefix");
const named = query<FormerPrefix>(COLUMNS, "from former_prefix where workspace_id = ? and prefix = ?");
const keep = command(
  "insert into former_prefix (workspace_id, prefix, app_id) values (?, ?, ?) on conflict (workspace_id, prefix) do nothing",
);

/** Prefixes that an app had before. The caller has reached the app. */
export async function listFormerPrefixes(db: Reads, app: App): Promise<string[]> {
  return (await db.all(ofApp, app.id)).map(({ prefix }) => prefix);
}

/** The id of the app that had the prefix before; whether it is in reach, the caller must find out. */
export async function findFormerOwner(db: Reads, workspaceId: string, prefix: string): Promise<string | undefined> {
  return (await db.get(named, workspaceId, prefix))?.appId;
}

/** Keeps an app's prefix before it gets another. The caller holds the workspace. */
export function keepFormerPrefix(tx: Tx, { workspaceId, prefix, id }: App): void {
  tx.run(keep, workspaceId, prefix, id);
}
