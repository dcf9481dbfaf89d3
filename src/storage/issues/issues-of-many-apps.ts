// Issues of more apps than their ranges could be merged of: one index has those of the workspace in the order of the list. Most
// pages are filled from its next few rows; what is rare is found by the index of terms, and only what is neither, app by app.
import type { Reach } from "../../domain/access/grant.ts";
import { asksNothing, statusTag, workspaceTag } from "../../domain/issues/search-terms.ts";
import { getAppConfigs } from "../apps/app-config.ts";
import { type App, listApps } from "../apps/apps.ts";
import { isReached, reachApps } from "../apps/few-apps.ts";
import { query, type Reads, type Value } from "../database/database.ts";
import { type PageRow, PLACE, type PlaceRow } from "./issue-page-row.ts";
import {
  type AskedIssues,
  fixedStart,
  placeOf,
  rangesOf,
  readRanges,
  readRows,
  spanOf,
  UNINDEXED_FIX,
  UNINDEXED_FIX_ORDER,
} from "./issue-ranges.ts";
import { isWanted, searchIssues } from "./issue-search.ts";
import { appTerm, ftsQuery, NUMBERS, tsquery } from "./search-index.ts";

/** A list over every app in reach, or over those of them that have a platform. */
export interface ManyAppsQuery extends AskedIssues {
  reach: Reach;
  platform: string | null;
  /** Always null: a check belongs to one app. */
  checkId: null;
}

/** Issues with the apps that they are of, and maybe others. */
export interface FoundIssues {
  rows: PageRow[];
  apps: App[];
}

/** Rows looked through before another way is taken: texts take longer to look at than apps. */
const LOOK_THROUGH = { terms: 400, apps: 4_000 };
/** Issues that SQLite sorts quickly, each of which it looks up by itself. */
const RARE = 2_000;
/** Apps whose own terms are used where other workspaces share the index. */
const MOST_APART = 1_000;

/** The row of an issue in SQLite's index is its app's place and its number. */
const FOUND_ON_SQLITE = `from issue_index f cross join app_place p cross join issue i where f.issue_index match ?
  and p.place = f.rowid / ${NUMBERS} and i.app_id = p.app_id and i.number = f.rowid % ${NUMBERS}`;
const FOUND_ON_POSTGRES = "from issue i where i.terms @@ ?::tsquery";

const withoutWorkspace = query<{ id: string }>({ id: "id" }, "from issue where workspace_id is null limit 1");
const withoutTerm = query<{ id: string }>({ id: "id" }, "from issue where searched < 2 limit 1");
const twoWorkspaces = query<{ id: string }>({ id: "id" }, "from workspace limit 2");
const appsOfWorkspace = query<{ id: string }>(
  { id: "id" },
  `from app where workspace_id = ? and archived_at is null limit ${MOST_APART + 1}`,
);
const countFound = query<{ n: number }>(
  { n: "count(*)" },
  `from (select f.rowid from issue_index f where f.issue_index match ? limit ${RARE + 1}) found`,
);

/** At most `limit` issues of many apps behind the place at which the page begins, with their apps. */
export async function searchManyApps(db: Reads, wanted: ManyAppsQuery): Promise<FoundIssues> {
  const found = await lookThrough(db, wanted);
  if (found !== undefined) return found;
  const { asked, reach } = wanted;
  if (asksNothing(asked)) return searchAppByApp(db, wanted);
  const isAlone = (await db.all(twoWorkspaces)).length < 2;
  // The index of terms holds those of all workspaces: what others have of a word must not cost this one anything.
  if (!isAlone && reach.apps === null && (await db.get(withoutTerm)) === undefined) {
    const ofWorkspace = { ...wanted, asked: { ...asked, all: [...asked.all, workspaceTag(reach.workspaceId)] } };
    return (await findByTerms(db, ofWorkspace)) ?? searchAppByApp(db, wanted);
  }
  const apart = isAlone ? null : await appsAskedApart(db, reach);
  if (apart === null) return (await findByTerms(db, wanted)) ?? searchAppByApp(db, wanted);
  // PostgreSQL gathers all that begin with an unfinished word: once for all apps, and not for each.
  const atOnce = db.dialect === "postgres" && asked.start !== null && apart.length > 0;
  const ofApps = { ...wanted, asked: { ...asked, any: [...asked.any, apart.map(appTerm)] } };
  return (atOnce ? await findByTerms(db, ofApps) : undefined) ?? searchAppByApp(db, wanted);
}

/** Fills the page from the next few rows of the list alone; undefined if they aren't enough. */
export async function lookThrough(db: Reads, wanted: ManyAppsQuery): Promise<FoundIssues | undefined> {
  if ((await db.get(withoutWorkspace)) !== undefined) return undefined;
  const { reach, sort, limit, asked } = wanted;
  const most = asksNothing(asked) ? LOOK_THROUGH.apps : LOOK_THROUGH.terms;
  const found: FoundIssues = { rows: [], apps: [] };
  const known = new Map<string, App | null>();
  let after = wanted.after;
  for (let looked = 0, many = limit; looked < most; looked += many, many = Math.min(many * 4, most - looked)) {
    const ranges = rangesOf(db.dialect, "i.workspace_id", [reach.workspaceId], { ...wanted, after }, many);
    const rows = await readRanges(db, ranges, sort, many);
    const asking = rows.filter((row) => isWanted(row, wanted));
    found.apps.push(...(await meetApps(db, wanted, asking, known)));
    found.rows.push(...asking.filter(({ appId }) => known.get(appId) !== null));
    if (found.rows.length >= limit || rows.length < many) return { ...found, rows: found.rows.slice(0, limit) };
    after = placeOf(rows.at(-1)!);
  }
  return undefined;
}

/** Notes which of the issues' apps belong to the list, null for others; gives those that weren't known yet. */
async function meetApps(
  db: Reads,
  { reach, platform }: ManyAppsQuery,
  rows: readonly PageRow[],
  known: Map<string, App | null>,
): Promise<App[]> {
  const met = rows.filter(({ appId }) => !known.has(appId));
  for (const { appId } of met) known.set(appId, null);
  const inReach = reachApps(
    reach,
    met.filter(({ appId }) => reach.apps?.includes(appId) ?? true),
  );
  const apps = await withPlatform(db, await listApps(db, inReach), platform);
  for (const app of apps) known.set(app.id, app);
  return apps;
}

async function withPlatform(db: Reads, apps: App[], platform: string | null): Promise<App[]> {
  if (platform === null) return apps;
  const configs = await getAppConfigs(db, apps);
  return apps.filter((_, i) => configs[i]!.platforms.some(({ code }) => code === platform));
}

/**
 * Apps to search by their own terms: a limited key's, or everybody's until all issues have their workspace's term.
 * Null: too many.
 */
async function appsAskedApart(db: Reads, { workspaceId, apps }: Reach): Promise<readonly string[] | null> {
  const ids = apps ?? (await db.all(appsOfWorkspace, workspaceId)).map(({ id }) => id);
  return ids.length <= MOST_APART ? ids : null;
}

/** Sorts all that have the terms. Undefined when there are too many for that, or no terms; PostgreSQL does so of an app's, too. */
async function findByTerms(db: Reads, wanted: ManyAppsQuery): Promise<FoundIssues | undefined> {
  const { asked, statuses, sort, after, limit } = wanted;
  if (asksNothing(asked)) return undefined;
  const tags = statuses.length === 1 ? [statusTag(statuses[0]!)] : [];
  const terms = { ...asked, all: [...asked.all, ...tags] };
  const isLocal = db.dialect === "sqlite";
  const text = isLocal ? ftsQuery(terms) : tsquery(terms);
  if (isLocal && (await db.get(countFound, text))!.n > RARE) return undefined;
  const byFix = sort === "fixed_at";
  const { from, below } = byFix ? wanted.raised : spanOf(wanted);
  const start = byFix ? fixedStart(after) : [];
  const { condition, values } = reached(wanted);
  const rest = `${isLocal ? FOUND_ON_SQLITE : FOUND_ON_POSTGRES} and i.id || '' >= ? and i.id || '' < ?
    ${start.length > 0 ? `and (${UNINDEXED_FIX}) < (?, ?, ?)` : ""} and ${condition}
    order by ${byFix ? UNINDEXED_FIX_ORDER : "i.id || '' desc"} limit ?`;
  const places = await db.all(query<PlaceRow>(PLACE, rest), text, from, below, ...start, ...values, limit);
  const rows = await readRows(db, places);
  return { rows, apps: await listApps(db, reachApps(wanted.reach, rows)) };
}

/** Searches app by app, as where there are few; it takes longer the more there are. */
async function searchAppByApp(db: Reads, { reach, platform, ...wanted }: ManyAppsQuery): Promise<FoundIssues> {
  const apps = await withPlatform(db, await listApps(db, reach), platform);
  return { rows: await searchIssues(db, { ...wanted, apps }), apps };
}

/** Whether an app that can be seen, and that the list is of, has a platform of this code. */
export async function isPlatformReached(db: Reads, reach: Reach, code: string): Promise<boolean> {
  const { condition, values } = isReached(reach);
  const any = query<{ id: string }>(
    { id: "a.id" },
    `from app a join platform p on p.app_id = a.id and p.code = ? where ${condition} limit 1`,
  );
  return (await db.get(any, code, ...values)) !== undefined;
}

/** The condition that an issue's app is in reach and on the platform. */
function reached({ reach, platform }: ManyAppsQuery): { condition: string; values: Value[] } {
  const { condition, values } = isReached(reach);
  const ofApp = `exists (select 1 from app a where a.id = i.app_id || '' and ${condition})`;
  if (platform === null) return { condition: ofApp, values };
  const onPlatform = "exists (select 1 from platform p where p.app_id = i.app_id and p.code = ?)";
  return { condition: `${ofApp} and ${onPlatform}`, values: [...values, platform] };
}
