// Writes results within a unit: the rows themselves, what they mean for the platform statuses, and what follows from them.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { insertResult, type Result } from "../../storage/results/results.ts";
import type { PlatformStatusRow } from "../../storage/status/platform-statuses.ts";
import { type AppWrite, append, closeAppWrite, usePlatforms } from "../app-write.ts";
import { causeOf } from "../cause.ts";
import { verifyIssues } from "../issues/verify-issues.ts";
import { publish } from "../outbox/publish-event.ts";
import { recomputeStatuses } from "../status/recompute-status.ts";

/** The results of one check, one for a platform at most. */
export async function writeResults(
  write: AppWrite,
  check: { id: string; sectionId: string },
  statusRows: PlatformStatusRow[],
  results: readonly Omit<Result, "revision">[],
): Promise<void> {
  const { revision } = write.app;
  for (const result of results) insertResult(write.tx, write.app, result);
  const byPlatform = new Map(results.map((result) => [result.platform, result]));
  const change = (statusRow: PlatformStatusRow) => {
    const result = byPlatform.get(statusRow.platform);
    if (result === undefined) return;
    statusRow.resultRevision = revision;
    statusRow.outcome = result.outcome;
    statusRow.resultId = result.id;
  };
  await recomputeStatuses(write, check, change, { statusRows, recorded: byPlatform });
}

type Written = Pick<Result, "checkId" | "platform" | "outcome" | "build" | "cycleId">;

/** Called once, after all results of the unit were written. */
export async function closeResults(write: AppWrite, actor: Actor, written: readonly Written[]): Promise<void> {
  const platforms = [...new Set(written.map(({ platform }) => platform))];
  const checkIds = new Set(written.map(({ checkId }) => checkId));
  usePlatforms(write, platforms);
  const by = actorLabel(actor);
  const { personId: person } = actor;
  const counts = { results: written.length, checks: checkIds.size };
  append(write, {
    kind: "results_recorded",
    by,
    issueId: null,
    changes: { ...counts, ...(person === undefined ? {} : { person }) },
  });
  if (write.app.forwards > 0) {
    const failed = written.filter(({ outcome }) => outcome === "failed").length;
    const facts = { ...counts, passed: written.length - failed, failed, platforms, ...sharedBy(written) };
    await publish(write, "results.recorded", causeOf(actor), facts);
  }
  await verifyIssues(write, checkIds, by);
  closeAppWrite(write);
}

/** The build and the cycle, where all results have the same. */
function sharedBy(written: readonly Written[]) {
  const builds = new Set(written.map(({ build }) => build));
  const cycles = new Set(written.map(({ cycleId }) => cycleId));
  return { build: builds.size === 1 ? [...builds][0] : null, cycle_id: cycles.size === 1 ? [...cycles][0] : null };
}
