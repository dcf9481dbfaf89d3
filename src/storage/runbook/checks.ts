// Checks: they sit in a section, in runbook order; a deleted one is archived, because issues keep pointing at it.

import type { Reach } from "../../domain/access/grant.ts";
import { notFound } from "../../domain/fault.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";
import { type App, isConfigCommitted } from "../apps/apps.ts";
import { rowInReach } from "../apps/row-in-reach.ts";
import {
  command,
  insert,
  placeholders,
  type Query,
  query,
  type Reads,
  type Tx,
  withList,
} from "../database/database.ts";

export interface Check {
  id: string;
  appId: string;
  /** Null only for an archived check whose section is gone. */
  sectionId: string | null;
  ref: string;
  title: string;
  instructions: string | null;
  position: number;
  createdAt: number;
  archivedAt: number | null;
}

export type LiveCheck = Check & { sectionId: string };

export const CHECK_COLUMNS = {
  id: "c.id",
  appId: "c.app_id",
  sectionId: "c.section_id",
  ref: "c.ref",
  title: "c.title",
  instructions: "c.instructions",
  position: "c.position",
  createdAt: "c.created_at",
  archivedAt: "c.archived_at",
};

const byId = query<Check>(CHECK_COLUMNS, 'from "check" c where c.id = ?');
/** Statements for this many ids each: few enough to stay prepared. */
const byIds = [4, 16, 64, 256].map((many): { many: number; statement: Query<Check> } => ({
  many,
  statement: query<Check>(CHECK_COLUMNS, `from "check" c where c.id in (${placeholders(many)})`),
}));
const byRef = query<LiveCheck>(
  CHECK_COLUMNS,
  'from "check" c where c.app_id = ? and c.ref = ? and c.archived_at is null',
);
/** Each arm of the OR names its index in full, so that neither database reads the whole runbook. */
const byAnyName = query<LiveCheck>(
  CHECK_COLUMNS,
  `from "check" c where (c.id = ? and c.app_id = ? and c.archived_at is null)
     or (c.app_id = ? and c.ref = ? and c.archived_at is null)
     or (c.app_id = ? and c.title = ? and c.archived_at is null)`,
);
const idsOfSection = query<{ id: string }>({ id: "c.id" }, 'from "check" c where c.section_id = ? limit ?');
const thoseOfSection = withList((oneOf) =>
  query<{ id: string }>({ id: "c.id" }, `from "check" c where c.id ${oneOf} and c.section_id || '' = ?`),
);
const ofApp = query<LiveCheck>(CHECK_COLUMNS, 'from "check" c where c.app_id = ? and c.archived_at is null');
const add = insert(
  '"check"',
  Object.values(CHECK_COLUMNS).map((column) => column.slice(2)),
);
const save = command(
  'update "check" set section_id = ?, ref = ?, title = ?, instructions = ?, position = ?, archived_at = ? where id = ?',
);

/** Finds a check by its id, archived or not. */
export async function findCheck(db: Reads, reach: Reach, id: string): Promise<Check | undefined> {
  return rowInReach(db, reach, await db.get(byId, id));
}

/** A check that is part of the runbook. Throws `not_found`. */
export async function getLiveCheck(db: Reads, reach: Reach, id: string): Promise<LiveCheck> {
  const check = await findCheck(db, reach, id);
  if (check === undefined || !isLive(check)) throw notFound("check");
  return check;
}

const MAX_APPS = 1_000;
const MAX_KEPT = 20_000;
/** Bytes that all cached checks may take, roughly. */
const MAX_BYTES = 64_000_000;
/** Memory of a check without instructions, its entry in the cache included. */
const BYTES_OF_SHORT = 400;

/** Checks of an app that were read, as of the config revision at which they were read. */
interface Kept {
  revision: number;
  byName: Map<string, LiveCheck[]>;
  byId: Map<string, Check>;
}

const keptByApp = new BoundedMap<string, Kept>(MAX_APPS);

/** Cached checks of an app. A runbook changes rarely, and the app's config revision tells whether they are current. */
export function keptOf(app: App): Kept {
  let kept = keptByApp.get(app.id);
  if (kept === undefined || kept.revision !== app.configRevision) {
    kept = { revision: app.configRevision, byName: new BoundedMap(MAX_KEPT), byId: new BoundedMap(MAX_KEPT) };
    keptByApp.set(app.id, kept);
  }
  return kept;
}

let keptBytes = 0;

/** Caches what a look-up found. The cache is emptied first if it would grow too large, as instructions may be long. */
export function keep<Found>(kept: Map<string, Found>, key: string, found: Found, checks: readonly Check[]): void {
  for (const { instructions } of checks) keptBytes += BYTES_OF_SHORT + (instructions?.length ?? 0);
  if (keptBytes > MAX_BYTES) {
    keptByApp.clear();
    keptBytes = 0;
  } else kept.set(key, found);
}

/** Every check of the runbook that the name may mean: as an id, a ref or a title. */
export async function listCandidates(db: Reads, app: App, name: string): Promise<LiveCheck[]> {
  const { byName } = keptOf(app);
  const known = byName.get(name);
  if (known !== undefined) return known;
  const found = await db.all(byAnyName, name, app.id, app.id, name, app.id, name);
  if (found.length > 0 && isConfigCommitted(db, app)) keep(byName, name, found, found);
  return found;
}

/** The check of an issue or a result of the app; it may be archived. */
export function getCheckOfApp(db: Reads, app: App, id: string): Check | Promise<Check> {
  return keptOf(app).byId.get(id) ?? readCheckOfApp(db, app, id);
}

async function readCheckOfApp(db: Reads, app: App, id: string): Promise<Check> {
  const check = (await db.get(byId, id))!;
  if (isConfigCommitted(db, app)) keep(keptOf(app).byId, id, check, [check]);
  return check;
}

/** Checks of several apps by id; those that aren't cached are read together. */
export async function getChecksOfApps(
  db: Reads,
  named: readonly { app: App; id: string }[],
): Promise<ReadonlyMap<string, Check>> {
  const found = new Map<string, Check>();
  const unknown = new Map<string, App>();
  for (const { app, id } of named) {
    const known = keptOf(app).byId.get(id);
    if (known === undefined) unknown.set(id, app);
    else found.set(id, known);
  }
  for (let ids = [...unknown.keys()]; ids.length > 0; ) {
    const { many, statement } = byIds.find((one) => one.many >= ids.length) ?? byIds.at(-1)!;
    const asked = Array.from({ length: many }, (_, i) => ids[i] ?? ids[0]!);
    ids = ids.slice(many);
    for (const check of await db.all(statement, ...asked)) {
      const app = unknown.get(check.id)!;
      if (isConfigCommitted(db, app)) keep(keptOf(app).byId, check.id, check, [check]);
      found.set(check.id, check);
    }
  }
  return found;
}

export async function findCheckByRef(db: Reads, app: App, ref: string): Promise<LiveCheck | undefined> {
  return db.get(byRef, app.id, ref);
}

/** Finds a check of the app's runbook by its id; archived ones aren't found. */
export async function findLiveCheck(db: Reads, app: App, id: string): Promise<LiveCheck | undefined> {
  const check = await db.get(byId, id);
  return check !== undefined && check.appId === app.id && isLive(check) ? check : undefined;
}

/** Archived ones, too: their issues stay where they were. */
export async function listCheckIdsOfSection(db: Reads, sectionId: string, most: number): Promise<string[]> {
  return (await db.all(idsOfSection, sectionId, most)).map(({ id }) => id);
}

/** Those of the checks that are in a section, archived or not. */
export async function pickChecksOfSection(
  db: Reads,
  sectionId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.all(thoseOfSection[db.dialect], JSON.stringify(ids), sectionId);
  return new Set(rows.map(({ id }) => id));
}

export async function listChecksOfApp(db: Reads, app: App): Promise<LiveCheck[]> {
  return db.all(ofApp, app.id);
}

/** A check with what is shown of its section. */
export interface ShownCheck extends LiveCheck {
  sectionRef: string;
  sectionTitle: string;
  sectionPosition: number;
}

export const SHOWN_CHECK = {
  ...CHECK_COLUMNS,
  sectionRef: "s.ref",
  sectionTitle: "s.title",
  sectionPosition: "s.position",
};
const shownById = query<ShownCheck>(SHOWN_CHECK, 'from "check" c join section s on s.id = c.section_id where c.id = ?');

/** A check of the runbook as it is shown. Throws `not_found`. */
export async function getShownCheck(db: Reads, reach: Reach, id: string): Promise<ShownCheck> {
  const check = await rowInReach(db, reach, await db.get(shownById, id));
  if (check === undefined || !isLive(check)) throw notFound("check");
  return check;
}

export function insertCheck(tx: Tx, check: Check): void {
  tx.run(add, ...(Object.keys(CHECK_COLUMNS) as (keyof Check)[]).map((field) => check[field]));
}

export function updateCheck(tx: Tx, check: Check): void {
  const { sectionId, ref, title, instructions, position, archivedAt, id } = check;
  tx.run(save, sectionId, ref, title, instructions, position, archivedAt, id);
}

export function isLive(check: Check): check is LiveCheck {
  return check.archivedAt === null;
}
