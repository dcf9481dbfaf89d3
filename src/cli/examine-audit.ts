// The doctor's look at the audit log: every entry holds on to the one before it, from where the log begins to its head.
import { auditHash } from "../domain/audit.ts";
import { type AuditHead, findAuditHead, listAuditChain } from "../storage/audit.ts";
import type { Reads } from "../storage/database.ts";

const PAGE = 1_000;
const ATTEMPTS = 5;

/** What is wrong with a workspace's log; undefined if nothing is. What is added meanwhile is not looked at. */
export async function examineAudit(db: Reads, workspaceId: string): Promise<string | undefined> {
  let problem: string | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const head = await findAuditHead(db, workspaceId);
    problem = head === undefined ? await examineHeadless(db, workspaceId) : await examineChain(db, workspaceId, head);
    if (problem === undefined) return undefined;
    const after = await findAuditHead(db, workspaceId);
    // Entries whose time has passed may have been forgotten under our eyes.
    if (after?.cutId === head?.cutId) return problem;
  }
  return problem;
}

async function examineChain(db: Reads, workspaceId: string, head: AuditHead): Promise<string | undefined> {
  let { cutId: last, cutHash: hash } = head;
  // From the very first one on: what was forgotten must be gone.
  for (let above = ""; ; ) {
    const entries = await listAuditChain(db, workspaceId, above, head.lastId, PAGE);
    for (const entry of entries) {
      if (entry.previous !== hash) return broken(last, entry.id);
      last = entry.id;
      hash = auditHash(entry);
    }
    if (entries.length < PAGE) break;
    above = last;
  }
  return last === head.lastId && hash === head.lastHash ? undefined : broken(last, head.lastId);
}

/** Without a head there must be no entry. */
async function examineHeadless(db: Reads, workspaceId: string): Promise<string | undefined> {
  const [entry] = await listAuditChain(db, workspaceId, "", "~", 1);
  return entry === undefined ? undefined : `audit log: entry ${entry.id} stands in a log that has no head`;
}

function broken(last: string, next: string): string {
  const from = last === "" ? "the beginning" : `entry ${last}`;
  if (last === next) return `audit log: ${from}, the newest, is not as it was written`;
  return `audit log: from ${from} to entry ${next} something was changed, added or taken away`;
}
