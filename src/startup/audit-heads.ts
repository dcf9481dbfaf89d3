// The audit log and the server's own log: where each audit log ends is said there at the start, every hour and at the end. Whoever
// takes all of a database back to an earlier day is found out by what the log remembers.
import type { Logger } from "pino";
import type { Anchored } from "../actions/workspace/change-workspace.ts";
import type { Reader } from "../storage/database/database.ts";
import { findAuditHead } from "../storage/workspace/audit-heads.ts";
import { listEveryWorkspace } from "../storage/workspace/workspaces.ts";

/** What an audit log held before anything vouched for it is said once. */
export function logAnchored(anchored: readonly Anchored[], logger: Logger): void {
  for (const log of anchored) {
    logger.warn(log, "the audit log is protected against changes from now on; earlier changes can't be detected");
  }
}

export async function logAuditHeads(reader: Reader, logger: Logger): Promise<void> {
  for (const { id } of await listEveryWorkspace(reader)) {
    const head = await findAuditHead(reader, id);
    if (head === undefined || head.entries === 0) continue;
    const { entries, lastId: last, lastHash: hash } = head;
    logger.info({ workspaceId: id, entries, last, hash }, "audit log");
  }
}
