// Writes results within a unit: the rows themselves, what they mean for the platform statuses, and what follows from them.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { insertResult, type Result } from "../../storage/results/results.ts";
import type { PlatformStatusRow } from "../../storage/status/platform-statuses.ts";
import { type AppWrite, append, closeAppWrite, usePlatforms } from "../app-write.ts";
import { verifyIssues } from "../issues/verify-issues.ts";
import { recomputeStatuses } from "../status/recompute-status.ts";

/** The results of one check, one for a platform at most. */
export async function writeResults(
  write: AppWrite,
  check: { id: string; sectionId: string },
  statusRows: PlatformStatusRow[],
  results: readonly Omit<Result, "revision">[],
): Promise<void> {
  const { revision } = write.app;
  for (const result of results) insertResult(write.tx, { ...result, revision });
  const byPlatform = new Map(results.map((result) => [result.platform, result]));
  const change = (statusRow: PlatformStatusRow) => {
    const result = byPlatform.get(statusRow.platform);
    if (result === undefined) return;
    statusRow.resultRevision = revision;
    statusRow.outcome = result.outcome;
    statusRow.resultId = result.id;
  };
  await recomputeStatuses(write, check, change, statusRows, { recorded: byPlatform });
}

export interface Written {
  results: number;
  platforms: ReadonlySet<string>;
  checkIds: ReadonlySet<string>;
}

/** Called once, after all results of the unit were written. */
export async function closeResults(write: AppWrite, actor: Actor, written: Written): Promise<void> {
  const { results, platforms, checkIds } = written;
  usePlatforms(write, [...platforms]);
  const by = actorLabel(actor);
  const { personId: person } = actor;
  const changes = { results, checks: checkIds.size, ...(person === undefined ? {} : { person }) };
  append(write, { kind: "results_recorded", by, issueId: null, changes });
  await verifyIssues(write, checkIds, by);
  closeAppWrite(write);
}
