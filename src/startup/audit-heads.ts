// Writes into the server's own log where each audit log ends: at the start, every hour and at the end. If somebody puts the
// whole database back to an earlier day, the server's log still tells that the audit log was longer.
import type { Logger } from "pino";
import type { Anchored } from "../actions/workspace/change-workspace.ts";
import type { Reader } from "../storage/database/database.ts";
import { findAuditHead } from "../storage/workspace/audit-heads.ts";
import { listEveryWorkspace } from "../storage/workspace/workspaces.ts";

/** Warns once of each audit log that had entries before it was protected: changes to those can't be found out. */
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
