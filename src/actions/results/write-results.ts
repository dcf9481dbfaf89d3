// Writes results within a unit: the rows themselves, what they mean for the standings, and what follows from them.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { insertResult, type Result } from "../../storage/results/results.ts";
import type { PlatformStatusRow } from "../../storage/status/platform-statuses.ts";
import { append, closeLedger, type Ledger, usePlatforms } from "../app-write.ts";
import { verifyIssues } from "../issues/verify-issues.ts";
import { restate } from "../status/recompute-status.ts";

/** The results of one check, one for a platform at most. */
export async function writeResults(
  ledger: Ledger,
  check: { id: string; sectionId: string },
  standings: PlatformStatusRow[],
  results: readonly Omit<Result, "revision">[],
): Promise<void> {
  const { revision } = ledger.app;
  for (const result of results) insertResult(ledger.tx, { ...result, revision });
  const byPlatform = new Map(results.map((result) => [result.platform, result]));
  const change = (standing: PlatformStatusRow) => {
    const result = byPlatform.get(standing.platform);
    if (result === undefined) return;
    standing.resultRevision = revision;
    standing.outcome = result.outcome;
    standing.resultId = result.id;
  };
  await restate(ledger, check, change, standings);
}

export interface Written {
  results: number;
  platforms: ReadonlySet<string>;
  checkIds: ReadonlySet<string>;
}

/** After all results of the unit. */
export async function closeResults(ledger: Ledger, actor: Actor, written: Written): Promise<void> {
  const { results, platforms, checkIds } = written;
  usePlatforms(ledger, [...platforms]);
  const by = actorLabel(actor);
  const { personId: person } = actor;
  const changes = { results, checks: checkIds.size, ...(person === undefined ? {} : { person }) };
  append(ledger, { kind: "results_recorded", by, issueId: null, changes });
  await verifyIssues(ledger, checkIds, by);
  closeLedger(ledger);
}
