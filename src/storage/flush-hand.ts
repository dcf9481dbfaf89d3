// Writes all that a transaction has in hand: the last thing before it is committed.
import { flushApps } from "./apps.ts";
import { flushCounts } from "./counters.ts";
import type { Tx } from "./database.ts";
import { flushIssueIndex } from "./issue-index.ts";
import { flushRepeats } from "./issue-repeats.ts";
import { flushTallies } from "./sections.ts";
import { flushStandings } from "./standings.ts";

export function flushHand(tx: Tx): void {
  flushStandings(tx);
  flushTallies(tx);
  flushCounts(tx);
  flushRepeats(tx);
  flushApps(tx);
  flushIssueIndex(tx);
}
