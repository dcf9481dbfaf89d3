// Takes checks out of the runbook, one or many: all of them or none. Issues and results keep them, with their N/A marks.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { notFound } from "../../domain/fault.ts";
import { requireMatch } from "../../domain/if-match.ts";
import { count, emptyTally } from "../../domain/status/summary.ts";
import { noteBehind } from "../../storage/archive/archived-entries.ts";
import { readCheck } from "../../storage/etags.ts";
import { findCheckBefore } from "../../storage/runbook/check-order.ts";
import { findCheck, getLiveCheck, isLive, type LiveCheck, updateCheck } from "../../storage/runbook/checks.ts";
import { listPlatformStatuses } from "../../storage/status/platform-statuses.ts";
import { type AppWrite, append, closeAppWrite, markStructureChanged, openAppWrite, tally } from "../app-write.ts";
import { defineAction, durationOfRows } from "../define-action.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import { recordChecks } from "../runbook/runbook-entry.ts";
import { moveInCycles } from "../status/follow-in-cycles.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Throws `not_found`, `precondition_failed`. */
export const archiveCheck = defineAction({
  name: "archiveCheck",
  async run(unit: UnitOfWork, { actor, id, ifMatch }: { actor: Actor; id: string; ifMatch?: string }): Promise<void> {
    const seen = await getLiveCheck(unit.tx, actor.reach, id);
    const write = await openAppWrite(unit, actor.reach, seen.appId);
    const check = await getLiveCheck(unit.tx, actor.reach, id);
    await requireMatch(ifMatch, async () => (await readCheck(unit.tx, actor.reach, id)).tag);
    await archive(unit, write, actor, [check]);
  },
});

export interface ArchiveChecks {
  actor: Actor;
  app: string;
  /** The ids of the checks. */
  checks: string[];
}

/** Archives checks, and leaves those that are archived already. Gives the ids of the others. Throws `not_found`. */
export const archiveChecks = repeatable(
  defineAction({
    name: "archiveChecks",
    queue: "app",
    duration: ({ checks }) => durationOfRows(checks.length),
    async run(unit: UnitOfWork, { actor, app, checks: ids }: ArchiveChecks): Promise<string[]> {
      const write = await openAppWrite(unit, actor.reach, app);
      const live: LiveCheck[] = [];
      for (const id of new Set(ids)) {
        const check = await findCheck(unit.tx, actor.reach, id);
        if (check === undefined || check.appId !== write.app.id) throw notFound("check");
        if (isLive(check)) live.push(check);
      }
      if (live.length > 0) await archive(unit, write, actor, live);
      return live.map(({ id }) => id);
    },
  }),
);

async function archive(unit: UnitOfWork, write: AppWrite, actor: Actor, checks: readonly LiveCheck[]): Promise<void> {
  // Noted before the first of them is archived: after that it would no longer be found in front of the others.
  const behind = new Map<string, string | null>();
  for (const check of checks) behind.set(check.id, (await findCheckBefore(unit.tx, check))?.id ?? null);
  for (const check of checks) {
    noteBehind(unit.tx, check.id, behind.get(check.id)!);
    const lost = emptyTally();
    for (const statusRow of await listPlatformStatuses(unit.tx, check.id)) count(lost, statusRow.status, -1);
    tally(write, check.sectionId, -1, lost);
    await moveInCycles(write, check.id, { from: check.sectionId, to: null }, []);
    updateCheck(unit.tx, { ...check, archivedAt: write.app.updatedAt });
    const changes = { check: check.id, title: check.title };
    append(write, { kind: "check_archived", by: actorLabel(actor), issueId: null, changes });
  }
  markStructureChanged(write);
  closeAppWrite(write);
  recordChecks(unit, write, checks, "check.archived");
}
