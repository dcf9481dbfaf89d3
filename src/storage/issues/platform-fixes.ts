// Fixes: which issue of a check was fixed on which platform at which revision. `*` stands for every platform that
// the issue has no fix of its own for.
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";
import { dropRow } from "../database/row-changes.ts";
import { findFixesAhead, findLatestAhead, noteFixesAhead } from "./fixes-ahead.ts";

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
const drop = dropRow("fix", "issue_id text, platform text");
const dropAll = command("delete from fix where issue_id = ?");

export async function listFixes(db: Reads, issueId: string): Promise<readonly FixRow[]> {
  return findFixesAhead(db, issueId) ?? db.all(ofIssue, issueId);
}

export async function listFixesOfApp(db: Reads, appId: string): Promise<(FixRow & { issueId: string })[]> {
  return db.all(ofApp, appId);
}

/** The revision of the latest fix on the check that covers the platform; 0 if there is none. */
export async function latestFix(db: Reads, checkId: string, platform: string): Promise<number> {
  const ahead = findLatestAhead(db, checkId, platform);
  if (ahead !== undefined) return ahead;
  const found = await Promise.all([db.get(latestNamed, checkId, platform), db.get(latestOnEvery, checkId, platform)]);
  return Math.max(...found.map((fix) => fix?.revision ?? 0));
}

/** The latest fix on a platform for every check of an app. */
export async function latestFixes(db: Reads, appId: string, platform: string): Promise<Map<string, number>> {
  return new Map((await db.all(latestOfApp, platform, appId, platform)).map((row) => [row.checkId, row.revision]));
}

export function insertFix(tx: Tx, issueId: string, checkId: string, fix: FixRow): void {
  noteFixesAhead(tx, issueId, (fixes) => [...fixes, { ...fix, checkId }]);
  tx.run(add, issueId, fix.platform, checkId, fix.revision);
}

export function deleteFix(tx: Tx, issueId: string, platform: string): void {
  noteFixesAhead(tx, issueId, (fixes) => fixes.filter((fix) => fix.platform !== platform));
  tx.run(drop, issueId, platform);
}

export function deleteFixes(tx: Tx, issueId: string): void {
  noteFixesAhead(tx, issueId, () => []);
  tx.run(dropAll, issueId);
}
