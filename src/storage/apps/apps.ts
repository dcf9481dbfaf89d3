// Apps: the row that every write to them takes, and what is cached of it while one is under way.

import { type Reach, reaches } from "../../domain/access/grant.ts";
import { type Fault, notFound } from "../../domain/fault.ts";
import { suggestion } from "../../lib/text/did-you-mean.ts";
import { formOf } from "../../lib/text/visible-text.ts";
import {
  askedTogether,
  command,
  insert,
  placeholders,
  type Query,
  query,
  type Reads,
  type Tx,
} from "../database/database.ts";
import { type CachedRow, cached } from "../database/write-cache.ts";
import type { Plan } from "../workspace/workspaces.ts";
import { listAppNamesNear } from "./similar-app-names.ts";

export type Mode = "testing" | "live";

export interface App {
  id: string;
  workspaceId: string;
  name: string;
  prefix: string;
  mode: Mode;
  /** The plan of its workspace, so that whoever holds the app knows it. */
  plan: Plan;
  createdAt: number;
  /** The time of the last write: an app's own clock never runs backwards. */
  updatedAt: number;
  /** Raised by every write, so that it orders all that happens to the app. */
  revision: number;
  /** The revision that last changed what the app is made of: platforms, repositories, checks. */
  configRevision: number;
  /** The revision that last changed the runbook itself: sections, checks, platforms. What came later are statuses. */
  structureRevision: number;
  lastNumber: number;
  lastRef: number;
  checks: number;
  openIssues: number;
  /** Connections that want to hear what happens to its issues. */
  forwards: number;
  /** An archived app reads as absent everywhere but among the archived ones. */
  archivedAt: number | null;
}

/** Enough to tell whether a cached configuration of an app is current. */
export type AppConfigKey = Pick<App, "id" | "configRevision">;

export const APP_COLUMNS = {
  id: "id",
  workspaceId: "workspace_id",
  name: "name",
  prefix: "prefix",
  mode: "mode",
  plan: "plan",
  createdAt: "created_at",
  updatedAt: "updated_at",
  revision: "revision",
  configRevision: "shape_revision",
  structureRevision: "structure_revision",
  lastNumber: "last_number",
  lastRef: "last_ref",
  checks: "checks",
  openIssues: "open_issues",
  forwards: "forwards",
  archivedAt: "archived_at",
};

/** Finds by id, else by name. Each has a sub-select, because an OR would read every app. */
const meant = (
  which: string,
) => `from app where id = coalesce((select id from app where id = ? and workspace_id = ?${which}),
  (select id from app where workspace_id = ? and name = ?${which})) and workspace_id = ?${which}`;
const LIVE = " and archived_at is null";
/** Checks the row itself, too: while a statement waited for its lock, the app may have been archived. */
const live = {
  find: askedTogether(query<App>(APP_COLUMNS, meant(LIVE)), ["text", "text", "text", "text", "text"]),
  lock: query<App>(APP_COLUMNS, `${meant(LIVE)} {lock}`),
};
const any = { find: query<App>(APP_COLUMNS, meant("")), lock: query<App>(APP_COLUMNS, `${meant("")} {lock}`) };
const byName = query<{ id: string }>({ id: "id" }, "from app where workspace_id = ? and name = ?");
const ofWorkspace = query<App>(APP_COLUMNS, `from app where workspace_id = ?${LIVE} order by created_at, id`);
const everyOfWorkspace = query<App>(APP_COLUMNS, "from app where workspace_id = ? order by created_at, id");
const add = insert("app", Object.values(APP_COLUMNS));
const save = command(`update app set mode = ?, updated_at = ?, revision = ?, shape_revision = ?, structure_revision = ?,
  last_number = ?, last_ref = ?, checks = ?, open_issues = ?, forwards = ? where id = ? and workspace_id = ?`);
/** Changes what apps are found by. It is a command of its own, as SQLite rewrites every index that a statement may change. */
const saveKeys = command(
  "update app set name = ?, prefix = ?, archived_at = ?, name_form = ?, name_of_form = ? where id = ? and workspace_id = ?",
);
const setPlan = command("update app set plan = ? where workspace_id = ?");

/** Finds an app by id, else by exact name, within the reach. */
export function findApp(db: Reads, reach: Reach, name: string): Promise<App | undefined> {
  flushApps(db);
  return pickApp(db, live.find, reach, name);
}

/** Finds an app by id, else by exact name, within the reach, archived or not. */
export function findAnyApp(db: Reads, reach: Reach, name: string): Promise<App | undefined> {
  flushApps(db);
  return pickApp(db, any.find, reach, name);
}

/** Throws `not_found`. */
export async function getApp(db: Reads, reach: Reach, name: string): Promise<App> {
  const app = await findApp(db, reach, name);
  if (app === undefined) throw await unknownApp(db, reach, name);
  return app;
}

/**
 * The fault for a name that no app in reach has, with similar names. For an id there are none: people don't mistype
 * ids.
 */
export async function unknownApp(db: Reads, reach: Reach, name: string, what = "app"): Promise<Fault> {
  if (name.startsWith("app_")) return notFound(what);
  return notFound(what, suggestion(name, await listAppNamesNear(db, reach, name)));
}

/** Takes the app for writing: until the transaction ends, every other writer of this app waits. Throws `not_found`. */
export async function lockApp(tx: Tx, reach: Reach, name: string): Promise<App> {
  const known = findCached(tx, reach, name);
  return known !== undefined && known.archivedAt === null ? known : lock(tx, live.lock, reach, name);
}

/** Locks an app, archived or not. Throws `not_found`. */
export async function lockAnyApp(tx: Tx, reach: Reach, name: string): Promise<App> {
  return findCached(tx, reach, name) ?? lock(tx, any.lock, reach, name);
}

async function lock(tx: Tx, find: Query<App>, reach: Reach, name: string): Promise<App> {
  flushApps(tx);
  const app = await pickApp(tx, find, reach, name);
  if (app === undefined) throw await unknownApp(tx, reach, name);
  tx.cache.rows<CachedApp>(APP).set(app.id, { row: app, dirty: false, committedConfig: app.configRevision });
  return app;
}

/** Whether this transaction has got hold of an app: it may then take its time, but waits for nobody. */
export function holdsApp({ cache }: Tx): boolean {
  return cache.rows(APP).size > 0;
}

/** An app that this transaction holds, as it is now, archived or not. */
export function findHeldApp(db: Reads, id: string | undefined): App | undefined {
  return id === undefined ? undefined : cached<CachedApp>(db, APP)?.get(id)?.row;
}

/** How apps are named in the write cache. */
const APP = "app";

interface CachedApp extends CachedRow<App> {
  /** The config revision that others see, too. */
  committedConfig: number;
}

/** An app that a unit before this one has taken. A name that reads like an id is left to the look-up. */
function findCached({ cache }: Tx, reach: Reach, name: string): App | undefined {
  for (const { row: app } of cache.rows<CachedApp>(APP).values()) {
    const isMeant = app.id === name || (app.name === name && !name.startsWith("app_"));
    if (isMeant && reaches(reach, app)) return app;
  }
  return undefined;
}

/** Writes the apps that are cached. Whoever reads the table itself within a transaction comes here first. */
export function flushApps(db: Reads): void {
  const rows = cached<CachedApp>(db, APP);
  for (const [id, entry] of rows ?? []) {
    if (!entry.dirty) continue;
    writeApp(db as Tx, entry.row);
    rows!.set(id, { ...entry, dirty: false });
  }
}

/** Whether the configuration of the app is as this transaction found it: what is read of it then holds for others, too. */
export function isConfigCommitted(db: Reads, app: AppConfigKey): boolean {
  const entry = cached<CachedApp>(db, APP)?.get(app.id);
  return entry === undefined ? cached(db, APP) === undefined : entry.committedConfig === app.configRevision;
}

async function pickApp(db: Reads, find: Query<App>, reach: Reach, name: string): Promise<App | undefined> {
  const { workspaceId } = reach;
  const app = await db.get(find, name, workspaceId, workspaceId, name, workspaceId);
  if (app === undefined || reaches(reach, app)) return app;
  // The id of an app out of reach hides nothing: an app in reach may have it for a name.
  const named = await db.get(byName, workspaceId, name);
  return named === undefined || named.id === app.id || !reaches(reach, { workspaceId, id: named.id })
    ? undefined
    : db.get(find, named.id, workspaceId, workspaceId, named.id, workspaceId);
}

/** All apps in reach, oldest first. */
export async function listApps(db: Reads, reach: Reach): Promise<App[]> {
  flushApps(db);
  if (reach.apps === null) return db.all(ofWorkspace, reach.workspaceId);
  if (reach.apps.length === 0) return [];
  // Changed a little, so that SQLite does not go through all apps of the workspace for a few of them.
  const here = `workspace_id || '' = ? and id in (${placeholders(reach.apps.length)})`;
  const some = query<App>(APP_COLUMNS, `from app where ${here}${LIVE} order by created_at, id`);
  return db.all(some, reach.workspaceId, ...reach.apps);
}

/** Every app of a workspace, archived ones too: names, prefixes and the plan are theirs as well. */
export async function listAppsAndArchived(db: Reads, workspaceId: string): Promise<App[]> {
  flushApps(db);
  return db.all(everyOfWorkspace, workspaceId);
}

export function insertApp(tx: Tx, app: App): void {
  tx.run(add, ...(Object.keys(APP_COLUMNS) as (keyof App)[]).map((field) => app[field]));
}

const FOUND_BY = ["name", "prefix", "archivedAt"] as const;

/**
 * Changes an app in the write cache, which is written once at the transaction's end; a changed name is written at once,
 * as apps are found by it.
 */
export function updateApp(tx: Tx, app: App): void {
  const rows = tx.cache.rows<CachedApp>(APP);
  const before = rows.get(app.id);
  rows.set(app.id, { row: app, dirty: true, committedConfig: before?.committedConfig ?? -1 });
  if (before === undefined || FOUND_BY.some((field) => before.row[field] !== app[field])) {
    tx.run(saveKeys, app.name, app.prefix, app.archivedAt, formOf(app.name), app.name, app.id, app.workspaceId);
  }
}

function writeApp(tx: Tx, app: App): void {
  const { mode, updatedAt, revision, configRevision, structureRevision, lastNumber, lastRef } = app;
  const numbers = [updatedAt, revision, configRevision, structureRevision, lastNumber, lastRef];
  tx.run(save, mode, ...numbers, app.checks, app.openIssues, app.forwards, app.id, app.workspaceId);
}

/** The caller holds every app of the workspace. */
export function updatePlanOfApps(tx: Tx, workspaceId: string, plan: Plan): void {
  flushApps(tx);
  tx.cache.rows(APP).clear();
  tx.run(setPlan, plan, workspaceId);
}
