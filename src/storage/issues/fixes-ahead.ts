// Fixes that were read ahead for several units of a transaction, in its write cache: all of some issues, and the latest ones of all other issues on
// their checks. What the units do to the former is noted there, so that the latest of all is known without asking again.
import { EVERY_PLATFORM } from "../../domain/apps/platforms.ts";
import { query, type Reads, type Tx, withList } from "../database/database.ts";
import { cached } from "../database/write-cache.ts";

/** Where a platform of a check has its fixes. */
export interface FixPlace {
  checkId: string;
  platform: string;
}

interface FixOnCheck extends FixPlace {
  revision: number;
}

const ofIssues = withList((oneOf) =>
  query<FixOnCheck & { issueId: string }>(
    { issueId: "issue_id", platform: "platform", revision: "revision", checkId: "check_id" },
    `from fix where issue_id ${oneOf}`,
  ),
);
/** Leaves out issues whose fixes were read ahead. */
const OTHERS = "f.issue_id <> all (array(select json_array_elements_text(?::json)))";
const latestOfOthers = query<FixPlace & { revision: number }>(
  {
    checkId: "wanted.check_id",
    platform: "wanted.platform",
    revision: `greatest(0,
      (select f.revision from fix f where f.check_id = wanted.check_id and f.platform = wanted.platform and ${OTHERS}
       order by f.revision desc limit 1),
      (select f.revision from fix f where f.check_id = wanted.check_id and f.platform = '*' and ${OTHERS} and not exists (
         select 1 from fix named where named.issue_id = f.issue_id and named.platform = wanted.platform
       ) order by f.revision desc limit 1))`,
  },
  "from json_to_recordset(?::json) wanted (check_id text, platform text)",
);

/** Names in the write cache: fixes by their issue, the latest of other issues by check and platform. */
const FIXES = "fixes ahead";
const LATEST = "latest fix of others";

/** Reads the fixes of some issues. The caller holds their app. */
export async function readFixesAhead(tx: Tx, issueIds: readonly string[]): Promise<void> {
  const fixes = tx.cache.rows<readonly FixOnCheck[]>(FIXES);
  tx.cache.rows(LATEST).clear();
  for (const id of issueIds) fixes.set(id, []);
  for (const { issueId, ...fix } of await tx.all(ofIssues[tx.dialect], JSON.stringify(issueIds))) {
    fixes.set(issueId, [...fixes.get(issueId)!, fix]);
  }
}

/**
 * Reads the latest fixes of some places before they are needed, on PostgreSQL; issues whose fixes were read are left
 * out.
 */
export async function readLatestFixesAhead(tx: Tx, places: readonly FixPlace[]): Promise<void> {
  if (places.length === 0) return;
  const known = JSON.stringify([...tx.cache.rows(FIXES).keys()]);
  const wanted = JSON.stringify(places.map(({ checkId, platform }) => ({ check_id: checkId, platform })));
  const latest = tx.cache.rows<number>(LATEST);
  for (const { checkId, platform, revision } of await tx.all(latestOfOthers, known, known, wanted)) {
    latest.set(placeOf(checkId, platform), revision);
  }
}

export function findFixesAhead(db: Reads, issueId: string): readonly FixOnCheck[] | undefined {
  return cached<readonly FixOnCheck[]>(db, FIXES)?.get(issueId);
}

/** The revision of the latest fix that covers the platform; undefined where that was not read. */
export function findLatestAhead(db: Reads, checkId: string, platform: string): number | undefined {
  let latest = cached<number>(db, LATEST)?.get(placeOf(checkId, platform));
  if (latest === undefined) return undefined;
  for (const fixes of cached<readonly FixOnCheck[]>(db, FIXES)!.values()) {
    const named = fixes.find((fix) => fix.platform === platform);
    const fix = named ?? fixes.find((one) => one.platform === EVERY_PLATFORM);
    if (fix?.checkId === checkId) latest = Math.max(latest, fix.revision);
  }
  return latest;
}

/** Notes changed fixes of an issue. One that wasn't read ahead may have had the latest fix of a place. */
export function noteFixesAhead(
  tx: Tx,
  issueId: string,
  change: (fixes: readonly FixOnCheck[]) => readonly FixOnCheck[],
): void {
  const fixes = tx.cache.rows<readonly FixOnCheck[]>(FIXES);
  const known = fixes.get(issueId);
  if (known === undefined) tx.cache.rows(LATEST).clear();
  else fixes.set(issueId, change(known));
}

function placeOf(checkId: string, platform: string): string {
  return `${checkId} ${platform}`;
}
