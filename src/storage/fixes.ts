// Fixes: which issue of a check was fixed on which platform at which revision. `*` stands for every platform.
import { command, insert, query, type Reads, type Tx } from "./database.ts";

export interface FixRow {
  platform: string;
  revision: number;
}

const ofIssue = query<FixRow>({ platform: "platform", revision: "revision" }, "from fix where issue_id = ?");
const latest = query<{ revision: number | null }>(
  { revision: "max(revision)" },
  "from fix where check_id = ? and platform = ?",
);
const ofApp = query<FixRow & { issueId: string }>(
  { issueId: "f.issue_id", platform: "f.platform", revision: "f.revision" },
  "from fix f join issue i on i.id = f.issue_id where i.app_id = ?",
);
const add = insert("fix", ["issue_id", "platform", "check_id", "revision"]);
const drop = command("delete from fix where issue_id = ? and platform = ?");

export async function listFixes(db: Reads, issueId: string): Promise<FixRow[]> {
  return db.all(ofIssue, issueId);
}

export async function listFixesOfApp(db: Reads, appId: string): Promise<(FixRow & { issueId: string })[]> {
  return db.all(ofApp, appId);
}

/** The revision of the latest fix on the check that is recorded for just this platform, or for `*`; 0 if none. */
export async function latestFix(db: Reads, checkId: string, platform: string): Promise<number> {
  return (await db.get(latest, checkId, platform))?.revision ?? 0;
}

export function insertFix(tx: Tx, issueId: string, checkId: string, fix: FixRow): void {
  tx.run(add, issueId, fix.platform, checkId, fix.revision);
}

export function deleteFix(tx: Tx, issueId: string, platform: string): void {
  tx.run(drop, issueId, platform);
}
