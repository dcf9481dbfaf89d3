// What the release gate is decided by: how an app, or some of its platforms, stands, and the issues open on them.
import type { Reach } from "../../domain/access/grant.ts";
import { askedOnPlatforms } from "../../domain/issues/search-terms.ts";
import type { Status } from "../../domain/status/platform-status.ts";
import type { GateFigures } from "../../domain/status/release-gate.ts";
import { addTally, count, emptyTally, type Tally } from "../../domain/status/summary.ts";
import { ANY_TIME } from "../../lib/ids.ts";
import { type App, getApp } from "../apps/apps.ts";
import { placeholders, query, type Reads } from "../database/database.ts";
import type { PageRow } from "../issues/issue-page-row.ts";
import type { IssuePageQuery } from "../issues/issue-ranges.ts";
import { searchIssues } from "../issues/issue-search.ts";
import { listSections } from "../runbook/sections.ts";

/** Open issues of some platforms are counted up to here, or to one more than are allowed: further ones change nothing. */
export const COUNTED = 1_000;
/** Few enough to be found near the top of the list, where a platform is not rare. */
const AT_ONCE = 100;
/** Whoever reads while others write all the time is given what was read last. */
const ATTEMPTS = 10;

/** `platforms` are codes of the app; none means all of it, which costs no more than reading its sections. */
export async function readGateFigures(
  db: Reads,
  app: App,
  platforms: readonly string[],
  maxOpen: number,
): Promise<GateFigures> {
  return readAtOneRevision(db, app, (at) => readOnce(db, at, platforms, maxOpen));
}

/** What `read` gives for the app as it is: read again when something was written in between. */
export async function readAtOneRevision<Read>(db: Reads, app: App, read: (app: App) => Promise<Read>): Promise<Read> {
  const reach: Reach = { workspaceId: app.workspaceId, apps: [app.id] };
  for (let attempt = 1, at = app; ; attempt++) {
    const found = await read(at);
    const now = await getApp(db, reach, app.id);
    if (now.revision === at.revision || attempt >= ATTEMPTS) return found;
    at = now;
  }
}

async function readOnce(db: Reads, app: App, platforms: readonly string[], maxOpen: number): Promise<GateFigures> {
  if (platforms.length > 0) {
    const tally = await tallyPlatforms(db, app.id, platforms);
    return { ...tally, openIssues: await countOpen(db, app, platforms, Math.max(COUNTED, maxOpen + 1)) };
  }
  const tally = emptyTally();
  for (const section of await listSections(db, app)) addTally(tally, section);
  return { ...tally, openIssues: app.openIssues };
}

/** Reads each status on these platforms, of which an app has 20,000 at most. */
async function tallyPlatforms(db: Reads, appId: string, platforms: readonly string[]): Promise<Tally> {
  const byStatus = query<{ status: Status; n: number }>(
    { status: "g.status", n: "count(*)" },
    `from "check" c join standing g on g.check_id = c.id where c.app_id = ? and c.archived_at is null
     and g.platform in (${placeholders(platforms.length)}) group by g.status`,
  );
  const tally = emptyTally();
  for (const { status, n } of await db.all(byStatus, appId, ...platforms)) count(tally, status, n);
  return tally;
}

async function countOpen(db: Reads, app: App, platforms: readonly string[], most: number): Promise<number> {
  const wanted: Omit<IssuePageQuery, "after"> = {
    apps: [app],
    checkId: null,
    statuses: ["open"],
    sort: "raised_at",
    asked: askedOnPlatforms(platforms),
    raised: ANY_TIME,
    limit: AT_ONCE,
  };
  let open = 0;
  let rows: PageRow[] = [];
  do {
    const last = rows.at(-1);
    rows = await searchIssues(db, {
      ...wanted,
      after: last === undefined ? null : { id: last.id, fixedAt: 0, fixedRevision: 0 },
    });
    open += rows.filter(({ document }) => isOpenOn(document, platforms)).length;
  } while (rows.length === AT_ONCE && open < most);
  return Math.min(open, most);
}

/** A partly fixed issue is open only where it is not fixed yet. */
function isOpenOn(document: string, platforms: readonly string[]): boolean {
  const { still_open_on: left } = JSON.parse(document) as { still_open_on: string[] };
  return left.length === 0 || left.some((code) => platforms.includes(code));
}
