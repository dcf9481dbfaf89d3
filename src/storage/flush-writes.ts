// Writes all that a transaction has in its write cache: the last thing before it is committed.
import { flushApps } from "./apps/apps.ts";
import { flushCycleStatuses } from "./cycles/cycle-statuses.ts";
import { flushCycleTallies } from "./cycles/cycle-tallies.ts";
import type { Tx } from "./database/database.ts";
import { flushRepeats } from "./issues/issue-repeats.ts";
import { flushIssueIndex } from "./issues/search-index.ts";
import { flushTallies } from "./runbook/sections.ts";
import { flushPlatformStatuses } from "./status/platform-statuses.ts";
import { flushCounts } from "./workspace/counters.ts";

export function flushWrites(tx: Tx): void {
  flushPlatformStatuses(tx);
  flushTallies(tx);
  flushCycleStatuses(tx);
  flushCycleTallies(tx);
  flushCounts(tx);
  flushRepeats(tx);
  flushApps(tx);
  flushIssueIndex(tx);
}
