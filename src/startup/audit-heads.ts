// Writes into the server's own log where each audit log ends: at the start, and of those that have changed every hour and at the end. If somebody puts the
// whole database back to an earlier day, the server's log still tells that the audit log was longer.
import type { Logger } from "pino";
import type { Anchored } from "../actions/workspace/change-workspace.ts";
import type { Reader } from "../storage/database/database.ts";
import { listAuditHeads } from "../storage/workspace/audit-heads.ts";

/** Workspaces that one query reads. */
const AT_ONCE = 200;
/** How much later than its own time an entry may be committed. */
const LATE_MS = 60_000;

/** Warns once of each audit log that had entries before it was protected: changes to those can't be found out. */
export function logAnchored(anchored: readonly Anchored[], logger: Logger): void {
  for (const log of anchored) {
    logger.warn(log, "the audit log is protected against changes from now on; earlier changes can't be detected");
  }
}

/** However many workspaces there are, nobody waits for them: what was said before is not said again. */
export class AuditHeadLog {
  private readonly reader: Reader;
  private readonly logger: Logger;
  private readonly startedAt: number;
  /** The last entry up to which all logs were reported. */
  private said = 0;
  private saying: Promise<void> = Promise.resolve();
  private isClosing = false;

  constructor(reader: Reader, logger: Logger, now: number) {
    this.reader = reader;
    this.logger = logger;
    this.startedAt = now;
  }

  /** Reports the heads of all logs at first, and then of those that changed. */
  say(): Promise<void> {
    const begin = () => this.sayAfter(this.said - LATE_MS);
    this.saying = this.saying.then(begin, begin);
    return this.saying;
  }

  /** Reports the heads that changed while this server ran and weren't reported yet. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.saying.catch(() => {});
    this.isClosing = false;
    await this.sayAfter(Math.max(this.said, this.startedAt) - LATE_MS);
  }

  private async sayAfter(moment: number): Promise<void> {
    let behind = { lastAt: moment, workspaceId: "" };
    while (!this.isClosing) {
      const heads = await listAuditHeads(this.reader, behind, AT_ONCE);
      for (const { workspaceId, entries, lastId: last, lastHash: hash } of heads) {
        this.logger.info({ workspaceId, entries, last, hash }, "audit log");
      }
      if (heads.length === 0) return;
      behind = heads.at(-1)!;
      this.said = behind.lastAt;
    }
  }
}
