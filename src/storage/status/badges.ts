// The badge of an app: a row as long as it is switched on, found by the hash of the token in its address.
import type { App } from "../apps/apps.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

export interface Badge {
  appId: string;
  tokenHash: string;
  /** The token of the badge's address, encrypted. */
  token: string;
  createdAt: number;
}

/** The app of a badge, as its reader reaches it. */
export interface BadgedApp {
  id: string;
  workspaceId: string;
}

const COLUMNS = { appId: "app_id", tokenHash: "token_hash", token: "token", createdAt: "created_at" };

const ofApp = query<Badge>(COLUMNS, "from badge where app_id = ?");
const byToken = query<BadgedApp>(
  { id: "app_id", workspaceId: "(select workspace_id from app where id = app_id)" },
  "from badge where token_hash = ?",
);
const add = insert("badge", Object.values(COLUMNS));
const drop = command("delete from badge where app_id = ?");

export async function findBadge(db: Reads, app: App): Promise<Badge | undefined> {
  return db.get(ofApp, app.id);
}

/** The address is the permission: whoever has the token has reached what the badge shows. */
export async function findBadgedApp(db: Reads, tokenHash: string): Promise<BadgedApp | undefined> {
  return db.get(byToken, tokenHash);
}

export function insertBadge(tx: Tx, badge: Badge): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Badge)[]).map((field) => badge[field]));
}

export function deleteBadge(tx: Tx, app: App): void {
  tx.run(drop, app.id);
}
