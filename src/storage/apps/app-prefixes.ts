// Prefixes that apps have: which of some are taken, by an app that has one or had it before.
import { query, type Reads, withList } from "../database/database.ts";
import { APP_COLUMNS, type App, flushApps } from "./apps.ts";

const withPrefix = query<App>(APP_COLUMNS, "from app where workspace_id = ? and prefix = ?");
const ofApps = withList((oneOf) => taken("app", "id", oneOf));
const ofBefore = withList((oneOf) => taken("former_prefix", "app_id", oneOf));

function taken(table: string, appId: string, oneOf: string) {
  return query<{ prefix: string; appId: string }>(
    { prefix: "prefix", appId },
    `from ${table} where workspace_id = ? and prefix ${oneOf}`,
  );
}

/** The app that has the prefix now, also when it is archived; whether it is in reach, the caller must find out. */
export async function findAppWithPrefix(db: Reads, workspaceId: string, prefix: string): Promise<App | undefined> {
  flushApps(db);
  return db.get(withPrefix, workspaceId, prefix);
}

/** The prefixes among these that an app other than `owner` has or had. */
export async function listTakenPrefixes(
  db: Reads,
  workspaceId: string,
  prefixes: readonly string[],
  owner: string | null,
): Promise<Set<string>> {
  flushApps(db);
  const asked = JSON.stringify(prefixes);
  const now = await db.all(ofApps[db.dialect], workspaceId, asked);
  const before = await db.all(ofBefore[db.dialect], workspaceId, asked);
  return new Set([...now, ...before].filter(({ appId }) => appId !== owner).map(({ prefix }) => prefix));
}
