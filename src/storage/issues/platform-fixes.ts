// Fixes: which issue of a check was fixed on which platform at which revision. `*` stands for every platform that
// the issue has no fix of its own for.
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

export interface FixRow {
  platform: string;
  revision: number;
}

const ofIssue = query<FixRow>({ platform: "platform", revision: "revision" }, "from fix where issue_id = ?");
const latestNamed = query<{ revision: number | null }>(
  { revision: "max(revision)" },
  "from fix where check_id = ? and platform = ?",
);
/** Newest first, so that the first issue without a fix of its own for the platform decides. */
const latestOnEvery = query<{ revision: number }>(
  { revision: "f.revision" },
  `from fix f where f.check_id = ? and f.platform = '*' and not exists (
     select 1 from fix named where named.issue_id = f.issue_id and named.platform = ?
   ) order by f.revision desc limit 1`,
);
const latestOfApp = query<{ checkId: string; revision: number }>(
  { checkId: "f.check_id", revision: "max(f.revision)" },
  `from fix f where (f.platform = ? or f.platform = '*') and f.check_id in (select id from "check" where app_id = ?)
     and (f.platform <> '*' or not exists (
       select 1 from fix named where named.issue_id = f.issue_id and named.platform = ?))
   group by f.check_id`,
);
/** A fix on another check than the issue's is none. */
const ofApp = query<FixRow & { issueId: string }>(
  { issueId: "f.issue_id", platform: "f.platform", revision: "f.revision" },
  "from fix f join issue i on i.id = f.issue_id and i.check_id = f.check_id where i.app_id = ?",
);
const add = insert("fix", ["issue_id", "platform", "check_id", "revision"]);
const drop = command("delete from fix where issue_id = ? and platform = ?");
const dropAll = command("delete from fix where issue_id = ?");

export async function listFixes(db: Reads, issueId: string): Promise<FixRow[]> {
  return db.all(ofIssue, issueId);
}

export async function listFixesOfApp(db: Reads, appId: string): Promise<(FixRow & { issueId: string })[]> {
  return db.all(ofApp, appId);
}

/** The revision of the latest fix on the check that covers the platform; 0 if there is none. */
export async function latestFix(db: Reads, checkId: string, platform: string): Promise<number> {
  const named = (await db.get(latestNamed, checkId, platform))?.revision ?? 0;
  const every = (await db.get(latestOnEvery, checkId, platform))?.revision ?? 0;
  return Math.max(named, every);
}

/** The same for every check of an app at once. */
export async function latestFixes(db: Reads, appId: string, platform: string): Promise<Map<string, number>> {
  return new Map((await db.all(latestOfApp, platform, appId, platform)).map((row) => [row.checkId, row.revision]));
}

export function insertFix(tx: Tx, issueId: string, checkId: string, fix: FixRow): void {
  tx.run(add, issueId, fix.platform, checkId, fix.revision);
}

export function deleteFix(tx: Tx, issueId: string, platform: string): void {
  tx.run(drop, issueId, platform);
}

export function deleteFixes(tx: Tx, issueId: string): void {
  tx.run(dropAll, issueId);
}
